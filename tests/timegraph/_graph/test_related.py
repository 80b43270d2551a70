"""Which intervals are related: the same pairs as by asking about all."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from timegraph import AllenSet, TimeGraph
from timegraph._graph.related import count_related, related
from timegraph.reduction import count_entailed, entailed

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
    assert count_entailed(graph) == len(slowly(graph))


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
    assert list(related(graph._state)) == [(0, [2, 6]), (2, [6])]
    assert count_related(graph._state) == 3
