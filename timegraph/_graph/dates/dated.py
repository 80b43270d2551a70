"""Dates among the entities of a graph: each is placed by itself, and ordered among the others.

A period starts at its first instant. It ends at its last: at most ``TOLERANCE`` before the first
instant after it, so that adjacent periods of one unit are *before* each other, as 1 May is before
2 May. Distances and dates are given without the tolerance.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta

from timegraph._graph.store import GraphState
from timegraph._metric.lengths import zone_named
from timegraph.links import AnyLink, Placement, PointLink, ends_of
from timegraph.periods import DATED, Period, period_of
from timeml.gregorian import TOLERANCE

_DAY = timedelta(days=1)


def check_instants(*keys: Hashable) -> None:
    """Raise ``TypeError`` for a ``datetime``, which is not an interval."""
    for key in keys:
        if isinstance(key, datetime):
            minute = key.isoformat(timespec="minutes")
            raise TypeError(
                f"{key} is an instant, not an interval: say place(x, end=...) for what ends then, "
                f"start= for what starts then, or use Period({minute!r}), that minute"
            )


def new_dates(state: GraphState, keys: Iterable[Hashable]) -> dict[Hashable, Period]:
    """Those of the keys that are dates and not yet entities of the graph, with their periods.
    Raises as :func:`check_instants`."""
    listed = list(dict.fromkeys(keys))
    check_instants(*listed)
    starts = state.store.starts
    periods = {key: period_of(key) for key in listed if key not in starts}
    return {key: period for key, period in periods.items() if period is not None}


def links_of_dates(state: GraphState, dates: Mapping[Hashable, Period]) -> list[AnyLink]:
    """What the calendar says of dates that are to be entities: where each lies, and then that it is
    before and after the adjacent periods of its unit."""
    placed = [_placed(state, key, period) for key, period in dates.items()]
    return [*placed, *_orders(state, dates)]


def _placed(state: GraphState, key: Hashable, period: Period) -> Placement:
    """Where the calendar places a date."""
    start, end = ends_of(key)
    first, after, zoned = period.first, period.after, period.zoned
    if state.store.timezone is not None and not zoned:
        (first, after), zoned = zone_named(state.store.timezone).period(first, after), True
    placed = start, end, first, after, DATED, zoned, period.in_words, first, after - TOLERANCE
    return Placement(*placed, half_open=("latest",))


def _orders(state: GraphState, dates: Mapping[Hashable, Period]) -> Iterator[PointLink]:
    """That dates are before and after the adjacent periods of their unit, as far as these are there
    or among the dates, too."""
    points, starts = state.store.points, state.store.starts
    names = {key: key for key in dates}
    for key, period in dates.items():
        if period.zoned:
            continue  # it has no neighbours, and None can be an entity of old files
        later, earlier = _beside(key, period, later=True), _beside(key, period, later=False)
        if later in names or later in starts:
            name = names[later] if later in names else points[starts[later]][0]
            yield PointLink((key, "end"), "<", (name, "start"), DATED)
        if earlier not in names and earlier in starts:
            yield PointLink((points[starts[earlier]][0], "end"), "<", (key, "start"), DATED)


def _beside(key: Hashable, period: Period, *, later: bool) -> Hashable:
    """What equals the adjacent period of the same unit."""
    if type(key) is date and date.min < key < date.max:
        return key + _DAY if later else key - _DAY
    return period.beside(later=later)
