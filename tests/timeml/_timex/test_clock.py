"""Times of day: fields, fractions, parts of the day and zones."""

from __future__ import annotations

import pytest

from timeml._timex.meanings import CalendarInterval, Unresolvable, is_time, time_of_day

DAY = 86_400
FIRST = (0, 1)


@pytest.mark.parametrize(
    ("text", "start", "end", "granularity"),
    [
        ("09", 32_400, 36_000, "hour"),
        ("9:30", 34_200, 34_260, "minute"),
        ("093015", 34_215, 34_216, "second"),
        ("24:00", DAY, DAY + 60, "minute"),
        ("09Z", 32_400, 36_000, "hour"),
        ("09+02:00", 25_200, 28_800, "hour"),
        ("2X:00", 72_000, 82_860, "minute"),
        ("NI", 0, DAY, "part-of-day"),
    ],
)
def test_times_of_the_first_day(text: str, start: int, end: int, granularity: str) -> None:
    assert is_time(text)
    found = time_of_day(FIRST, text, exact=True)
    assert isinstance(found, CalendarInterval)
    assert (found.earliest, found.latest, found.granularity) == (start, end, granularity)


def test_a_part_of_the_day_keeps_its_code() -> None:
    night, hour = (time_of_day(FIRST, text, exact=True) for text in ("NI", "09"))
    assert isinstance(night, CalendarInterval)
    assert isinstance(hour, CalendarInterval)
    assert (night.part, hour.part) == ("NI", None)
    assert not night.exact


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("25", "no-such-date"),
        ("24:01", "no-such-date"),
        ("12:00+99:00", "no-such-date"),
        ("12:60", "no-such-date"),
        ("12:00:60", "leap-second"),
        ("noon", "malformed"),
        ("1X.5", "malformed"),
    ],
)
def test_other_times_are_refused_for_a_reason(text: str, reason: str) -> None:
    found = time_of_day(FIRST, text, exact=True)
    assert isinstance(found, Unresolvable)
    assert found.reason == reason
