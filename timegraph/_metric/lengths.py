"""Lengths of time as people write them: "3 days", "2 years 3 months", P1Y2M, timedeltas.

A length has exact seconds and, beside them, months, whose length depends on the calendar: n months
are as long as they are from a given date (31 January + 1 month is the last of February), and
between undated points anything from their least to their greatest length in the calendar's
400-year cycle (12 months: 365 or 366 days; 2 months: 59 to 62).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate
from math import isfinite
from numbers import Rational
from operator import sub

from timegraph._wording.numbers import NUMBER_WORDS, number_in

__all__ = ["DAY", "Length", "Pair", "length_of", "stepped", "stepped_within"]

MINUTE, HOUR, DAY, WEEK = 60, 3600, 86_400, 604_800

Pair = tuple[Fraction | None, Fraction | None]
"""The first instant and the last one; ``None``: no bound."""

_SECONDS = {
    **dict.fromkeys(("second", "seconds", "sec", "secs", "s"), Fraction(1)),
    **dict.fromkeys(("millisecond", "milliseconds", "ms"), Fraction(1, 1000)),
    **dict.fromkeys(("microsecond", "microseconds", "us", "µs"), Fraction(1, 1_000_000)),
    **dict.fromkeys(("minute", "minutes", "min", "mins"), Fraction(MINUTE)),
    **dict.fromkeys(("hour", "hours", "h", "hr", "hrs"), Fraction(HOUR)),
    **dict.fromkeys(("day", "days", "d"), Fraction(DAY)),
    **dict.fromkeys(("week", "weeks", "w"), Fraction(WEEK)),
}
_MONTHS = {
    **dict.fromkeys(("month", "months"), 1),
    **dict.fromkeys(("quarter", "quarters"), 3),
    **dict.fromkeys(("year", "years", "y", "yr", "yrs"), 12),
    **dict.fromkeys(("decade", "decades"), 120),
    **dict.fromkeys(("century", "centuries"), 1200),
}
_ISO = re.compile(
    r"P(?:(?P<years>\d+)Y)?(?:(?P<months>\d+)M)?(?:(?P<weeks>\d+(?:[.,]\d+)?)W)?"
    r"(?:(?P<days>\d+(?:[.,]\d+)?)D)?(?:T(?:(?P<hours>\d+(?:[.,]\d+)?)H)?"
    r"(?:(?P<minutes>\d+(?:[.,]\d+)?)M)?(?:(?P<seconds>\d+(?:[.,]\d+)?)S)?)?"
)
_PART = re.compile(
    rf"(?:(\d+(?:\.\d+|/0*[1-9]\d*)?)\s*|({NUMBER_WORDS})\s+)([a-zµ]+)\s*(?:,|and)?\s*", re.I
)
_MOST_MONTHS = 12 * 10_000
_CYCLE = 12 * 400
"""Months after which the calendar repeats itself."""
_LONGEST_TEXT = 1_000


@dataclass(frozen=True, slots=True)
class Length:
    """``months`` calendar months, 0 or more, and ``seconds`` besides, below 0 only without
    months.

    ``days`` is how many of the seconds were written as whole days or weeks, and ``changes`` by how
    many seconds these can be longer: at least, and at most. Only graphs with a time zone look at
    them.
    """

    seconds: Fraction
    months: int = 0
    days: int = field(default=0, compare=False, repr=False)
    changes: tuple[int, int] | None = field(default=None, repr=False)

    @property
    def of_calendar(self) -> bool:
        """Whether it depends on when it starts how long this is."""
        return bool(self.months) or self.changes is not None

    @property
    def least(self) -> Fraction:
        """The fewest seconds that this is anywhere in the calendar."""
        changes = self.changes[0] if self.changes else 0
        return self.seconds + _days_of_months(self.months)[0] * DAY + changes

    @property
    def most(self) -> Fraction:
        """The most seconds that this is anywhere in the calendar."""
        changes = self.changes[1] if self.changes else 0
        return self.seconds + _days_of_months(self.months)[1] * DAY + changes


@cache
def _days_of_months(months: int) -> tuple[int, int]:
    """The fewest and the most days of so many months in a row."""
    cycles, rest = divmod(months, _CYCLE)
    lengths, ends = _cycle()
    spans = list(map(sub, ends[rest : rest + _CYCLE], ends))
    # From the last days of a month the step is clipped to the last day of the other month.
    others = (lengths + lengths)[rest : rest + _CYCLE]
    least = min(
        span + other - length if other < length else span
        for span, length, other in zip(spans, lengths, others, strict=True)
    )
    whole = cycles * ends[_CYCLE]
    return whole + least, whole + max(spans)


@cache
def _cycle() -> tuple[list[int], list[int]]:
    """The days of each month of the calendar's cycle, and how many days come before each month of
    two cycles."""
    lengths = [_month(month) for month in range(_CYCLE)]
    return lengths, [0, *accumulate(lengths + lengths)]


def _month(month: int) -> int:
    """The days of a month of the cycle, the first being January of the year 0."""
    year, number = divmod(month, 12)
    if number == 1:
        return 28 + (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))
    return 31 if number in (0, 2, 4, 6, 7, 9, 11) else 30


def length_of(value: object, *, signed: bool = False) -> Length:
    """The length that a value stands for: a ``timedelta``, ``"3 days"``, ``"2 years 3 months"``,
    ``"twenty-one days"``, ISO 8601 (``"P1Y2M"``, ``"PT36H"``), or a number (an int or
    ``Fraction``) of seconds.

    With ``signed`` it may be negative (``-30``, ``"-3 days"``), if it has no months: these are as
    long as they are from the earlier of two dates, which is the other one then.

    Raises ``TypeError`` for other types, and ``ValueError`` for text that is not a length, a
    negative length, and a float, which is not exact.
    """
    if isinstance(value, Length):
        return value
    if isinstance(value, timedelta):
        micro = (value.days * DAY + value.seconds) * 1_000_000 + value.microseconds
        return _checked(Length(Fraction(micro, 1_000_000)), value, signed)
    if not isinstance(value, bool) and isinstance(value, Rational):
        # Those of numpy are none of Python's.
        exact = Fraction(int(value.numerator), int(value.denominator))
        return _checked(Length(exact), value, signed)
    if isinstance(value, float) and isfinite(value):
        raise ValueError(f'{value!r} seconds are not exact; write "{value} seconds" or a Fraction')
    if isinstance(value, str):
        return _of_text(value, signed)
    raise TypeError(
        f'a length is a timedelta, a number of seconds or text ("3 days"), not {value!r}'
    )


@lru_cache(maxsize=1_024)
def _of_text(value: str, signed: bool) -> Length:
    text = value.strip()
    negative = text.startswith("-")
    if negative and not signed:
        raise ValueError(f"{value!r} is negative; a length is 0 or more")
    length = _parsed(text[1:] if negative else text, value)
    if negative and length.months:
        raise ValueError(
            f"{value!r} is a negative number of months; swap the endpoints, and at_least and "
            "at_most, to say it without the sign"
        )
    if negative:
        length = Length(-length.seconds, days=-length.days)
    return _checked(length, value, signed)


def _checked(length: Length, value: object, signed: bool) -> Length:
    if length.seconds < 0 and not signed:
        raise ValueError(f"{value!r} is negative; a length is 0 or more")
    if length.months > _MOST_MONTHS:
        raise ValueError(f"{value!r} is longer than the calendar (10,000 years)")
    return length


def _parsed(stripped: str, text: str) -> Length:
    if len(stripped) > _LONGEST_TEXT:
        raise ValueError(
            f"{stripped[:20]!r} and {len(stripped) - 20} more characters are not a length"
        )
    iso = _ISO.fullmatch(stripped)
    if iso and any(iso.groupdict().values()):
        part = {
            name: Fraction((digits or "0").replace(",", "."))
            for name, digits in iso.groupdict().items()
        }
        whole_months = int(part["years"]) * 12 + int(part["months"])
        of_days = part["weeks"] * WEEK + part["days"] * DAY + part["hours"] * HOUR
        return Length(
            of_days + part["minutes"] * MINUTE + part["seconds"],
            whole_months,
            int(part["weeks"] * 7 + part["days"]),
        )
    seconds, months, days, end = Fraction(0), Fraction(0), Fraction(0), 0
    for match in _PART.finditer(stripped):
        if match.start() != end:
            break
        number = Fraction(match[1]) if match[1] else number_in(match[2])
        unit = match[3].lower()
        if unit in _SECONDS:
            seconds += number * _SECONDS[unit]
            days += number * (_SECONDS[unit] // DAY)
        elif unit in _MONTHS:
            months += number * _MONTHS[unit]
        else:
            break
        end = match.end()
    if end != len(stripped) or not stripped:
        raise ValueError(
            f'{text!r} is not a length; write "3 days", "2 years 3 months", or ISO 8601 ("P1Y2M")'
        )
    if months.denominator != 1:
        raise ValueError(f"{text!r} has a part of a month, which has no exact length; use days")
    return Length(seconds, int(months), int(days))


def stepped(seconds: Fraction, length: Length, *, back: bool = False) -> Fraction:
    """The instant this length after another one (before it, if ``back``): first the months through
    the calendar, clipped to the last day of the month, then the seconds."""
    sign, whole = -1 if back else 1, seconds.denominator == 1
    if length.months:
        from timeml.gregorian import add_months

        # Whole numbers are ten times as fast as fractions.
        instant = seconds.numerator if whole else seconds
        seconds = Fraction(add_months(instant, sign * length.months))
    return seconds + sign * length.seconds if length.seconds else seconds


@lru_cache(maxsize=4_096)
def stepped_within(first: Fraction | None, last: Fraction | None, length: Length) -> Pair:
    """Between which instants it ends if it starts at ``first`` at the earliest and ``last`` at the
    latest. From the last days of a month a step is clipped to the last day of another, so that
    from an earlier instant it may lead further: from 30 January, 23:00, to 28 February, 23:00,
    and from 31 January, 1:00, to 28 February, 1:00."""
    earliest = None if first is None else stepped(first, length)
    latest = None if last is None else stepped(last, length)
    if not length.months or first == last:
        return earliest, latest
    if first is not None and earliest is not None:
        midnight = Fraction((first.numerator // (first.denominator * DAY) + 1) * DAY)
        if last is None or midnight <= last:
            earliest = min(earliest, stepped(midnight, length))
    if last is not None and latest is not None:
        midnight = Fraction(last.numerator // (last.denominator * DAY) * DAY)
        if first is None or first < midnight:
            latest = max(latest, stepped(midnight - DAY, length) + DAY)
    return earliest, latest
