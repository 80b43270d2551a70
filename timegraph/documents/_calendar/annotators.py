"""The calendar as annotators mean it: what is certain arithmetic, whatever the text.

* Values that do not overlap are ordered; where they are adjacent, one may end as the other starts.
* A value lies within one that contains it; whether they share an end stays open.
* Values of equal bounds are simultaneous.
* The creation time is some interval within its value.
* A quarter or half of a year may be one of a fiscal year, which starts up to a year earlier or
  later than the calendar's; among each other they are ordered as values are.

One chain of points orders all. For every instant t there is one point for each length of period
that ends at t, shorter before longer, and one for each length that starts at t, longer before
shorter. At one instant the points may be equal, between instants they are strictly ordered. The
points and constraints are thus linear in the entities.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf
from typing import NamedTuple

from timegraph.documents._calendar.points import (
    CalendarPoint,
    Clock,
    CreationPoint,
    across,
    at,
    of_calendar,
)
from timegraph.links import PointLink, ends_of
from timegraph.points import PointOperator
from timeml.timex_value import (
    FLOATING_BEFORE_ZONED,
    ZONED_BEFORE_FLOATING,
    CalendarInterval,
    Instant,
    Reference,
)

__all__ = ["Dated", "annotators_links", "dated", "points_of"]

_DAY = 86_400
# With the document's clock known, values on another date may be an hour off: daylight saving.
_DAYLIGHT_SAVING = 3_600
_YEAR = 366 * _DAY
_FISCAL = frozenset({"quarter", "half"})


class Dated(NamedTuple):
    """An entity with a place, and the points that it is tied to (``whole``) or lies between.

    ``day`` is where the day of a part of the day starts and ends, ``None`` for all else and where
    the day is not known.
    """

    entity: Hashable
    place: CalendarInterval
    first: CalendarPoint | None
    last: CalendarPoint | None
    whole: bool
    day: tuple[CalendarPoint, CalendarPoint] | None = None


def dated(
    places: Iterable[tuple[Hashable, CalendarInterval | Reference]],
    *,
    dct: Hashable | None,
    dates: Collection[Hashable],
) -> list[Dated]:
    """The entities that lie on the calendar by themselves, in order. ``dates`` mean what they
    say: their quarters are the calendar's."""
    with_dates = []
    for entity, place in places:
        if isinstance(place, Reference):
            continue
        fiscal = place.granularity in _FISCAL and entity not in dates
        first, last = _ends(place, "fiscal" if fiscal else _clock(place))
        day = _day(place)
        if day is not None:
            first = day[0]
        with_dates.append(Dated(entity, place, first, last, place.exact and entity != dct, day))
    return with_dates


def _day(place: CalendarInterval) -> tuple[CalendarPoint, CalendarPoint] | None:
    if place.part is None or place.earliest is None or place.latest is None:
        return None
    # A night is given half a day more.
    if place.latest - place.earliest not in (_DAY, _DAY + _DAY // 2):
        return None
    clock = _clock(place)
    return (
        CalendarPoint(place.earliest, True, clock, -_DAY),
        CalendarPoint(place.earliest + _DAY, False, clock, _DAY),
    )


def points_of(entities: Iterable[Dated]) -> list[CalendarPoint]:
    """All points that the calendar needs for ``entities``, each clock's in order."""
    points: set[CalendarPoint] = set()
    for entity in entities:
        ends = [point for point in (entity.first, entity.last) if point is not None]
        points.update(ends, entity.day or (), *_inner(entity))
        points.update(replace(point, clock="") for point in ends if point.clock == "fiscal")
    return sorted(points, key=lambda point: (point.clock, point))


def annotators_links(
    entities: Sequence[Dated],
    references: Iterable[tuple[Hashable, Reference]] = (),
    *,
    dct: Hashable | None = None,
    clock: int | None = None,
) -> list[PointLink]:
    """The constraints of the reading ``annotators`` that hold before all links, each with source
    ``CALENDAR``; consistent by themselves, and linear in number.

    ``references`` are those that conventions compare with the creation time ``dct``. ``clock``
    is how many seconds the document's clock is ahead of UTC, if that is known.
    """
    links = list(_chains(points_of(entities), clock))
    for dated_entity in entities:
        links.extend(_placed(dated_entity))
    if dct is not None and any(entity != dct for entity, _ in references):
        for starts, end in zip((True, False), ends_of(dct), strict=True):
            links.append(of_calendar(at(CreationPoint(starts)), "=", end))
    return links


def _clock(place: CalendarInterval) -> Clock:
    return "" if place.zone is None else "UTC"


def _ends(
    place: CalendarInterval, clock: Clock
) -> tuple[CalendarPoint | None, CalendarPoint | None]:
    """The points at which a period starts and ends, or that bound one that is not known; a
    duration is bounded by its begin point and its end point."""
    first, last = place.earliest, place.latest
    begins = last if place.latest_start is None else place.latest_start
    ends = first if place.earliest_end is None else place.earliest_end
    return (
        None if first is None else CalendarPoint(first, True, clock, -_length(first, begins)),
        None if last is None else CalendarPoint(last, False, clock, _length(ends, last)),
    )


def _length(first: Instant | None, last: Instant | None) -> Instant | float:
    return inf if first is None or last is None else last - first


def _inner(one: Dated) -> tuple[tuple[CalendarPoint, ...], tuple[CalendarPoint, ...]]:
    """The points before which a duration starts and after which it ends: it starts within its
    begin point, or as that ends, before any period does that starts then; and it ends within its
    end point, or as that starts."""
    start, end, clock = one.place.latest_start, one.place.earliest_end, _clock(one.place)
    return (
        () if start is None else (CalendarPoint(start, True, clock),),
        () if end is None else (CalendarPoint(end, False, clock),),
    )


def _placed(one: Dated) -> Iterator[PointLink]:
    start, end = ends_of(one.entity)
    if one.first is not None:
        yield of_calendar(start, "=" if one.whole else ">=", at(one.first))
    if one.last is not None:
        yield of_calendar(end, "=" if one.whole else "<=", at(one.last))
    before, after = _inner(one)
    for point in before:
        yield of_calendar(start, "<=", at(point))
    for point in after:
        yield of_calendar(end, ">=", at(point))


def _chains(points: Sequence[CalendarPoint], clock: int | None) -> Iterator[PointLink]:
    """Order the points of each clock, and those of two clocks as far as they surely are."""
    local, utc, fiscal = ([p for p in points if p.clock == name] for name in ("", "UTC", "fiscal"))
    for chain in (local, utc, fiscal):
        for point, following in pairwise(chain):
            op: PointOperator = "<=" if point.instant == following.instant else "<"
            yield of_calendar(at(point), op, at(following))
    ahead, behind = ZONED_BEFORE_FLOATING, FLOATING_BEFORE_ZONED
    if clock is not None:
        ahead, behind = clock + _DAYLIGHT_SAVING, _DAYLIGHT_SAVING - clock
    for one, other, slack in (
        (utc, local, ahead),
        (local, utc, behind),
        (fiscal, local, _YEAR),
        (local, fiscal, _YEAR),
        (utc, fiscal, ahead + _YEAR),
        (fiscal, utc, behind + _YEAR),
    ):
        yield from across(one, other, slack)
