"""Some constraints of a graph by themselves."""

from __future__ import annotations

from timegraph import AllenSet, TimeGraph
from timegraph._metric.constraints import arcs_of, closure_of, subset_of


def test_a_subset_has_only_the_points_that_it_needs() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    for k in range(50):
        graph.add_duration(("other", k), 1)
    graph.add_duration("a", 3, source="a")
    graph.add_duration("b", 3, source="b")
    graph.add("a", "before", "b", "order")
    graph.add_distance(("a", "start"), ("b", "end"), at_most="1/2 second", source="refused")
    assert [link.source for link in graph.conflicts[0].against] == ["b", "order"]
    state = graph._state
    store, closure = state.store, closure_of(state)
    a, b = store.starts["a"], store.starts["b"]
    numbers = [k for link in (50, 51, 52) for k in store.constraints_of_link(link)]
    whole = subset_of(state, numbers)
    assert whole.mask(a, b) == AllenSet("before").mask
    order = subset_of(state, numbers[-1:], (a, b))
    assert order.mask(a, b) == AllenSet("before").mask
    assert (
        subset_of(state, numbers[:-1]).mask(a, b)
        == AllenSet(
            ["before", "meets", "overlaps", "equal", "overlapped by", "met by", "after"]
        ).mask
    )
    refused = arcs_of(store, store.constraints_of_link(53).start, closure)
    cycle = whole.contradicting(refused)
    assert cycle is not None
    assert [(arc.x, arc.y) for arc in cycle] == [(a, b + 1), (b + 1, b), (b, a + 1), (a + 1, a)]
    assert order.contradicting(refused) is None
    assert order.is_only_way(cycle[2:3])
    assert order.is_only_way([])
    assert not whole.is_only_way(cycle[1:])
