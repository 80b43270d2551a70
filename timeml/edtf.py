"""Dates as libraries, archives and people write them: EDTF, the extended part of ISO 8601-2, TIMEX3
and English.

:func:`parse_edtf` reads a value of EDTF: levels 0 and 1, and of level 2 sets, ``X`` anywhere, the
seasons 25 to 41 and qualifiers of single components. :class:`When` is the one reader of dates: text
in EDTF, TIMEX3 or English, a ``date`` or a ``datetime`` as the date of something, with what is
certain and what is possible.

What the forms mean:

* ``1984`` is some period in 1984; ``198X`` and ``[1984,1986]`` one in one of these years.
* ``1964/2008`` began at some time in 1964 and ended at some time in 2008; ``..`` sets no bound, and
  an empty end is some instant.
* ``?``, ``~`` and ``%`` give no bound, unless they are to be taken as written.
* The seasons 21 to 24 are those of both hemispheres.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from functools import cached_property, lru_cache
from math import inf
from typing import NamedTuple

from timeml._timex.edtf_values import (
    Bound,
    EdtfDate,
    EdtfError,
    EdtfInterval,
    EdtfSet,
    EdtfValue,
    Granules,
    extent_of,
    interval_of,
    parse_edtf,
    single,
)
from timeml._timex.forms import parse_value
from timeml._timex.meanings import CalendarInterval, Unresolvable
from timeml.gregorian import DAY, Instant, Moment, instant_of, moment
from timeml.plain_dates import RefusedDate, plain_date, well_written

__all__ = [
    "Bound",
    "EdtfDate",
    "EdtfError",
    "EdtfInterval",
    "EdtfSet",
    "EdtfValue",
    "Extent",
    "Granules",
    "Moment",
    "When",
    "exact_period",
    "moment",
    "parse_edtf",
]


_NOTHING_NEW = frozenset({"malformed", "no-such-date", "no-value"})


class Extent(NamedTuple):
    """Within which instants what is dated starts and ends; ``ends`` is ``None`` for a date in whose
    granule both lie."""

    starts: Granules
    ends: Granules | None = None

    def place(self, *, zoned: bool = False) -> CalendarInterval:
        """The same as bounds of the calendar, in UTC if it is ``zoned``."""
        return interval_of(self.starts, self.ends, zoned=zoned)

    def __repr__(self) -> str:
        if self.ends is None:
            return f"<Extent: within {self.starts!r}>"
        return f"<Extent: {self.starts!r}, {self.ends!r}>"


@dataclass(frozen=True, eq=False)
class When:
    """The date of something: ``When("1984?")``, ``When("1964/2008")``, ``When(date(2024, 5, 1))``.

    ``value`` is EDTF, a TIMEX3 value, a date in English ("5 January 1926", "431 B.C."), a ``date``
    (some time in that day) or a ``datetime`` (in that second, or microsecond where it has some).
    "793" is the year. With ``as_written`` its ``?``, ``~`` and ``%`` are taken at their word.
    Raises :class:`EdtfError` for other text, for years of one or two digits without an era, and for
    a set in ``{}`` of several things, and ``TypeError`` for other types.

    Values are equal that have the same extent, however they are written.
    """

    value: str | date | When
    as_written: bool = False

    def __post_init__(self) -> None:
        self.extent  # noqa: B018 (raises for what is not a date)

    @cached_property
    def extent(self) -> Extent:
        """Where it starts and where it ends."""
        if isinstance(self.value, When):
            return When(self.value.value, self.as_written or self.value.as_written).extent
        if isinstance(self.value, datetime):
            first = instant_of(self.value)
            length = Fraction(1, 1_000_000) if self.value.microsecond else 1
            return Extent(single(first, first + length))
        if isinstance(self.value, date):
            first = instant_of(self.value)
            return Extent(single(first, first + DAY))
        if not isinstance(self.value, str):
            raise TypeError(
                "a date is text (EDTF or TIMEX3), a date or a datetime, not "
                f"{type(self.value).__name__}"
            )
        if self.plain is not None:
            return _extent_of(self.plain)
        value = self.edtf
        if value is None:
            place = parse_value(self.value)
            assert isinstance(place, CalendarInterval)
            return _extent_of(place)
        return Extent(*extent_of(value, as_written=self.as_written))

    @cached_property
    def plain(self) -> CalendarInterval | None:
        """The period that a text names in English, or as an exact value of ISO 8601 or TIMEX3; see
        :func:`timeml.plain_dates.plain_date`."""
        if not isinstance(self.value, str):
            return None
        try:
            return plain_date(self.value)
        except RefusedDate as error:
            raise EdtfError(f"{self.value!r} is not a date: {error}", error.nearest) from None

    @cached_property
    def edtf(self) -> EdtfValue | None:
        """The value as EDTF; ``None`` for text that is not EDTF (``May 1984``, ``1984-SU``), a
        ``date`` and a ``datetime``."""
        if not isinstance(self.value, str):
            return None
        text = " ".join(self.value.split())
        try:
            return parse_edtf(text)
        except EdtfError as error:
            place = self.plain or parse_value(text)
            if isinstance(place, CalendarInterval) and not text.startswith("-0000"):
                if self.plain is None:
                    _well_written(text)
                return None
            if isinstance(place, Unresolvable) and place.reason not in _NOTHING_NEW:
                words = f"{error}; as a TIMEX3 value: {place}"
                raise EdtfError(words, error.nearest) from None
            raise

    @cached_property
    def zoned(self) -> bool:
        """Whether it has a time zone, and thus is in UTC."""
        if isinstance(self.value, datetime):
            return self.value.utcoffset() is not None
        if isinstance(self.value, When):
            return self.value.zoned
        if self.plain is not None:
            return self.plain.zone is not None
        return self.edtf is not None and any(date.zoned for date in self.edtf.dates)

    @property
    def place(self) -> CalendarInterval:
        """Where it lies, as bounds of the calendar."""
        return self.extent.place(zoned=self.zoned)

    @property
    def possible(self) -> tuple[datetime | Moment | None, datetime | Moment | None]:
        """The earliest instant at which it can start, and the latest at which it can end: the first
        instant after. ``None`` is a side without a bound."""
        starts, ends = self.extent.starts, self.extent.ends
        return self._moment(starts.low), self._moment((ends or starts).high)

    @property
    def certain(self) -> tuple[datetime | Moment | None, datetime | Moment | None] | None:
        """What it surely covers: from the latest instant at which it can start to the earliest at
        which it can end; ``None`` if there is no such period. Of ``1964/2008`` the years 1965 to
        2007 are certain; of something in 1984 nothing is."""
        starts, ends = self.extent.starts, self.extent.ends
        if ends is None or not starts.high < ends.low:
            return None
        return self._moment(starts.high), self._moment(ends.low)

    def qualities(self) -> list[str]:
        """What its qualifiers say, in words: ``["1850 is approximate"]``."""
        if isinstance(self.value, When):
            return self.value.qualities()
        dates = () if self.plain is not None or self.edtf is None else self.edtf.dates
        return [words for date in dates for words in date.qualities()]

    def _moment(self, instant: Bound) -> datetime | Moment | None:
        if instant in (inf, -inf):
            return None
        assert not isinstance(instant, float)
        return moment(Fraction(instant), zoned=self.zoned)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, When):
            return NotImplemented
        return (self.extent, self.zoned) == (other.extent, other.zoned)

    def __hash__(self) -> int:
        return hash((self.extent.starts.low, self.extent.starts.high))

    def __str__(self) -> str:
        return f"{self.value}"


@lru_cache(maxsize=1 << 14)
def when(text: str) -> When:
    """The date that a text names, read once where it comes again and again. Raises
    :class:`EdtfError` as :class:`When` does."""
    return When(text)


def _well_written(text: str) -> None:
    """Raise :class:`EdtfError` for a TIMEX3 value that annotators write and that is nearly right
    (``1984-5``, ``198x``): whoever writes a date meant it to be read as it stands."""
    near = well_written(text)
    if near != text:
        message = f"{text!r} is not a date of EDTF; the nearest right form is {near!r}"
        raise EdtfError(message, near)


def _extent_of(place: CalendarInterval) -> Extent:
    low = -inf if place.earliest is None else place.earliest
    high = inf if place.latest is None else place.latest
    return Extent(single(low, high))


def exact_period(text: str) -> tuple[Instant, Instant, bool]:
    """The first instant of the one period that a value of EDTF or TIMEX3 names, the first one after
    it, and whether it has a time zone.

    Raises :class:`EdtfError` for text that is neither, and for values that do not say exactly when
    a period starts and ends: with ``?``, ``~`` or ``X``, seasons, intervals and sets.
    """
    dated = when(text)
    if dated.plain is not None:
        exact = dated.plain.exact
    else:
        exact = isinstance(dated.edtf, EdtfDate) and dated.edtf.exact
    if not exact:
        raise EdtfError(
            f"{text!r} does not say exactly when a period starts and ends; give it to place(), as "
            "within=, for something that happened at some time in it"
        )
    low, high = dated.extent.starts.low, dated.extent.starts.high
    assert not isinstance(low, float)
    assert not isinstance(high, float)
    return low, high, dated.zoned
