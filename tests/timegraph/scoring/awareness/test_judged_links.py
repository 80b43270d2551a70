"""The links of temporal awareness one by one: they add up to the counts, and reasons hold."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import timeml
from tests.results import score_awareness_system
from timegraph.allen import AllenSet
from timegraph.scoring import Method, read_gold, score_awareness
from timegraph.scoring.awareness import METHODS, judge, judged_documents
from timegraph.scoring.pairs import Pair
from timeml import Document, Event, TLink, open_collection

LINKS = st.lists(
    st.tuples(
        st.sampled_from(
            ["BEFORE", "AFTER", "INCLUDES", "IS_INCLUDED", "SIMULTANEOUS", "IBEFORE", "BEGINS"]
        ),
        st.sampled_from("abcd"),
        st.sampled_from("abcd"),
    ),
    max_size=7,
)


def document(links: list[tuple[str, str, str]]) -> Document:
    events = tuple(Event(e, "OCCURRENCE", k, k + 1, e) for k, e in enumerate("abcd"))
    tlinks = tuple(TLink(f"l{k}", *link) for k, link in enumerate(links))
    return Document(text="abcd", events=events, tlinks=tlinks)


@given(gold=LINKS, system=LINKS, method=st.sampled_from(METHODS))
def test_links_add_up_to_the_counts(
    gold: list[tuple[str, str, str]], system: list[tuple[str, str, str]], method: Method
) -> None:
    one, other = document(gold), document(system)
    judged = judge(Pair("d", one, other, other), method=method)
    counts = [
        number
        for links in (judged.own_links, judged.gold_links)
        for number in (sum(link.judgement == "entailed" for link in links), len(links))
    ]
    score = score_awareness(gold=one, system=other, method=method)
    assert counts == list(astuple(score)[:4])
    for link in judged.gold_links:
        a, relation, b = link.statement
        possible = judged.graph.relations(a, b)
        if link.judgement == "contradicted":
            assert not possible & AllenSet(relation)
        elif link.judgement == "open":
            assert link.reason
        else:
            assert possible <= AllenSet(relation) or link.reason or a == b


@pytest.mark.parametrize("method", METHODS)
def test_the_shipped_systems_add_up(kit: Path, method: Method) -> None:
    gold = read_gold(open_collection(kit / "gold"))
    systems = {name: open_collection(kit / "systems" / name) for name in ("careful", "hasty")}
    documents = list(judged_documents(gold, systems, method=method))
    for k, (name, collection) in enumerate(systems.items()):
        scores = score_awareness_system(gold=gold, system=collection, method=method)
        for one in documents:
            links = one.systems[k].own_links
            assert one.systems[k].name == name
            score = scores.by_unit()[one.name]
            assert sum(link.judgement == "entailed" for link in links) == score.precision_matched
            assert len(one.systems[k].gold_links) == score.gold_total


def test_reasons_have_the_words_of_the_side(kit: Path) -> None:
    gold = timeml.read(
        b'<TimeML><TEXT><EVENT eid="e1">ate</EVENT> <EVENT eid="e2">slept</EVENT></TEXT>'
        b'<TLINK lid="g" eventID="e1" relType="BEFORE" relatedToEvent="e2"/></TimeML>'
    )
    system = timeml.read(b'<TimeML><TEXT><EVENT eid="e1">ate</EVENT> slept</TEXT></TimeML>')
    judged = judge(Pair("d", gold, system, system))
    (link,) = judged.gold_links
    assert link.reason == 'entity missing: the system has no e2 "slept"'
    assert str(link.link) == 'g: e1 "ate" BEFORE e2 "slept"'
    turned = judge(Pair("d", system, gold, gold))
    assert turned.own_links[0].reason == 'entity missing: gold has no e2 "slept"'
