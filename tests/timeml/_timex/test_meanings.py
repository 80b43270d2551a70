"""What a value can mean, as data: intervals, references, lengths, and what cannot be resolved."""

from __future__ import annotations

import pytest

from timeml._timex.meanings import (
    REASONS,
    UNTRUSTED,
    CalendarInterval,
    Duration,
    Reference,
    Unresolvable,
)

DAY = 86_400


def test_an_interval_on_a_clock() -> None:
    floating = CalendarInterval(0, DAY, latest_start=1, earliest_end=2)
    assert floating.at_zone(3_600) == CalendarInterval(
        -3_600, DAY - 3_600, zone=3_600, latest_start=-3_599, earliest_end=-3_598
    )
    zoned = CalendarInterval(0, None, exact=False, zone=0)
    assert zoned.at_zone(3_600) is zoned
    assert str(zoned) == "within [1970-01-01, ...) UTC"


@pytest.mark.parametrize(
    ("one", "other", "certain"),
    [
        (CalendarInterval(0, DAY), CalendarInterval(DAY, 2 * DAY), True),
        (CalendarInterval(0, DAY + 1), CalendarInterval(DAY, 2 * DAY), False),
        (CalendarInterval(0, None), CalendarInterval(DAY, None), False),
        (CalendarInterval(0, 0, zone=0), CalendarInterval(14 * 3600 + 1, DAY), True),
        (CalendarInterval(0, 0, zone=0), CalendarInterval(14 * 3600, DAY), False),
        (CalendarInterval(0, 0), CalendarInterval(12 * 3600 + 1, DAY, zone=0), True),
    ],
)
def test_what_certainly_precedes(
    one: CalendarInterval, other: CalendarInterval, certain: bool
) -> None:
    assert one.precedes(other) is certain


def test_coarse_is_longer_than_a_day() -> None:
    assert CalendarInterval(0, 31 * DAY, granularity="month").coarse
    assert not CalendarInterval(0, DAY).coarse
    assert CalendarInterval(0, DAY).bounds == CalendarInterval(0, DAY, exact=False)


def test_lengths_are_equal_whatever_their_unit() -> None:
    week, days = Duration(0, 7 * DAY, (0, 7 * DAY)), Duration(0, 7 * DAY, (0, DAY))
    assert week == days
    assert (week.less_a_unit, days.less_a_unit) == (Duration(0, 0), Duration(0, 6 * DAY))
    assert not Duration(None, None).known


def test_refusals_say_why_in_words() -> None:
    assert str(Unresolvable("no-date")) == "the value is a time of day without a date [no-date]"
    assert str(Unresolvable("unusable-mod", "NEARLY")).endswith(" (NEARLY) [unusable-mod]")
    assert set(REASONS) > UNTRUSTED
    assert str(Reference("PAST_REF")) == "PAST_REF"
