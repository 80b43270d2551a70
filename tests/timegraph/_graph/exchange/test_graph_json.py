"""Graphs as JSON documents, held against the published schema."""

from __future__ import annotations

import json
from functools import cache
from math import nan

import pytest
from hypothesis import given, settings

from tests.drawing import examples
from tests.saved_graphs import MANY, assert_same, graphs
from timegraph import AllenSet, ContradictionError, GraphFormatError, Link, PointLink, TimeGraph
from timegraph._graph.edits import append
from timegraph._graph.graph_json import StoredLink, link_from_json, link_to_json, restore
from timegraph._graph.store import new_state


@cache
def validator():
    """What checks documents; the schema itself is checked once, which takes longest."""
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(TimeGraph.json_schema())
    return jsonschema.Draft202012Validator(TimeGraph.json_schema())


def reread(graph, check):
    data = graph.to_json()
    check.validate(data)
    assert_same(graph, TimeGraph.from_json(data))
    assert_same(graph, TimeGraph.from_json(json.dumps(data)))


@given(graphs())
@examples(60)
def test_any_graph_is_read_as_it_was_and_fits_the_schema(graph):
    reread(graph, validator())


@pytest.mark.slow
@given(graphs())
@settings(max_examples=MANY // 2, deadline=None)
def test_many_graphs_are_read_as_they_were(graph):
    reread(graph, validator())


def example():
    graph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b", "Ann")
    graph.add("b", "before", "a", "Ben")
    graph.add_distance(("a", "end"), ("b", "start"), at_least="3 months")
    return graph.to_json()


def test_the_document():
    assert example() == {
        "format": "timegraph",
        "version": 2,
        "on_conflict": "drop-link",
        "named": [],
        "links": [
            {
                "kind": "relation",
                "handle": 0,
                "a": "a",
                "relation": ["before"],
                "b": "b",
                "source": "Ann",
            },
            {
                "kind": "relation",
                "handle": 1,
                "a": "b",
                "relation": ["before"],
                "b": "a",
                "source": "Ben",
                "left_out": [0],
            },
            {
                "kind": "distance",
                "handle": 2,
                "x": ["a", "end"],
                "y": ["b", "start"],
                "at_least": 7689600,
                "at_most": None,
                "more": False,
                "less": False,
                "words": "at least 3 months",
                "months": [{"months": 3, "seconds": 0}, None],
                "source": None,
                "bounds": [[["b", "start"], ["a", "end"], -7689600, False]],
            },
        ],
        "next_handle": 3,
    }


def test_what_other_programs_write_may_be_short():
    graph = TimeGraph.from_json(
        '{"format": "timegraph", "version": 1, "on_conflict": "error", "named": [], "links": ['
        '{"kind": "relation", "a": "a", "relation": "before", "b": "b"},'
        '{"kind": "distance", "x": ["a", "start"], "y": ["a", "end"], "at_least": "1/2",'
        ' "at_most": null}]}'
    )
    assert graph.entities == ("a", "b")
    assert graph.ask_distance(("a", "start"), ("a", "end"), at_least="500 ms").value == "yes"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.pop("links"), "'links' is missing"),
        (lambda data: data.__setitem__("version", 3), "version 3 is newer"),
        (lambda data: data.__setitem__("version", "1"), "version must be a whole number"),
        (lambda data: data.__setitem__("format", "x"), "not a saved graph"),
        (lambda data: data.__setitem__("more", 1), "unknown key 'more'"),
        (lambda data: data.__setitem__("on_conflict", "drop"), "on_conflict must be one of"),
        (lambda data: data.__setitem__("links", {}), "links must be a list"),
        (lambda data: data["links"].append(3), r"links\[3\]: a link is an object"),
        (lambda data: data["links"][0].pop("b"), r"links\[0\]: .* has no 'b'"),
        (lambda data: data["links"][0].__setitem__("z", 1), r"links\[0\]: .* unknown key 'z'"),
        (lambda data: data["links"][0].__setitem__("relation", ["befor"]), "links.0..relation: un"),
        (
            lambda data: data["links"][0].__setitem__("relation", 1),
            r"links\[0\].relation must be a list",
        ),
        (lambda data: data["links"][0].__setitem__("a", {}), r"links\[0\].a: .* is not a name"),
        (lambda data: data["links"][1].__setitem__("left_out", [5]), r"links\[1\].left_out: \[5\]"),
        (
            lambda data: data["links"][1].__setitem__("left_out", [-1]),
            r"links\[1\].left_out must be a",
        ),
        (lambda data: data["links"][0].__setitem__("source", {"$x": 1}), "is not a source"),
        (lambda data: data["links"][0].__setitem__("source", {"$tlink": {}}), "is not a TLINK"),
        (lambda data: data["links"][2].__setitem__("x", ["a", "finish"]), r"links\[2\].x: an end"),
        (lambda data: data["links"][2].__setitem__("at_least", 1.5), r"links\[2\].at_least: sec"),
        (lambda data: data["links"][2].__setitem__("at_least", "1/0"), r"links\[2\].at_least: sec"),
        (
            lambda data: data["links"][2].__setitem__("more", 1),
            r"links\[2\].more must be true or false",
        ),
        (
            lambda data: data["links"][2].__setitem__("words", 1),
            r"links\[2\].words must be a string",
        ),
        (lambda data: data["links"][2].__setitem__("months", [1]), r"links\[2\].months: two"),
        (lambda data: data["links"][2].__setitem__("bounds", [1]), r"links\[2\].bounds: a bound"),
        (lambda data: data["links"][0].__setitem__("relation", ["BEFORE"]), "relation: unknown"),
        (lambda data: data["links"][0].__setitem__("source", nan), r"links\[0\].source: nan is no"),
        (lambda data: data["links"][0].__setitem__("source", [{1: 2}]), "is not a JSON value"),
        (lambda data: data["links"][0].__setitem__("bounds", []), r"links\[0\].bounds: only a di"),
        (lambda data: data["links"][2].__setitem__("at_least", "1_0"), r"links\[2\].at_least: sec"),
        (lambda data: data["links"][2].__setitem__("at_least", " 1"), r"links\[2\].at_least: sec"),
        (
            lambda data: data["links"][2].__setitem__("bounds", None),
            r"links\[2\].bounds must be a list",
        ),
        (lambda data: data["links"][2]["months"][0].update(more=1), r"links\[2\].months: two"),
        (
            lambda data: data["links"][2]["bounds"][0].__setitem__(0, ["c", "start"]),
            r"links\[2\].bounds: a bound is between the endpoints of its link",
        ),
        (lambda data: data.__setitem__("named", [{"entity": "a"}]), r"named\[0\]"),
        (lambda data: data.__setitem__("named", 1), "named must be a list"),
        (lambda data: data["links"][1].__setitem__("handle", 0), r"links\[1\].handle: 0 comes aft"),
        (
            lambda data: data["links"][1].__setitem__("handle", "0"),
            r"links\[1\].handle must be a whole",
        ),
        (lambda data: data["links"][1].pop("handle"), r"links\[1\]: has no handle"),
        (lambda data: data.__setitem__("next_handle", 2), "next_handle: 2 comes after 2"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(change, message):
    data = example()
    change(data)
    with pytest.raises(GraphFormatError, match=message):
        TimeGraph.from_json(data)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("bounds", []),
        ("at_least", 10),
        ("bounds", [[["b", "start"], ["a", "end"], -(10**9), False]]),
    ],
)
def test_what_is_derived_from_months_is_counted_again(key, value):
    graph = TimeGraph()
    graph.place("a", within="2001-02")
    graph.add_distance(("a", "end"), ("b", "start"), at_least="1 month")
    graph.add_distance(("c", "end"), ("b", "start"), at_least="1 month")
    data = graph.to_json()
    assert len(data["links"][1]["bounds"]) == 2
    assert str(TimeGraph.from_json(data)) == str(graph)
    for number in (1, 2):
        changed = json.loads(json.dumps(data))
        changed["links"][number][key] = value
        with pytest.raises(GraphFormatError, match=rf"links\[{number}\]"):
            TimeGraph.from_json(changed)
        if key == "bounds":
            del changed["links"][number]["bounds"]
            assert TimeGraph.from_json(changed).to_json() == data


