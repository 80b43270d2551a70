"""Arithmetic of days, months and weeks in any year, and the names of instants and periods."""

from __future__ import annotations

import pickle
from datetime import date, datetime, timezone
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from timeml._timex.forms import parse_form
from timeml._timex.meanings import CalendarInterval
from timeml.gregorian import (
    DAY,
    Moment,
    add_months,
    date_of,
    day_number,
    days_in_month,
    format_instant,
    format_period,
    instant_of,
    is_leap,
    moment,
    monday_of_week,
    weeks_in_year,
)


@given(st.dates())
def test_days_are_those_of_datetime(day: date) -> None:
    number = day_number(day.year, day.month, day.day)
    assert number == day.toordinal() - date(1970, 1, 1).toordinal()
    assert date_of(number) == (day.year, day.month, day.day)


@given(st.integers(-10_000, 10_000), st.integers(1, 12))
def test_a_month_has_its_days_in_any_year(year: int, month: int) -> None:
    later = (year, month + 1) if month < 12 else (year + 1, 1)
    assert day_number(*later) - day_number(year, month) == days_in_month(year, month)
    assert is_leap(year) == is_leap(year + 400)


@pytest.mark.parametrize(("year", "weeks"), [(1998, 53), (1999, 52), (2004, 53), (2020, 53)])
def test_long_years_have_53_weeks(year: int, weeks: int) -> None:
    assert weeks_in_year(year) == weeks
    assert date.fromordinal(monday_of_week(year, 1) + date(1970, 1, 1).toordinal()).weekday() == 0


def test_the_last_of_january_and_a_month() -> None:
    assert add_months(day_number(1998, 1, 31) * DAY, 1) == day_number(1998, 2, 28) * DAY
    assert add_months(day_number(1998, 3, 31) * DAY + 5, -1) == day_number(1998, 2, 28) * DAY + 5


@pytest.mark.parametrize(
    ("instant", "text"),
    [
        (0, "1970-01-01"),
        (-1, "1969-12-31T23:59:59"),
        (Fraction(1, 4), "1970-01-01T00:00:00.25"),
        (Fraction(1, 3), "1970-01-01T00:00:00.333333333333333333"),
        (day_number(-43) * DAY, "-0043-01-01"),
        (day_number(12345) * DAY + 60, "+12345-01-01T00:01"),
    ],
)
def test_instants_are_written_as_in_iso_8601(instant: int, text: str) -> None:
    assert format_instant(instant) == text


@pytest.mark.parametrize(
    "value",
    [
        *("2", "19", "199", "1998", "1998-H2", "1998-Q2", "1998-05", "1998-W18", "2020-W53"),
        *("1998-12-31", "1998-05-03T00", "1998-05-03T09", "1998-05-03T09:30", "-0043-03"),
        *("-0349-W03", "0500", "+12345-Q1"),
    ],
)
def test_periods_are_written_as_their_values(value: str) -> None:
    place = parse_form(value)
    assert isinstance(place, CalendarInterval)
    assert place.earliest is not None
    assert place.latest is not None
    assert format_period(place.earliest, place.latest) == value


def test_other_periods_are_written_with_both_ends() -> None:
    assert format_period(2 * DAY, 4 * DAY) == "1970-01-03/1970-01-05"
    assert format_period(0, 5) == "1970-01-01/1970-01-01T00:00:05"
    assert format_period(DAY // 2, DAY) == "1970-01-01T12:00/1970-01-02"


@given(st.datetimes(), st.booleans())
def test_datetimes_there_and_back(value: datetime, zoned: bool) -> None:
    value = value.replace(tzinfo=timezone.utc if zoned else None)
    seconds = Fraction(instant_of(value))
    assert moment(seconds, zoned=zoned) == value
    own = Moment(seconds, zoned)
    assert own == value
    assert hash(own) == hash(value)
    assert own.to_datetime() == value
    assert own - value == 0


def test_years_and_fractions_that_datetime_lacks() -> None:
    early = moment(Fraction(day_number(-43, 3, 15) * DAY))
    assert isinstance(early, Moment)
    assert str(early) == "-0043-03-15"
    assert early < datetime(1, 1, 1)
    assert early == pickle.loads(pickle.dumps(early))
    third = moment(Fraction(1, 3))
    assert isinstance(third, Moment)
    assert str(third).startswith("1970-01-01T00:00:00.333")
    assert third > datetime(1970, 1, 1)
    for value in (early, third):
        with pytest.raises(OverflowError):
            value.to_datetime()
    assert len({early, third, Moment(Fraction(1, 3))}) == 2


def test_local_times_and_utc_do_not_compare() -> None:
    with pytest.raises(TypeError, match="zone"):
        assert Moment(Fraction(0)) < datetime(1970, 1, 1, tzinfo=timezone.utc)
    with pytest.raises(TypeError, match="zone"):
        Moment(Fraction(0), True) - Moment(Fraction(0))
    assert Moment(Fraction(0)) != datetime(1970, 1, 1, tzinfo=timezone.utc)
    assert Moment(Fraction(0)) != "1970"
    assert str(Moment(Fraction(0), True)) == "1970-01-01Z"
    with pytest.raises(TypeError):
        assert Moment(Fraction(0)) < 3  # type: ignore[operator]
