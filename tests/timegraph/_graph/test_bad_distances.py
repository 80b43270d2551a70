"""Distances and times that cannot be: refused with the reason, and nothing is added."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from fractions import Fraction

import numpy as np
import pytest

from tests.invariants import check_graph
from timegraph import TimeGraph
from timegraph.links import DistanceLink, Placement
from timegraph.options import POLICIES, Policy

START, END, T = ("a", "start"), ("b", "end"), ("t", "at")
ZONED = datetime(2000, 1, 1, tzinfo=timezone.utc)
Change = Callable[[TimeGraph], object]

HALF_ZONED = [
    DistanceLink(START, END, 1, None),
    Placement(START, START, Fraction(0), None, zoned=False),
    Placement(END, END, Fraction(0), None, zoned=True),
]
REFUSED: list[tuple[Change, str]] = [
    (lambda g: g.add_duration("b", timedelta(-1)), "is negative; a length is 0 or more"),
    (lambda g: g.add_duration("b", "-3 days"), "is negative"),
    (lambda g: g.add_duration("b", -3), "is negative"),
    (lambda g: g.add_duration("b", "-P3D"), "is negative"),
    (lambda g: g.add_duration("b", math.nan), "a length is a timedelta.*not nan"),
    (lambda g: g.add_duration("b", math.inf), "a length is a timedelta.*not inf"),
    (lambda g: g.add_duration("b", 1.5), 'not exact; write "1.5 seconds"'),
    (lambda g: g.add_duration("b", True), "a length is a timedelta"),
    (lambda g: g.add_duration("b", "P1.5M"), "is not a length"),
    (lambda g: g.add_duration("b", "P"), "is not a length"),
    (lambda g: g.add_duration("b", "1/0 days"), "is not a length"),
    (lambda g: g.add_duration("b", "9" * 5_000 + " days"), "more characters are not a length"),
    (lambda g: g.add_duration("b", "99999 years"), "longer than the calendar"),
    (lambda g: g.add_distance(START, END, at_least=3, at_most=2), "no length is at least"),
    (lambda g: g.add_distance(START, END), "give at_least"),
    (lambda g: g.add_distance("a", "b", at_least=1), "an endpoint is"),
    (lambda g: g.add_distance(([], "start"), END, at_least=1), "unhashable"),
    (lambda g: g.add_distance((math.nan, "start"), END, at_least=1), "nan cannot be a name"),
    (lambda g: g.place("b", start=ZONED), "this has a time zone, and others have none"),
    (
        lambda g: g.place("b", within="2000-01-01T10:00Z"),
        "this has a time zone, and others have none",
    ),
    (lambda g: g.place("b", within="2000-02-30"), "is not a date or time"),
    (lambda g: g.place("b", within="2001-02-29"), "is not a date or time"),
    (lambda g: g.place("b", within="P3D"), "is not a date or time"),
    (lambda g: g.place("b", within="PRESENT_REF"), "is not a date or time"),
    (lambda g: g.place("b", within=3.0), "a time is a date"),
    (lambda g: g.place("b", at=date(2000, 1, 1)), "has two ends"),
    (lambda g: g.place(START, at="2000-01-01"), "an exact instant is"),
    (lambda g: g.place([], within="2000"), "unhashable"),
    (lambda g: g.extend(HALF_ZONED), "this has a time zone, and others have none"),
    (lambda g: g.extend([DistanceLink(START, END, 5.5, None)]), "a Fraction of seconds, not 5.5"),  # type: ignore[arg-type]
    (lambda g: g.extend([DistanceLink(START, END, None, "3 days")]), "a Fraction of seconds"),  # type: ignore[arg-type]
    (lambda g: g.extend([Placement(START, START, 1.5, None)]), "a Fraction of seconds"),  # type: ignore[arg-type]
]


def dated(policy: Policy) -> TimeGraph:
    graph = TimeGraph(on_conflict=policy)
    graph.add_duration("a", "2 days", source="two")
    graph.place(START, at=date(2000, 1, 1))
    return graph


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("change", "message"), REFUSED)
def test_it_is_refused_and_nothing_is_added(change: Change, message: str, policy: Policy) -> None:
    graph = dated(policy)
    with pytest.raises((ValueError, TypeError), match=message):
        change(graph)
    assert [str(link) for link in graph.links] == [str(link) for link in dated(policy).links]
    assert graph.entities == ("a",)
    assert len(graph.instants) == 1
    assert graph.latest(("a", "end")) == datetime(2000, 1, 3)
    check_graph(graph)


@pytest.mark.parametrize(
    ("at_most", "message"), [(0, "cannot hold by itself"), ("1 day", "contradicts .* 2 days")]
)
def test_a_contradiction_is_named(at_most: object, message: str) -> None:
    graph = dated("error")
    with pytest.raises(ValueError, match=message):
        graph.add_duration("a", at_most=at_most)
    assert len(graph.links) == 2


@pytest.mark.parametrize("number", [np.int64(5), np.uint8(5), Fraction(5), 5])
def test_whole_and_rational_numbers_of_any_kind_are_seconds(number: object) -> None:
    graph = TimeGraph()
    graph.add_duration("a", number)
    assert str(graph.distance(START, ("a", "end"))) == "exactly 5 seconds"


def test_months_between_undated_points_are_bounded() -> None:
    graph = dated("error")
    graph.add_duration("u", "P1M")
    assert (
        str(graph.distance(("u", "start"), ("u", "end"))) == "at least 28 days and at most 31 days"
    )


def test_times_that_no_datetime_has_are_exact_all_the_same() -> None:
    graph = dated("error")
    graph.add_distance(START, T, at_least="9000 years")
    assert str(graph.earliest(T)) > "+11000"
    graph.place("far", within="9999")
    assert str(graph.latest(("far", "end"))) == "+10000-01-01"
    graph.add_distance(("early", "at"), START, at_least="3000 years")
    assert str(graph.latest(("early", "at"))).startswith("-")
    graph.add_distance(START, ("odd", "at"), at_least="1/3 second")
    assert str(graph.earliest(("odd", "at"))).endswith(".333333333333333333")
    check_graph(graph)
    east, west = timezone(timedelta(hours=5)), timezone(-timedelta(hours=5))
    other = TimeGraph()
    other.place(("first", "start"), at=datetime.min.replace(tzinfo=east))
    other.place(("last", "end"), at=datetime.max.replace(tzinfo=west))
    most = other.distance(("first", "start"), ("last", "end")).upper
    all_years = (date.max.toordinal() - date.min.toordinal() + 1) * 86_400
    assert most == all_years + 10 * 3_600 - Fraction(1, 1_000_000)
