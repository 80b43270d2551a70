"""Times of a time zone, by zoneinfo, in exact seconds.

A *local* time is what the clocks of the zone show, in seconds since 1970-01-01T00:00 on them; an
*instant* is in UTC. Where clocks are put forward local times are skipped, and where they are put
back they come twice. Before the first rule of a zone its local mean time counts, as zoneinfo has
it; the rules of the years 1 to 9999 repeat every 400 years, as the calendar does.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING

from timegraph._metric.lengths import DAY, Length, Pair, length_of, stepped_within

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from timeml.gregorian import Moment

__all__ = ["Zone", "datetime_at", "length_in", "stepped_in", "zone_named"]

_FIRST = datetime(1970, 1, 1)
_CYCLE = 146_097 * DAY
_EARLY, _LATE = -62_000_000_000, 253_000_000_000
"""Instants of the years 5 and 9987: within, every local time is a ``datetime``."""
_HISTORY = range(-45_000, 27_000)
"""The days, from 1970 on, from 1846 to 2043: all offsets that zones ever had."""


def datetime_at(seconds: Fraction) -> datetime | Moment:
    """The instant as a ``datetime`` without zone; beyond the years 1 to 9999, and where it is not a
    whole number of microseconds, as a :class:`timeml.gregorian.Moment`."""
    from timeml.gregorian import moment

    return moment(seconds)


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
        """The length with how much shorter, and how much longer, its days can be in the zone."""
        if not length.days:
            return length
        offsets, apart = self._offsets, abs(length.days)
        changes = {
            before - after
            for days in (apart - 1, apart, apart + 1)
            for before, after in zip(offsets, offsets[min(days, len(offsets) - 1) :], strict=False)
        }
        if apart >= len(offsets):
            changes = {max(offsets) - min(offsets), min(offsets) - max(offsets)}
        low, high = min(changes), max(changes)
        return replace(length, changes=(low, high) if length.days > 0 else (-high, -low))

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
        cycles = (second - _EARLY) // _CYCLE
    elif second > _LATE:
        cycles = -((_LATE - second) // _CYCLE)
    return second - cycles * _CYCLE, cycles * _CYCLE
