"""Words that say less than the value."""

from __future__ import annotations

import pytest

from timeml._timex.forms import parse_form
from timeml._timex.meanings import CalendarInterval, implied_mod, less_than_the_value


def narrowed(value: str, text: str) -> CalendarInterval:
    place = parse_form(value)
    assert isinstance(place, CalendarInterval)
    return less_than_the_value(place, text)


@pytest.mark.parametrize(
    ("text", "part"),
    [("Friday morning", "MO"), ("Tonight", "NI"), ("this afternoon", "AF"), ("evening", "EV")],
)
def test_a_part_of_the_day_that_only_the_text_names(text: str, part: str) -> None:
    found = narrowed("1998-05-03", text)
    assert (found.part, found.granularity, found.exact) == (part, "part-of-day", False)
    assert str(found) == "within [1998-05-03, 1998-05-04)"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1998-05-03", "Sunday"),
        ("1998-05-03", "morning and evening"),
        ("1998-05-03T09:00", "nine in the morning"),
        ("1998-05", "mornings in May"),
        ("1998-05-XX", "one morning"),
        ("1989", "the year"),
        ("1989-05", "fiscal May"),
    ],
)
def test_other_values_stay_as_they_are(value: str, text: str) -> None:
    assert narrowed(value, text) == parse_form(value)


@pytest.mark.parametrize(
    ("value", "text"), [("1989", "fiscal 1989"), ("1989-Q1", "the fiscal-first quarter")]
)
def test_a_fiscal_period_has_the_bounds_of_its_fiscal_year(value: str, text: str) -> None:
    assert str(narrowed(value, text)) == "within [1988-01-01, 1991-01-01)"
    assert narrowed(value, text) == parse_form("FY1989")


@pytest.mark.parametrize(
    ("text", "mod"),
    [
        ("early 1998", "START"),
        ("mid-1998", "MID"),
        ("Late last month", "END"),
        ("earlier this year", ""),
        ("the latest year", ""),
        ("from early to late 1998", ""),
        ("1998", ""),
    ],
)
def test_the_mod_that_words_imply(text: str, mod: str) -> None:
    assert implied_mod(text) == mod
