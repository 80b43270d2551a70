"""The constraints in force as a graph of networkx."""

from __future__ import annotations

from timegraph import AllenSet, Link, PointLink
from timegraph._graph.adding import append
from timegraph._graph.exchange.networkx_graph import to_networkx
from timegraph._graph.state import GraphState


def test_it_has_a_node_for_each_endpoint_and_an_edge_for_each_constraint() -> None:
    state = GraphState("drop-link")
    append(state, Link("a", AllenSet("before"), "b", "s1"))
    append(state, Link("b", AllenSet("equal"), "c", "same"))
    append(state, Link("b", AllenSet("before"), "a", "left out"))
    append(state, PointLink(("a", "start"), "<=", ("t", "at"), "s2"))
    graph = to_networkx(state)
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
