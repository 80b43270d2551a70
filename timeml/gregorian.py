"""Arithmetic of the proleptic Gregorian calendar for any year, BC and beyond 9999 included.

The standard library's ``datetime`` ends at the years 1 and 9999, and TIMEX3 values do not. Years
are astronomical, as in ISO 8601: year 0 is 1 BC. Days are counted from 1970-01-01; an instant is
a number of seconds from the start of that day, an ``int`` or, where a value has a fraction of a
second, a ``Fraction``: comparisons are exact. There are no leap seconds. For people an instant is a
``datetime`` where it can be one, else a :class:`Moment`, of any year and any fraction of a second.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from fractions import Fraction
from functools import total_ordering
from typing import Union

Instant = Union[int, Fraction]  # noqa: UP007 (an alias evaluated at run time)
"""Seconds from 1970-01-01T00:00:00."""

DAY = 86_400
"""Seconds in a day."""

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
          "October", "November", "December")  # fmt: skip
NUMBER_OF_MONTH = {name[:n].lower(): k for k, name in enumerate(MONTHS, 1) for n in (3, 9)}
NUMBER_OF_MONTH["sept"] = 9
"""The number of a month by its name or a short form of it, in small letters."""

_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
_BEFORE_IN_LEAP_YEARS = (*_BEFORE[:2], *(days + 1 for days in _BEFORE[2:]))
_EPOCH = 719_162  # days from 0001-01-01 to 1970-01-01
_DAYS_IN_400_YEARS = 146_097

_FIRST = datetime(1970, 1, 1)
_FIRST_ORDINAL = _FIRST.toordinal()
_MICRO = 1_000_000


def is_leap(year: int) -> bool:
    """Whether the astronomical ``year`` has a 29 February."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year: int, month: int) -> int:
    """28 to 31; ``month`` is 1 to 12."""
    return 29 if month == 2 and is_leap(year) else _LENGTHS[month - 1]


def day_number(year: int, month: int = 1, day: int = 1) -> int:
    """Days from 1970-01-01 to the given day, whose existence is not checked."""
    past = year - 1
    leap = 1 if month > 2 and is_leap(year) else 0
    return (
        past * 365
        + past // 4
        - past // 100
        + past // 400
        + _BEFORE[month - 1]
        + leap
        + day
        - 1
        - _EPOCH
    )


