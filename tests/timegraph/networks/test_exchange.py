"""Saved networks: their schema, and files that somebody has changed."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.strategies.networks import any_networks
from timegraph import GraphFormatError, IntervalNetwork

ODD: tuple[Any, ...] = (
    *(None, [], {}, -1, 1.5, "x", [[]], True, float("nan"), ["before"], ["near"], [{"a": 1}]),
    {"tuple": [[]]},
)


def rich() -> IntervalNetwork[Any]:
    network: IntervalNetwork[Any] = IntervalNetwork(timezone="Europe/Berlin")
    network.add_duration("a", "1 hour", source="an hour")
    network.place("a", within="2026-05-03")
    network.place("d", within="1850~")
    network.add_no_overlap(["a", "b", ("c", 1)], source="one room")
    network.add("a", ["before", "after"], "b", source=["a", 3])
    network.add_any_of([[("a", "before", "b")], [("b", "during", "a"), ("a", "equal", "b")]])
    network.add("b", [], "a")
    return network


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the parts of a JSON value are."""
    if path:
        yield path
    if isinstance(value, list):
        value = dict(enumerate(value))
    for key, part in value.items() if isinstance(value, dict) else ():
        yield from places(part, (*path, key))


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    copied = copy.deepcopy(data)
    place = copied
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return copied


@pytest.fixture(scope="module")
def schema() -> Any:
    jsonschema = pytest.importorskip("jsonschema")
    published = IntervalNetwork.json_schema()
    jsonschema.Draft202012Validator.check_schema(published)
    return jsonschema.Draft202012Validator(published)


@given(any_networks())
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_is_written_fits_the_schema(schema, links):
    network: IntervalNetwork[Any] = IntervalNetwork()
    network.extend(links)
    schema.validate(network.to_json())


def test_a_changed_file_is_refused_or_fits_the_schema(schema):
    data = rich().to_json()
    schema.validate(data)
    assert IntervalNetwork.from_json(data).links == rich().links
    for path in places(data):
        for value in (*ODD, ...):
            other = changed(data, path, value)
            try:
                read = IntervalNetwork.from_json(other)
            except GraphFormatError:
                continue
            read.conflict()
            assert schema.is_valid(other), (path, value)


def test_a_date_that_is_too_far_for_the_search_is_named():
    data = rich().to_json()
    data["graph"]["links"][1]["latest"] = 10**30
    with pytest.raises(OverflowError, match="the times of this network need more than 58 bits"):
        IntervalNetwork.from_json(data).consistent()
