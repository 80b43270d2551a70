"""The calendar at its word: every value is all of its period, and one chain of points orders all.

For every instant t that bounds an entity there are at most two points of the graph: "ends at t"
and "starts at t", the former strictly before the latter. Adjacent periods are thus BEFORE each
other (Monday BEFORE Tuesday), periods with equal bounds SIMULTANEOUS, and those that share one
bound begin or end together. The points follow each other in the order of their instants, so the
points and constraints are linear in the entities, not all pairs.

An entity with bounds only is not tied to the points but kept between them.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from timegraph.documents._calendar.points import CalendarPoint, across, at, of_calendar
from timegraph.links import Endpoint, PointLink, ends_of
from timegraph.points import PointOperator
from timeml.timex_value import (
    FLOATING_BEFORE_ZONED,
    ZONED_BEFORE_FLOATING,
    CalendarInterval,
    Instant,
    Reference,
)

if TYPE_CHECKING:
    from timegraph.options import Coarse

__all__ = ["calendar_links"]


def calendar_links(
    places: Iterable[tuple[Hashable, CalendarInterval | Reference]],
    *,
    dct: Hashable | None = None,
    coarse: Coarse = "exact",
    dates: Collection[Hashable] = (),
) -> list[PointLink]:
    """The constraints that order entities as the calendar does, each with source ``CALENDAR``.

    ``places`` are entities with their meanings; ``dct`` is the entity that references (past,
    present, future) are relative to; without it they say nothing. ``coarse`` is the option of
    :func:`timegraph.build`; it is not for ``dates``, which mean what they say. The constraints are
    consistent by themselves, and linear in number.
    """
    used: set[CalendarPoint] = set()
    links: list[PointLink] = []
    for entity, meaning in places:
        if isinstance(meaning, Reference):
            if dct is not None and entity != dct:
                links.extend(_referred(entity, meaning, dct))
            continue
        some_of_it = meaning.coarse and coarse == "bounds" and entity not in dates
        links.extend(_placed(entity, meaning.bounds if some_of_it else meaning, used))
    return [*_chain(used), *links]


def _referred(entity: Hashable, reference: Reference, dct: Hashable) -> Iterator[PointLink]:
    if reference.kind == "PRESENT_REF":
        yield of_calendar((entity, "start"), "<=", (dct, "start"))
        yield of_calendar((dct, "end"), "<=", (entity, "end"))
    elif reference.kind == "PAST_REF":
        yield of_calendar((entity, "end"), "<=", (dct, "start"))
    else:
        yield of_calendar((dct, "end"), "<=", (entity, "start"))


def _placed(
    entity: Hashable, place: CalendarInterval, used: set[CalendarPoint]
) -> Iterator[PointLink]:
    """Tie an exact entity to its two points; keep another between its bounds. A part of a day is
    less than the day, so it does not reach bounds that are the day's."""
    within: PointOperator = "<" if place.granularity == "part-of-day" else "<="
    start, end = ends_of(entity)

    def bound(instant: Instant, *, starts: bool) -> Endpoint:
        point = CalendarPoint(instant, starts, "" if place.zone is None else "UTC")
        used.add(point)
        return at(point)

    if place.earliest is not None:
        point = bound(place.earliest, starts=True)
        yield of_calendar(start, "=", point) if place.exact else of_calendar(point, within, start)
    if place.latest is not None:
        point = bound(place.latest, starts=False)
        yield of_calendar(end, "=", point) if place.exact else of_calendar(end, within, point)
    if place.latest_start is not None:
        yield of_calendar(start, "<=", bound(place.latest_start, starts=True))
    if place.earliest_end is not None:
        yield of_calendar(bound(place.earliest_end, starts=False), "<=", end)


def _chain(used: set[CalendarPoint]) -> Iterator[PointLink]:
    """Order the points: those with a zone, those without, and the two kinds as far apart as
    no clock's offset can reach."""
    zoned, floating = (sorted(p for p in used if p.zoned is kind) for kind in (True, False))
    for chain in (zoned, floating):
        for point, following in pairwise(chain):
            yield of_calendar(at(point), "<", at(following))
    yield from across(zoned, floating, ZONED_BEFORE_FLOATING)
    yield from across(floating, zoned, FLOATING_BEFORE_ZONED)
