"""Instants and periods in words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from timegraph._wording import date_in_words, period_in_words
from timeml.timex_value import CalendarInterval, parse_value


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("2010-06-16", "16 June 2010"),
        ("1989-04", "April 1989"),
        ("1984", "1984"),
        ("BC0044", "44 BC"),
        ("199", "the 1990s"),
        ("1989-Q3", "the third quarter of 1989"),
        ("1989-H2", "the second half of 1989"),
        ("1984-W05", "1984-W05"),
        ("1984-05-03T09:30", "3 May 1984, 09:30"),
        ("1984-W05-WE", "4 February 1984 to 6 February 1984"),
    ],
)
def test_periods(value: str, words: str) -> None:
    place = parse_value(value)
    assert isinstance(place, CalendarInterval)
    assert place.earliest is not None
    assert place.latest is not None
    assert period_in_words(place.earliest, place.latest) == words


def test_instants() -> None:
    assert date_in_words(0) == "1 January 1970"
    assert date_in_words(Fraction(90)) == "1 January 1970, 00:01:30"
    assert date_in_words(Fraction(1, 2)) == "1 January 1970, 00:00:00.5"
