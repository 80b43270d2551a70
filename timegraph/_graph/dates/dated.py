"""Dates among the entities of a graph: each is placed by itself, and ordered among the others.

A period starts at its first instant. It ends at its last: at most :data:`TOLERANCE` before the
first instant after it, so that adjacent periods of one unit are *before* each other, as 1 May is
before 2 May. Distances and dates are given without the tolerance.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from datetime import datetime
from fractions import Fraction

from timegraph._graph.state import GraphState
from timegraph._metric.zones import zone_named
from timegraph.links import AnyLink, Placement, PointLink, ends_of
from timegraph.periods import DATED, Period, period_of

__all__ = ["TOLERANCE", "check_instants", "links_of_date", "new_dates", "rounded"]

TOLERANCE = Fraction(1, 1_000)
"""By how many seconds a period may end before the first instant after it."""


def check_instants(*keys: Hashable) -> None:
    """Raise ``TypeError`` for a ``datetime``, which is not an interval."""
    for key in keys:
        if isinstance(key, datetime):
            minute = key.isoformat(timespec="minutes")
            raise TypeError(
                f"{key} is an instant, not an interval: say place(x, end=...) for what ends then, "
                f"start= for what starts then, or use Period({minute!r}), that minute"
            )


def new_dates(state: GraphState, keys: Iterable[Hashable]) -> list[Hashable]:
    """Those of the keys that are dates and not yet entities of the graph. Raises as
    :func:`check_instants`."""
    listed = list(dict.fromkeys(keys))
    check_instants(*listed)
    starts = state.store.starts
    return [key for key in listed if period_of(key) is not None and key not in starts]


def links_of_date(state: GraphState, key: Hashable) -> Iterator[AnyLink]:
    """What the calendar says of a date that is to be an entity: where it lies, and that it is
    before and after the adjacent periods of its unit that are there."""
    period = period_of(key)
    assert period is not None
    start, end = ends_of(key)
    first, after, zoned, words = period.first, period.after, period.zoned, period.in_words
    if state.store.timezone is not None and not zoned:
        (first, after), zoned = zone_named(state.store.timezone).period(first, after), True
    yield Placement(start, end, first, after, DATED, zoned, words, first, after - TOLERANCE)
    for later in (True, False):
        other = _there(state, period, later=later)
        if other is not None and later:
            yield PointLink(end, "<", (other, "start"), DATED)
        elif other is not None:
            yield PointLink((other, "end"), "<", start, DATED)


def _there(state: GraphState, period: Period, *, later: bool) -> Hashable | None:
    """The adjacent period of the same unit, as the graph names it, if it is an entity."""
    beside = period.beside(later=later)
    point = state.store.starts.get(beside)
    return None if point is None or beside is None else state.store.points[point][0]


def rounded(seconds: Fraction) -> Fraction:
    """``seconds`` without the tolerance that the ends of two periods may have added to it."""
    whole = Fraction(round(seconds))
    return whole if abs(seconds - whole) <= 2 * TOLERANCE else seconds
