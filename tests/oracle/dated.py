"""What two values certainly say of each other as annotators mean them, bound by bound.

The slow twin of the calendar's reading ``annotators`` before all links: no chain, no graph; every
bound of one value is compared with every bound of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import lcm
from typing import TypeAlias, Union

from timegraph.allen import Allen, AllenSet
from timegraph.testing.oracle import relation_of
from timeml.timex_value import CalendarInterval

Number = Union[int, float, Fraction]  # noqa: UP007 (an alias evaluated at run time)

_HOUR, _DAY = 3_600, 86_400
_ALLOWED = {
    "<": {-1},
    "<=": {-1, 0},
    "=": {0},
    ">=": {0, 1},
    ">": {1},
    None: {-1, 0, 1},
}


@dataclass(frozen=True)
class Bound:
    """Where a period starts or ends: at ``instant`` of a clock that is ``ahead`` of the
    document's by so many seconds at least and at most."""

    instant: Number
    starts: bool
    length: Number
    ahead: tuple[int, int]

    def order(self, other: Bound) -> str | None:
        """What is certain of the two: ``"<"``, ``"<="``, ``"="``, ``">="``, ``">"``, or nothing."""
        if self.ahead != other.ahead:
            if self.instant - self.ahead[0] < other.instant - other.ahead[1]:
                return "<"
            return ">" if other.instant - other.ahead[0] < self.instant - self.ahead[1] else None
        if self.instant != other.instant:
            return "<" if self.instant < other.instant else ">"
        if self.starts != other.starts:
            return "<=" if other.starts else ">="
        if self.length == other.length:
            return "="
        # The longer of two periods starts first, if anything, and ends last.
        return "<=" if (self.length > other.length) is self.starts else ">="


Endpoint = tuple[list[Bound], list[Bound]]
"""What an endpoint is not before, and what it is not after."""


