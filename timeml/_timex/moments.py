"""Instants for people: a ``datetime`` where it can be one, else a :class:`Moment`.

``datetime`` has the years 1 to 9999 and whole microseconds; the calendar has more.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from fractions import Fraction
from functools import total_ordering

from timeml._timex.gregorian import DAY, Instant, format_instant

__all__ = ["Moment", "instant_of", "moment"]

_FIRST = datetime(1970, 1, 1)
_EPOCH = _FIRST.toordinal()
_MICRO = 1_000_000


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
        midnight = datetime.combine(date.fromordinal(int(days) + _EPOCH), datetime.min.time())
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
        whole = self.seconds
        return format_instant(int(whole) if whole.denominator == 1 else whole) + "Z" * self.zoned

    def __str__(self) -> str:
        return self.isoformat()


def instant_of(value: date) -> Instant:
    """The seconds of a ``datetime``, or of the first instant of a ``date``, since 1970."""
    if not isinstance(value, datetime):
        return (value.toordinal() - _EPOCH) * DAY
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
    return date.min.toordinal() <= int(seconds // DAY) + _EPOCH <= date.max.toordinal()


def _compared(other: object) -> tuple[Fraction | None, bool]:
    if isinstance(other, Moment):
        return other.seconds, other.zoned
    if isinstance(other, datetime):
        return Fraction(instant_of(other)), other.utcoffset() is not None
    return None, False
