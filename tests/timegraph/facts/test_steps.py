"""Steps on the calendar."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, strategies as st

from tests.oracle.facts import open_from
from timegraph.dates.granules import (
    OPEN,
    STEP,
    Step,
    StepError,
    day,
    month,
    read_date,
    read_step,
    shift,
    year,
)


@pytest.mark.parametrize(
    ("text", "months", "days"),
    [
        ("8 years and 5 months", 101, 0),
        ("36 years and 1 months", 433, 0),
        ("6 year and 4 month", 76, 0),
        ("9 Years", 108, 0),
        ("12 month", 12, 0),
        ("2 weeks, 3 days", 0, 17),
        ("1 year, 2 months, and 3 days", 14, 3),
        ("1 decade", 120, 0),
        ("2 centuries", 2400, 0),
    ],
)
def test_lengths_are_read(text: str, months: int, days: int) -> None:
    step = read_step(text)
    assert (step.months, step.seconds) == (months, days * 86_400)
    assert str(step) == text
    assert re.fullmatch(STEP, text, re.IGNORECASE)


@pytest.mark.parametrize("text", ["", "years", "some years", "-3 years", "3 fortnights", "P3Y"])
def test_what_is_not_a_length_is_refused(text: str) -> None:
    with pytest.raises(StepError, match="is not a length"):
        read_step(text)


def test_a_step_without_words_prints() -> None:
    assert str(Step(14, 0)) == "1 year and 2 months"
    assert str(Step(0, 86_400)) == "1 day"
    assert str(Step(0, 0)) == "0 days"
    assert str(Step(0, 1200 * 86_400)) == "1200 days"
    assert read_step(str(Step(0, 1200 * 86_400))).seconds == 1200 * 86_400


@pytest.mark.parametrize(
    ("text", "origin", "back", "there"),
    [
        ("2 years and 3 months", "January 1971", False, "April 1973"),
        ("3 years and 6 months", "December 1980", True, "June 1977"),
        ("10 years", "1990", False, "2000"),
        ("1 month", "31 January 1999", False, "28 February 1999"),
        ("1 month", "30 January 1999", False, "28 February 1999"),
        ("1 month", "31 March 2000", True, "29 February 2000"),
        ("2 weeks", "20 December 1999", False, "3 January 2000"),
        ("1 year", "January AD 1", True, "January 1 BC"),
        ("10 years", "the 1990s", False, "the 2000s"),
    ],
)
def test_a_date_is_moved_with_its_unit(text: str, origin: str, back: bool, there: str) -> None:
    moved = shift(read_date(origin), read_step(text), back=back)
    if "s" not in there:
        assert moved == read_date(there)
    assert (moved.first, moved.after) == (read_date(there).first, read_date(there).after)


def test_a_year_moved_by_months_is_a_span() -> None:
    moved = shift(year(1971), read_step("3 months"))
    assert (moved.first, moved.after, moved.unit) == (month(1971, 4).first, month(1972, 4).first,
                                                      "span")  # fmt: skip


def test_open_sides_stay_open() -> None:
    assert shift(OPEN, read_step("3 years")) == OPEN
    moved = shift(open_from(month(2020, 1)), read_step("3 years"))
    assert (moved.first, moved.after) == (month(2023, 1).first, None)


@given(st.integers(-200, 3000), st.integers(1, 12), st.integers(0, 5000), st.booleans())
def test_months_are_counted_and_come_back(y: int, m: int, months: int, back: bool) -> None:
    origin, step = month(y, m), Step(months, 0)
    moved = shift(origin, step, back=back)
    assert moved.unit == "month"
    assert moved.months == 12 * y + m - 1 + (-months if back else months)
    assert shift(moved, step, back=not back) == origin


@given(st.dates(), st.integers(0, 300))
def test_a_moved_day_is_a_day_of_the_right_month(drawn, months: int) -> None:
    assume(drawn.year + months // 12 < 9990)
    moved = shift(day(drawn.year, drawn.month, drawn.day), Step(months, 0))
    assert moved.high - moved.low == 86_400
    assert moved.months == 12 * drawn.year + drawn.month - 1 + months


def test_numbers_may_be_words() -> None:
    assert read_step("one year and two months").months == 14
    assert read_step("a year") == Step(12, 0, "a year")
    assert read_step("Twelve weeks").seconds == 84 * 86_400
