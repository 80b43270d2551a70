"""Names, sources and numbers as JSON."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from tests.saved_graphs import NAMES, SOURCES
from timegraph import GraphFormatError
from timegraph._graph import values
from timegraph._graph.values import read_seconds, written_seconds


@pytest.mark.parametrize("name", [*NAMES, True, None, (), ((),)])
def test_names(name):
    written = json.loads(json.dumps(values.name_to_json(name)))
    read = values.name_from_json(written, "here")
    assert (read, type(read)) == (name, type(name))


@given(SOURCES)
def test_sources(source):
    written = json.loads(json.dumps(values.source_to_json(source)))
    read = values.source_from_json(written, "here")
    assert (read, repr(read)) == (source, repr(source))


@given(st.none() | st.fractions())
def test_numbers(number):
    written = json.loads(json.dumps(values.number_to_json(number)))
    assert values.number_from_json(written, "here") == number


@pytest.mark.parametrize("value", [True, 1.0, "x", "1/", "1/2/3", []])
def test_what_is_not_a_number(value):
    with pytest.raises(GraphFormatError, match=r"^here: seconds are"):
        values.number_from_json(value, "here")


def test_a_number_in_text():
    assert values.number_from_json("-7", "here") == Fraction(-7)


def test_a_source_that_contains_itself():
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(TypeError, match="contains itself"):
        values.source_to_json(loop)


@pytest.mark.parametrize("value", [["a"], ["a", "finish"], "a", ["a", "start", 1], [[], "at"]])
def test_what_is_not_an_endpoint(value):
    with pytest.raises(GraphFormatError, match=r"^here: "):
        values.endpoint_from_json(value, "here")


@given(st.integers() | st.fractions())
def test_a_number_is_the_same_again(number):
    assert read_seconds(json.loads(json.dumps(written_seconds(number)))) == number


@pytest.mark.parametrize(
    "value", ["", "x", "1_0", " 1", "+1", "1/0", "1/-2", "1\n", "\u0661", 1.5, None, True]
)
def test_what_is_not_a_number_of_seconds(value):
    with pytest.raises((ValueError, TypeError)):
        read_seconds(value)