@pytest.mark.parametrize("text", ["", "[1", "\ufeff{"])
def test_text_that_is_not_json(text):
    with pytest.raises(GraphFormatError, match="not JSON"):
        TimeGraph.from_json(text)


def test_a_contradiction_under_error_is_one():
    data = example()
    data["on_conflict"] = "error"
    with pytest.raises(ContradictionError, match="b before a"):
        TimeGraph.from_json(data)


def test_what_is_nested_too_deeply():
    deep = "x"
    for _ in range(10_000):
        deep = {"tuple": [deep]}
    data = TimeGraph().to_json()
    named = [{"entity": deep, "links_before": 0}]
    for wrong in (data | {"named": named}, "[" * 200_000):
        with pytest.raises(GraphFormatError):
            TimeGraph.from_json(wrong)


def test_the_schema_refuses_what_is_refused_of_single_values():
    jsonschema = pytest.importorskip("jsonschema")
    schema = jsonschema.Draft202012Validator(TimeGraph.json_schema())
    graph = TimeGraph()
    graph.add("a", "before", "b")
    graph.add_duration("a", at_least="3 months")
    graph.add_duration("b", at_least="3 days")
    for place, value in (
        ((0, "relation"), "before"), ((0, "relation"), []), ((0, "relation"), "BEFORE"),
        ((0, "relation"), ["met by"]), ((2, "at_least"), "1/0"), ((2, "at_least"), "01/02"),
        ((1, "bounds"), None), ((1, "months"), None), ((1, "x"), ["a", "at", 1]),
    ):  # fmt: skip
        data = graph.to_json()
        data["links"][place[0]][place[1]] = value
        if place[1] == "months":
            del data["links"][place[0]]["bounds"]
        try:
            TimeGraph.from_json(data)
        except GraphFormatError:
            assert not schema.is_valid(data), (place, value)
        else:
            assert schema.is_valid(data), (place, value)


