"""Where the calendar puts entities: a window in which each lies, and a core that it surely fills.

Two windows that do not touch are an entailed order: one of the instants between them is entailed to
be after the one entity and before the other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timegraph.documents.calendar_links import CalendarPoint
from timegraph.links import Endpoint, ends_of
from timeml.timex_value import Instant

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph

__all__ = ["Window", "windows_of"]


@dataclass(frozen=True, slots=True)
class Window:
    """Bounds of an entity, in seconds of the document's clock; ``None`` if it has none.

    It starts at ``earliest_start`` or later and ends at ``latest_end`` or earlier. If both of
    ``latest_start`` and ``earliest_end`` are known and in this order, it surely fills what lies
    between them. ``start_rank`` and ``end_rank`` are the places of ``earliest_start`` and
    ``latest_end`` among the points of the calendar, several of which may stand at one instant.
    """

    earliest_start: Instant | None
    latest_start: Instant | None
    earliest_end: Instant | None
    latest_end: Instant | None
    start_rank: int = 0
    end_rank: int = 0

    @property
    def core(self) -> tuple[Instant, Instant] | None:
        """What the entity surely fills."""
        if self.latest_start is None or self.earliest_end is None:
            return None
        if self.latest_start >= self.earliest_end:
            return None
        return self.latest_start, self.earliest_end


def windows_of(graph: TimeGraph) -> dict[Hashable, Window]:
    """The window of each entity that the calendar bounds on some side, in insertion order."""
    points = sorted(
        point for point in graph.instants if isinstance(point, CalendarPoint) and not point.clock
    )
    if not points:
        return {}
    windows = {}
    for entity in graph.entities:
        start, end = ends_of(entity)
        first, last = _last_before(graph, points, start), _first_after(graph, points, end)
        if first is None and last is None:
            continue
        windows[entity] = Window(
            _instant(points, first),
            _instant(points, _first_after(graph, points, start)),
            _instant(points, _last_before(graph, points, end)),
            _instant(points, last),
            first or 0,
            last or 0,
        )
    return windows


def _instant(points: Sequence[CalendarPoint], number: int | None) -> Instant | None:
    return None if number is None else points[number].instant


def _last_before(
    graph: TimeGraph, points: Sequence[CalendarPoint], endpoint: Endpoint
) -> int | None:
    # The points follow each other, so that those before the endpoint come first.
    number = bisect_left(
        points, True, key=lambda p: graph.label((p, "at"), endpoint) not in ("<", "<=", "=")
    )
    return number - 1 if number else None


def _first_after(
    graph: TimeGraph, points: Sequence[CalendarPoint], endpoint: Endpoint
) -> int | None:
    number = bisect_left(
        points, True, key=lambda p: graph.label(endpoint, (p, "at")) in ("<", "<=", "=")
    )
    return number if number < len(points) else None