def date_of(number: int) -> tuple[int, int, int]:
    """The (year, month, day) of a day number: the inverse of :func:`day_number`."""
    cycles, rest = divmod(number + _EPOCH, _DAYS_IN_400_YEARS)
    # The last day of a century or of a leap cycle would start the next one: hence the min().
    centuries = min(rest // 36_524, 3)
    rest -= centuries * 36_524
    quads, rest = divmod(rest, 1_461)
    years = min(rest // 365, 3)
    rest -= years * 365
    year = cycles * 400 + centuries * 100 + quads * 4 + years + 1
    before = _BEFORE_IN_LEAP_YEARS if is_leap(year) else _BEFORE
    month = bisect_right(before, rest)
    return year, month, rest - before[month - 1] + 1


def monday_of_week(year: int, week: int) -> int:
    """The day number of the Monday of an ISO 8601 week (week 1 holds 4 January)."""
    fourth = day_number(year, 1, 4)
    weekday = (fourth + 3) % 7  # 1970-01-01 was a Thursday; Monday is 0
    return fourth - weekday + 7 * (week - 1)


def weeks_in_year(year: int) -> int:
    """52 or 53, as ISO 8601 counts weeks."""
    return (monday_of_week(year + 1, 1) - monday_of_week(year, 1)) // 7


def add_months(instant: Instant, months: int) -> Instant:
    """The same time of day ``months`` later (or earlier); a day that the month lacks becomes its
    last day, as in XML Schema: 1996-02-29 plus 12 months is 1997-02-28."""
    number, time = divmod(instant, DAY)
    year, month, day = date_of(int(number))
    years, index = divmod(month - 1 + months, 12)
    year, month = year + years, index + 1
    return day_number(year, month, min(day, days_in_month(year, month))) * DAY + time


def format_instant(instant: Instant) -> str:
    """ISO 8601: ``1998-05-03`` at midnight, else ``1998-05-03T09:30`` or with seconds and their
    fraction; years below 0 and above 9999 have a sign (``-0043`` is 44 BC)."""
    number, time = divmod(instant, DAY)
    year, month, day = date_of(int(number))
    text = f"{_format_year(year)}-{month:02d}-{day:02d}"
    if not time:
        return text
    minutes, seconds = divmod(time, 60)
    hours, minutes = divmod(int(minutes), 60)
    text += f"T{hours:02d}:{minutes:02d}"
    if seconds:
        whole = int(seconds)
        text += f":{whole:02d}{_fraction_digits(seconds - whole)}"
    return text


def format_period(start: Instant, end: Instant) -> str:
    """A period as a TIMEX3 value has it: ``199``, ``1998``, ``1998-Q2``, ``1998-05``,
    ``1998-W18``, ``1998-05-03``, ``1998-05-03T09``, ``1998-05-03T09:30``; any other as its two
    instants with a slash between them (ISO 8601)."""
    text = format_instant(start)
    for seconds, digits in ((3_600, 13), (60, 16)):
        if end == start + seconds and start % seconds == 0:
            clock = text if "T" in text else f"{text}T00:00"
            return clock[: len(clock) - 16 + digits]
    number, time = divmod(start, DAY)
    if not time:
        name = _named_days(int(number), end, text)
        if name:
            return name
    return f"{text}/{format_instant(end)}"


def _named_days(number: int, end: Instant, text: str) -> str:
    """The period from the start of a day, which ``text`` names, to ``end``; ``""`` if it has no
    name."""
    start = number * DAY
    if end == start + DAY:
        return text
    year, month, day = date_of(number)
    if end == start + 7 * DAY and (number + 3) % 7 == 0:
        of_year = date_of(number + 3)[0]  # a week belongs to the year of its Thursday
        return _week(of_year, number)
    if day != 1:
        return ""
    if month == 1:
        for years in (1000, 100, 10):
            if year > 0 and year % years == 0 and end == add_months(start, 12 * years):
                return f"{year:04d}"[: -len(str(years)) + 1]
        if end == add_months(start, 12):
            return text[: -len("-01-01")]
    for months, letter in ((6, "H"), (3, "Q")):
        if (month - 1) % months == 0 and end == add_months(start, months):
            return f"{text[: -len('-01-01')]}-{letter}{(month - 1) // months + 1}"
    return text[: -len("-01")] if end == add_months(start, 1) else ""


def _week(year: int, monday: int) -> str:
    week = (monday - monday_of_week(year, 1)) // 7 + 1
    return f"{_format_year(year)}-W{week:02d}"


def _format_year(year: int) -> str:
    sign = "-" if year < 0 else "+" if year > 9999 else ""
    return f"{sign}{abs(year):04d}"


def _fraction_digits(fraction: Instant) -> str:
    """``.25`` for a quarter; a fraction that is not a finite decimal is cut after 18 digits."""
    if not fraction:
        return ""
    digits = int(fraction * 10**18)
    return "." + f"{digits:018d}".rstrip("0")


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """An instant of any year and any fraction of a second: ``seconds`` since 1970-01-01T00:00, in
    UTC if it is ``zoned``, else local time.

    It compares with other moments and with datetimes, as these do: not a local time with one in
    UTC. :meth:`to_datetime` converts it where there is such a ``datetime``.
    """

    seconds: Fraction
    zoned: bool = False

    def to_datetime(self) -> datetime:
        """The instant as a ``datetime``. Raises ``OverflowError`` beyond the years 1 to 9999 and
        for parts of a microsecond, which ``datetime`` does not have."""
        if not _has_year(self.seconds):
            raise OverflowError(f"{self} is outside the years 1 to 9999, which datetime has")
        if (self.seconds * _MICRO).denominator != 1:
            raise OverflowError(f"{self} is not a whole number of microseconds")
        days, rest = divmod(self.seconds, DAY)
        day = date.fromordinal(int(days) + _FIRST_ORDINAL)
        midnight = datetime.combine(day, datetime.min.time())
        found = midnight + timedelta(microseconds=int(rest * _MICRO))
        return found.replace(tzinfo=timezone.utc) if self.zoned else found

    def __eq__(self, other: object) -> bool:
        seconds, zoned = _compared(other)
        if seconds is None:
            return NotImplemented
        return self.zoned == zoned and self.seconds == seconds

    def __lt__(self, other: object) -> bool:
        seconds, zoned = _compared(other)
        if seconds is None:
            return NotImplemented
        if zoned != self.zoned:
            raise TypeError("a time with a zone and one without cannot be compared")
        return self.seconds < seconds

    def __hash__(self) -> int:
        try:
            return hash(self.to_datetime())
        except OverflowError:
            return hash((self.seconds, self.zoned))

    def __sub__(self, other: object) -> Fraction:
        """The seconds from another moment or ``datetime`` to this one."""
        seconds, zoned = _compared(other)
        if seconds is None:
            return NotImplemented
        if zoned != self.zoned:
            raise TypeError("a time with a zone and one without have no distance")
        return self.seconds - seconds

    def isoformat(self) -> str:
        """ISO 8601, with a sign before years that do not have four digits."""
        return format_instant(self.seconds) + "Z" * self.zoned

    def __str__(self) -> str:
        return self.isoformat()


def instant_of(value: date) -> Instant:
    """The seconds of a ``datetime``, or of the first instant of a ``date``, since 1970."""
    if not isinstance(value, datetime):
        return (value.toordinal() - _FIRST_ORDINAL) * DAY
    # By hand: in UTC it may be in a year that datetime does not have.
    passed = value.replace(tzinfo=None) - _FIRST - (value.utcoffset() or timedelta(0))
    seconds = passed.days * DAY + passed.seconds
    if not passed.microseconds:
        return seconds
    return Fraction(seconds * _MICRO + passed.microseconds, _MICRO)


def moment(seconds: Fraction, *, zoned: bool = False) -> datetime | Moment:
    """The instant as a ``datetime`` where there is such a one, else as a :class:`Moment`."""
    found = Moment(seconds, zoned)
    exact = (seconds * _MICRO).denominator == 1
    return found.to_datetime() if exact and _has_year(seconds) else found


def _has_year(seconds: Fraction) -> bool:
    return date.min.toordinal() <= int(seconds // DAY) + _FIRST_ORDINAL <= date.max.toordinal()


def _compared(other: object) -> tuple[Fraction | None, bool]:
    if isinstance(other, Moment):
        return other.seconds, other.zoned
    if isinstance(other, datetime):
        return Fraction(instant_of(other)), other.utcoffset() is not None
    return None, False


TOLERANCE = Fraction(1, 1_000)
"""By how many seconds a period may end before the first instant after it, and a point of the
calendar be off its instant where links order several points of one instant strictly."""


def rounded(seconds: Fraction) -> Fraction:
    """``seconds`` without the tolerance that two dates may have added to it."""
    whole = Fraction(round(seconds))
    return whole if abs(seconds - whole) <= 2 * TOLERANCE else seconds
