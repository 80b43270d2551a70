"""Chains of bounds as data."""

from __future__ import annotations

from fractions import Fraction

import pytest

from timegraph import Allen, AllenSet, TimeGraph
from timegraph._metric.constraints import (
    chains_against,
    chains_excluding,
    possible_groups,
    possible_mask,
    tightest_chain,
)

POINTS = (0, 1, 2, 3)


@pytest.fixture
def graph() -> TimeGraph:
    graph = TimeGraph(on_conflict="drop-link")
    graph.add_duration("a", 3)
    graph.add_duration("b", 5)
    graph.add("a", "before", "b")
    return graph


def test_what_excludes_a_relation(graph: TimeGraph) -> None:
    state = graph._state
    assert graph.relations("a", "b") == AllenSet("before")
    chains = chains_excluding(state, POINTS, Allen.CONTAINS, [0, 1])
    # b lasts 5 seconds and a 3, so that a cannot contain b.
    assert {step.link for chain in chains for step in chain} == {0, 1}
    assert sum(step.value for chain in chains for step in chain) == Fraction(-2)
    with pytest.raises(AssertionError, match="before is possible"):
        chains_excluding(state, POINTS, Allen.BEFORE, [0, 1])
    assert possible_mask(state, POINTS, [2]) == AllenSet("before").mask
    assert possible_mask(state, POINTS, []) == AllenSet.all().mask


def test_what_bounds_a_distance(graph: TimeGraph) -> None:
    state = graph._state
    graph.relations("a", "b")
    (step,) = tightest_chain(state, 0, 1)
    assert (step.x, step.y, step.value, step.strict, step.link) == (0, 1, 3, False, 0)
    assert tightest_chain(state, 0, 2) == []
    assert tightest_chain(state, 1, 1) == []


def test_what_excludes_a_constraint(graph: TimeGraph) -> None:
    graph.add("b", "meets", "a")
    assert len(graph.conflicts) == 1
    state = graph._state
    k = state.store.constraints_of_link(3).start
    chain = chains_against(state, [k], [2])
    assert chain is not None
    assert {step.link for step in chain} - {None} == {2}
    assert chains_against(state, [k], [0]) is None


def test_an_order_in_which_a_relation_holds(graph: TimeGraph) -> None:
    graph.relations("a", "b")
    assert possible_groups(graph._state, POINTS, Allen.BEFORE) == [[0], [1], [2], [3]]
    with pytest.raises(AssertionError, match="after is not possible"):
        possible_groups(graph._state, POINTS, Allen.AFTER)
