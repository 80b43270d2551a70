"""Dates and times as exact seconds."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timegraph._metric.lengths import DAY, length_of
from timegraph._metric.values import (
    datetime_at,
    extent_of,
    granule_of,
    instant_of,
    stepped,
    stepped_within,
)
from timeml.edtf import Moment


@given(st.datetimes())
def test_a_datetime_comes_back(value: datetime) -> None:
    seconds, zoned = instant_of(value)
    assert not zoned
    assert datetime_at(seconds) == value
    assert seconds == Fraction((value - datetime(1970, 1, 1)) // timedelta(microseconds=1), 10**6)


def test_granules() -> None:
    day = date(1970, 1, 2)
    assert granule_of(day) == (DAY, 2 * DAY, False)
    assert granule_of("1970-01-02") == (DAY, 2 * DAY, False)
    assert granule_of("1970-01") == (0, 31 * DAY, False)
    assert granule_of(datetime(1970, 1, 1, 0, 0, 5)) == (5, 6, False)
    zone = timezone(timedelta(hours=2))
    assert granule_of(datetime(1970, 1, 1, 2, tzinfo=zone)) == (0, 1, True)
    assert granule_of("1970-01-01T00:00Z")[2]


@pytest.mark.parametrize("value", ["1998-02-30", "P3D", "yesterday", "PAST_REF", ""])
def test_text_that_is_no_time(value: str) -> None:
    with pytest.raises(ValueError, match="is not a date or time"):
        granule_of(value)


def test_other_types() -> None:
    with pytest.raises(TypeError, match="a time is"):
        granule_of(5)
    with pytest.raises(TypeError, match="an exact instant is"):
        instant_of("1998")


def test_steps_through_the_calendar() -> None:
    january, _ = instant_of(date(1971, 1, 31))
    assert datetime_at(stepped(january, length_of("1 month"))) == datetime(1971, 2, 28)
    assert datetime_at(stepped(january, length_of("1 month"), back=True)) == datetime(1970, 12, 31)
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
    near = [first + k * hour / 2 for k in range(2 * long + 1)]
    assert min(stepped(one, length) for one in near) == earliest
    assert max(stepped(one, length) for one in near) > latest - hour
    assert stepped_within(None, None, length) == (None, None)


@pytest.mark.parametrize("seconds", [10**12, -(10**12), Fraction(1, 3)])
def test_what_datetime_cannot_say(seconds: Fraction) -> None:
    found = datetime_at(Fraction(seconds))
    assert isinstance(found, Moment)
    assert found.seconds == seconds
    with pytest.raises(OverflowError, match=r"outside the years|whole number of microseconds"):
        found.to_datetime()


def test_a_long_text_that_is_no_date_is_shown_cut() -> None:
    with pytest.raises(ValueError, match="not a date") as refused:
        extent_of("9" * 1_000_000)
    assert len(str(refused.value)) < 300
