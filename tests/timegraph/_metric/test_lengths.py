"""Lengths of time: text, ISO 8601, timedeltas, numbers; months as long as they can be."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from timegraph._graph.placing import instant_of
from timegraph._metric.lengths import (
    DAY,
    Length,
    datetime_at,
    length_of,
    stepped,
    stepped_within,
)
from timegraph._wording import seconds_in_words


@pytest.mark.parametrize(
    ("value", "seconds", "months"),
    [
        ("3 days", 3 * DAY, 0),
        ("1 day 4 hours", DAY + 4 * 3600, 0),
        ("2 years 3 months", 0, 27),
        ("2 years, 3 months and 1 day", DAY, 27),
        ("1.5 hours", 5400, 0),
        ("1/3 second", Fraction(1, 3), 0),
        ("P1Y2M10DT2H30M", 10 * DAY + 9000, 14),
        ("PT0.5S", Fraction(1, 2), 0),
        ("P2W", 14 * DAY, 0),
        ("1 decade", 0, 120),
        (90, 90, 0),
        (Fraction(1, 7), Fraction(1, 7), 0),
        (timedelta(days=1, microseconds=1), DAY + Fraction(1, 10**6), 0),
    ],
)
def test_lengths(value: object, seconds: Fraction, months: int) -> None:
    assert length_of(value) == Length(Fraction(seconds), months)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("-3 days", "negative"),
        (timedelta(days=-1), "negative"),
        (-1, "negative"),
        (0.1, "not exact"),
        ("soon", "is not a length"),
        ("", "is not a length"),
        ("3", "is not a length"),
        ("3 fortnights", "is not a length"),
        ("P", "is not a length"),
        ("1.5 months", "part of a month"),
        ("200000 years", "longer than the calendar"),
    ],
)
def test_what_is_not_a_length(value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        length_of(value)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("-3 days", -3 * DAY), ("-1 hour 30 minutes", -5400), (-30, -30), (timedelta(-1), -DAY),
     ("-PT36H", -36 * 3600), ("3 days", 3 * DAY), ("-1/3 second", Fraction(-1, 3))],
)  # fmt: skip
def test_lengths_with_a_sign(value: object, seconds: Fraction) -> None:
    assert length_of(value, signed=True) == Length(Fraction(seconds))
    assert length_of(seconds_in_words(seconds), signed=True).seconds == seconds


@pytest.mark.parametrize("value", ["-1 month", "-P1Y", "--3 days", "-"])
def test_what_has_no_sign(value: str) -> None:
    with pytest.raises(ValueError, match=r"swap the endpoints|is not a length"):
        length_of(value, signed=True)


@pytest.mark.parametrize("value", [None, True, date(2020, 1, 1), b"3 days"])
def test_other_types(value: object) -> None:
    with pytest.raises(TypeError, match="a length is"):
        length_of(value)


@pytest.mark.parametrize(
    ("months", "least", "most"),
    [
        (0, 0, 0),
        (1, 28, 31),
        (2, 59, 62),
        (3, 89, 92),
        (12, 365, 366),
        (48, 1460, 1461),
        (4800, 146_097, 146_097),
    ],
)
def test_months_are_as_long_as_they_can_be(months: int, least: int, most: int) -> None:
    length = Length(Fraction(0), months)
    assert (length.least / DAY, length.most / DAY) == (least, most)


@given(st.dates(date(1600, 1, 1), date(2400, 1, 1)), st.integers(0, 60))
def test_every_step_of_months_lies_between(first: date, months: int) -> None:
    month = first.year * 12 + first.month - 1 + months
    year, number = divmod(month, 12)
    after = date(year + (number == 11), (number + 1) % 12 + 1, 1)
    last = (after - timedelta(days=1)).day
    step = date(year, number + 1, min(first.day, last)) - first
    length = Length(Fraction(0), months)
    assert length.least <= step.days * DAY <= length.most


def test_steps_through_the_calendar() -> None:
    january, _ = instant_of(date(1971, 1, 31))
    assert datetime_at(stepped(january, length_of("1 month"))) == datetime(1971, 2, 28)
    assert datetime_at(stepped(january, length_of("2 years 3 months"))) == datetime(1973, 4, 30)
    assert datetime_at(stepped(january, length_of("1 month 1 day"))) == datetime(1971, 3, 1)


@given(
    st.integers(0, 3_000), st.integers(0, 100), st.integers(0, 100), st.sampled_from([0, 1, 13, 24])
)
def test_a_step_from_between_two_instants_ends_between_two_others(
    start: int, long: int, share: int, months: int
) -> None:
    hour = 3_600
    first, last = Fraction(start * 9 * hour), Fraction((start * 9 + long) * hour)
    length = length_of(f"{months} months")
    inside = first + (last - first) * Fraction(share, 100)
    earliest, latest = stepped_within(first, last, length)
    assert earliest is not None
    assert latest is not None
    assert earliest <= stepped(inside, length) <= latest
    # Not wider than it has to be: each is reached, or come as near as one likes.
    near = [first + Fraction(k * hour, 2) for k in range(2 * long + 1)]
    assert min(stepped(instant, length) for instant in near) == earliest
    assert max(stepped(instant, length) for instant in near) > latest - hour
    assert stepped_within(None, None, length) == (None, None)
