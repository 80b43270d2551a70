"""The constraints in force as a graph of networkx."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import product

import pytest

from timegraph import (
    AllenSet,
    Link,
    PointLink,
    TimeGraph,
)
from timegraph._graph.edits import append
from timegraph.links import DistanceLink
from timegraph.options import Policy


def test_it_has_a_node_for_each_endpoint_and_an_edge_for_each_constraint() -> None:
    made = TimeGraph(on_conflict="drop-link")
    state = made._live
    append(state, Link("a", AllenSet("before"), "b", "s1"))
    append(state, Link("b", AllenSet("equal"), "c", "same"))
    append(state, Link("b", AllenSet("before"), "a", "left out"))
    append(state, PointLink(("a", "start"), "<=", ("t", "at"), "s2"))
    graph = made.to_networkx()
    endpoints = {(e, side) for e in "abc" for side in ("start", "end")}
    assert set(graph) == {*endpoints, ("t", "at")}
    edges = sorted(
        (str(data["source"]), x[0], data["relation"], y[0]) for x, y, data in graph.edges(data=True)
    )
    assert edges == [
        *(("None", e, "<", e) for e in "abc"),
        ("s1", "a", "<", "b"),
        ("s2", "a", "<=", "t"),
        *[("same", "b", "=", "c")] * 2,
        *[("same", "c", "=", "b")] * 2,
    ]


@pytest.mark.parametrize("policy", ["error", "drop-link", "drop-constraint"])
def test_distances_are_edges_from_which_they_can_be_read_back(policy: Policy) -> None:
    graph = TimeGraph(on_conflict=policy)
    graph.add_duration("a", at_least="1 day", at_most="3 days", source="length")
    graph.place(("b", "start"), at=date(1970, 1, 2), source="date")
    graph.add("a", "before", "b", "order")
    graph.extend([DistanceLink(("a", "end"), ("b", "start"), Fraction(1, 3), None, "more", True)])
    if policy != "error":
        graph.add_duration("a", at_least="4 days", at_most="5 days", source="partly")
    edges = graph.to_networkx().edges(data=True)
    distances = [(x, y, data) for x, y, data in edges if data["relation"] == "distance"]
    assert (("a", "start"), ("a", "end")) in [(x, y) for x, y, _ in distances]
    again = TimeGraph()
    for x, y, data in edges:
        if data["relation"] != "distance":
            again.add_points(x, data["relation"], y, data["source"])
            continue
        assert isinstance(data["at_most"], Fraction)
        seconds, strict = data["at_most"], data["strict"]
        least, most = (None, seconds) if seconds >= 0 else (-seconds, None)
        first, second = (x, y) if seconds >= 0 else (y, x)
        link = DistanceLink(first, second, least, most, data["source"], strict, strict)
        again.extend([link])
    points = graph._state.store.points
    pairs = list(product(points, repeat=2))
    assert again.distances(pairs) == graph.distances(pairs)
