"""Graphs under "drop-lighter" are as if their links had been added heaviest first."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timegraph import AllenSet, Link, TimeGraph
from timegraph._compiled.engine import Engine
from timegraph.testing import oracle
from timegraph.testing.strategies import arbitrary_link_sets

ENTITIES = ("a", "b", "c", "d")
WEIGHTS = st.sampled_from([None, 1, 2, 2.0, 2.5, Fraction(7, 3), -1])


def weighed(links, weights):
    return [replace(link, weight=weight) for link, weight in zip(links, weights, strict=False)]


def heaviest_first(links):
    """A graph to which the links are added in the order that the policy stands for."""
    graph = TimeGraph(on_conflict="drop-link")
    said = [oracle.link_constraints(link) for link in links]
    order, outcome = oracle.add_by_weight(ENTITIES, said, [link.weight for link in links])
    graph.extend(links[k] for k in order)
    assert [conflict.link for conflict in graph.conflicts] == [
        links[order[k]] for k in outcome.conflicts
    ]
    return graph


def assert_same(graph, expected):
    assert graph.links == expected.links
    assert graph.conflicts == expected.conflicts
    for a in expected.entities:
        for b in expected.entities:
            assert graph.relations(a, b) == expected.relations(a, b)
    graph.check_invariants()


@given(
    arbitrary_link_sets(ENTITIES, instants=("i",), max_size=10),
    st.lists(WEIGHTS, min_size=10, max_size=10),
    st.lists(st.integers(0, 9), max_size=3, unique=True),
    st.sampled_from(["auto", "never", "always"]),
    st.integers(1, 4),
)
def test_every_state_is_that_of_the_heaviest_first(links, weights, gone, kernels, at_once):
    links = weighed(links, weights)
    graph = TimeGraph(on_conflict="drop-lighter", engine=Engine(kernels=kernels))
    handles = []
    for first in range(0, len(links), at_once):
        handles += graph.extend(links[first : first + at_once])
        assert_same(graph, heaviest_first(links[: len(handles)]))
    left = dict(zip(handles, links, strict=True))
    for k in gone:
        if k < len(handles):
            assert graph.remove(handles[k]) == (left.pop(handles[k]),)
            assert_same(graph, heaviest_first([*left.values()]))


@pytest.mark.parametrize("kernels", ["never", "always"])
def test_a_link_that_goes_lets_in_what_it_kept_out(kernels):
    graph = TimeGraph(on_conflict="drop-lighter", engine=Engine(kernels=kernels))
    graph.add("a", "before", "b", weight=3)
    light = graph.add("b", "before", "a", weight=1)
    graph.add("b", "before", "c", weight=2)
    graph.add("c", "before", "a", weight=4)
    # b before c gives way, so that nothing else changes.
    assert [str(conflict.link) for conflict in graph.conflicts] == ["b before c", "b before a"]
    graph.add("b", "before", "a", "again", weight=5)
    assert [str(conflict.link) for conflict in graph.conflicts] == ["a before b", "b before c"][:1]
    assert graph.remove(light) == (Link("b", AllenSet("before"), "a", weight=1),)


@given(
    arbitrary_link_sets(ENTITIES, min_size=18, max_size=24),
    st.lists(WEIGHTS, min_size=24, max_size=24),
)
def test_many_links_at_once_and_saved_graphs(links, weights):
    links = weighed(links, weights)
    graph = TimeGraph(on_conflict="drop-lighter")
    graph.add_entity("a")
    graph.extend(links)
    assert_same(graph, heaviest_first(links))
    back = TimeGraph.from_json(graph.to_json())
    assert_same(back, graph)
    assert [link.weight for link in back.links] == [link.weight for link in graph.links]
    assert back.to_json() == graph.to_json()


def test_files_keep_weights(tmp_path):
    graph = TimeGraph(on_conflict="drop-lighter")
    graph.add("a", "before", "b", weight=1)
    handle = graph.add("b", "before", "a", "s", weight=Fraction(7, 3))
    graph.add_points(("a", "start"), "<", ("c", "end"), weight=0.1)
    graph.save(tmp_path / "g")
    back = TimeGraph.load(tmp_path / "g")
    assert_same(back, graph)
    assert [link.weight for link in back.links] == [Fraction(7, 3), 1, 0.1]
    back.remove(handle)
    assert back.conflicts == ()


def test_distances_have_no_weight_and_come_first():
    graph = TimeGraph(on_conflict="drop-lighter")
    graph.add("a", "before", "b", weight=1)
    graph.add_distance(("b", "start"), ("a", "end"), at_least="1 day")
    assert [str(conflict.link) for conflict in graph.conflicts] == ["a before b"]
    graph.add("b", "before", "c", weight=2)
    assert len(graph.conflicts) == 1
    graph.check_invariants()


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), "3", True, []])
def test_what_is_not_a_finite_number_is_refused(weight):
    graph = TimeGraph(on_conflict="drop-lighter")
    with pytest.raises((TypeError, ValueError), match="a weight is a"):
        graph.add("a", "before", "b", weight=weight)
    with pytest.raises((TypeError, ValueError), match="a weight is a"):
        graph.extend([Link("a", AllenSet("before"), "b", weight=weight)])
    assert graph.links == ()


def test_an_error_halfway_leaves_the_graph_as_it_was(monkeypatch):
    graph = TimeGraph(on_conflict="drop-lighter")
    graph.add("a", "before", "b", weight=1)
    graph.add("b", "before", "c", weight=2)
    before = graph.links
    monkeypatch.setattr("timegraph._graph.weights.adding_by_weight._decide", _interrupt)
    with pytest.raises(KeyboardInterrupt):
        graph.add("d", "before", "a", weight=3)
    assert (graph.links, graph.entities) == (before, ("b", "c", "a"))
    graph.check_invariants()


def _interrupt(*_):
    raise KeyboardInterrupt
