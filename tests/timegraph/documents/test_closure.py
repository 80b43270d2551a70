"""Closures of documents: what is written entails what was read."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, strategies as st

from timegraph import AllenSet, build
from timegraph.documents.closure import differing_pairs, relations_of, with_links
from timegraph.documents.conventions import CALENDAR
from timegraph.reduction import EntailedPairs, entailed
from timegraph.report.documents import closure_pieces
from timegraph.testing.strategies import documents
from timeml import read

DOCUMENT = b"""\
<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02"
 functionInDocument="CREATION_TIME">2 January 2020</TIMEX3></DCT>
<TEXT>She <EVENT eid="e1">ate</EVENT>, "<EVENT eid="e2">slept</EVENT>" and
<EVENT eid="e3">dreamt</EVENT> on <TIMEX3 tid="t1" type="DATE" value="2020-01-01">New Year's
day</TIMEX3>.</TEXT>
<MAKEINSTANCE eiid="ei1" eventID="e1"/>
<MAKEINSTANCE eiid="ei2" eventID="e2"/>
<TLINK lid="l1" eventInstanceID="ei1" relType="BEFORE" relatedToEventInstance="ei2"/>
<TLINK lid="l2" eventInstanceID="ei2" relType="INCLUDES" relatedToEventInstance="e3"/>
<TLINK lid="l5" eventInstanceID="ei1" relType="BEFORE" relatedToEvent="e3"/>
<TLINK lid="l6" timeID="t1" relType="IDENTITY" relatedToEventInstance="ei2"/>
<TLINK lid="l7" timeID="t1" relType="DURING" relatedToEventInstance="ei2"/>
<TLINK lid="l8" eventInstanceID="ei2" relType="BEFORE" relatedToEventInstance="ei2"/>
<SLINK lid="l3" eventInstanceID="ei1" subordinatedEventInstance="ei2" relType="MODAL"/>
</TimeML>
"""


def rendered(*arguments: Any) -> str:
    return "".join(closure_pieces(*arguments))


def same(one, other):
    assert one.entities == other.entities
    return all(one.relations(a, b) == other.relations(a, b) for a, b in combinations(one, 2))


@given(
    documents(max_events=4, max_timexes=2, allow_faults=True),
    st.sampled_from(["simultaneous", "contained"]),
    st.booleans(),
    st.booleans(),
)
def test_what_is_written_entails_what_was_read(document, during, calendar, reduce):
    graph = build(document, on_conflict="drop-link", during=during, calendar=calendar)
    relations = tuple(relations_of(graph, reduce=reduce, given=(CALENDAR,) if calendar else ()))
    written = read(rendered(document, relations, "timeml").encode())
    again = build(written, during=during, calendar=calendar)
    assert not again.conflicts
    assert same(graph, again)
    if reduce:
        for gone in range(len(relations)):
            fewer = with_links(document, relations[:gone] + relations[gone + 1 :])
            assert not same(graph, build(fewer, during=during, calendar=calendar))
    else:
        assert len(relations) == len(EntailedPairs(graph))
        pairs = Counter(frozenset((link.source, link.target)) for link in written.tlinks)
        assert max(pairs.values(), default=1) == 1
        single = [pair for pair in entailed(graph) if len(pair[1]) == 1]
        # OVERLAPS follows from what is written, but no TLINK may say it.
        labels = [relation.label for relation in relations if relation.label is not None]
        assert len(single) == len(labels)
        assert len(written.tlinks) == sum(label.annotated for label in labels)


@pytest.fixture
def document():
    return read(DOCUMENT, name="a.tml")


def test_own_links_stay_and_new_ones_get_ids_that_are_free(document):
    graph = build(document, on_conflict="drop-link")
    closed = with_links(document, relations_of(graph))
    shown = [(t.lid, t.source, t.rel_type, t.target) for t in closed.tlinks]
    assert shown == [
        ("l1", "ei1", "BEFORE", "ei2"),
        ("l2", "ei2", "INCLUDES", "e3"),
        ("l5", "ei1", "BEFORE", "e3"),
        ("l6", "t1", "IDENTITY", "ei2"),
        ("l4", "ei1", "BEFORE", "t1"),
        ("l9", "t1", "INCLUDES", "e3"),
    ]
    assert closed.tlinks[-1].extra == (("origin", "CLOSURE"),)
    assert (closed.tlinks[-1].source_attribute, closed.tlinks[-1].target_attribute) == (
        "timeID",
        "relatedToEvent",
    )
    fewer = relations_of(graph, reduce=True)
    assert [relation.link.lid for relation in fewer] == ["l1", "l2", "l6"]


def test_the_calendar_is_in_the_closure_and_not_in_the_reduction(document):
    graph = build(document, on_conflict="drop-link", calendar=True)
    assert ("t1", "BEFORE", "t0") in [
        (relation.a, relation.label.value, relation.b)
        for relation in relations_of(graph)
        if relation.label
    ]
    fewer = relations_of(graph, reduce=True, given=(CALENDAR,))
    assert [relation.link.lid for relation in fewer] == ["l1", "l2", "l6"]


def test_part_of_a_link_is_nothing_that_a_tlink_can_say():
    # ei1 ends before e3, which ei2 includes: ei1 may start first, but cannot include ei2.
    text = DOCUMENT.replace(b'"l1" eventInstanceID="ei1" relType="BEFORE"', b'"l1" relType=""')
    old = b'"l8" eventInstanceID="ei2" relType="BEFORE"'
    document = read(text.replace(old, b'"l8" eventInstanceID="ei1" relType="INCLUDES"'))
    graph = build(document, on_conflict="drop-constraint")
    relations = tuple(relations_of(graph, reduce=True))
    (part,) = (relation for relation in relations if relation.link is None)
    assert (part.a, part.label, part.b) == ("ei1", None, "ei2")
    assert graph.relations("ei1", "ei2") < part.relations < AllenSet.all()
    assert differing_pairs(graph, build(with_links(document, relations)))


def test_json_has_the_sets(document):
    graph = build(document, on_conflict="drop-link")
    content = json.loads(rendered(document, relations_of(graph), "json"))
    assert content["document"] == "a.tml"
    assert content["entities"] == ["t0", "ei1", "ei2", "e3", "t1"]
    assert content["relations"][0] == {
        "a": "ei1",
        "relation": "BEFORE",
        "b": "ei2",
        "relations": ["before"],
        "lid": "l1",
        "line": 8,
    }
    graph.add("e3", {"before", "meets"}, "t0")
    content = json.loads(rendered(document, relations_of(graph), "json"))
    (found,) = (r for r in content["relations"] if {r["a"], r["b"]} == {"t0", "e3"})
    assert found == {
        "a": "t0",
        "relation": None,
        "b": "e3",
        "relations": ["met_by", "after"],
        "lid": None,
        "line": None,
    }


def test_a_tlink_without_lid_has_none(document):
    document = replace(document, tlinks=(replace(document.tlinks[0], lid=""),))
    relations = tuple(relations_of(build(document)))
    (found,) = json.loads(rendered(document, relations, "json"))["relations"]
    assert (found["lid"], found["line"]) == (None, 8)
