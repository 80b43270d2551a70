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
    back = [(starts["c"], LESS, starts["a"])]
    for weight in (2, 4, 6):  # heavier links if there are, else those of the heaviest chain
        chain = arcs.against(back, (1, -weight, 9), anywhere)
        assert [rank[1] for rank in chain] == [-3, -5]
    assert max(chain)[-1] == weakest
    assert state.store.handles[arcs.number(max(chain))] == weakest
    assert rank_of(state.store.links[0]) < rank_of(state.store.links[1])
    with pytest.raises(LookupError):
        arcs.against([(starts["a"], LESS, starts["c"])], (0, 0, 0), anywhere)


def test_links_of_a_heavier_chain_are_found_by_the_fewest_steps():
    graph = TimeGraph(on_conflict="drop-lighter")
    for k, weight in enumerate((9, 9, 9)):
        graph.add(k, "before", k + 1, weight=weight)
    graph.add(0, "before", 3, weight=2)
    graph.ask(0, "before", 3)
    state = graph._live
    arcs = WeightedArcs(state.store)
    arcs.follow(state.kept)
    back = [(state.store.starts[3], LESS, state.store.starts[0])]
    assert [len(arcs.against(back, (1, -weight, 9), anywhere)) for weight in (1, 5)] == [1, 3]


def test_a_link_left_out_is_released_when_its_chain_is_broken():
    graph = TimeGraph(on_conflict="drop-lighter")
    graph.add("a", "before", "b", weight=3)
    graph.add("b", "before", "a", weight=1)
    graph.ask("a", "before", "b")
    state = graph._live
    arcs = WeightedArcs(state.store)
    arcs.follow(state.kept)
    first, second = arcs.rank(0), arcs.rank(1)
    assert arcs.take_out(first) == {second}  # nobody has looked why it was left out
    for released in ({second}, set()):
        arcs.add(0, state.store.constraints_of_link(0))
        if released:
            arcs.explain(second, [first])
        assert arcs.take_out(first) == released


def test_what_contradicts_itself_needs_no_link():
    graph = TimeGraph(on_conflict="drop-lighter")
    graph.add_entity("a")
    graph.ask("a", "equal", "a")
    arcs = WeightedArcs(graph._live.store)
    assert arcs.against([(1, LESS, 0)], (1, -5, 0), anywhere) == []
