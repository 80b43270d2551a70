"""The constraints in force as a graph of networkx."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import product

import networkx
import pytest
from hypothesis import given, strategies as st

from tests.drawing import examples
from tests.saved_graphs import graphs
from timegraph import (
    Allen,
    AllenSet,
    ContradictionError,
    GraphFormatError,
    Link,
    PointLink,
    TimeGraph,
)
from timegraph._graph.edits import append
from timegraph._graph.exchange.networkx_graph import to_networkx
from timegraph._graph.store import GraphState
from timegraph.links import DistanceLink
from timegraph.options import Policy


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


def in_force(graph: TimeGraph) -> list[tuple[object, ...]]:
    """Who says what of which points, without the bounds of distances."""
    return sorted(
        (str(x), str(y), data["relation"], str(data.get("at_most")), repr(data["source"]))
        for x, y, data in graph.to_networkx().edges(data=True)
    )


@given(graphs())
@examples(60)
def test_what_is_written_is_read_again(graph: TimeGraph) -> None:
    network = graph.to_networkx()
    again: TimeGraph = TimeGraph.from_networkx(network)
    assert again.on_conflict == graph.on_conflict
    assert not again.conflicts
    assert (again.entities, again.instants) == (graph.entities, graph.instants)
    for a, b in product(graph, repeat=2):
        assert again.relations(a, b) == graph.relations(a, b)
    pairs = list(product(network, repeat=2))
    assert again.distances(pairs) == graph.distances(pairs)
    assert in_force(again) == in_force(graph)
    for point in network:
        assert again.earliest(point) == graph.earliest(point)
    again.check_invariants()


ALLEN = st.sampled_from([*Allen, *(one.value for one in Allen), AllenSet("before", "meets")])
EDGES = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"), ALLEN), max_size=5)


@pytest.mark.parametrize("kind", [networkx.DiGraph, networkx.MultiDiGraph])
@given(EDGES)
def test_a_graph_of_relations(
    kind: type[networkx.DiGraph], edges: list[tuple[str, str, Allen]]
) -> None:
    network = kind()
    network.add_nodes_from(["z", ("y", "start")])
    for number, (a, b, said) in enumerate(edges):
        network.add_edge(a, b, meaning=said, by=number)
    graph: TimeGraph = TimeGraph.from_networkx(
        network, relation="meaning", source="by", on_conflict="drop-link"
    )
    slow: TimeGraph = TimeGraph(on_conflict="drop-link")
    for node in ("z", "y", *network):
        if isinstance(node, str):
            slow.add_entity(node)
    for a, b, data in network.edges(data=True):
        slow.add(a, data["meaning"], b, data["by"])
    assert graph.links == slow.links
    assert set(graph) == {"z", "y", *(end for a, b, _ in edges for end in (a, b))}
    assert [graph.relations(a, b) for a, b in product(slow, repeat=2)] == [
        slow.relations(a, b) for a, b in product(slow, repeat=2)
    ]


def test_nodes_of_relations_are_entities_whatever_they_look_like() -> None:
    network = networkx.DiGraph()
    network.add_edge(("a", "end"), 3, relation="meets")
    graph: TimeGraph = TimeGraph.from_networkx(network)
    assert graph.entities == (("a", "end"), 3)
    assert graph.links == (Link(("a", "end"), AllenSet("meets"), 3, None),)


def test_relations_and_comparisons_may_stand_in_one_graph() -> None:
    network = networkx.MultiDiGraph()
    network.add_edge("a", "b", relation=["before", "meets"])
    network.add_edge(("b", "end"), ("noon", "at"), relation=">=")
    network.add_edge(("a", "start"), ("a", "end"), relation="distance", at_most=60)
    graph: TimeGraph = TimeGraph.from_networkx(network)
    assert (graph.entities, graph.instants) == (("a", "b"), ("noon",))
    assert graph.ask_distance(("a", "start"), ("a", "end"), at_most="2 minutes") == "yes"
    assert graph.label(("noon", "at"), ("b", "end")) == "<="


@pytest.mark.parametrize(
    ("x", "y", "attributes", "message"),
    [
        ("a", "b", {}, "edge 'a' -> 'b' has no attribute 'relation'; relation= names"),
        ("a", "b", {"relation": "befor"}, "edge 'a' -> 'b': unknown Allen relation 'befor'"),
        ("a", "b", {"relation": ["before", "after"]}, "edge 'a' -> 'b': .*conjunction"),
        ("a", "b", {"relation": 7}, "edge 'a' -> 'b': "),
        ("a", "b", {"relation": None}, "edge 'a' -> 'b': "),
        ("a", "b", {"relation": "<"}, "edge 'a' -> 'b': an endpoint is"),
        (float("nan"), "b", {"relation": "before"}, "edge nan -> 'b': nan cannot be a name"),
        ("a", "b", {"relation": "distance", "at_most": 1}, "edge 'a' -> 'b': an endpoint is"),
        (("a", "end"), ("b", "end"), {"relation": "distance"}, "at_most is a whole .* not None"),
        (
            ("a", "end"),
            ("b", "end"),
            {"relation": "distance", "at_most": 0.5},
            "edge .'a', 'end'. -> .'b', 'end'.: at_most is a whole or rational number",
        ),
        (
            ("a", "end"),
            ("b", "end"),
            {"relation": "distance", "at_most": 1, "strict": "no"},
            "strict is True or False, not 'no'",
        ),
    ],
)
def test_errors_name_the_edge(
    x: object, y: object, attributes: dict[str, object], message: str
) -> None:
    network = networkx.DiGraph()
    network.add_edge(x, y, **attributes)
    with pytest.raises(GraphFormatError, match=message):
        TimeGraph.from_networkx(network)
    with pytest.raises(GraphFormatError, match=r"\(key 0\)"):
        TimeGraph.from_networkx(networkx.MultiDiGraph(network))


def test_nodes_that_name_nothing() -> None:
    network = networkx.DiGraph()
    network.add_node(float("nan"))
    with pytest.raises(GraphFormatError, match="node nan: nan cannot be a name"):
        TimeGraph.from_networkx(network)


def test_undirected_graphs_unknown_policies_and_contradictions() -> None:
    with pytest.raises(TypeError, match="DiGraph"):
        TimeGraph.from_networkx(networkx.Graph())
    network = networkx.DiGraph([("a", "b"), ("b", "a")], on_conflict="drop")
    networkx.set_edge_attributes(network, "before", "relation")
    with pytest.raises(ValueError, match="on_conflict must be one of"):
        TimeGraph.from_networkx(network)
    with pytest.raises(ContradictionError, match="b before a"):
        TimeGraph.from_networkx(network, on_conflict="error")
    assert len(TimeGraph.from_networkx(network, on_conflict="drop-link").conflicts) == 1
