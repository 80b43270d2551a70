"""The attribute mod: what it makes of a period, at its word and as annotators mean it."""

from __future__ import annotations

import pytest

from timeml._timex.forms import parse_form
from timeml._timex.meanings import CalendarInterval, Unresolvable, modified, narrowed


def place(value: str) -> CalendarInterval:
    meaning = parse_form(value)
    assert isinstance(meaning, CalendarInterval)
    return meaning


@pytest.mark.parametrize(
    ("mod", "expected"),
    [
        ("START", "within [1998-01-01, 1999-01-01)"),
        ("BEFORE", "within [..., 1998-01-01)"),
        ("ON_OR_BEFORE", "within [..., 1999-01-01)"),
        ("AFTER", "within [1999-01-01, ...)"),
        ("ON_OR_AFTER", "within [1998-01-01, ...)"),
    ],
)
def test_a_mod_at_its_word(mod: str, expected: str) -> None:
    assert str(modified(place("1998"), mod)) == expected


@pytest.mark.parametrize(
    ("mod", "expected"),
    [
        # A third of twelve days is four, and a quarter of that one more on each open side.
        ("START", "within [1998-05-01, 1998-05-06)"),
        ("MID", "within [1998-05-04, 1998-05-10)"),
        ("END", "within [1998-05-08, 1998-05-13)"),
        ("AFTER", "within [1998-05-13, ...)"),
    ],
)
def test_a_part_of_a_period_is_a_third_and_a_bit(mod: str, expected: str) -> None:
    first, last = place("1998-05-01").earliest, place("1998-05-12").latest
    assert str(narrowed(CalendarInterval(first, last), mod, "")) == expected


def test_instants_stay_whole_numbers_where_they_can() -> None:
    minute = narrowed(place("1998-05-03T09:09"), "START", "")
    assert isinstance(minute, CalendarInterval)
    assert isinstance(minute.latest, int)


@pytest.mark.parametrize("reading", [modified, lambda place, mod: narrowed(place, mod, "")])
@pytest.mark.parametrize(
    ("mod", "reason"),
    [("APPROX", "approximate"), ("LESS_THAN", "unusable-mod"), ("NEARLY", "unusable-mod")],
)
def test_a_mod_without_certain_bounds_is_refused(reading: object, mod: str, reason: str) -> None:
    unresolvable = reading(place("1998"), mod)  # type: ignore[operator]
    assert isinstance(unresolvable, Unresolvable)
    assert unresolvable.reason == reason


@pytest.mark.parametrize(
    ("value", "mod", "text"),
    [
        ("1998", "START", "Earlier this year"),  # compares with now
        ("1998", "END", "later this year"),
        ("1998-XX", "START", "early in the month"),  # which month is not known
        ("1998-SU", "END", "late summer"),
    ],
)
def test_what_is_no_part_of_a_known_period_is_not_narrowed(value: str, mod: str, text: str) -> None:
    assert narrowed(place(value), mod, text) == place(value).bounds
