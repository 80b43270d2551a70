"""Durations between their anchors: exact lengths, and lengths that are exact to their unit."""

from __future__ import annotations

import pytest

from timeml._timex.forms import parse_form
from timeml._timex.meanings import (
    CalendarInterval,
    Duration,
    Unresolvable,
    between,
    lasting_from,
    lasting_until,
    limits,
    part_of,
)
from timeml.gregorian import format_instant


def place(value: str) -> CalendarInterval:
    meaning = parse_form(value)
    assert isinstance(meaning, CalendarInterval)
    return meaning


def length(value: str) -> Duration:
    meaning = parse_form(value)
    assert isinstance(meaning, Duration)
    return meaning


def shown(found: object) -> list[str | None]:
    assert isinstance(found, CalendarInterval)
    instants = (found.earliest, found.latest_start, found.earliest_end, found.latest)
    return [None if instant is None else format_instant(instant) for instant in instants]


@pytest.mark.parametrize(
    ("loose", "expected"),
    [
        (False, ["1998-05-03", "1998-05-04", "1998-08-03", "1998-08-04"]),
        (True, ["1998-05-03", "1998-05-04", "1998-07-03", "1998-09-04"]),
    ],
)
def test_a_length_is_exact_to_the_day_or_to_its_unit(loose: bool, expected: list[str]) -> None:
    months = limits(length("P3M"), "", loose=loose)
    assert shown(lasting_from(place("1998-05-03"), months)) == expected


def test_a_duration_may_end_where_it_is_anchored() -> None:
    days = limits(length("P2D"), "", loose=True)
    assert shown(lasting_until(place("1998-05-03"), days)) == [
        *("1998-04-30", "1998-05-03", "1998-05-03", "1998-05-04")
    ]


@pytest.mark.parametrize(
    ("mod", "known"),
    [("", (True, True)), ("LESS_THAN", (False, True)), ("MORE_THAN", (True, False)),
     ("APPROX", (False, False))],
)  # fmt: skip
def test_mods_leave_lengths_open(mod: str, known: tuple[bool, bool]) -> None:
    least, most = limits(length("P2D"), mod, loose=False)
    assert (least is not None, most is not None) == known
    assert limits(length("PXD"), mod, loose=False) == (None, None)


@pytest.mark.parametrize(
    ("value", "least", "most"),
    [
        ("P1Y", (0, 0), (24, 0)),
        ("P1Y6M", (17, 0), (19, 0)),
        ("P1M1D", (1, 0), (1, 172_800)),
        ("P1MT0.5H", (1, -1_800), (1, 5_400)),
        ("PT0.5H", (0, 0), (0, 5_400)),
        ("P2W", (0, 604_800), (0, 1_814_400)),
        ("PT90M", (0, 89 * 60), (0, 91 * 60)),
    ],
)
def test_a_unit_more_and_a_unit_less(
    value: str, least: tuple[int, int], most: tuple[int, int]
) -> None:
    found = length(value)
    assert found.less_a_unit == Duration(*least)
    assert found.plus_a_unit == Duration(*most)


def test_an_unknown_length_stays_unknown() -> None:
    assert length("PXM").less_a_unit == length("PXM").plus_a_unit == length("PXM")


def test_two_anchors_place_a_duration() -> None:
    assert shown(between(place("1998-05"), place("1998-07"))) == [
        *("1998-05-01", "1998-06-01", "1998-07-01", "1998-08-01")
    ]
    unresolvable = between(place("1998-07"), place("1998-05"))
    assert unresolvable == Unresolvable("anchors-contradict")
    assert between(place("1998"), place("1998-05-03T09Z")) == Unresolvable("mixed-zones")


def test_a_part_of_a_duration_lies_within_it() -> None:
    whole = between(place("1998-05"), place("1998-07"))
    assert shown(part_of(whole, "END")) == ["1998-05-01", None, None, "1998-08-01"]
    assert part_of(whole, "") is whole
