"""Points of the calendar: their order, and what they are called."""

from __future__ import annotations

import pickle
from math import inf

import pytest

from timegraph.documents.conventions import (
    CALENDAR,
    CalendarPoint,
    Clock,
    Convention,
    CreationPoint,
    across,
)
from timeml.timex_value import CalendarInterval, parse_value

DAY = 86_400


def starting(value: str, clock: Clock = "") -> CalendarPoint:
    place = parse_value(value)
    assert isinstance(place, CalendarInterval)
    assert place.earliest is not None
    assert place.latest is not None
    return CalendarPoint(place.earliest, True, clock, place.earliest - place.latest)


def ending(value: str) -> CalendarPoint:
    place = parse_value(value)
    assert isinstance(place, CalendarInterval)
    assert place.earliest is not None
    assert place.latest is not None
    return CalendarPoint(place.latest, False, "", place.latest - place.earliest)


def test_the_longer_period_starts_first_and_ends_last() -> None:
    order = [
        *(ending("1997-12-31"), ending("1997-12"), ending("1997")),
        *(starting("1998"), starting("1998-01"), starting("1998-01-01"), starting("1998-01-01T00")),
        ending("1998-01-01"),
    ]
    shuffled = order[::-1]
    assert sorted(shuffled) == order


@pytest.mark.parametrize(
    ("point", "name"),
    [
        (starting("1998-Q2"), "start of 1998-Q2"),
        (ending("1998-05-03"), "end of 1998-05-03"),
        (starting("1998-W18-WE"), "start of 1998-05-02/1998-05-04"),
        (starting("1998-Q2", "fiscal"), "fiscal start of 1998-Q2"),
        (starting("1998-05-03T09", "UTC"), "start of 1998-05-03T09 UTC"),
        (CalendarPoint(0, True), "start at 1970-01-01"),
        (CalendarPoint(0, False, "UTC", inf), "end at 1970-01-01 UTC"),
        (CreationPoint(True), "start of the creation time"),
        (CreationPoint(False), "end of the creation time"),
    ],
)
def test_points_have_the_name_of_their_period(point: object, name: str) -> None:
    assert str(point) == name


def test_sources_print_and_survive_pickling() -> None:
    assert (str(CALENDAR), repr(CALENDAR)) == ("calendar", "CALENDAR")
    assert pickle.loads(pickle.dumps(CALENDAR)) is CALENDAR
    convention = Convention("adjacent days")
    assert str(convention) == "by convention: adjacent days"
    assert pickle.loads(pickle.dumps(convention)) == convention


def test_two_clocks_are_ordered_by_as_few_links_as_possible() -> None:
    one = [CalendarPoint(n * DAY, True, "UTC") for n in range(4)]
    other = [CalendarPoint(n * DAY, True) for n in (1, 3)]
    links = list(across(one, other, 0))
    # Day 0 is before day 1 and days 1 and 2 before day 3, which follows for day 1 from day 2.
    assert [(link.x[0], link.y[0]) for link in links] == [(one[0], other[0]), (one[2], other[1])]
