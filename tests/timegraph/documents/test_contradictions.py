"""Contradictions in the words of the text."""

from __future__ import annotations

from collections.abc import Callable
from itertools import starmap

import pytest

from timegraph import Conflict, Link, build
from timegraph.allen import Allen, AllenSet
from timegraph.documents import closure as module
from timegraph.documents.closure import (
    ExplainedConflict,
    Reading,
    contradiction_findings,
    explained_conflicts,
)
from timegraph.findings import Finding
from timegraph.proofs import all_contradictions, contradictions

CIRCLE = """\
<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei11" relatedToTime="t1"/>
<TLINK lid="l2" relType="BEFORE" timeID="t1" relatedToEventInstance="ei12"/>
<TLINK lid="l3" relType="BEFORE" eventInstanceID="ei12" relatedToEventInstance="ei11"/>
"""


def found_in(reading: Reading) -> list[Finding]:
    graph = build(reading.document, on_conflict="drop-link")
    conflicts = [
        ExplainedConflict(conflict, contradictions(graph, conflict)) for conflict in graph.conflicts
    ]
    return list(contradiction_findings(reading, conflicts))


def test_a_circle(reading: Callable[..., Reading]) -> None:
    (found,) = found_in(reading(CIRCLE))
    assert (found.code, found.severity, found.ids) == ("contradiction", "error", ("l3",))
    assert found.message == (
        'TLINK l3: ei12 "slept" BEFORE ei11 "ate" (ei12.end < ei11.start) '
        'contradicts l1: ei11 "ate" BEFORE t1 "the third"; l2: t1 "the third" BEFORE ei12 "slept"'
    )
    assert [(link.id, link.line, link.uses) for link in found.links] == [
        ("l3", 7, ("ei12.end < ei11.start",)),
        ("l1", 5, ("ei11.end < t1.start",)),
        ("l2", 6, ("t1.end < ei12.start",)),
    ]
    assert [mention.id for mention in found.mentions] == ["ei12", "ei11", "t1"]
    assert list(map(str, found.sentences)) == ["She [ate ei11], [slept ei12] on [the third t1]."]
    assert found.position is not None
    assert found.position.line == 7


def test_a_link_that_can_never_hold(reading: Callable[..., Reading]) -> None:
    link = '<TLINK relType="BEFORE" eventInstanceID="ei11" relatedToEventInstance="ei11"/>'
    (found,) = found_in(reading(link))
    assert found.message == (
        'TLINK (ei11 "ate" BEFORE ei11 "ate") cannot hold by itself (ei11.end < ei11.start)'
    )
    assert found.ids == ("ei11", "ei11")


def test_long_chains_are_named_in_part(reading: Callable[..., Reading]) -> None:
    events = "".join(f'<EVENT eid="e{n}" class="STATE">w{n}</EVENT>' for n in range(20, 27))
    links = "".join(
        f'<TLINK lid="l{n}" relType="BEFORE" eventID="e{n}" relatedToEvent="e{n + 1}"/>\n'
        for n in range(20, 26)
    )
    back = '<TLINK lid="l9" relType="BEFORE" eventID="e26" relatedToEvent="e20"/>'
    (found,) = found_in(reading(events + links + back))
    assert found.message.endswith('l23: e23 "w23" BEFORE e24 "w24"; and 2 more')
    assert len(found.links) == 7


def test_of_long_chains_there_are_the_two_ends(reading: Callable[..., Reading]) -> None:
    events = "".join(f'<EVENT eid="e{n}" class="STATE">w{n}</EVENT>' for n in range(100, 131))
    links = "".join(
        f'<TLINK lid="l{n}" relType="BEFORE" eventID="e{n}" relatedToEvent="e{n + 1}"/>\n'
        for n in range(100, 130)
    )
    for relation in ("BEFORE", "SIMULTANEOUS"):  # the second leaves two constraints out
        back = f'<TLINK lid="l9" relType="{relation}" eventID="e130" relatedToEvent="e100"/>'
        read = reading(events + links + back)
        graph = build(read.document, on_conflict="drop-link")
        conflicts = list(starmap(ExplainedConflict, all_contradictions(graph)))
        (short,) = contradiction_findings(read, conflicts)
        (whole,) = contradiction_findings(read, conflicts, whole_chains=True)
        assert (len(whole.links), whole.links_between) == (31, 0)
        assert short.links == whole.links[:11] + whole.links[-10:]
        assert short.links_between == 10
        assert short.message == whole.message


@pytest.mark.parametrize("limit", ["_MOST_EXPLAINED", "_MOST_STEPS_EXPLAINED"])
def test_after_the_first_thousand_there_are_no_chains(
    reading: Callable[..., Reading], monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(module, limit, 1)
    read = reading(CIRCLE + CIRCLE.splitlines()[2].replace("l3", "l4"))
    graph = build(read.document, on_conflict="drop-link")
    whole = explained_conflicts(graph, whole_chains=True)
    assert whole == tuple(starmap(ExplainedConflict, all_contradictions(graph)))
    first, second = explained_conflicts(graph)
    assert first == whole[0]
    assert (second.conflict.link, second.chains, second.chain) == (whole[1].conflict.link, (), None)
    shown, named = contradiction_findings(read, [first, second])
    assert [shown] == list(contradiction_findings(read, whole[:1]))
    assert (named.ids, [link.id for link in named.links]) == (("l4",), ["l4"])
    assert named.message == (
        'TLINK l4: ei12 "slept" BEFORE ei11 "ate" contradicts links before it; which ones is shown '
        "for the first such links, or with --verbose"
    )


def test_links_of_programs_are_known_by_their_ends(reading: Callable[..., Reading]) -> None:
    link = Link("ei11", AllenSet(Allen.BEFORE), "ei12", "reader")
    (found,) = contradiction_findings(reading(""), [ExplainedConflict(Conflict(link, (), ()), ())])
    assert found.ids == ("ei11", "ei12")
    assert found.message.startswith('reader: ei11 "ate" before ei12 "slept" ')
