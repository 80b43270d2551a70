"""Reductions entail the same, and none of their links can be left out."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from hypothesis import given, strategies as st

from timegraph import AllenSet, TimeGraph
from timegraph.reduction import entailed, reduced
from timegraph.testing import oracle
from timegraph.testing.strategies import arbitrary_link_sets

ENTITIES = ("a", "b", "c", "d")
POLICIES = st.sampled_from(["drop-link", "drop-constraint"])


def graph_of(links, policy="drop-link"):
    graph = TimeGraph(on_conflict=policy)
    for entity in ENTITIES:
        graph.add_entity(entity)
    graph.extend(links)
    return graph


def relations(graph):
    return {(a, b): graph.relations(a, b) for a, b in combinations(ENTITIES, 2)}


def labels(graph):
    """What is entailed of all points, instants among them."""
    points = [(e, side) for e in ENTITIES for side in ("start", "end")]
    points += [(key, "at") for key in graph.instants]
    return {(x, y): graph.label(x, y) for x, y in combinations(points, 2)}


@given(arbitrary_link_sets(ENTITIES, instants=("i",), max_size=12), POLICIES)
def test_the_reduction_entails_as_much_with_links_that_are_all_needed(links, policy):
    graph = graph_of(links, policy)
    fewer = reduced(graph)
    wanted = labels(graph)

    def entails(chosen):
        made = graph_of(chosen, "error")
        for key in graph.instants:
            made.add_instant(key)
        return labels(made)

    assert entails(fewer) == wanted
    for k in range(len(fewer)):
        assert entails(fewer[:k] + fewer[k + 1 :]) != wanted
    if policy == "drop-link":
        assert set(fewer) <= set(graph.links)


@given(arbitrary_link_sets(ENTITIES, max_size=12), st.integers(0, 12), POLICIES)
def test_what_is_given_is_neither_named_nor_repeated(links, size, policy):
    said = [replace(link, source="base" if k < size else k) for k, link in enumerate(links)]
    graph = graph_of(said, policy)
    fewer = reduced(graph, given=("base",))
    assert all(link.source != "base" for link in fewer)
    assert relations(graph_of([*said[:size], *fewer], policy)) == relations(graph)
    for k in range(len(fewer)):
        without = [*said[:size], *fewer[:k], *fewer[k + 1 :]]
        assert relations(graph_of(without, policy)) != relations(graph)


@given(arbitrary_link_sets(ENTITIES, max_size=6))
def test_entailed_is_what_the_oracle_says(links):
    graph = graph_of(links)
    order = oracle.add_in_file_order(
        ENTITIES, [oracle.link_constraints(link) for link in graph.links], "drop-link"
    )
    force = [constraint for said in order.in_force for constraint in said]
    found = {(a, b): possible for a, possible, b in entailed(graph)}
    possible = oracle.relations_by_closure(ENTITIES, force)
    for pair in combinations(ENTITIES, 2):
        assert found.get(pair, AllenSet.all()) == possible[pair]
    part = {(a, b): possible for a, possible, b in entailed(graph, among="dab")}
    assert part == {(a, b): known for (a, b), known in found.items() if "c" not in (a, b)}


def test_earlier_links_stay():
    graph = TimeGraph()
    graph.add("a", "before", "b", "l1")
    graph.add("a", "before", "c", "l2")
    graph.add("b", "before", "c", "l3")
    graph.add("a", "before", "b", "l4")
    graph.add("c", "equal", "c", "l5")
    assert [link.source for link in reduced(graph)] == ["l1", "l3"]
