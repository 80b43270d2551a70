"""What annotators mean by convention: it holds where nothing contradicts it.

Each convention is a rule with a name, which proofs show, and a place in the order of strength.
Which rules there are was decided by measuring: one is here only if annotators' own links between
time expressions confirm it more often than they refute it (docs/calendar.md has the counts, also
of rules that were left out).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from timegraph._wording import date_in_words, period_in_words
from timegraph.links import CALENDAR as CALENDAR, Endpoint, Placement, PointLink, ends_of
from timegraph.points import PointOperator
from timeml.gregorian import TOLERANCE
from timeml.timex_value import (
    FLOATING_BEFORE_ZONED,
    ZONED_BEFORE_FLOATING,
    CalendarInterval,
    Instant,
    Reference,
    format_instant,
    format_period,
)

if TYPE_CHECKING:
    from timegraph.graph import TimeGraph
    from timegraph.options import Coarse


# The instants of the calendar in a graph, and the sources of what the calendar says.


@dataclass(frozen=True, slots=True)
class Convention:
    """The source of a constraint that holds by convention only, where nothing contradicts it."""

    name: str
    of_calendar: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"by convention: {self.name}"


@dataclass(frozen=True, slots=True)
class TextLength:
    """The source of what a duration says: its TIMEX3."""

    tid: str
    value: str
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.tid} {self.value}"


Clock = Literal["", "UTC", "fiscal"]
"""The clock of the document, that of zoned values, and that of fiscal years, whose quarters need
not be the calendar's."""


@dataclass(frozen=True, slots=True, order=True)
class CalendarPoint:
    """The point at which all entities that start (or end) at one instant do so.

    As annotators mean it, only periods of equal length do so at one point: ``rank`` is the
    length, in seconds, of a period that ends here, and the negative length of one that starts
    here (infinite for a bound without a period, 0 where lengths make no difference). Points of
    one clock sort as they follow each other: the longer period starts first and ends last.
    """

    instant: Instant
    starts: bool
    clock: Clock = ""
    rank: Instant | float = 0

    @property
    def length(self) -> Instant | float:
        """The length of the period that starts or ends here."""
        return -self.rank if self.starts else self.rank

    @property
    def zoned(self) -> bool:
        """Whether the instant is UTC; else it is local time."""
        return self.clock == "UTC"

    @property
    def period(self) -> tuple[Instant, Instant] | None:
        """The period that starts or ends here, if it is known."""
        if self.length in (0, inf):
            return None
        other = self.instant - self.rank
        assert not isinstance(other, float)
        return min(self.instant, other), max(self.instant, other)

    @property
    def period_in_words(self) -> str:
        """The period that starts or ends here in words: "April 1989"."""
        period = self.period
        words = date_in_words(self.instant) if period is None else period_in_words(*period)
        if self.clock == "fiscal":
            return f"{words} (of the calendar or a fiscal year)"
        return f"{words} UTC" if self.zoned else words

    @property
    def in_words(self) -> str:
        """The point in words: "the end of April 1989"."""
        if self.period is None:
            return self.period_in_words
        return f"the {'start' if self.starts else 'end'} of {self.period_in_words}"

    def __str__(self) -> str:
        side = "start" if self.starts else "end"
        period = self.period
        if period is None:
            when = f"at {format_instant(self.instant)}"
        else:
            when = f"of {format_period(*period)}"
        if self.clock == "fiscal":
            return f"fiscal {side} {when}"
        return f"{side} {when} UTC" if self.zoned else f"{side} {when}"


@dataclass(frozen=True, slots=True)
class CreationPoint:
    """The start or the end of the creation time, with which past and future are compared."""

    starts: bool

    def __str__(self) -> str:
        return f"{'start' if self.starts else 'end'} of the creation time"


def at(point: Hashable) -> Endpoint:
    """The endpoint of a graph that an instant is."""
    return point, "at"


def of_calendar(x: Endpoint, op: PointOperator, y: Endpoint) -> PointLink:
    """A constraint that the calendar makes."""
    return PointLink(x, op, y, CALENDAR)


def across(
    chain: list[CalendarPoint], other: list[CalendarPoint], slack: int
) -> Iterator[PointLink]:
    """For each point of one clock the first of the other clock's that is surely later, since it
    is more than ``slack`` seconds later; both chains are sorted. What others imply is left out."""
    instants = [point.instant for point in other]
    targets = [bisect_right(instants, point.instant + slack) for point in chain]
    for n, (point, target) in enumerate(zip(chain, targets, strict=True)):
        implied = n + 1 < len(chain) and targets[n + 1] == target
        if target < len(other) and not implied:
            yield of_calendar(at(point), "<", at(other[target]))


