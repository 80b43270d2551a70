"""The dates of the calendar's points, for graphs that are asked about distances.

Dates add nothing to the order of points, so they contradict no link. Where several points stand at
one instant, as the end of Monday and the start of Tuesday do, links and conventions may order
them strictly. There what ends may end :data:`TOLERANCE` earlier, and what starts may start as much
later; :func:`rounded` takes the tolerance out of a distance again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from timegraph.documents._calendar.points import CALENDAR, CalendarPoint, at
from timegraph.links import Placement
from timeml.timex_value import format_instant

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph

__all__ = ["TOLERANCE", "add_dates", "dates", "rounded", "with_dates"]

TOLERANCE = Fraction(1, 1_000)
"""By how many seconds a point may be off its instant."""


def dates(points: Iterable[CalendarPoint]) -> list[Placement]:
    """The instant of each point of one clock, that of the document or, if no point is on it, UTC;
    distances between two clocks are not known well enough.

    The latest comes first, then the others from the earliest on: closed in this order, each date
    moves few points.
    """
    every = [point for point in points if point.clock != "fiscal"]
    clock = "" if any(point.clock == "" for point in every) else "UTC"
    on_clock = sorted(point for point in every if point.clock == clock)
    on_clock = on_clock[-1:] + on_clock[:-1]
    there = Counter(point.instant for point in on_clock)
    placements = []
    for point in on_clock:
        slack = TOLERANCE if there[point.instant] > 1 else Fraction(0)
        placements.append(
            Placement(
                at(point),
                at(point),
                Fraction(point.instant) - (0 if point.starts else slack),
                Fraction(point.instant) + (slack if point.starts else 0),
                CALENDAR,
                zoned=point.zoned,
                words=f"at {format_instant(point.instant)}",
            )
        )
    return placements


def add_dates(graph: TimeGraph) -> None:
    """Add the dates of the calendar's points in ``graph``, unless it has others already that are
    on another clock."""
    points = (point for point in graph.instants if isinstance(point, CalendarPoint))
    clocks = {link.zoned for link in graph.links if isinstance(link, Placement)}
    graph.extend(link for link in dates(points) if clocks <= {link.zoned})


def with_dates(graph: TimeGraph) -> TimeGraph:
    """A graph that knows the distances between the dates of the calendar: ``graph`` itself if it
    does or has no such dates, else a copy. Of order the two know the same."""
    if any(isinstance(link, Placement) and link.source is CALENDAR for link in graph.links):
        return graph
    if not any(isinstance(point, CalendarPoint) for point in graph.instants):
        return graph
    dated = graph.copy()
    add_dates(dated)
    return dated


def rounded(seconds: Fraction) -> Fraction:
    """``seconds`` without the tolerance that two dates may have added to it."""
    whole = Fraction(round(seconds))
    return whole if abs(seconds - whole) <= 2 * TOLERANCE else seconds