def _endpoints(
    place: CalendarInterval, *, vague: bool, clock: int | None
) -> tuple[Endpoint, Endpoint]:
    ahead = (0, 0)
    if place.zone is not None:
        # UTC is ahead of a clock to the west of it.
        ahead = (-14 * _HOUR, 12 * _HOUR) if clock is None else (-clock - _HOUR, -clock + _HOUR)
    elif place.granularity in ("quarter", "half"):
        ahead = (-366 * _DAY, 366 * _DAY)
    first, last = place.earliest, place.latest
    # A duration is bounded by its begin point and its end point, anything else by its period.
    begins = last if place.latest_start is None else place.latest_start
    ends = first if place.earliest_end is None else place.earliest_end
    lengths: list[Number] = [
        float("inf") if low is None or high is None else high - low
        for low, high in ((first, begins), (ends, last))
    ]
    start: Endpoint = ([], [])
    end: Endpoint = ([], [])
    if first is not None:
        bound = Bound(first, True, lengths[0], ahead)
        start[0].append(bound)
        start[1].extend([bound] if place.exact and not vague else [])
        if place.part is not None and lengths[0] in (_DAY, _DAY * 3 // 2):
            start[0].append(Bound(first, True, _DAY, ahead))
    if last is not None:
        bound = Bound(last, False, lengths[1], ahead)
        end[1].append(bound)
        end[0].extend([bound] if place.exact and not vague else [])
    if place.latest_start is not None:
        start[1].append(Bound(place.latest_start, True, 0, ahead))
    if place.earliest_end is not None:
        end[0].append(Bound(place.earliest_end, False, 0, ahead))
    return start, end


def _certain(endpoint: Endpoint, other: Endpoint) -> set[int]:
    """How the first of two endpoints can compare with the second."""
    signs = {-1, 0, 1}
    for x in endpoint[1]:
        for y in other[0]:
            if (order := x.order(y)) in ("<", "<=", "="):
                signs &= _ALLOWED["<=" if order == "=" else order]
    for x in endpoint[0]:
        for y in other[1]:
            if (order := x.order(y)) in (">", ">=", "="):
                signs &= _ALLOWED[">=" if order == "=" else order]
    return signs


def dated_relations(
    one: CalendarInterval,
    other: CalendarInterval,
    *,
    vague: tuple[bool, bool] = (False, False),
    clock: int | None = None,
) -> frozenset[Allen]:
    """The relations that two values leave open before any link and convention. ``vague`` says
    which of them is only some interval within its value, as the creation time is; ``clock`` is
    how many seconds the document's clock is ahead of UTC."""
    a = _endpoints(one, vague=vague[0], clock=clock)
    b = _endpoints(other, vague=vague[1], clock=clock)
    possible = [_certain(x, y) for x in a for y in b]
    return frozenset(
        relation
        for relation in Allen
        if all(sign in signs for sign, signs in zip(relation.signs, possible, strict=True))
    )


def dated_world(
    world: Mapping[str, tuple[Number, Number]],
    places: Mapping[str, CalendarInterval],
    *,
    vague: str | None = None,
    clock: int | None = None,
) -> bool:
    """Whether every two values lie in ``world``, which has start and end of each, as
    :func:`dated_relations` allows; ``vague`` is the creation time."""

    def signs(a: tuple[Number, Number], b: tuple[Number, Number]) -> tuple[int, ...]:
        return tuple((x > y) - (x < y) for x in a for y in b)

    if not all(start < end for start, end in world.values()):
        return False
    return all(
        signs(world[a], world[b])
        in {
            relation.signs
            for relation in dated_relations(
                places[a], places[b], vague=(a == vague, b == vague), clock=clock
            )
        }
        for a in places
        for b in places
        if a < b
    )


# Distances by definition: the tightest bounds by Floyd and Warshall, exactly.
#
# A bound ``(x, y, value, strict)`` says ``y - x <= value``, or ``y - x < value`` where
# ``strict``.


MetricBound: TypeAlias = tuple[int, int, Fraction, bool]
Tightest: TypeAlias = dict[tuple[int, int], tuple[Fraction, bool]]


def tightest_bounds(points: int, bounds: Iterable[MetricBound]) -> Tightest | None:
    """The tightest ``(value, strict)`` of y - x for each pair (x, y) that anything bounds, and
    (0, not strict) for x = y; ``None`` if the bounds contradict each other."""
    said = [(x, y, value, strict) for x, y, value, strict in bounds]
    # Whole numbers are added faster than fractions. One step less marks a strict bound, and no
    # path has as many strict bounds as make a unit.
    unit = lcm(*(value.denominator for _, _, value, _ in said))
    steps = unit * (points + 1)
    rows: list[dict[int, int]] = [{x: 0} for x in range(points)]
    for x, y, value, strict in said:
        bound = value.numerator * (steps // value.denominator) - strict
        rows[x][y] = min(bound, rows[x].get(y, bound))
    for middle, through in enumerate(rows):
        for row in rows:
            if (first := row.get(middle)) is not None:
                for y, second in list(through.items()):
                    if (bound := first + second) < row.get(y, bound + 1):
                        row[y] = bound
        if through[middle] < 0:
            return None
    return {
        (x, y): (Fraction(-(-bound // (points + 1)), unit), bound % (points + 1) > 0)
        for x, row in enumerate(rows)
        for y, bound in row.items()
    }


def conventions_in_force(
    points: int, bounds: Iterable[MetricBound], conventions: Iterable[MetricBound]
) -> list[MetricBound]:
    """Those of the ``conventions``, bounds as well, that hold with the ``bounds``: each, in their
    order, that contradicts nothing so far."""
    so_far = list(bounds)
    before = len(so_far)
    for convention in conventions:
        if tightest_bounds(points, [*so_far, convention]) is not None:
            so_far.append(convention)
    return so_far[before:]


def bounds_hold(times: Mapping[int, Fraction], bounds: Iterable[MetricBound]) -> bool:
    """Whether one time for each point satisfies every bound."""
    return all(
        times[y] - times[x] < value or (times[y] - times[x] == value and not strict)
        for x, y, value, strict in bounds
    )


def metric_relations(
    points: int, bounds: Sequence[MetricBound], a: tuple[int, int], b: tuple[int, int]
) -> set[Allen]:
    """The relations of the intervals with the points ``a`` and ``b`` that contradict nothing."""
    tightest = tightest_bounds(points, bounds)
    return set() if tightest is None else set(relations_within(tightest, a, b))


def relations_within(
    tightest: Tightest, a: tuple[int, int], b: tuple[int, int]
) -> frozenset[Allen]:
    """Those that the tightest bounds allow: each of the 13 is tried, with all that they say of
    these four points."""
    four = (*a, *b)
    return _relations_of_four(
        tuple(
            (x, y, *tightest[four[x], four[y]])
            for x, y in product(range(4), repeat=2)
            if (four[x], four[y]) in tightest
        )
    )


@cache
def _relations_of_four(known: tuple[MetricBound, ...]) -> frozenset[Allen]:
    return frozenset(
        relation
        for relation in Allen
        if tightest_bounds(4, [*known, *_bounds_of(relation, (0, 1), (2, 3))]) is not None
    )


def _bounds_of(relation: Allen, a: tuple[int, int], b: tuple[int, int]) -> list[MetricBound]:
    """The signs of the four cross pairs as bounds."""
    result: list[MetricBound] = []
    for (x, y), sign in zip(product(a, b), relation.signs, strict=True):
        if sign < 0:
            result.append((y, x, Fraction(0), True))
        elif sign > 0:
            result.append((x, y, Fraction(0), True))
        else:
            result += [(x, y, Fraction(0), False), (y, x, Fraction(0), False)]
    return result


# TIMEX3 dates by search: write every day of some years in every form, and compare.
#
# The slow twin of :func:`timeml.timex_value.parse_value`. Its only calendar is ``datetime``'s.


def search_span(value: str, years: Iterable[int]) -> tuple[datetime, datetime] | None:
    """The start of the first day or time in ``years`` (within 1 to 9998) that ``value`` can mean,
    and the end of the last; ``None`` if it cannot mean any.

    Supports values of digits, X, H, Q and W, and times of day down to the second, but not seasons,
    parts of the day or time zones.
    """
    date_part, _, time_part = value.partition("T")
    means = _pattern(date_part)
    ordered = sorted(years)
    # A week of the first or last year may reach into its neighbour.
    nearby = range(max(ordered[0] - 1, 1), ordered[-1] + 2)
    days = [day for year in nearby for day, spelt in _spelt(year) if means.search(spelt)]
    if not days:
        return None
    start, end = datetime.combine(days[0], time()), datetime.combine(days[-1], time())
    if not time_part:
        return start, end + timedelta(days=1)
    length, clock = {2: (3600, "%H"), 5: (60, "%H:%M"), 8: (1, "%H:%M:%S")}[len(time_part)]
    means = _pattern(time_part)
    moments = (timedelta(seconds=seconds) for seconds in range(0, 86_400, length))
    times = [moment for moment in moments if means.search(f" {start + moment:{clock}} ")]
    if not times:
        return None
    return start + times[0], end + times[-1] + timedelta(seconds=length)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(f" {re.escape(text).replace('X', '[0-9]')} ")


@lru_cache(maxsize=64)
def _spelt(year: int) -> list[tuple[date, str]]:
    """The days of a year, each with every value for it, separated by blanks."""
    first = date(year, 1, 1).toordinal()
    days = [date.fromordinal(first + n) for n in range(366)]
    return [(day, f" {'  '.join(_spell(day))} ") for day in days if day.year == year]


def _spell(day: date) -> Iterator[str]:
    year = f"{day.year:04d}"
    yield from (year[:1], year[:2], year[:3], year)
    yield f"{year}-H{(day.month + 5) // 6}"
    yield f"{year}-Q{(day.month + 2) // 3}"
    yield f"{year}-{day.month:02d}"
    yield f"{year}-{day.month:02d}-{day.day:02d}"
    yield f"{year}-{day.timetuple().tm_yday:03d}"
    week_year, week, weekday = day.isocalendar()
    yield f"{week_year:04d}-W{week:02d}"
    yield f"{week_year:04d}-W{week:02d}-{weekday}"
    if weekday > 5:
        yield f"{week_year:04d}-W{week:02d}-WE"


# Networks with any disjunctions, by enumeration: intervals are placed one after the other.


Sets = Mapping[tuple[int, int], AllenSet]
"""The relations that each pair of numbered intervals, in either order, may have."""

_Ends = tuple[Fraction | int, Fraction | int]
NetworkWorld = tuple[tuple[Fraction, Fraction], ...]


def network_worlds(count: int, sets: Sets) -> Iterator[NetworkWorld]:
    """Every world of a network of at most five intervals, up to its order: start and end of each.

    Each interval is tried at every place between, on and next to the ends of those before it.
    """
    if count > 5:
        raise ValueError(f"{count} intervals have too many worlds; at most 5")
    return _continued((), count, sets)


def _continued(placed: NetworkWorld, count: int, sets: Sets) -> Iterator[NetworkWorld]:
    if len(placed) == count:
        yield placed
        return
    for interval in _places(placed):
        world = (*placed, interval)
        if all(_relation(_signs(world[a], world[b])) in sets[a, b] for a, b in _new(world, sets)):
            yield from _continued(world, count, sets)


def _new(world: NetworkWorld, sets: Sets) -> Iterator[tuple[int, int]]:
    """The pairs whose later interval was placed last."""
    return (pair for pair in sets if max(pair) == len(world) - 1)


def _places(placed: NetworkWorld) -> Iterator[tuple[Fraction, Fraction]]:
    ends = sorted({end for interval in placed for end in interval}) or [Fraction(0)]
    points = _with_gaps(ends)
    for k, start in enumerate(points):
        yield from ((start, end) for end in points[k + 1 :])
        if k % 2 == 0:  # both ends may lie in one gap
            above = points[k + 1] if k + 1 < len(points) else start + 2
            yield start, (start + above) / 2


def _with_gaps(ends: Sequence[Fraction]) -> list[Fraction]:
    """A point in each gap, in turn with the ends."""
    places = [ends[0] - 1]
    for end, following in zip(ends, [*ends[1:], ends[-1] + 2], strict=True):
        places += [end, (end + following) / 2]
    return places


def network_relations(count: int, sets: Sets) -> dict[tuple[int, int], set[Allen]]:
    """For each pair a < b the relations that it has in some world."""
    return {
        (a, b): {
            relation
            for relation in sets.get((a, b), AllenSet.all())
            if next(network_worlds(count, {**sets, (a, b): AllenSet(relation)}), None)
        }
        for b in range(count)
        for a in range(b)
    }


def _signs(a: _Ends, b: _Ends) -> tuple[bool, ...]:
    return tuple(x < y for x in a for y in b) + tuple(x > y for x in a for y in b)


@cache
def _relation(signs: tuple[bool, ...]) -> Allen:
    """The relation of intervals whose ends compare so, looked up among small ones."""
    small = [(start, end) for end in range(6) for start in range(end)]
    return next(relation_of(a, b) for a in small for b in small if _signs(a, b) == signs)
