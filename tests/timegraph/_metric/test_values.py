"""Dates and times as exact seconds."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from timegraph._graph.placing import extent_of, instant_of
from timegraph._metric.lengths import DAY, datetime_at


@given(st.datetimes())
def test_a_datetime_comes_back(value: datetime) -> None:
    seconds, zoned = instant_of(value)
    assert not zoned
    assert datetime_at(seconds) == value
    assert seconds == Fraction((value - datetime(1970, 1, 1)) // timedelta(microseconds=1), 10**6)


def test_granules() -> None:
    day = date(1970, 1, 2)
    assert extent_of(day) == ((DAY, 2 * DAY), None, False)
    assert extent_of("1970-01-02") == ((DAY, 2 * DAY), None, False)
    assert extent_of("1970-01") == ((0, 31 * DAY), None, False)
    assert extent_of(datetime(1970, 1, 1, 0, 0, 5)) == ((5, 6), None, False)
    zone = timezone(timedelta(hours=2))
    assert extent_of(datetime(1970, 1, 1, 2, tzinfo=zone)) == ((0, 1), None, True)
    assert extent_of("1970-01-01T00:00Z")[2]


@pytest.mark.parametrize("value", ["1998-02-30", "P3D", "yesterday", "PAST_REF", ""])
def test_text_that_is_no_time(value: str) -> None:
    with pytest.raises(ValueError, match="is not a date or time"):
        extent_of(value)


def test_other_types() -> None:
    with pytest.raises(TypeError, match="a time is"):
        extent_of(5)
    with pytest.raises(TypeError, match="an exact instant is"):
        instant_of("1998")


def test_a_long_text_that_is_no_date_is_shown_cut() -> None:
    with pytest.raises(ValueError, match="not a date") as refused:
        extent_of("9" * 1_000_000)
    assert len(str(refused.value)) < 300