def test_there_and_back():
    state = new_state("error")
    link = Link("a", AllenSet(["before", "meets"]), "b", "Ann")
    append(state, link)
    written = link_to_json(state.store, 0, bytearray(b"\1" * len(state.store.xs)))
    assert written["relation"] == ["before", "meets"]
    stored = link_from_json(written, "here")
    assert (stored.link, stored.bounds, stored.left_out) == (link, None, ())


@pytest.mark.parametrize("value", [None, {}, {"kind": "link"}, {"kind": []}])
def test_what_is_not_a_link(value):
    with pytest.raises(GraphFormatError, match=r"^here: a link is an object with a kind"):
        link_from_json(value, "here")


STORED = StoredLink(Link("a", AllenSet("before"), "b"))


def test_names_come_where_they_were_added():
    state = new_state("error")
    restore(state, [STORED, STORED], [("z", True, 0), ("t", False, 1), ("y", True, 2)])
    assert list(state.store.starts) == ["z", "a", "b", "y"]
    assert state.store.named == {("z", True): 0, ("t", False): 1, ("y", True): 2}


@pytest.mark.parametrize("named", [[("z", True, 3)], [("z", True, 1), ("y", True, 0)]])
def test_names_elsewhere_are_refused(named):
    with pytest.raises(GraphFormatError, match=r"^named: "):
        restore(new_state("error"), [STORED, STORED], named)


def test_a_link_that_a_graph_does_not_take():
    wrong = StoredLink(PointLink(("a", "end"), "!=", ("b", "end")))
    with pytest.raises(GraphFormatError, match=r"^links\[1\]: an endpoint constraint is"):
        restore(new_state("error"), [STORED, wrong], [])


@pytest.mark.parametrize("zone", [None, [], {}, 1])
def test_a_time_zone_is_a_name(zone):
    with pytest.raises(GraphFormatError, match="timezone must be a string"):
        TimeGraph.from_json(example() | {"timezone": zone})


@pytest.mark.parametrize("value", [None, -1, {"latest": 0}, [], "x"])
def test_what_a_date_says_as_written_is_an_object(value):
    graph = TimeGraph()
    graph.place("a", within="1850~")
    data = json.loads(json.dumps(graph.to_json()))
    data["links"][0]["as_written"] = value
    with pytest.raises(GraphFormatError, match=r"links\[0\].as_written: an object with earliest"):
        TimeGraph.from_json(data)
