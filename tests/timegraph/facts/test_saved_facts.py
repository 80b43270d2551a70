"""Graphs of dated facts, saved and loaded; their names and sources as JSON."""

from __future__ import annotations

import json

import pytest

from tests.saved_graphs import assert_same
from timegraph import GraphFormatError, TimeGraph
from timegraph._graph import values
from timegraph.dates.granules import OPEN, read_date, until
from timegraph.facts import Fact
from timegraph.facts.base import CalendarInstant, fact_graph
from timegraph.facts.fact import Source

FACTS = [
    Fact("Ada", "employer", "Mill", read_date("May 1926"), read_date("1934"), Source("kb", 3)),
    Fact("Ada", "position", "clerk", OPEN, until(read_date("1930")), text="She was a clerk"),
    Fact("Ben", "spouse", "Ada", read_date("1990-02-03"), read_date("1980"), Source("kb")),
]


def test_graphs_of_facts(tmp_path):
    jsonschema = pytest.importorskip("jsonschema")
    graph = fact_graph(FACTS)
    graph.save(tmp_path / "graph")
    assert_same(TimeGraph.load(tmp_path / "graph"), graph)
    data = graph.to_json()
    jsonschema.Draft202012Validator(TimeGraph.json_schema()).validate(data)
    again = TimeGraph.from_json(json.dumps(data))
    assert_same(again, graph)
    assert again.to_json() == data


def test_dates_among_facts():
    graph = fact_graph(FACTS[:1], [read_date("1928")])
    again = TimeGraph.from_json(graph.to_json())
    assert again.ask(read_date("1928"), "during", FACTS[0]) == "yes"


@pytest.mark.parametrize("fact", FACTS)
def test_a_name_is_the_same_again(fact):
    for name in (fact, fact.start, fact.end, CalendarInstant(7), ("x", fact)):
        written = json.loads(json.dumps(values.name_to_json(name)))
        read = values.name_from_json(written, "here")
        assert (read, repr(read), str(read)) == (name, repr(name), str(name))
    end = values.name_from_json(values.name_to_json(fact.end), "here")
    assert (end.point, end.rank, end.months) == (fact.end.point, fact.end.rank, fact.end.months)


@pytest.mark.parametrize(
    "value",
    [
        {"fact": {}},
        {"fact": 1},
        {"instant": "x"},
        {"instant": 1.5},
        {"date": {"first": 5, "after": 1, "unit": "day", "text": ""}},
        {"date": {"first": 1, "after": None, "unit": 1, "text": ""}},
        {"date": {"first": 1, "after": None, "unit": "", "text": "", "counts_as": [1, 1, 1]}},
    ],
)
def test_what_is_not_a_name(value):
    with pytest.raises(GraphFormatError, match=r"here: .* is not a name"):
        values.name_from_json(value, "here")


def test_what_is_not_a_source():
    for content in (None, {}, {"file": "kb"}, {"file": 1, "line": 1}):
        with pytest.raises(GraphFormatError, match=r"here: .* is not the source of a fact"):
            values.source_from_json({"$fact": content}, "here")
