"""Broken arrows: the links that a graph left out."""

from __future__ import annotations

from hypothesis import given

from timegraph import TimeGraph, build
from timegraph.pictures.layout import broken_links, named_by
from timegraph.testing.strategies import documents


def graph_of(*links: tuple[str, str, str]) -> TimeGraph:
    graph = TimeGraph(on_conflict="drop-link")
    for a, relation, b in links:
        graph.add(a, relation, b)
    return graph


def test_a_link_points_to_what_it_says_is_later():
    graph = graph_of(("a", "before", "b"), ("b", "before", "a"), ("a", "after", "b"))
    first, second = broken_links(graph, {"a": 0, "b": 1})
    assert (first.number, first.a, first.b, first.ordered) == (0, 1, 0, True)
    assert (second.number, second.a, second.b, second.ordered) == (1, 1, 0, True)


def test_other_links_have_no_direction():
    graph = graph_of(("a", "before", "b"), ("a", "contains", "b"), ("a", "before", "a"))
    first, second = broken_links(graph, {"a": 0, "b": 1})
    assert (first.a, first.b, first.ordered) == (0, 1, False)
    assert (second.a, second.b) == (0, 0)


def test_what_is_not_shown_has_no_arrow():
    graph = graph_of(("a", "before", "b"), ("b", "before", "a"))
    assert broken_links(graph, {"a": 0}) == ()


def test_single_points_and_lengths_name_their_entities():
    graph = TimeGraph(on_conflict="drop-link")
    graph.add_duration("a", "3 days")
    graph.add_duration("a", "4 days")
    graph.add_points(("a", "end"), "<", ("a", "start"))
    graph.add_points(("noon", "at"), "<", ("b", "start"))
    assert [named_by(link) for link in graph.links] == [("a",), ("a",), ("a",), ("b",)]
    assert [(link.a, link.b) for link in broken_links(graph, {"a": 5, "b": 6})] == [(5, 5), (5, 5)]


@given(documents(max_events=5, max_timexes=3))
def test_every_conflict_of_two_entities_is_drawn(document):
    graph = build(document, on_conflict="drop-link", calendar=True)
    numbers = {entity: k for k, entity in enumerate(graph.entities)}
    found = {link.number: link for link in broken_links(graph, numbers)}
    for k, conflict in enumerate(graph.conflicts):
        ends = {numbers[entity] for entity in named_by(conflict.link)}
        assert (k in found) == bool(ends)
        if ends:
            assert {found[k].a, found[k].b} == ends
            assert found[k].link is conflict.link
