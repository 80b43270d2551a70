"""Any constraints of a graph by themselves: whether they agree, and an order in which they hold."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph import AllenSet, Link
from timegraph._graph.edits import append
from timegraph._graph.store import GraphState, consistent, possible_order, strong_components
from timegraph.points import EQUAL, LESS, OPERATORS
from timegraph.testing import oracle
from timegraph.testing.strategies import arbitrary_link_sets

ENTITIES = ("a", "b", "c")


@given(arbitrary_link_sets(ENTITIES, instants=("t",), max_size=6), st.data())
def test_they_agree_iff_the_oracle_says_so_and_then_have_an_order(links, data):
    state = GraphState("drop-link")
    for link in links:
        append(state, link)
    store = state.store
    numbers = range(len(store.xs))
    chosen = data.draw(st.sets(st.sampled_from(numbers))) if numbers else set()
    said = [store.constraint(k) for k in chosen]
    agree = oracle.consistent(ENTITIES, [(c.x, c.op, c.y) for c in said])
    assert consistent(store, chosen) == agree
    if not agree:
        with pytest.raises(ValueError, match="contradict"):
            possible_order(store, chosen)
        return
    place = {
        point: number
        for number, group in enumerate(possible_order(store, chosen))
        for point in group
    }
    assert place.keys() == set(range(len(store.points)))
    assert all(place[start] < place[start + 1] for start in store.starts.values())
    for k in chosen:
        x, y = place[store.xs[k]], place[store.ys[k]]
        holds = {"<": x < y, "<=": x <= y, "=": x == y}
        assert holds[OPERATORS[store.ops[k]]]


def test_an_order_has_further_constraints():
    state = GraphState("error")
    for entity in "ab":
        state.store.interval(entity)
    assert possible_order(state.store, [], [(1, LESS, 2)]) == [[0], [1], [2], [3]]
    assert possible_order(state.store, [], [(0, EQUAL, 2), (1, LESS, 3)]) == [[0, 2], [1], [3]]


def test_points_of_one_cycle_have_one_component():
    state = GraphState("drop-link")
    a, b = state.store.interval("a"), state.store.interval("b")
    link = Link("a", AllenSet("before"), "b")
    state.store.append(link, (a + 1, b), [(0, LESS, 1)])
    state.store.append(link, (b + 1, a), [(0, LESS, 1)])
    assert len(set(strong_components(state.store, [0]))) == 4
    assert len(set(strong_components(state.store, [0, 1]))) == 1
