"""Periods of the calendar as names of entities."""

from __future__ import annotations

import copy
import pickle
from datetime import date, datetime

import pytest
from hypothesis import given, strategies as st

from timegraph import Period
from timegraph.periods import DATED, period_of


@given(st.dates())
def test_a_day_is_its_date(day: date) -> None:
    period = Period(day.isoformat())
    assert period == day == Period(day)
    assert hash(period) == hash(day)
    assert {day: 1}[period] == 1  # type: ignore[index]
    assert pickle.loads(pickle.dumps(period)) == period
    assert period_of(day) == period


@pytest.mark.parametrize(
    ("value", "before", "after"),
    [
        ("2024-03-01", "2024-02-29", "2024-03-02"),
        ("1984-12", "1984-11", "1985-01"),
        ("0000", "-0001", "0001"),
        ("1984-Q1", "1983-Q4", "1984-Q2"),
        ("1998-W53", "1998-W52", "1999-W01"),
        ("1990s", "1980s", "2000s"),
        ("2024-05-01T23:59", "2024-05-01T23:58", "2024-05-02T00:00"),
        ("2024-05-01T23:59:59", "2024-05-01T23:59:58", "2024-05-02T00:00:00"),
        ("9999-12-31", "9999-12-30", "+10000-01-01"),
    ],
)
def test_the_periods_beside(value: str, before: str, after: str) -> None:
    period = Period(value)
    assert period.adjacent(later=False) == Period(before)
    assert period.adjacent(later=True) == Period(after)
    assert period.first < period.after


@pytest.mark.parametrize(
    "value", ["198X", "1984~", "1984-21", "1964/2008", "[1984,1985]", "P3D", ""]
)
def test_only_exact_values_are_periods(value: str) -> None:
    with pytest.raises(ValueError, match=r"exactly|not a date"):
        Period(value)


def test_instants_and_other_types_are_not_periods() -> None:
    with pytest.raises(TypeError, match=r"Period\('2024-05-01T09:00'\)"):
        Period(datetime(2024, 5, 1, 9))
    with pytest.raises(TypeError, match="text or a date"):
        Period(1984)  # type: ignore[arg-type]
    assert period_of("2024-05-01") is None
    assert period_of(datetime(2024, 5, 1)) is None


def test_what_is_printed() -> None:
    assert repr(Period("1984-05")) == "Period('1984-05')"
    assert Period("1984-05").in_words == "May 1984"
    assert str(DATED) == "calendar"
    assert copy.deepcopy(DATED) is DATED
    assert Period("1984") != "1984"
    assert Period("1984-05-01T00:00:00Z") != Period("1984-05-01T00:00:00")
