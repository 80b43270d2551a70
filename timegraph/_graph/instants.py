"""Dates in graphs: a ``datetime`` is an instant, which an interval is before, after or around; a
period is an entity."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any

from timegraph._graph.closing import closed
from timegraph._graph.distances import EPOCH, Bounds, exact_bounds, zone_of
from timegraph._graph.placing import instant_of
from timegraph._graph.store import GraphState
from timegraph._metric.lengths import Zone, zone_named
from timegraph.allen import Allen, AllenSet, RelationLike
from timegraph.answer import Answer
from timegraph.links import AnyLink, Link, Placement, PointLink, ends_of
from timegraph.periods import DATED, Period, period_of
from timeml.gregorian import TOLERANCE

_ALL = AllenSet(Allen).mask
_BESIDE_INSTANT = (Allen.BEFORE, Allen.AFTER, Allen.CONTAINS)


def given(*keys: Hashable) -> bool:
    """Whether one of the keys is a ``datetime``."""
    return any(isinstance(key, datetime) for key in keys)


def intervals(*keys: Hashable) -> list[Hashable]:
    """The keys that are not ``datetime``."""
    return [key for key in keys if not isinstance(key, datetime)]


def placement(state: GraphState, link: Link) -> Placement:
    """The link that an interval is before or after an instant, or contains it. Raises ``TypeError``
    for other relations and ``ValueError`` for an instant that clocks skip or show twice."""
    entity, relation, instant = beside(link.a, link.relation, link.b)
    seconds, zoned = _seconds(instant, zone_of(state))
    start, end = ends_of(entity)
    words = f"{'around' if relation is Allen.CONTAINS else relation.value} {instant}"
    before, after = relation is Allen.BEFORE, relation is Allen.AFTER
    inside = None if before or after else seconds
    return Placement(
        start,
        end,
        seconds if after else None,
        seconds if before else None,
        link.source,
        zoned,
        words,
        inside,
        inside,
        strict=True,
    )


def answer(state: GraphState, a: Any, relations: RelationLike, b: Any, missing: str) -> Answer:
    """Whether an interval is before or after an instant, or contains it. Raises ``TypeError`` for
    other relations and ``KeyError`` for an unknown entity, unless ``missing`` is "unknown"."""
    entity, relation, instant = beside(a, AllenSet(relations), b)
    if entity not in state.store.starts and missing == "unknown":
        return Answer.UNKNOWN
    known = _ends(state, entity, instant)
    return Answer.UNKNOWN if known is None else _answers(*known)[relation]


def relations(state: GraphState, a: Any, b: Any) -> AllenSet:
    """Which relations an interval can still have to an instant: it is before or after it, contains
    it, "meets" it where it ends then, or is "met by" it where it starts then. Raises ``TypeError``
    for two instants and ``KeyError`` for an unknown entity."""
    entity, _, instant = beside(a, AllenSet("before"), b)
    known = _ends(state, entity, instant)
    if known is None:
        found = AllenSet(*_BESIDE_INSTANT, "meets", "met_by")
    else:
        answers = _answers(*known)
        found = AllenSet(each for each in answers if answers[each] is not Answer.NO)
    return found if b is instant else found.converse


def surely(graph: Any, relation: Allen, instant: Hashable) -> tuple[Any, ...]:
    """The entities of the graph that certainly are before, or after, the instant."""
    return tuple(a for a in graph if graph.ask(a, relation, instant) is Answer.YES)


def _ends(
    state: GraphState, entity: Hashable, instant: datetime
) -> tuple[Bounds, Bounds, Fraction] | None:
    """What is known of the start and the end of an interval, and the instant, in seconds; ``None``
    for a graph without times."""
    if entity not in state.store.starts:
        raise state.store.missing(entity)
    seconds, zoned = _seconds(instant, zone_of(state))
    links = state.store.links if state.store.bounds else ()
    placed = next((link for link in links if isinstance(link, Placement)), None)
    if placed is None:
        return None
    if placed.zoned != zoned:
        raise ValueError(
            f"{instant} has {'a' if zoned else 'no'} time zone, and times of the graph have "
            f"{'none' if zoned else 'one'} ({placed}); say which zone times without one are in, "
            'as in TimeGraph(timezone="Europe/Berlin")'
        )
    closure, point = closed(state), state.store.known_point
    start, end = (exact_bounds(closure, point(EPOCH), point(side)) for side in ends_of(entity))
    return start, end, seconds


def _answers(start: Bounds, end: Bounds, seconds: Fraction) -> dict[Allen, Answer]:
    """Whether an interval with such ends is so related to the instant."""
    starts_before, ends_after = start.answer(less_than=seconds), end.answer(more_than=seconds)
    contains = Answer.YES if starts_before is ends_after is Answer.YES else Answer.UNKNOWN
    return {
        Allen.BEFORE: end.answer(less_than=seconds),
        Allen.MEETS: end.answer(at_least=seconds, at_most=seconds),
        Allen.CONTAINS: Answer.NO if Answer.NO in (starts_before, ends_after) else contains,
        Allen.MET_BY: start.answer(at_least=seconds, at_most=seconds),
        Allen.AFTER: start.answer(more_than=seconds),
    }


def mask(answer: Answer, relations: RelationLike) -> int:
    """The mask of relations that gives this answer to a question about others."""
    asked = AllenSet(relations).mask
    return {Answer.YES: asked, Answer.NO: _ALL & ~asked, Answer.UNKNOWN: _ALL}[answer]


def beside(a: Any, relations: AllenSet, b: Any) -> tuple[Any, Allen, datetime]:
    """The interval, its relation to the instant, and the instant."""
    if isinstance(a, datetime):
        a, relations, b = b, relations.converse, a
    relation = next(iter(relations), None)
    if len(relations) != 1 or relation not in _BESIDE_INSTANT or isinstance(a, datetime):
        minute = b.isoformat(timespec="minutes")
        raise TypeError(
            f"{b} is an instant, not an interval: an interval can be before or after it, or "
            f"contain it; use Period({minute!r}) for that minute, or place(x, start=...) and end= "
            "for what starts or ends then"
        )
    return a, relation, b


def _seconds(instant: datetime, zone: Zone | None) -> tuple[Fraction, bool]:
    seconds, zoned = instant_of(instant)
    return (seconds, zoned) if zone is None or zoned else (zone.instant(seconds), True)


# Dates among the entities of a graph: each is placed by itself, and ordered among the others.
#
# A period starts at its first instant. It ends at its last: at most ``TOLERANCE`` before the first
# instant after it, so that adjacent periods of one unit are *before* each other, as 1 May is before
# 2 May. Distances and dates are given without the tolerance.


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
        later, earlier = _next(key, period, later=True), _next(key, period, later=False)
        if later in names or later in starts:
            name = names[later] if later in names else points[starts[later]][0]
            yield PointLink((key, "end"), "<", (name, "start"), DATED)
        if earlier not in names and earlier in starts:
            yield PointLink((points[starts[earlier]][0], "end"), "<", (key, "start"), DATED)


def _next(key: Hashable, period: Period, *, later: bool) -> Hashable:
    """What equals the adjacent period of the same unit."""
    if type(key) is date and date.min < key < date.max:
        return key + _DAY if later else key - _DAY
    return period.beside(later=later)