# The calendar as annotators mean it: what is certain arithmetic, whatever the text.
#
# * Values that do not overlap are ordered; where they are adjacent, one may end as the other
# starts. * A value lies within one that contains it; whether they share an end stays open. *
# Values of equal bounds are simultaneous. * The creation time is some interval within its value.
# * A quarter or half of a year may be one of a fiscal year, which starts up to a year earlier or
# later than the calendar's; among each other they are ordered as values are.
#
# One chain of points orders all. For every instant t there is one point for each length of period
# that ends at t, shorter before longer, and one for each length that starts at t, longer before
# shorter. At one instant the points may be equal, between instants they are strictly ordered. The
# points and constraints are thus linear in the entities.


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


def _placed(one: Dated, within: PointOperator = "<=") -> Iterator[PointLink]:
    """Tie an entity to its two points, or keep it between its bounds."""
    start, end = ends_of(one.entity)
    if one.first is not None:
        first = at(one.first)
        yield of_calendar(start, "=", first) if one.whole else of_calendar(first, within, start)
    if one.last is not None:
        yield of_calendar(end, "=" if one.whole else within, at(one.last))
    before, after = _inner(one)
    for point in before:
        yield of_calendar(start, "<=", at(point))
    for point in after:
        yield of_calendar(at(point), "<=", end)


def _chains(
    points: Iterable[CalendarPoint], clock: int | None = None, *, exact: bool = False
) -> Iterator[PointLink]:
    """Order the points of each clock, and those of two clocks as far as they surely are; ``exact``
    ones at one instant strictly, too."""
    names = ("UTC", "") if exact else ("", "UTC", "fiscal")
    chains = {name: [point for point in points if point.clock == name] for name in names}
    for chain in chains.values():
        for point, following in pairwise(chain):
            weak = point.instant == following.instant and not exact
            yield of_calendar(at(point), "<=" if weak else "<", at(following))
    ahead, behind = ZONED_BEFORE_FLOATING, FLOATING_BEFORE_ZONED
    if clock is not None:
        ahead, behind = clock + _DAYLIGHT_SAVING, _DAYLIGHT_SAVING - clock
    for before, after, slack in (
        ("UTC", "", ahead),
        ("", "UTC", behind),
        ("fiscal", "", _YEAR),
        ("", "fiscal", _YEAR),
        ("UTC", "fiscal", ahead + _YEAR),
        ("fiscal", "UTC", behind + _YEAR),
    ):
        yield from across(chains.get(before, []), chains.get(after, []), slack)


_NOW = {
    "PRESENT_REF": "the present includes the creation time",
    "PAST_REF": "the past is before the creation time",
    "FUTURE_REF": "the future is after the creation time",
}


def _referred(
    entity: Hashable, kind: str, now: tuple[Endpoint, Endpoint]
) -> Iterator[tuple[Endpoint, Endpoint]]:
    """Which ends of an entity and of the creation time come first, for a reference of this kind."""
    start, end = ends_of(entity)
    if kind == "PRESENT_REF":
        yield start, now[0]
        yield now[1], end
    elif kind == "PAST_REF":
        yield end, now[0]
    else:
        yield now[1], start


# The names of periods by their least and greatest length in days.
_PERIODS: dict[str, tuple[int, int]] = {
    "days": (1, 1),
    "weeks": (7, 7),
    "months": (28, 31),
    "quarters": (90, 92),
    "years": (365, 366),
}

Rule = Callable[["_Known"], Iterator[PointLink]]


class _Known(NamedTuple):
    """The entities that lie on the calendar, the references, and the points at which periods start
    and end, each clock's in order."""

    entities: Sequence[Dated]
    references: Sequence[tuple[Hashable, Reference]]
    points: Sequence[CalendarPoint]


def conventions(
    entities: Sequence[Dated],
    references: Sequence[tuple[Hashable, Reference]],
    *,
    dct: Hashable | None,
) -> list[PointLink]:
    """The constraints that hold by convention, the strongest first, each with a
    :class:`Convention` for a source. ``references`` are past, present and future, relative to
    ``dct``; without it they say nothing."""
    others = [reference for reference in references if dct not in (None, reference[0])]
    known = _Known(entities, others, [point for point in points_of(entities) if point.length])
    return [link for rule in CONVENTIONS for link in rule(known)]


def _by(name: str, x: Endpoint, op: PointOperator, y: Endpoint) -> PointLink:
    return PointLink(x, op, y, Convention(name))


def _calendar_quarters(known: _Known) -> Iterator[PointLink]:
    """A quarter or half of a year is the calendar's, not that of a fiscal year."""
    for point in known.points:
        if point.clock == "fiscal":
            of_document = CalendarPoint(point.instant, point.starts, "", point.rank)
            yield _by("quarters of the calendar", at(point), "=", at(of_document))


