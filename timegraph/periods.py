"""Periods of the calendar as entities of a graph, placed by what they are: ``Period("1984-05")``.

A ``date`` is its day, and equals the :class:`Period` of that day. A period is exactly as long as it
says; what happened at some time in it is placed ``within`` it instead.
"""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from timegraph._lazy import Later
from timegraph._wording import period_in_words
from timegraph.links import DATED as DATED

if TYPE_CHECKING:
    from timeml import gregorian
else:
    gregorian = Later("timeml.gregorian")

_DAY = 86_400
_EPOCH = date(1970, 1, 1).toordinal()
_LAST_DATE = date.max.toordinal()


class Period:
    """A period of the calendar: exactly from its first instant to the first instant after it.

    ``value`` is an exact value of EDTF or TIMEX3 (``"1984"``, ``"1984-05"``, ``"2001-34"``,
    ``"1998-W23"``, ``"2024-05-01T09:00"``: that minute) or a ``date``. Raises ``ValueError`` for
    what is not a single period (``"198X"``, ``"1984~"``, ``"1984-21"``, ``"1964/2008"``) and
    ``TypeError`` for a ``datetime``, which is an instant.

    ``first`` and ``after`` are its first instant and the first one after it, in seconds since
    1970-01-01T00:00, in UTC if it is ``zoned``. Periods are equal that start and end together, and
    a day equals its ``date``.
    """

    __slots__ = ("_hash", "after", "first", "written", "zoned")

    _hash: int

    def __init__(self, value: str | date) -> None:
        self.written: str | None = str(value)
        self.first, self.after, self.zoned = _read(value)

    @property
    def text(self) -> str:
        """The value as it was written, if it was."""
        if self.written is None:
            text = gregorian.format_period(_plain(self.first), _plain(self.after))
            self.written = f"{text}0s" if len(text) == 3 else text  # 199 is a year
        return self.written

    def adjacent(self, *, later: bool) -> Period | None:
        """The adjacent period of the same unit; ``None`` for one with a time zone."""
        if self.zoned:
            return None
        first, after = _plain(self.first), _plain(self.after)
        months = _months(first, after)
        neighbour = Period.__new__(Period)
        neighbour.written, neighbour.zoned = None, False
        if later:
            neighbour.first, neighbour.after = self.after, _later(after, months, after - first)
        else:
            neighbour.first, neighbour.after = _later(first, -months, first - after), self.first
        return neighbour

    @property
    def in_words(self) -> str:
        """The period in words: "May 1984"."""
        return period_in_words(self.first, self.after)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, Period):
            own = self.first, self.after, self.zoned
            return own == (other.first, other.after, other.zoned)
        if isinstance(other, date) and not isinstance(other, datetime):
            return self == Period(other)
        return NotImplemented

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            self._hash = self._hashed()
            return self._hash

    def _hashed(self) -> int:
        """The hash; that of the ``date`` for a day."""
        first, after = _plain(self.first), _plain(self.after)
        number, rest = divmod(first, _DAY)
        if not rest and after - first == _DAY and not self.zoned:
            number += _EPOCH
            if 1 <= number <= _LAST_DATE:
                return hash(date.fromordinal(int(number)))
        return hash((first, after, self.zoned))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Period({self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Period, (self.text,)


def period_of(key: object) -> Period | None:
    """The period that an entity is by itself: a :class:`Period` or a ``date``; ``None`` for any
    other name."""
    if isinstance(key, Period):
        return key
    if isinstance(key, date) and not isinstance(key, datetime):
        return Period(key)
    return None


def _read(value: Any) -> tuple[Fraction, Fraction, bool]:
    if isinstance(value, datetime):
        minute = value.isoformat(timespec="minutes")
        raise TypeError(
            f"{value!r} is an instant, not a period; write Period({minute!r}) for that minute"
        )
    if isinstance(value, date):
        first = Fraction((value.toordinal() - _EPOCH) * _DAY)
        return first, first + _DAY, False
    if not isinstance(value, str):
        raise TypeError(f"a period is text or a date, not {value!r}")
    from timeml.edtf import exact_period  # only graphs with dates need it

    first_, after, zoned = exact_period(value)
    return Fraction(first_), Fraction(after), zoned


@lru_cache(maxsize=16)  # asked for each side of a period
def _months(first: int | Fraction, after: int | Fraction) -> int:
    """How many months a period has; 0 if it is not one of whole months."""
    if after - first < 28 * _DAY or first % _DAY or after % _DAY:
        return 0
    (year, month, day), (last_year, last_month, last_day) = (
        gregorian.date_of(int(bound // _DAY)) for bound in (first, after)
    )
    return 12 * (last_year - year) + last_month - month if day == last_day == 1 else 0


def _later(instant: int | Fraction, months: int, seconds: int | Fraction) -> Fraction:
    """The instant so many months later, or seconds if there are none."""
    if not months:
        return Fraction(instant + seconds)
    return Fraction(gregorian.add_months(instant, months))


def _plain(seconds: Fraction) -> int | Fraction:
    return seconds.numerator if seconds.denominator == 1 else seconds
