"""Graphs of documents with the calendar, saved and loaded; their names and sources as JSON."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import inf
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.saved_graphs import assert_same
from timegraph import GraphFormatError, TimeGraph, build
from timegraph._graph import values
from timegraph.documents import saved_points
from timegraph.documents.conventions import (
    CALENDAR,
    CalendarPoint,
    Convention,
    CreationPoint,
    TextLength,
)
from timegraph.links import Placement
from timegraph.options import POLICIES
from timegraph.testing.strategies import documents
from timeml import TLink, read

INSTANTS = st.integers() | st.fractions()
POINTS = st.builds(
    CalendarPoint,
    INSTANTS,
    st.booleans(),
    st.sampled_from(["", "UTC", "fiscal"]),
    INSTANTS | st.sampled_from([inf, -inf]),
) | st.builds(CreationPoint, st.booleans())
SOURCES = (
    st.builds(TextLength, st.text(), st.text(), st.none() | st.integers())
    | st.builds(Convention, st.text())
    | st.builds(TLink, st.just("l1"), st.just("BEFORE"), st.just("e1"), st.just("e2"))
    | st.just(CALENDAR)
)


@given(POINTS)
def test_points_of_the_calendar(point):
    for name in (point, ("a", (point,))):
        written = json.loads(json.dumps(values.name_to_json(name)))
        assert values.name_from_json(written, "here") == name


@given(SOURCES)
def test_sources(source):
    written = json.loads(json.dumps(values.source_to_json(source)))
    read = values.source_from_json(written, "here")
    assert (read, repr(read)) == (source, repr(source))
    assert written.keys() <= saved_points.SOURCES.keys()


def test_there_is_one_calendar():
    assert values.source_from_json({"$calendar": {}}, "here") is CALENDAR


POINT = {"instant": 0, "starts": True, "clock": "", "rank": "-1/3"}


def test_a_fraction():
    assert values.name_from_json({"calendar": POINT}, "") == CalendarPoint(
        0, True, "", Fraction(-1, 3)
    )


@pytest.mark.parametrize(
    "value",
    [
        {"creation_time": "at"},
        {"creation_time": []},
        {"calendar": 1},
        {"calendar": {}},
        {"calendar": POINT, "creation_time": "start"},
        *({"calendar": POINT | change} for change in (
            {"instant": "inf"}, {"instant": 0.5}, {"instant": "1/0"}, {"instant": True},
            {"starts": 1}, {"clock": "x"}, {"clock": []}, {"rank": None}, {"more": 1},
        )),
    ],
)  # fmt: skip
def test_what_is_not_a_name(value):
    with pytest.raises(GraphFormatError, match=r"^here: .* is not a name"):
        values.name_from_json(value, "here")


@pytest.mark.parametrize(
    "value",
    [
        {"$calendar": {"a": 1}},
        {"$convention": {}},
        {"$convention": {"name": 1}},
        {"$convention": "adjacent days"},
        {"$duration": {"tid": "t1", "value": "P1D", "line": "1"}},
        {"$duration": {"tid": "t1", "value": "P1D"}},
        {"$tlink": []},
        {"$tlink": {"extra": []}},
    ],
)
def test_what_is_not_a_source(value):
    (kind,) = value
    what = saved_points.SOURCES[kind]
    with pytest.raises(GraphFormatError, match=rf"^here: .* is not {what}: "):
        values.source_from_json(value, "here")


def assert_kept(graph, path):
    graph.save(path)
    loaded = TimeGraph.load(path)
    assert_same(graph, loaded)
    assert_same(graph, TimeGraph.from_json(json.dumps(graph.to_json())))
    schema = TimeGraph.json_schema()
    pytest.importorskip("jsonschema").Draft202012Validator(schema).validate(graph.to_json())
    return loaded


@given(documents(), st.sampled_from(POLICIES[1:]), st.sampled_from(["annotators", "exact"]))
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_graphs_of_documents(tmp_path, document, policy, reading):
    assert_kept(
        build(
            document,
            on_conflict=policy,
            calendar=True,
            calendar_reading=reading,
            durations="soft",
        ),
        tmp_path / "graph",
    )


KIT = sorted((Path(__file__).parents[4] / "examples/kit/gold").glob("*.tml"))


@pytest.mark.parametrize("path", KIT, ids=[path.stem for path in KIT])
def test_documents_of_the_kit(tmp_path, path):
    graph = build(read(path), calendar=True, durations="soft")
    assert any(isinstance(instant, CalendarPoint) for instant in graph.instants)
    loaded = assert_kept(graph, tmp_path / "graph")
    for link in graph.links:
        if isinstance(link, Placement):
            assert loaded.earliest(link.start) == graph.earliest(link.start)


def test_the_errors_name_what_can_be_saved():
    with pytest.raises(TypeError, match=re.escape("points of the calendar, and dated facts")):
        values.name_to_json(object())
