"""Lengths of time as people write them: "3 days", "2 years 3 months", P1Y2M, timedeltas.

A length has exact seconds and, with them, months, whose length depends on the calendar: n months
are as long as they are from a given date (31 January + 1 month is the last of February), and
between undated points anything from their least to their greatest length in the calendar's
400-year cycle (12 months: 365 or 366 days; 2 months: 59 to 62).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from math import isfinite
from numbers import Rational
from operator import sub
from typing import TYPE_CHECKING

from timegraph._lazy import Later
from timegraph._wording import NUMBER_WORDS, number_in

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from timeml import gregorian
    from timeml.gregorian import Moment
else:
    gregorian = Later("timeml.gregorian")


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
_LENGTHS_CYCLE = 12 * 400
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
        return self.seconds + days_of_months(self.months)[0] * DAY + changes

    @property
    def most(self) -> Fraction:
        """The most seconds that this is anywhere in the calendar."""
        changes = self.changes[1] if self.changes else 0
        return self.seconds + days_of_months(self.months)[1] * DAY + changes


@cache
def days_of_months(months: int) -> tuple[int, int]:
    """The fewest and the most days of so many months in a row."""
    cycles, rest = divmod(months, _LENGTHS_CYCLE)
    lengths, ends = _cycle()
    spans = list(map(sub, ends[rest : rest + _LENGTHS_CYCLE], ends))
    # From the last days of a month the step is clipped to the last day of the other month.
    others = (lengths + lengths)[rest : rest + _LENGTHS_CYCLE]
    least = min(
        span + other - length if other < length else span
        for span, length, other in zip(spans, lengths, others, strict=True)
    )
    whole = cycles * ends[_LENGTHS_CYCLE]
    return whole + least, whole + max(spans)


@cache
def _cycle() -> tuple[list[int], list[int]]:
    """The days of each month of the calendar's cycle, and how many days come before each month of
    two cycles."""
    lengths = [gregorian.days_in_month(k // 12, k % 12 + 1) for k in range(_LENGTHS_CYCLE)]
    return lengths, [0, *accumulate(lengths + lengths)]


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


def stepped(seconds: Fraction, length: Length) -> Fraction:
    """The instant this length after another one: first the months through the calendar, clipped to
    the last day of the month, then the seconds."""
    if length.months:
        # Whole numbers are ten times as fast as fractions.
        instant = seconds.numerator if seconds.denominator == 1 else seconds
        seconds = Fraction(gregorian.add_months(instant, length.months))
    return seconds + length.seconds if length.seconds else seconds


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


# Times of a time zone, by zoneinfo, in exact seconds.
#
# A *local* time is what the clocks of the zone show, in seconds since 1970-01-01T00:00 on them;
# an *instant* is in UTC. Where clocks are put forward local times are skipped, and where they are
# put back they come twice. Before the first rule of a zone its local mean time counts, as
# zoneinfo has it; the rules of the years 1 to 9999 repeat every 400 years, as the calendar does.


_FIRST = datetime(1970, 1, 1)
_ZONES_CYCLE = 146_097 * DAY
_EARLY, _LATE = -62_000_000_000, 253_000_000_000
"""Instants of the years 5 and 9987: within, every local time is a ``datetime``."""
_HISTORY = range(-45_000, 27_000)
"""The days, from 1970 on, from 1846 to 2043: all offsets that zones ever had."""


def datetime_at(seconds: Fraction) -> datetime | Moment:
    """The instant as a ``datetime`` without zone; beyond the years 1 to 9999, and where it is not a
    whole number of microseconds, as a :class:`timeml.gregorian.Moment`."""
    return gregorian.moment(seconds)


@cache
def zone_named(name: str) -> Zone:
    """The zone of this name. Raises ``ValueError`` for one that does not exist."""
    from difflib import get_close_matches
    from zoneinfo import ZoneInfo, available_timezones

    try:
        return Zone(name, ZoneInfo(name))
    except (ValueError, OSError, LookupError, AttributeError, TypeError):
        pass
    names = available_timezones()
    if not names:
        raise ValueError("this system has no time zones; pip install tzdata has them")
    near = get_close_matches(str(name), names, 1) or ["Europe/Berlin"]
    raise ValueError(
        f"there is no time zone {name!r}; write the name of one as in the IANA database, such as "
        f"{near[0]!r}"
    )


def length_in(zone: Zone | None, value: object) -> Length:
    """A length that may be negative, whose days and weeks are as long as the clocks of a zone make
    them, if there is one; raises as :func:`timegraph._metric.lengths.length_of`."""
    length = length_of(value, signed=True)
    return length if zone is None else zone.length(length)


def stepped_in(
    zone: Zone | None, first: Fraction | None, last: Fraction | None, length: Length
) -> Pair:
    """Between which instants it ends if it starts between these, in a zone if there is one."""
    within = stepped_within if zone is None else zone.stepped_within
    return within(first, last, length)


class Zone:
    """A zone of the IANA database."""

    def __init__(self, name: str, info: ZoneInfo) -> None:
        self.name = name
        self.info = info

    def local(self, instant: Fraction) -> Fraction:
        """What the clocks show at an instant."""
        return instant + self._offset(instant)

    def datetime_at(self, instant: Fraction) -> datetime | Moment:
        """An instant as a ``datetime`` of the zone; a local ``Moment`` if it is none."""
        local = self.local(instant)
        moment = datetime_at(local)
        if not isinstance(moment, datetime):
            return moment
        return moment.replace(tzinfo=self.info, fold=int(instant != self.instants(local)[0]))

    def instants(self, local: Fraction) -> tuple[Fraction, Fraction]:
        """The first and the last instant at which clocks show this; where they skip it, both are
        the instant at which they do."""
        second, shift = _in_range(local // 1)
        shown = _FIRST + timedelta(seconds=second)
        before, after = (
            _seconds(shown.replace(tzinfo=self.info, fold=fold).utcoffset()) for fold in (0, 1)
        )
        if before >= after:
            return local - before, local - after
        # The clocks are put forward between these two instants.
        low, high = second - after, second - before
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._offset(middle) == before else (low, middle)
        return Fraction(high + shift), Fraction(high + shift)

    def instant(self, local: Fraction) -> Fraction:
        """The one instant at which clocks show this. Raises ``ValueError`` where they skip it, and
        where they show it twice."""
        first, last = self.instants(local)
        if first == last and self.local(first) == local:
            return first
        shown = f"{datetime_at(local)}"
        if first == last:
            raise ValueError(
                f"the clocks of {self.name} skip {shown}: they were put forward to "
                f"{datetime_at(self.local(first))}"
            )
        raise ValueError(
            f"the clocks of {self.name} show {shown} twice, at {datetime_at(first)} and at "
            f"{datetime_at(last)} UTC; give one of these with its zone, as in datetime(..., "
            "tzinfo=timezone.utc)"
        )

    def extent(self, first: Fraction | None, after: Fraction | None) -> Pair:
        """From the first instant of a local period to its last: clocks may leave it in between.
        Raises ``ValueError`` for a period that they skip."""
        low = None if first is None else self.instants(first)[0]
        high = None if after is None else self.instants(after)[1]
        if after is not None and high is not None and self._changes(high):
            high = self.instants(after)[0]
        if low is not None and high is not None and low >= high:
            raise ValueError(
                f"the clocks of {self.name} skip what starts at {datetime_at(first or Fraction(0))}"
            )
        return low, high

    def period(self, first: Fraction, after: Fraction) -> tuple[Fraction, Fraction]:
        """A local period as one of instants. Raises ``ValueError`` for one that clocks skip, or
        that they leave in between, since they show a part of it twice."""
        low, high = self.extent(first, after)
        assert low is not None
        assert high is not None
        again = self.instants(first)[1]
        if high != self.instants(after)[0] or (again != low and not self._changes(again)):
            raise ValueError(
                f"the clocks of {self.name} show {datetime_at(first)} to {datetime_at(after)} "
                "twice; give it with its zone, or as within="
            )
        return low, high

    def stepped_within(self, first: Fraction | None, last: Fraction | None, length: Length) -> Pair:
        """Between which instants it ends if it starts between these: first the months and days
        through the calendar, then the hours. A step to what clocks skip ends where they do so, and
        one to what they show twice at either."""
        low = None if first is None else self._lowest(first, last)
        high = None if last is None else self._highest(first, last)
        days = Length(Fraction(length.days * DAY), length.months)
        low, high = stepped_within(low, high, days)
        hours = length.seconds - days.seconds
        return (
            None if low is None else self.instants(low)[0] + hours,
            None if high is None else self.instants(high)[1] + hours,
        )

    def length(self, length: Length) -> Length:
        """The length with how much shorter, and how much longer, its months and days can be in the
        zone."""
        if not (length.months or length.days):
            return length
        least, most = (days + length.days for days in days_of_months(length.months))
        if least < 0:
            low, high = self.longer(-most, -least)
            return replace(length, changes=(-high, -low))
        return replace(length, changes=self.longer(least, most))

    @lru_cache(maxsize=1_024)  # noqa: B019 (zones are kept anyway)
    def longer(self, least: int, most: int) -> tuple[int, int]:
        """By how many seconds from ``least`` to ``most`` days can be longer than days of 24 hours,
        at least and at most, from any time of day."""
        offsets = self._offsets
        if most >= len(offsets):
            changes = {max(offsets) - min(offsets), min(offsets) - max(offsets)}
        else:
            changes = {
                before - after
                for days in range(least - 1, most + 2)
                for before, after in set(zip(offsets, offsets[days:], strict=False))
            }
        return min(changes), max(changes)

    def _offset(self, instant: Fraction | int) -> int:
        second, _ = _in_range(instant // 1)
        at = (_FIRST + timedelta(seconds=second)).replace(tzinfo=timezone.utc)
        return _seconds(at.astimezone(self.info).utcoffset())

    def _changes(self, instant: Fraction) -> bool:
        """Whether the clocks are changed at this instant."""
        return instant.denominator == 1 and self._offset(instant) < self._offset(instant - 1)

    def _lowest(self, first: Fraction, last: Fraction | None) -> Fraction:
        """The earliest time that clocks show between two instants: they may be put back."""
        until = first + DAY if last is None else min(first + DAY, last)
        change = self._put_back(first, until)
        shown = self.local(first)
        return shown if change is None else min(shown, self.local(change))

    def _highest(self, first: Fraction | None, last: Fraction) -> Fraction:
        """The latest time that clocks show between two instants."""
        since = last - DAY if first is None else max(last - DAY, first)
        change = self._put_back(since, last)
        shown = self.local(last)
        return shown if change is None else max(shown, change + self._offset(change - 1))

    def _put_back(self, first: Fraction, last: Fraction) -> Fraction | None:
        """The instant between these at which clocks are put back, if there is one."""
        low, high = first // 1, last // 1
        before = self._offset(low)
        if self._offset(high) >= before:
            return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._offset(middle) == before else (low, middle)
        return Fraction(high)

    @cached_property
    def _offsets(self) -> tuple[int, ...]:
        """The offset at the start of each day of the history of zones."""
        return tuple(self._offset(day * DAY) for day in _HISTORY)


def _seconds(offset: timedelta | None) -> int:
    assert offset is not None
    return offset.days * DAY + offset.seconds


def _in_range(second: int) -> tuple[int, int]:
    """A time in the years that ``datetime`` has, at which the rules are the same, and by how much
    the other one is later."""
    cycles = 0
    if second < _EARLY:
        cycles = (second - _EARLY) // _ZONES_CYCLE
    elif second > _LATE:
        cycles = -((_LATE - second) // _ZONES_CYCLE)
    return second - cycles * _ZONES_CYCLE, cycles * _ZONES_CYCLE
