"""Which points are near, against the lengths of shortest ways by definition."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from tests.drawing import examples
from tests.oracle.orders import link_steps
from timegraph import TimeGraph, repairs
from timegraph._closure.int_rows import components
from timegraph.points import LESS_EQUAL
from timegraph.repairs import Nearness, independent_conflicts
from timegraph.testing.strategies import arbitrary_link_sets

POINTS = 9
INTERVALS = (0, 2, 4)  # the others are instants
ENDS = [start + 1 if start in INTERVALS else -1 for start in range(POINTS)]
places = st.integers(0, POINTS - 1)
arc_sets = st.sets(st.tuples(places, places), max_size=30)


def component_of(arcs):
    xs = [*INTERVALS, *(x for x, _ in arcs)]
    ys = [*(start + 1 for start in INTERVALS), *(y for _, y in arcs)]
    return components(POINTS, xs, [LESS_EQUAL] * len(xs), ys)[0]


def made(arcs):
    neighbours = [[y for x, y in arcs if x == point] for point in range(POINTS)]
    return Nearness(component_of(arcs), ENDS, neighbours)


@examples(60)
@given(arc_sets, st.integers(1, 3))
def test_points_are_near_that_so_few_steps_lead_to(arcs, kept):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repairs, "_KEPT", kept)
        near = made(arcs)
        lengths = dict.fromkeys(arcs, 1) | {(start, start + 1): 0 for start in INTERVALS}
        way = link_steps(range(POINTS), lengths)
        component = component_of(arcs)
        pairs = [
            (x, y) for x in range(POINTS) for y in range(POINTS) if component[x] == component[y]
        ]
        for steps in range(6):
            assert near.steps == steps
            # The last two numbers of steps and the first few are exact, the others no smaller.
            for x, y in pairs:
                assert near.near(x, y, steps) == (way[x, y] <= steps)
                assert steps == 0 or near.near(x, y, steps - 1) == (way[x, y] <= steps - 1)
                assert all(near.near(x, y, n) for n in range(8) if way[x, y] <= n)
            near.go_on()


@examples(60)
@given(arbitrary_link_sets(("a", "b", "c", "d"), max_size=12))
def test_the_same_conflicts_are_found_where_all_points_count_as_near(links):
    graph = TimeGraph(on_conflict="drop-link")
    graph.extend(links)
    found = independent_conflicts(graph)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repairs, "_MOST_POINTS", 0)
        assert independent_conflicts(graph) == found


def test_a_point_is_near_itself_alone_without_a_way_back():
    near = Nearness([0, 1], [1, -1], [[1], []])
    near.go_on()
    assert near.near(0, 0, 1)
    assert near.near(1, 1, 0)


def test_what_is_before_itself_is_found():
    graph = TimeGraph(on_conflict="drop-link")
    graph.add_points(("a", "start"), "<", ("a", "start"))
    assert [len(conflict) for conflict in independent_conflicts(graph)] == [1]
