"""What a graph with distances leaves out, and the links that it names for it."""

from __future__ import annotations

from tests.invariants import check_graph
from timegraph import TimeGraph


def test_the_links_of_a_negative_cycle_are_named() -> None:
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b", "l1")
    graph.add("b", "before", "c", "l2")
    graph.add("x", "before", "y", "apart")
    graph.add_duration("b", at_least="3 days", source="d1")
    graph.add_distance(("a", "end"), ("c", "start"), at_most="2 days", source="d2")
    (conflict,) = graph.conflicts
    assert conflict.link.source == "d2"
    assert [link.source for link in conflict.against] == ["l1", "l2", "d1"]
    assert "c.start - a.end is at most 2 days" in str(conflict)


def test_only_the_bound_that_contradicts_is_dropped() -> None:
    graph = TimeGraph(on_conflict="drop-constraint")
    graph.add_duration("a", at_least="5 days")
    graph.add_duration("a", at_least="1 day", at_most="3 days")
    (conflict,) = graph.conflicts
    assert [str(constraint) for constraint in conflict.constraints] == [
        "a.end is at most 3 days after a.start"
    ]
    check_graph(graph)


def test_a_finer_distance_comes_later() -> None:
    graph = TimeGraph()
    graph.add_duration("a", 1)
    assert str(graph.distance(("a", "start"), ("a", "end"))) == "exactly 1 second"
    graph.add_duration("b", "0.25 seconds")
    graph.add_distance(("a", "end"), ("b", "start"), at_least=0, at_most="1/3 second")
    assert str(graph.distance(("a", "start"), ("b", "end"))) == (
        "at least 5/4 seconds and at most 19/12 seconds"
    )
    check_graph(graph)
