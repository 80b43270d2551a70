"""The lightest link of the heaviest chain that contradicts."""

from __future__ import annotations

import pytest

from timegraph import TimeGraph
from timegraph._graph.weights.weighted_arcs import WeightedArcs, rank_of
from timegraph.points import LESS


def anywhere(point):
    """An order that rules nothing out."""
    return 0


def test_the_heaviest_chain_is_found():
    graph = TimeGraph(on_conflict="drop-lighter")
    graph.add("a", "before", "c", weight=1)
    graph.add("a", "before", "b", weight=5)
    weakest = graph.add("b", "before", "c", weight=3)
    graph.ask("a", "before", "c")
    state = graph._live
    arcs = WeightedArcs(state.store)
    arcs.follow(state.kept)
    starts = state.store.starts
    against = arcs.against([(starts["c"], LESS, starts["a"])], anywhere)
    assert against[-1] == weakest
    assert rank_of(state.store.links[0]) < rank_of(state.store.links[1])
    with pytest.raises(LookupError):
        arcs.against([(starts["a"], LESS, starts["c"])], anywhere)


def test_what_contradicts_itself_needs_no_link():
    graph = TimeGraph(on_conflict="drop-lighter")
    graph.add_entity("a")
    graph.ask("a", "equal", "a")
    arcs = WeightedArcs(graph._live.store)
    assert arcs.against([(1, LESS, 0)], anywhere) == (-1,)
