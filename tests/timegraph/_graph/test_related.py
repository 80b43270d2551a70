"""Which intervals are related: the same pairs as by asking about all."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from tests.invariants import check_graph
from timegraph import AllenSet, TimeGraph
from timegraph._graph import closing
from timegraph._graph.closing import related
from timegraph.reduction import EntailedPairs, TooManyPairs, entailed

POINTS = st.tuples(st.integers(0, 7), st.sampled_from(["start", "end"]))
CONSTRAINTS = st.tuples(POINTS, st.sampled_from(["<", "<=", "="]), POINTS)


def slowly(graph: TimeGraph) -> list[tuple[object, AllenSet, object]]:
    pairs = ((a, graph.relations(a, b), b) for a, b in combinations(graph.entities, 2))
    return [pair for pair in pairs if len(pair[1]) < 13]


@given(st.lists(CONSTRAINTS, max_size=12), st.sampled_from(["drop-link", "drop-constraint"]))
def test_the_same_pairs_as_by_asking_about_all(constraints, policy):
    graph = TimeGraph(on_conflict=policy)
    for entity in range(3):
        graph.add_entity(entity)
    graph.add_instant("noon")
    graph.add_points((2, "end"), "<=", ("noon", "at"))
    graph.add_points(("noon", "at"), "<", (5, "start"))
    for x, op, y in constraints:
        graph.add_points(x, op, y)
    assert list(entailed(graph)) == slowly(graph)
    assert len(EntailedPairs(graph)) == len(slowly(graph))


@given(st.lists(st.tuples(POINTS, POINTS, st.integers(0, 3)), max_size=5))
def test_lengths_relate_what_no_path_joins(distances):
    graph = TimeGraph(on_conflict="drop-link")
    for entity in range(4):
        graph.add_duration(entity, at_least="1 day", at_most="2 days")
    for x, y, days in distances:
        if x != y:
            graph.add_distance(x, y, at_least=days * 86_400)
    assert list(entailed(graph)) == slowly(graph)


def test_partners_stand_in_insertion_order_and_once():
    graph = TimeGraph()
    for entity in "abcd":
        graph.add_entity(entity)
    graph.add("d", "before", "a")
    graph.add("a", "before", "b")
    found = related(graph._state)
    partners = [(start, partners.tolist()) for start, partners, _ in found]
    assert partners == [(0, [2, 6]), (2, [6])]
    assert len(EntailedPairs(graph)) == 3


@given(st.lists(CONSTRAINTS, max_size=12))
def test_large_graphs_are_looked_at_before_anything_is_decided(constraints):
    graph = TimeGraph(on_conflict="drop-link")
    for entity in range(3):
        graph.add_entity(entity)
    for x, op, y in constraints:
        graph.add_points(x, op, y)
    expected = slowly(graph.copy())
    left_out = [conflict.link for conflict in graph.copy().conflicts]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(closing, "LARGEST_ROWS", -1)
        assert [c.link for c in graph.conflicts] == left_out
        assert list(entailed(graph)) == expected
    check_graph(graph)
    assert slowly(graph) == expected


@pytest.mark.parametrize("distances", [False, True])
def test_more_pairs_than_wanted_are_not_all_found(distances):
    graph = TimeGraph()
    for entity in range(40):
        graph.add(entity, "before", entity + 1)
    if distances:
        graph.add_duration(0, at_most="1 day")
    assert len(EntailedPairs(graph, 820)) == 820
    with pytest.raises(TooManyPairs, match="more than 100 relations"):
        EntailedPairs(graph, 100)
