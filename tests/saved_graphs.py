"""Graphs of all kinds, for tests of what is written and read again, and when two are the same."""

from __future__ import annotations

import os
from datetime import date
from itertools import product

from hypothesis import strategies as st

from timegraph import ContradictionError, DistanceLink, Handle, Link, PointLink, TimeGraph
from timegraph.options import POLICIES
from timegraph.testing.strategies import arbitrary_link_sets
from timeml import TLink

MANY = int(os.environ.get("TIMEGRAPH_GRAPHS", "300"))
"""How many graphs the slow tests draw."""

NAMES = ("a", 1, ("b", (2.5, None)), "Zoë \ud800")
SOURCES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2)
    | st.dictionaries(st.text(max_size=2) | st.just("$tlink"), inner, max_size=2),
    max_leaves=3,
) | st.builds(TLink, st.just("l1"), st.just("BEFORE"), st.just("e1"), st.just("e2"))  # fmt: skip
LENGTHS = st.sampled_from(["1/3 s", "2 days", "3 months", "1 year 5 s"])


@st.composite
def graphs(draw: st.DrawFn) -> TimeGraph:
    """A graph under any policy, with relations, comparisons, distances, dates and sources."""
    graph = TimeGraph(on_conflict=draw(st.sampled_from(POLICIES)))
    for link in draw(arbitrary_link_sets(NAMES, instants=("t",), max_size=6)):
        source = draw(SOURCES)
        try:
            if isinstance(link, Link):
                graph.add(link.a, link.relation, link.b, source)
            else:
                graph.add_points(link.x, link.op, link.y, source)
        except ContradictionError:
            pass
        if draw(st.integers(0, 4)) == 0:
            graph.add_entity(draw(st.sampled_from(["new", *NAMES])))
            graph.add_instant(draw(st.sampled_from(["noon", "t"])))
    for kind in draw(st.lists(st.sampled_from(["distance", "place", "retract"]), max_size=3)):
        x, y = draw(st.sampled_from(NAMES)), draw(st.sampled_from(NAMES))
        source = draw(SOURCES)
        try:
            if kind == "distance":
                least = draw(LENGTHS)
                graph.add_distance((x, "start"), (y, "end"), at_least=least, source=source)
            elif kind == "place":
                graph.place((x, "end"), at=date(2020, 1, draw(st.integers(1, 31))), source=source)
            elif graph.links:
                graph.remove(Handle(graph.to_json()["links"][0]["handle"]))
        except ContradictionError:
            pass
    return graph


def assert_same(one: TimeGraph, other: TimeGraph) -> None:
    """Both hold the same, in the same order, and answer the same."""
    assert repr(other) == repr(one)
    assert other.on_conflict == one.on_conflict
    assert other.links == one.links
    assert (handles_of(other)) == handles_of(one)
    assert [*map(repr, other.links)] == [*map(repr, one.links)]  # 1, 1.0 and True differ
    assert (other.entities, other.instants) == (one.entities, one.instants)
    assert other.conflicts == one.conflicts
    for a, b in product(one, repeat=2):
        assert other.relations(a, b) == one.relations(a, b)
    if any(not isinstance(link, (Link, PointLink)) for link in one.links):
        pairs = [((a, "start"), (b, "end")) for a, b in product(one, repeat=2)]
        assert other.distances(pairs) == one.distances(pairs)
    assert months_of(other) == months_of(one)


def handles_of(graph: TimeGraph) -> list[object]:
    """The handles of all links, and that of the next one."""
    data = graph.to_json()
    return [*(link["handle"] for link in data["links"]), data["next_handle"]]


def months_of(graph: TimeGraph) -> list[object]:
    """The lengths in months of the distances of a graph."""
    return [link.steps for link in graph.links if isinstance(link, DistanceLink)]