def _references(known: _Known) -> Iterator[PointLink]:
    """The present includes the creation time, the past is before it, the future after."""
    ends = at(CreationPoint(True)), at(CreationPoint(False))
    operators: tuple[PointOperator, ...] = ("<=", "<")
    for op in operators:
        for entity, reference in known.references:
            for earlier, later in _referred(entity, reference.kind, ends):
                yield _by(_NOW[reference.kind], earlier, op, later)


def _parts_of_days(known: _Known) -> Iterator[PointLink]:
    """A part of a day, a night too, is less than its day and within it."""
    for entity in known.entities:
        if entity.day is not None:
            first, last = entity.day
            start, end = ends_of(entity.entity)
            yield _by("a part of a day is within the day", at(first), "<", start)
            yield _by("a part of a day is within the day", end, "<", at(last))


def _smaller_units(known: _Known) -> Iterator[PointLink]:
    """A smaller unit that shares an end with a larger one is strictly inside."""
    for point, following in pairwise(known.points):
        same = (point.clock, point.instant, point.starts) == (
            following.clock,
            following.instant,
            following.starts,
        )
        if same and inf not in (point.length, following.length):
            yield _by("a smaller unit is strictly inside", at(point), "<", at(following))


def _adjacent(known: _Known) -> Iterator[PointLink]:
    """Adjacent periods are BEFORE each other, as Monday is before Tuesday."""
    for point, following in pairwise(known.points):
        adjacent = (point.clock, point.instant) == (following.clock, following.instant)
        if adjacent and not point.starts and following.starts:
            yield _by(f"adjacent {_named(point, following)}", at(point), "<", at(following))


def _named(ending: CalendarPoint, starting: CalendarPoint) -> str:
    for name, (least, most) in _PERIODS.items():
        if all(least * _DAY <= p.length <= most * _DAY for p in (ending, starting)):
            return name
    return "periods"


def _same_part_of_day(known: _Known) -> Iterator[PointLink]:
    """The same part of the same day is the same time: "Friday night" twice."""
    same: dict[CalendarInterval, Hashable] = {}
    for entity in known.entities:
        if entity.day is None:
            continue
        other = same.setdefault(entity.place, entity.entity)
        if other != entity.entity:
            for side in ("start", "end"):
                yield _by("the same part of a day", (other, side), "=", (entity.entity, side))


CONVENTIONS: tuple[Rule, ...] = (
    _calendar_quarters,
    _references,
    _parts_of_days,
    _smaller_units,
    _adjacent,
    _same_part_of_day,
)
"""The rules, the strongest first."""


# The dates of the calendar's points, for graphs that are asked about distances.
#
# Dates add nothing to the order of points, so they contradict no link. Where several points stand
# at one instant, as the end of Monday and the start of Tuesday do, links and conventions may
# order them strictly. There what ends may end :data:`TOLERANCE` earlier, and what starts may
# start as much later; :func:`rounded` takes the tolerance out of a distance again.


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
        instant, slack = Fraction(point.instant), TOLERANCE * (there[point.instant] > 1)
        bounds = (instant, instant + slack) if point.starts else (instant - slack, instant)
        words = f"at {format_instant(point.instant)}"
        placements.append(Placement(at(point), at(point), *bounds, CALENDAR, point.zoned, words))
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


# The calendar at its word: every value is all of its period, and one chain of points orders all.
#
# For every instant t that bounds an entity there are at most two points of the graph: "ends at t"
# and "starts at t", the former strictly before the latter. Adjacent periods are thus BEFORE each
# other (Monday BEFORE Tuesday), periods with equal bounds SIMULTANEOUS, and those that share one
# bound begin or end together. The points follow each other in the order of their instants, so the
# points and constraints are linear in the entities, not all pairs.
#
# An entity with bounds only is not tied to the points but kept between them.


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
    entities: list[Dated] = []
    links: list[PointLink] = []
    for entity, meaning in places:
        if isinstance(meaning, Reference):
            if dct is not None and entity != dct:
                order = _referred(entity, meaning.kind, ends_of(dct))
                links.extend(of_calendar(earlier, "<=", later) for earlier, later in order)
            continue
        some_of_it = meaning.coarse and coarse == "bounds" and entity not in dates
        place = meaning.bounds if some_of_it else meaning
        first, last = (end and replace(end, rank=0) for end in _ends(place, _clock(place)))
        entities.append(Dated(entity, place, first, last, place.exact))
        # A part of a day is less than the day, so it does not reach bounds that are the day's.
        links.extend(_placed(entities[-1], "<" if place.granularity == "part-of-day" else "<="))
    return [*_chains(points_of(entities), exact=True), *links]
