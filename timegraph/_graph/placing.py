"""What :meth:`timegraph.TimeGraph.place` was given, as a link.

A time is a ``date`` (some time in that day), a ``datetime`` (that instant), a value of EDTF or
TIMEX3, a :class:`timegraph.Period`, or a pair (earliest, latest) of which one may be ``None``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from timegraph._graph.arguments import check_endpoint
from timegraph._graph.closing import closed
from timegraph._graph.distances import EPOCH, Bounds, exact_bounds, zone_of
from timegraph._graph.store import GraphState
from timegraph._lazy import Later
from timegraph._metric.lengths import DAY, Pair, Zone, zone_named
from timegraph._wording import quoted
from timegraph.allen import Allen, AllenSet, RelationLike
from timegraph.answer import Answer
from timegraph.links import AnyLink, Endpoint, Link, PlacedAsWritten, Placement, PointLink, ends_of
from timegraph.periods import DATED, Period, period_of
from timeml.gregorian import TOLERANCE, instant_of as seconds_of

if TYPE_CHECKING:
    from timeml import edtf
else:
    edtf = Later("timeml.edtf")

_ALL = AllenSet(Allen).mask
_TO_AN_INSTANT = (Allen.BEFORE, Allen.AFTER, Allen.CONTAINS)


def given(*keys: Hashable) -> bool:
    """Whether one of the keys is a ``datetime``."""
    return any(isinstance(key, datetime) for key in keys)


def intervals(*keys: Hashable) -> list[Hashable]:
    """The keys that are not ``datetime``."""
    return [key for key in keys if not isinstance(key, datetime)]


def placement_of(state: GraphState, link: Link) -> Placement:
    """The link that an interval is before or after an instant, or contains it. Raises ``TypeError``
    for other relations and ``ValueError`` for an instant that clocks skip or show twice."""
    entity, relation, instant = interval_and_instant(link.a, link.relation, link.b)
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
    entity, relation, instant = interval_and_instant(a, AllenSet(relations), b)
    if entity not in state.store.starts and missing == "unknown":
        return Answer.UNKNOWN
    known = _ends(state, entity, instant)
    return Answer.UNKNOWN if known is None else _answers(*known)[relation]


def relations(state: GraphState, a: Any, b: Any) -> AllenSet:
    """Which relations an interval can still have to an instant: it is before or after it, contains
    it, "meets" it where it ends then, or is "met by" it where it starts then. Raises ``TypeError``
    for two instants and ``KeyError`` for an unknown entity."""
    entity, _, instant = interval_and_instant(a, AllenSet("before"), b)
    known = _ends(state, entity, instant)
    if known is None:
        found = AllenSet(*_TO_AN_INSTANT, "meets", "met_by")
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


def interval_and_instant(a: Any, relations: AllenSet, b: Any) -> tuple[Any, Allen, datetime]:
    """The interval, its relation to the instant, and the instant."""
    if isinstance(a, datetime):
        a, relations, b = b, relations.converse, a
    relation = next(iter(relations), None)
    if len(relations) != 1 or relation not in _TO_AN_INSTANT or isinstance(a, datetime):
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
    return period.adjacent(later=later)


class _Range(NamedTuple):
    """From the first to the last instant that a point can have; ``None`` is a side without end.
    ``half_open`` is whether the last is where a period ends."""

    first: Fraction | None
    last: Fraction | None
    zoned: bool | None
    half_open: bool = False


_OPEN = _Range(None, None, None)
_NEEDED = "within=, spanning=, start=, end= or, for an endpoint, at="


def placement(
    point: object,
    *,
    within: object = None,
    at: object = None,
    start: object = None,
    end: object = None,
    spanning: object = None,
    source: object = None,
    zone: Zone | None = None,
) -> Placement:
    """The link that places an endpoint, or an interval, in time; what has no zone is in ``zone``.

    Raises ``TypeError`` and ``ValueError`` for what is not a time, for arguments that do not go
    together, and for what ends before it starts.
    """
    given = {"within": within, "at": at, "spanning": spanning, "start": start, "end": end}
    given = {name: value for name, value in given.items() if value is not None}
    if not given or (len(given) > 1 and given.keys() != {"start", "end"}):
        raise ValueError(f"give one of {_NEEDED}; start= and end= may stand together")
    words = " and ".join(f"{_WORDS[name]} {_shown(value)}" for name, value in given.items())
    if isinstance(point, tuple) and len(point) == 2 and point[1] in ("start", "end", "at"):
        return _of_point(point, given, words, source, zone)
    if at is not None:
        raise ValueError(
            f"an interval has two ends: place({point!r}, start=..., end=...) says when both are"
        )
    ends = ends_of(point)
    for name in ends:
        check_endpoint(name)
    if within is not None:
        starts, stops = _within(within, zone)
    elif spanning is not None:
        starts, stops = _spanning(spanning, zone)
    else:
        starts, stops = _range(start, zone), _range(end, zone)
    fault = "start= has a time zone and end= has none, or the reverse; give it to both"
    zoned = bool(_zone_of((starts, stops), fault))
    if starts.first is not None and stops.last is not None and starts.first >= stops.last:
        raise ValueError(f"{point!r} would end before it starts: {words}")
    bounds = starts.first, stops.last
    inner, written = (starts.last, stops.first), _as_written(point, given, words, zone)
    named = (("latest_start", starts), ("latest", stops))
    half_open = tuple(name for name, side in named if side.half_open)
    return Placement(
        *(*ends, *bounds, source, zoned, words, *inner), as_written=written, half_open=half_open
    )


def _as_written(
    point: object, given: dict[str, object], words: str, zone: Zone | None
) -> PlacedAsWritten | None:
    """The bounds if ``?``, ``~`` and ``%`` of the dates say nothing; ``None`` if they have none,
    or could not be so."""
    if not ("?" in words or "~" in words or "%" in words):
        return None
    because: list[str] = []
    plain: dict[str, Any] = {name: without_marks(value, because) for name, value in given.items()}
    if not because:
        return None
    try:
        link = placement(point, **plain, zone=zone)
    except ValueError:
        return None
    bounds = link.earliest, link.latest, link.latest_start, link.earliest_end
    return PlacedAsWritten(*bounds, tuple(because))


def links_as_written(links: Iterable[AnyLink]) -> list[AnyLink]:
    """What those placements say whose dates have ``?``, ``~`` or ``%`` if these say nothing: links
    with those that give no bound."""
    placements: list[AnyLink] = []
    for link in links:
        if isinstance(link, Placement) and link.as_written is not None:
            bounds: dict[str, Any] = link.as_written._asdict()
            del bounds["because"]
            placements.append(replace(link, **bounds, words=f"{link.words} as written"))
    return placements


_WORDS = {
    "within": "within",
    "at": "at",
    "spanning": "exactly",
    "start": "from",
    "end": "to",
}


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return " to ".join("?" if time is None else str(time) for time in value)
    return str(value)


def _of_point(
    point: Endpoint, given: dict[str, object], words: str, source: object, zone: Zone | None
) -> Placement:
    ((name, value), *more) = given.items()
    if more or name not in ("within", "at"):
        raise ValueError(f"{point!r} is one point; give at= (an instant) or within= (some time)")
    check_endpoint(point)
    if name == "at":
        first, zoned = _instant(value, zone)
        return Placement(point, point, first, first, source, zoned, words)
    return point_within(point, value, source, zone, words)


def point_within(
    point: Endpoint, value: object, source: object, zone: Zone | None = None, words: str = ""
) -> Placement:
    """The link that an endpoint is at some time in a date; raises as :func:`placement`."""
    words, found = words or f"within {value}", _range(value, zone)
    written = _as_written(point, {"within": value}, words, zone)
    zoned, half_open = bool(found.zoned), ("latest",) if found.half_open else ()
    return Placement(
        *(point, point, found.first, found.last, source, zoned, words, None, None, False),
        *(written, half_open),
    )


def _within(value: object, zone: Zone | None) -> tuple[_Range, _Range]:
    if isinstance(value, datetime):
        minute = value.isoformat(timespec="minutes")
        raise ValueError(
            f"an instant has no inside that something could be within; give start= or end=, or "
            f'within="{minute}" for that minute'
        )
    if isinstance(value, tuple):
        pair = _of_pair(value, zone)
        return _Range(pair.first, None, None), _Range(None, *pair[1:])
    starts, ends, zoned = _extent(value, zone)
    if ends is None:
        return _Range(starts[0], None, zoned), _Range(None, starts[1], zoned, True)
    return _Range(*starts, zoned, True), _Range(*ends, zoned, True)


def _spanning(value: object, zone: Zone | None) -> tuple[_Range, _Range]:
    if isinstance(value, tuple):
        first, last, zoned, _ = _of_pair(value, zone)
        if first is None or last is None:
            raise ValueError("spanning= needs both ends; start= or end= says one of them")
    else:
        period = value if isinstance(value, Period) else Period(value)  # type: ignore[arg-type]
        first, last, zoned = period.first, period.after, period.zoned
        if zone is not None and not zoned:
            (first, last), zoned = zone.period(period.first, period.after), True
    return _Range(first, first, zoned), _Range(last, last, zoned)


def _range(value: object, zone: Zone | None) -> _Range:
    """Between which instants a point lies that has this time."""
    if value is None:
        return _OPEN
    if isinstance(value, tuple):
        return _of_pair(value, zone)
    if isinstance(value, datetime):
        first, zoned = _instant(value, zone)
        return _Range(first, first, zoned)
    return _range_of_text(value, zone) if type(value) is str else _range_of(value, zone)


def _range_of(value: object, zone: Zone | None) -> _Range:
    starts, ends, zoned = _extent(value, zone)
    if ends is not None:
        raise ValueError(f"{value} is an interval, which has two ends; give it as within=")
    return _Range(*starts, zoned, True)


_range_of_text = lru_cache(maxsize=1 << 12)(_range_of)


def _instant(value: object, zone: Zone | None) -> tuple[Fraction, bool]:
    first, zoned = instant_of(value)
    if zone is None or zoned:
        return first, zoned
    return (zone.instant(first) if isinstance(value, datetime) else zone.instants(first)[0]), True


def _extent(value: object, zone: Zone | None) -> tuple[Pair, Pair | None, bool]:
    starts, ends, zoned = extent_of(value)
    if zone is None or zoned:
        return starts, ends, zoned
    return zone.extent(*starts), None if ends is None else zone.extent(*ends), True


def _of_pair(pair: tuple[object, ...], zone: Zone | None) -> _Range:
    if len(pair) != 2:
        raise ValueError(f"a pair of times is (earliest, latest), not {pair!r}")
    ranges = [_range(time, zone) for time in pair]
    earliest, latest = ranges[0].first, ranges[1].last
    if earliest is not None and latest is not None and earliest > latest:
        raise ValueError(f"{pair[0]} is later than {pair[1]}")
    fault = f"{pair[0]} and {pair[1]}: one has a time zone and the other has none"
    return _Range(earliest, latest, _zone_of(ranges, fault), ranges[1].half_open)


def _zone_of(ranges: Iterable[_Range], fault: str) -> bool | None:
    """Whether what has a time has a time zone. Raises ``ValueError`` if only some of it has."""
    zones = {each.zoned for each in ranges} - {None}
    if len(zones) > 1:
        raise ValueError(fault)
    return next(iter(zones), None)


# Dates and times as exact seconds since 1970-01-01T00:00 (proleptic Gregorian, no leap seconds).
#
# A ``date``, a ``datetime`` and a TIMEX3 value are granules: from their first instant to the first
# instant after them. Values with a time zone are in UTC, others are local times at one unknown
# place.


def instant_of(value: object) -> tuple[Fraction, bool]:
    """The seconds of a ``datetime``, or of the first instant of a ``date``; and whether it has a
    time zone. Raises ``TypeError`` for anything else."""
    if isinstance(value, date):
        zoned = isinstance(value, datetime) and value.utcoffset() is not None
        return Fraction(seconds_of(value)), zoned
    raise TypeError(f"an exact instant is a date or a datetime, not {value!r}")


def extent_of(value: object) -> tuple[Pair, Pair | None, bool]:
    """Where what has this date starts and ends: two granules for an interval of EDTF, else one and
    ``None``; and whether it has a time zone. Values with ``?`` and ``~`` give no bound. That of a
    ``datetime`` is its second, or its microsecond where it has microseconds.

    Raises ``TypeError`` for other types and ``ValueError`` for text that is not a date or time,
    saying why (``"30 February"`` is not a value, and a duration lies nowhere).
    """
    if isinstance(value, date):
        first, zoned = instant_of(value)
        length: int | Fraction = DAY
        if isinstance(value, datetime):
            length = Fraction(1, 1_000_000) if value.microsecond else 1
        return (first, first + length), None, zoned
    # By duck typing: periods stand above, and most graphs with distances have none.
    if not isinstance(value, str) and hasattr(value, "first") and hasattr(value, "after"):
        return (value.first, value.after), None, value.zoned  # type: ignore[attr-defined]
    # Only here: most graphs with distances have no dates as text.
    if not isinstance(value, (str, edtf.When)):
        raise TypeError(f"a time is a date, a datetime, EDTF or a TIMEX3 value, not {value!r}")
    try:
        when = value if isinstance(value, edtf.When) else edtf.when(value)
    except edtf.EdtfError as error:
        raise ValueError(
            f"{quoted(str(value), 100)} is not a date or time; write EDTF or a TIMEX3 value such "
            f'as "1998-05-03", "1998-05" or "1998-05-03T09:30" ({error})'
        ) from None
    starts, ends = (
        None if part is None else (_bound(part.low), _bound(part.high)) for part in when.extent
    )
    assert starts is not None
    return starts, ends, when.zoned


def without_marks(value: object, because: list[str]) -> object:
    """A time, or a pair of times, with its ``?``, ``~`` and ``%`` taken at their word; what these
    say is added to ``because``. Others are the same."""
    if isinstance(value, tuple):
        return tuple(without_marks(part, because) for part in value)
    if isinstance(value, date) or {*str(value)}.isdisjoint("?~%"):
        return value
    if not isinstance(value, (str, edtf.When)):
        return value
    if not (isinstance(value, edtf.When) and value.as_written):
        because += edtf.When(value).qualities()
    return edtf.When(value, as_written=True)


def _bound(instant: int | Fraction | float) -> Fraction | None:
    return None if isinstance(instant, float) else Fraction(instant)
