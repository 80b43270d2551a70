"""What is settled, and which pairs come next."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given

from timegraph import TimeGraph, build
from timegraph.allen import AllenSet
from timegraph.checking import OpenPair, next_pairs, open_pairs
from timegraph.checking.undecided import progress_of
from timegraph.testing.strategies import documents
from timeml import Document, read

DOCUMENT = read(
    b"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02">2 January</TIMEX3></DCT>
<TEXT><EVENT eid="e1">ate</EVENT> <EVENT eid="e2">slept</EVENT> <EVENT eid="e3">woke</EVENT>
<TIMEX3 tid="t1" type="DATE" value="2020-01-03">the third</TIMEX3></TEXT>
<TLINK lid="l1" relType="BEFORE" eventID="e1" relatedToEvent="e2"/>
<TLINK lid="l2" relType="BEFORE" eventID="e2" relatedToEvent="e3"/></TimeML>"""
)


def ids(pairs: object) -> list[tuple[object, object]]:
    return [(pair.a, pair.b) for pair in pairs]  # type: ignore[attr-defined]


def test_pairs_come_nearest_first_and_never_settled() -> None:
    everything = [
        *(("t0", "e1"), ("e3", "t1")),
        *(("t0", "e2"), ("e2", "t1")),
        *(("t0", "e3"), ("e1", "t1")),
        ("t0", "t1"),
    ]
    assert ids(open_pairs(DOCUMENT)) == everything
    assert ids(next_pairs(DOCUMENT, 3)) == everything[:3]
    assert ids(next_pairs(DOCUMENT)) == everything
    assert next_pairs(DOCUMENT, 0) == ()


def test_the_calendar_settles_pairs() -> None:
    assert ("t0", "t1") not in ids(open_pairs(DOCUMENT, calendar=True))


def test_the_relations_that_are_possible_come_along() -> None:
    graph = TimeGraph()
    graph.add("a", ["before", "meets"], "b")
    graph.add("b", "before", "c")
    assert list(open_pairs(graph)) == [OpenPair("a", "b", AllenSet(["before", "meets"]))]


def test_a_count_below_nothing() -> None:
    with pytest.raises(ValueError, match="count is a number from 0, not -1"):
        next_pairs(DOCUMENT, -1)


def test_progress() -> None:
    progress = progress_of(DOCUMENT, build(DOCUMENT))
    assert (progress.events, progress.linked_events) == (3, 3)
    assert (progress.entities, progress.pairs) == (5, 10)
    assert (progress.settled, progress.known) == (3, 3)
    assert progress.islands == (("e1", "e2", "e3"), ("t0",), ("t1",))
    dated = progress_of(DOCUMENT, build(DOCUMENT, calendar=True))
    assert dated.islands == (("e1", "e2", "e3"), ("t0", "t1"))
    empty = progress_of(Document(), build(Document()))
    assert (empty.pairs, empty.islands) == (0, ())


@given(documents())
def test_open_pairs_are_what_the_graph_leaves_open(document: Document) -> None:
    graph = build(document, on_conflict="drop-link")
    pairs = list(open_pairs(document))
    expected = {
        (a, b) for a, b in combinations(graph.entities, 2) if len(graph.relations(a, b)) > 1
    }
    assert set(ids(pairs)) == expected
    assert len(pairs) == len(expected)
    place = {entity: number for number, entity in enumerate(document.entities)}
    gaps = [place[pair.b] - place[pair.a] for pair in pairs]  # type: ignore[index]
    assert all(gap > 0 for gap in gaps)
    assert all(first <= second for first, second in pairwise(gaps))
    assert all(pair.possible == graph.relations(pair.a, pair.b) for pair in pairs)


@given(documents())
def test_progress_counts_what_a_walk_over_all_pairs_does(document: Document) -> None:
    graph = build(document, on_conflict="drop-link")
    progress = progress_of(document, graph)
    sizes = [len(graph.relations(a, b)) for a, b in combinations(graph.entities, 2)]
    assert progress.pairs == len(sizes)
    assert progress.settled == sum(size == 1 for size in sizes)
    assert progress.known == sum(size < 13 for size in sizes)
    near = {entity: {entity} for entity in graph.entities}
    for a, b in combinations(graph.entities, 2):
        if len(graph.relations(a, b)) < 13 and near[a] is not near[b]:
            near[a] |= near[b]
            for entity in near[b]:
                near[entity] = near[a]
    assert sorted(map(sorted, progress.islands)) == sorted(  # type: ignore[type-var]
        map(sorted, {id(group): group for group in near.values()}.values())
    )
