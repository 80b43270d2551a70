"""What some links entail by themselves is what a graph of these links alone entails."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, strategies as st

from timegraph._graph.arguments import LinkSubset
from timegraph._graph.closing import closed
from timegraph._graph.edits import append
from timegraph._graph.store import GraphState
from timegraph.testing.strategies import arbitrary_link_sets

ENTITIES = ("a", "b", "c", "d")


def state_of(links, policy="drop-link"):
    state = GraphState(policy)
    for entity in ENTITIES:
        state.store.interval(entity)
    for link in links:
        append(state, link)
    return state


@given(
    arbitrary_link_sets(ENTITIES, instants=("t",), max_size=8),
    st.sets(st.integers(0, 7)),
    st.sampled_from(list(combinations((0, 2, 4, 6), 2))),
)
def test_it_is_closed_as_a_graph_of_these_links(links, chosen, pair):
    state = state_of(links)
    closed(state)
    numbers = sorted(chosen & set(range(len(links))))
    own = state.store.constraints_of_link
    in_force = [k for k in numbers if all(state.kept[j] for j in own(k))]
    other = closed(state_of([links[k] for k in in_force]))
    a, b = pair
    points = (a, a + 1, b, b + 1)
    subset = LinkSubset(state, numbers, points)
    assert subset.mask() == other.mask(a, b)
    assert all(subset.label(x, y) == other.label(x, y) for x in points for y in points)
    assert subset.constraints == {j for k in in_force for j in own(k)}
