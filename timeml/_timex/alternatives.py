"""Several granules of the calendar of which one holds a date: ``156X``, ``[1667,1670..1672]``.

A granule is a half-open pair of instants. Most dates have one; the others are listed in time's
order, and only as far as a question reaches, since ``XXXX-XX-XX`` has millions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Union

from timeml._timex.dates import DateForm, date_span, fits
from timeml.gregorian import DAY, Instant, date_of, format_instant

__all__ = [
    "ANYWHERE",
    "Bound",
    "Granule",
    "Granules",
    "listed",
    "matching",
    "one_of_each",
    "single",
]

Bound = Union[Instant, float]  # noqa: UP007 (an alias evaluated at run time)
"""An instant, or an infinity where there is no bound."""

Granule = tuple[Bound, Bound]
"""The first instant, and the first instant after it."""

Listing = Callable[[Bound, Bound], Iterator[Granule]]


@dataclass(frozen=True, slots=True)
class Granules:
    """From the first instant of the first granule to the first instant after the last. ``listing``
    gives those of several that have an instant in a period."""

    low: Bound
    high: Bound
    listing: Listing | None = field(default=None, compare=False, repr=False)
    key: object = None
    """What tells several granules from others with the same ends."""

    def __repr__(self) -> str:
        several = "" if self.listing is None else "one of several, "
        return f"<Granules: {several}{_shown(self.low)} to {_shown(self.high)}>"

    def between(self, low: Bound, high: Bound) -> Iterator[Granule]:
        """The granules that have an instant in [``low``, ``high``), in time's order."""
        if self.low < high and low < self.high:
            if self.listing is None:
                yield self.low, self.high
            else:
                yield from self.listing(max(low, self.low), min(high, self.high))


def _shown(bound: Bound) -> str:
    return "no bound" if isinstance(bound, float) else format_instant(bound)


ANYWHERE = Granules(-inf, inf)
"""No bound on either side."""


def single(low: Bound, high: Bound) -> Granules:
    """One granule."""
    return Granules(low, high)


def matching(form: DateForm) -> Granules | None:
    """The dates that have the digits of ``form``, ``X`` being any digit; ``None`` if the calendar
    has none. A date without ``X``, and a season, is one granule."""
    span = date_span(form)
    if span is None:
        return None
    low, high = span[0] * DAY, span[1] * DAY
    if "X" not in form.digits + form.first + form.second:
        return Granules(low, high)
    return Granules(low, high, lambda start, end: _matches(form, start, end), form)


def _matches(form: DateForm, low: Bound, high: Bound) -> Iterator[Granule]:
    """The dates of a form with ``X`` that have an instant in a period, whose ends are finite."""
    first, last = (date_of(int(instant // DAY))[0] for instant in (low, high))
    fields = [
        [number for number in range(1, most + 1) if fits(number, pattern)]
        for pattern, most in ((form.first, 12), (form.second, 31 if form.unit == "day" else 1))
    ]
    before_christ = form.era == "-"
    for year in range(first, last + 1):
        digits = -year if before_christ else year
        if digits < 0 or not fits(digits, form.digits):
            continue
        written = f"{digits:04d}"
        for written_field in fields[0]:
            for other in fields[1]:
                span = date_span(
                    DateForm(form.era, written, form.unit, f"{written_field}", f"{other}")
                )
                if span is not None and span[0] * DAY < high and low < span[1] * DAY:
                    yield span[0] * DAY, span[1] * DAY


def listed(parts: list[Granules]) -> Granules:
    """One of several, each of which is one or several itself."""
    low, high = min(part.low for part in parts), max(part.high for part in parts)
    if len(parts) == 1:
        return parts[0]

    def listing(start: Bound, end: Bound) -> Iterator[Granule]:
        every = {granule for part in parts for granule in part.between(start, end)}
        yield from sorted(every)

    return Granules(low, high, listing, tuple(parts))


def one_of_each(first: DateForm | None, last: DateForm | None) -> Granules | None:
    """The dates from one to another of the same unit (year, month or day), both included; ``None``
    for a side without an end, or for no date at all."""
    unit = next(form.unit for form in (first, last) if form is not None)
    start, end = (None if form is None else date_span(form) for form in (first, last))
    if (first and start is None) or (last and end is None):
        return None
    low = -inf if start is None else start[0] * DAY
    high = inf if end is None else end[1] * DAY
    if low >= high:
        return None

    def listing(start: Bound, end: Bound) -> Iterator[Granule]:
        # A side without an end is asked about as far as the other date reaches, if it ends at all.
        if start == -inf or end == inf:
            yield start, end
            return
        day = int(start // DAY)
        while day * DAY < end:
            span = date_span(_around(day, unit))
            assert span is not None
            yield span[0] * DAY, span[1] * DAY
            day = span[1]

    return Granules(low, high, listing, (low, high, unit))


def _around(day: int, unit: str) -> DateForm:
    """The year, the month or the day that a day lies in."""
    year, month, number = date_of(day)
    era, digits = ("-" if year < 0 else None), f"{abs(year):04d}"
    if unit == "year":
        return DateForm(era, digits, unit)
    return DateForm(era, digits, unit, f"{month}", "1" if unit == "month" else f"{number}")
