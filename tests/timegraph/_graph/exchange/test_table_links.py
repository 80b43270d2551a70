"""Tables as links."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.saved_graphs import handles_of
from timegraph import (
    AllenSet,
    ContradictionError,
    GraphFormatError,
    Link,
    PointLink,
    TimeGraph,
)
from timegraph.testing.strategies import arbitrary_link_sets

narwhals = pytest.importorskip("narwhals")

BACKENDS = ("pandas", "polars", "pyarrow")


@pytest.fixture(params=BACKENDS)
def backend(request):
    pytest.importorskip(request.param)
    return request.param


def frame(backend, **columns):
    return narwhals.from_dict(columns, backend=backend).to_native()


def test_rows_are_links(backend):
    graph: TimeGraph = TimeGraph()
    table = frame(
        backend,
        frm=["walls", "roof", "roof"],
        rel=["before", "before | meets", "BEFORE"],
        to=["roof", "paint", "garden"],
        who=["Ann", None, "Ben"],
    )
    handles = graph.extend_from_table(table, a="frm", relation="rel", b="to", source="who")
    assert handles == (0, 1, 2)
    assert graph.links == (
        Link("walls", AllenSet("before"), "roof", "Ann"),
        Link("roof", AllenSet("before", "meets"), "paint", None),
        Link("roof", AllenSet("before"), "garden", "Ben"),
    )


def test_whole_numbers_and_lists(backend):
    graph: TimeGraph = TimeGraph()
    table = frame(backend, a=[1, 2], relation=[["before"], ["before", "meets"]], b=[2, 3])
    graph.extend_from_table(table)
    assert graph.entities == (1, 2, 3)
    assert graph.links[1].relation == AllenSet("before", "meets")


def test_comparisons_of_endpoints(backend):
    graph: TimeGraph = TimeGraph()
    table = frame(
        backend,
        a=["a", "b", "a"],
        a_side=["end", None, "start"],
        relation=["<=", "meets", ">"],
        b=["b", "c", "noon"],
        b_side=["start", None, "at"],
    )
    graph.extend_from_table(table, a_side="a_side", b_side="b_side")
    assert graph.links == (
        PointLink(("a", "end"), "<=", ("b", "start")),
        Link("b", AllenSet("meets"), "c"),
        PointLink(("a", "start"), ">", ("noon", "at")),
    )


def test_an_empty_table(backend):
    nothing = narwhals.from_dict(
        {"a": [], "relation": [], "b": []},
        dict.fromkeys(("a", "relation", "b"), narwhals.String),
        backend=backend,
    )
    assert TimeGraph().extend_from_table(nothing.to_native()) == ()


RIGHT = {"a": ["x", "y"], "relation": ["before", "meets"], "b": ["y", "z"]}


@pytest.mark.parametrize("policy", ["error", "drop-link"])
@pytest.mark.parametrize(
    ("change", "named", "message"),
    [
        ({}, {"relation": "rel"}, r"no column 'rel'; it has 'a', 'relation', 'b'"),
        ({}, {"source": "by"}, r"no column 'by'"),
        ({}, {"source": ""}, r"no column ''"),
        ({}, {"a": None}, r"no column None"),
        ({"a": ["x", None]}, {}, r"column 'a', row 1: the value is missing"),
        ({"b": [None, "z"]}, {}, r"column 'b', row 0: the value is missing"),
        ({"relation": ["before", None]}, {}, r"column 'relation', row 1: the value is missing"),
        ({"relation": ["before", "befor"]}, {}, r"column 'relation', row 1: unknown Allen relat"),
        ({"relation": ["", "meets"]}, {}, r"column 'relation', row 0: unknown Allen relation ''"),
        ({"relation": ["<", "meets"]}, {}, r"column 'relation', row 0: unknown Allen relation '<'"),
        ({"relation": ["before|after"] * 2}, {}, r"column 'relation', row 0: .*conjunction"),
        ({"relation": [1, 2]}, {}, r"column 'relation', row 0: "),
        ({"a": [[1], [2]]}, {}, r"column 'a', row 0: \[1\] cannot name an entity"),
        (
            {"s": ["end", "end"], "t": ["start", None], "relation": ["<", "<"]},
            {},
            r"column 't', row 1: a side is start, end or at, not None",
        ),
        ({"s": ["end", "end"], "t": ["at", "begin"]}, {}, r"column 'relation', row 0: an endpoint"),
        (
            {"s": ["end", "x"], "t": ["at", "at"], "relation": ["<", "<"]},
            {},
            r"column 's', row 1: a side is start, end or at, not 'x'",
        ),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_changed(backend, change, named, message, policy):
    graph: TimeGraph = TimeGraph(on_conflict=policy)
    graph.add("x", "before", "y")
    before = graph.to_json()
    sides = {"a_side": "s", "b_side": "t"} if "s" in change else {}
    with pytest.raises(GraphFormatError, match=message):
        graph.extend_from_table(frame(backend, **RIGHT | change), **named, **sides)
    assert graph.to_json() == before


@pytest.mark.parametrize("library", BACKENDS)
def test_nan_is_missing_or_names_nothing(library):
    pytest.importorskip(library)
    table = frame(library, a=[1.0, float("nan")], relation=["before"] * 2, b=[2.0, 3.0])
    with pytest.raises(
        GraphFormatError, match=r"column 'a', row 1: (NaN cannot name an entity|the value is)"
    ):
        TimeGraph().extend_from_table(table)


def test_one_side_alone():
    with pytest.raises(ValueError, match="both a_side= and b_side="):
        TimeGraph().extend_from_table(frame("polars", **RIGHT), a_side="a")


def test_a_contradiction_adds_nothing(backend):
    graph: TimeGraph = TimeGraph()
    graph.add("x", "before", "y")
    table = frame(backend, a=["y", "z"], relation=["before"] * 2, b=["z", "x"])
    with pytest.raises(ContradictionError, match=r"z before x.*; nothing was added") as caught:
        graph.extend_from_table(table)
    assert caught.value.added == 0
    assert graph.entities == ("x", "y")
    assert len(graph.links) == 1
    dropping: TimeGraph = TimeGraph(on_conflict="drop-link")
    dropping.extend(graph.links)
    assert len(dropping.extend_from_table(table)) == 2
    assert [conflict.link.a for conflict in dropping.conflicts] == ["z"]


@given(
    arbitrary_link_sets(("a", "b", "c"), instants=("t",), max_size=6),
    st.lists(st.none() | st.text(max_size=3), min_size=6, max_size=6),
)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_is_read_again(backend, links, sources):
    graph: TimeGraph = TimeGraph(on_conflict="drop-constraint")
    for link, source in zip(links, sources, strict=False):
        if isinstance(link, Link):
            graph.add(link.a, link.relation, link.b, source or None)
        else:
            graph.add_points(link.x, link.op, link.y, source or None)
    again: TimeGraph = TimeGraph(on_conflict="drop-constraint")
    again.extend_from_table(
        graph.links_table(backend), source="source", a_side="a_side", b_side="b_side"
    )
    assert again.links == graph.links
    assert again.conflicts == graph.conflicts
    assert handles_of(again) == handles_of(graph)
