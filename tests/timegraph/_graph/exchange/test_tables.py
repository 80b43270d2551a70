"""Links and relations as tables."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings

from tests.saved_graphs import graphs
from timegraph import AllenSet, Link, TimeGraph, build
from timegraph._graph.exchange import tables
from timeml import read

narwhals = pytest.importorskip("narwhals")


@pytest.fixture(params=["pandas", "polars", "pyarrow"])
def backend(request):
    pytest.importorskip(request.param)
    return request.param


def rows(table):
    """The rows of a table as dicts, with ``None`` for what is missing."""
    frame = narwhals.from_native(table)
    nulls = {name: frame[name].is_null().to_list() for name in frame.columns}
    return [
        {name: None if nulls[name][number] else value for name, value in row.items()}
        for number, row in enumerate(frame.rows(named=True))
    ]


def library_of(table):
    return type(table).__module__.partition(".")[0]


def test_links(backend):
    graph: TimeGraph = TimeGraph(on_conflict="drop-link")
    graph.add("a", "before", "b", "Ann")
    graph.remove(graph.add("a", "before", "c"))
    graph.add("b", ["before", "meets"], "a", {"by": 1})
    graph.add_points(("a", "end"), ">=", ("noon", "at"))
    graph.add_duration("a", at_least="1 minute", source=7)
    graph.place("b", within="1970-01-01")
    table = graph.links_table(backend)
    assert library_of(table) == backend
    nothing = {"a_side": None, "b_side": None, "at_least": None, "at_most": None, "source": None}
    assert rows(table) == [
        nothing | {"handle": 0, "kind": "relation", "a": "a", "relation": "before", "b": "b",
                   "source": "Ann", "words": "a before b", "left_out": 0},
        nothing | {"handle": 2, "kind": "relation", "a": "b", "relation": "before | meets",
                   "b": "a", "source": "{'by': 1}", "words": "b before | meets a", "left_out": 1},
        nothing | {"handle": 3, "kind": "points", "a": "a", "a_side": "end", "relation": ">=",
                   "b": "noon", "b_side": "at", "words": "a.end >= noon", "left_out": 0},
        nothing | {"handle": 4, "kind": "distance", "a": "a", "a_side": "start",
                   "relation": "distance", "b": "a", "b_side": "end", "at_least": 60.0,
                   "source": "7", "words": "a.end - a.start is at least 1 minute", "left_out": 0},
        nothing | {"handle": 5, "kind": "placement", "a": "b", "a_side": "start",
                   "relation": "placement", "b": "b", "b_side": "end", "at_least": 0.0,
                   "at_most": 86400.0, "words": "b is within 1970-01-01", "left_out": 0},
    ]  # fmt: skip


def test_relations(backend):
    graph: TimeGraph = TimeGraph()
    graph.add(1, ["before", "meets"], 2)
    graph.add_entity(30)
    table = graph.relations_table(backend)
    assert library_of(table) == backend
    nothing = AllenSet.all().mask
    assert [tuple(row.values()) for row in rows(table)] == [
        (1, "before | meets", 2, 3),
        (1, None, 30, nothing),
        (2, "met_by | after", 1, AllenSet("met_by", "after").mask),
        (2, None, 30, nothing),
        (30, None, 1, nothing),
        (30, None, 2, nothing),
    ]


def test_what_is_known_is_links_again(backend):
    graph: TimeGraph = TimeGraph()
    graph.extend([Link(f"e{n}", AllenSet("before", "meets"), f"e{n + 1}") for n in range(5)])
    known = narwhals.from_native(graph.relations_table(backend)).drop_nulls("relation")
    again: TimeGraph = TimeGraph()
    again.extend_from_table(known.to_native())
    for a, b in permutations(graph, 2):
        assert again.relations(a, b) == graph.relations(a, b)


def test_pandas_frames_count_their_rows():
    pytest.importorskip("pandas")
    graph: TimeGraph = TimeGraph()
    graph.add("a", "before", "b")
    graph.add("b", "before", "c")
    assert graph.relations_table("pandas").index.tolist() == [*range(6)]


@given(graphs())
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_tables_of_any_graph(backend, graph):
    links = rows(graph.links_table(backend))
    assert [row["handle"] for row in links] == [link["handle"] for link in graph.to_json()["links"]]
    assert [row["words"] is not None for row in links] == [True] * len(graph.links)
    assert [row["left_out"] for row in links] == [
        len(link.get("left_out", [])) for link in graph.to_json()["links"]
    ]
    relations = rows(graph.relations_table(backend))
    pairs = [*permutations(graph.entities, 2)]
    assert [row["mask"] for row in relations] == [graph.relations(a, b).mask for a, b in pairs]
    numbers = all(type(name) is int for name in graph)
    texts = [name if numbers else str(name).replace("\ud800", "\\ud800") for name in graph]
    assert [(row["a"], row["b"]) for row in relations] == [*permutations(texts, 2)]
    for row in relations:
        words = [] if row["relation"] is None else row["relation"].split(" | ")
        assert (AllenSet(words) if words else AllenSet.all()).mask == row["mask"]


def test_a_graph_without_anything(backend):
    for table in (TimeGraph().links_table(backend), TimeGraph().relations_table(backend)):
        assert rows(table) == []
        assert "relation" in narwhals.from_native(table).columns


def test_a_document(backend, root):
    graph = build(read(root / "examples/kit/gold/news-bridge-reopens.tml"), calendar=True)
    table = rows(graph.links_table(backend))
    assert {"calendar"} < {row["source"] for row in table}
    assert len(rows(graph.relations_table(backend))) == len(graph) * (len(graph) - 1)


def test_names_that_are_the_same_text(backend):
    graph: TimeGraph = TimeGraph()
    graph.add(1, "before", "1")
    for make in (graph.links_table, graph.relations_table):
        with pytest.raises(ValueError, match="1 and '1' are the same text"):
            make(backend)


def test_more_pairs_than_fit(monkeypatch):
    monkeypatch.setattr(tables, "free_memory", lambda: 100)
    graph: TimeGraph = TimeGraph()
    graph.add("a", "before", "b")
    with pytest.raises(MemoryError, match="a table of 2 pairs needs"):
        graph.relations_table("polars")


def test_a_snapshot_has_tables():
    graph: TimeGraph = TimeGraph()
    graph.add("a", "before", "b")
    assert len(rows(graph.snapshot().links_table("pyarrow"))) == 1
