"""What two values certainly say of each other as annotators mean them, bound by bound.

The slow twin of the calendar's reading ``annotators`` before all links: no chain, no graph; every
bound of one value is compared with every bound of the other.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain, combinations, combinations_with_replacement, product
from math import lcm
from typing import TypeAlias, Union

from timegraph.allen import Allen, AllenSet
from timegraph.testing.oracle.meaning import Constraint, Point, World, possible_under, relation_of
from timeml.timex_value import CalendarInterval

# Brute force over weak orders: every way in which the points of some entities can lie in time.
#
# A weak order is a sequence of moments, each a set of points. Every answer of this library
# depends only on which weak orders are possible, so these few lines define the right answer; they
# take exponential time. Two intervals have 13 weak orders, three 409, four 23,917, and six
# 308,682,013 (OEIS A055203). :func:`worlds` lists them. :func:`relations_by_brute_force` goes
# through all of them but shares their common continuations, which is fast enough for six.


Points = frozenset[Point]


def points_of(entities: Iterable[Hashable], constraints: Iterable[Constraint] = ()) -> Points:
    """The start and the end of each entity, and each instant ``(name, "at")`` in constraints."""
    ends = {(entity, end) for entity in entities for end in ("start", "end")}
    named = {point for left, _, right in constraints for point in (left, right)}
    return frozenset(ends | {(name, end) for name, end in named if end == "at"})


def worlds(entities: Iterable[Hashable], constraints: Iterable[Constraint] = ()) -> Iterator[World]:
    """Every world in which the constraints hold, as the number of the moment of each point.

    None for contradicting constraints. Meant for up to four entities.
    """
    everything, rules = _set_up(entities, constraints)

    def continue_from(happened: World, remaining: Points) -> Iterator[World]:
        if not remaining:
            yield happened
        for moment in _next_moments(remaining, rules):
            now = len(set(happened.values()))
            yield from continue_from({**happened, **dict.fromkeys(moment, now)}, remaining - moment)

    return continue_from({}, everything)


def consistent(entities: Iterable[Hashable], constraints: Iterable[Constraint]) -> bool:
    """Whether the constraints hold in some world."""
    everything, rules = _set_up(entities, constraints)
    seen: set[Points] = set()

    def can_end(remaining: Points) -> bool:
        if not remaining:
            return True
        if remaining in seen:  # tried before, and it led nowhere
            return False
        seen.add(remaining)
        return any(can_end(remaining - moment) for moment in _next_moments(remaining, rules))

    return can_end(everything)


def relations_by_brute_force(
    entities: Iterable[Hashable], constraints: Iterable[Constraint]
) -> dict[tuple[Hashable, Hashable], AllenSet]:
    """For every ordered pair of entities, the relations that hold in some world.

    All sets are empty if the constraints contradict each other.
    """
    everyone = tuple(entities)
    everything, rules = _set_up(everyone, constraints)
    number: dict[Points, int | None] = {frozenset(): 0}  # None: they cannot all be placed
    nexts: list[list[tuple[Points, int]]] = [[]]

    def explore(remaining: Points) -> int | None:
        """Fill ``nexts`` with the moments that can come first and the number of what remains
        after each, if all remaining points can be placed; what remains later has lower numbers."""
        if remaining not in number:
            firsts = [
                (moment, after)
                for moment in _next_moments(remaining, rules)
                if (after := explore(remaining - moment)) is not None
            ]
            number[remaining] = len(nexts) if firsts else None
            if firsts:
                nexts.append(firsts)
        return number[remaining]

    possible = explore(everything) is not None

    relations: dict[tuple[Hashable, Hashable], AllenSet] = {}
    for a, b in combinations_with_replacement(everyone, 2):
        stories = _stories(nexts, points_of([a, b])) if possible else set()
        relations[a, b] = AllenSet(_relation_in(story, a, b) for story in stories)
        relations[b, a] = AllenSet(_relation_in(story, b, a) for story in stories)
    return relations


def _set_up(
    entities: Iterable[Hashable], constraints: Iterable[Constraint]
) -> tuple[Points, tuple[Constraint, ...]]:
    """All points, and all constraints with those that make the entities intervals."""
    everyone, rules = tuple(entities), tuple(constraints)
    everything = points_of(everyone, rules)
    unknown = {point for left, _, right in rules for point in (left, right)} - everything
    if unknown:
        raise KeyError(f"constraints on unknown points: {sorted(map(repr, unknown))}")
    lasting = tuple(((entity, "start"), "<", (entity, "end")) for entity in everyone)
    return everything, rules + lasting


def _next_moments(remaining: Points, rules: Sequence[Constraint]) -> Iterator[Points]:
    """The sets of remaining points that can happen at once, before all other remaining ones."""
    late = {right for left, sign, right in rules if sign == "<" and left in remaining}
    others = [rule for rule in rules if rule[1] != "<"]
    for moment in _nonempty_subsets(sorted(remaining - late, key=repr)):
        if all(_allows(rule, moment, remaining) for rule in others):
            yield moment


def _allows(rule: Constraint, moment: Points, remaining: Points) -> bool:
    left, sign, right = rule
    if sign == "<=":
        return not (right in moment and left in remaining - moment)
    if sign == "=":
        return (left in moment) == (right in moment)
    raise ValueError(f"a sign is '<', '<=' or '='; got {sign!r}")


def _nonempty_subsets(points: Sequence[Point]) -> Iterator[Points]:
    sizes = range(1, len(points) + 1)
    return map(frozenset, chain.from_iterable(combinations(points, size) for size in sizes))


Story = tuple[Points, ...]


def _stories(nexts: list[list[tuple[Points, int]]], watched: Points) -> set[Story]:
    """The weak orders of the watched points alone, over all weak orders of all points."""
    stories: list[set[Story]] = [{()}]
    for firsts in nexts[1:]:
        longer: set[Story] = set()
        for moment, after in firsts:
            if seen := moment & watched:
                longer.update([(seen, *story) for story in stories[after]])
            else:
                longer |= stories[after]
        stories.append(longer)
    return stories[-1]


def _relation_in(story: Story, a: Hashable, b: Hashable) -> Allen:
    when = {point: number for number, moment in enumerate(story) for point in moment}
    return relation_of((when[a, "start"], when[a, "end"]), (when[b, "start"], when[b, "end"]))


# Slow closure: all that follows from constraints between points, by the rule of transitivity.
#
# From x <= y and y <= z follows x <= z, and x < z if one of the two was strict; x = y is x <= y
# and y <= x. Applied to all triples of points (Floyd 1962, Warshall 1962), this finds all that
# follows from ``<``, ``<=`` and ``=`` (Vilain, Kautz & van Beek 1989).


_STRICT, _WEAK = 2, 1


def closed_labels(
    entities: Iterable[Hashable], constraints: Iterable[Constraint]
) -> dict[tuple[Point, Point], str] | None:
    """The strongest label, ``<``, ``<=`` or ``=``, of each pair of points that has one.

    ``None`` if the constraints contradict each other (some point would come before itself).
    """
    everyone, said = tuple(entities), tuple(constraints)
    points = sorted(points_of(everyone, said), key=repr)
    after: dict[Point, dict[Point, int]] = {point: {} for point in points}

    def learn(x: Point, y: Point, strength: int) -> None:
        if strength > after[x].get(y, 0):
            after[x][y] = strength

    for point in points:
        learn(point, point, _WEAK)
    for entity in everyone:
        learn((entity, "start"), (entity, "end"), _STRICT)
    for left, sign, right in said:
        learn(left, right, _STRICT if sign == "<" else _WEAK)
        if sign == "=":
            learn(right, left, _WEAK)

    for y in points:
        for x in points:
            if y in after[x]:
                for z, strength in [*after[y].items()]:
                    learn(x, z, max(after[x][y], strength))

    if any(after[point][point] == _STRICT for point in points):
        return None
    return {
        (x, y): "<" if strength == _STRICT else "=" if x in after[y] else "<="
        for x in points
        for y, strength in after[x].items()
    }


def relations_by_closure(
    entities: Iterable[Hashable], constraints: Iterable[Constraint]
) -> dict[tuple[Hashable, Hashable], AllenSet]:
    """For every ordered pair of entities, the relations that its closed labels allow; the pairs
    ``(a, a)`` of an entity with itself, which is equal to itself, are among them.

    All sets are empty if the constraints contradict each other.
    """
    everyone = tuple(entities)
    labels = closed_labels(everyone, constraints)
    if labels is None:
        return {(a, b): AllenSet() for a in everyone for b in everyone}
    relations: dict[tuple[Hashable, Hashable], AllenSet] = {}
    for a in everyone:
        for b in everyone:
            of_both = points_of([a, b])
            between = [(x, sign, y) for (x, y), sign in labels.items() if {x, y} <= of_both]
            relations[a, b] = possible_under(between, a, b)
    return relations


# Contradicting links, added one by one in file order: what stays in force, what is left out.
#
# A link is given as its constraints. ``drop-link`` leaves out a whole link if it contradicts the
# constraints in force; ``drop-constraint`` leaves out only the contradicting constraints, like
# the QA TempEval software; ``error`` stops.


Link = Sequence[Constraint]


@dataclass(frozen=True)
class FileOrder:
    """What is in force and what was left out of each link, in file order.

    ``in_force[i]`` and ``left_out[i]`` are the constraints of the i-th link that were kept and
    that were left out. ``stopped_at`` is the number of the link at which the policy ``error``
    stopped, if it did.
    """

    in_force: tuple[tuple[Constraint, ...], ...]
    left_out: tuple[tuple[Constraint, ...], ...]
    stopped_at: int | None = None

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All constraints in force, in file order."""
        return tuple(constraint for link in self.in_force for constraint in link)

    @property
    def conflicts(self) -> tuple[int, ...]:
        """The numbers of the links that were left out wholly or in part."""
        return tuple(number for number, link in enumerate(self.left_out) if link)


def add_in_file_order(
    entities: Iterable[Hashable], links: Iterable[Link], policy: str
) -> FileOrder:
    """Add the links one by one under ``drop-constraint``, ``drop-link`` or ``error``.

    Under ``error``, neither the link at which it stops nor later links are in force.
    """
    everyone = tuple(entities)
    kept: list[tuple[Constraint, ...]] = []
    dropped: list[tuple[Constraint, ...]] = []
    in_force: tuple[Constraint, ...] = ()
    for number, link in enumerate(links):
        if policy == "drop-constraint":
            good: tuple[Constraint, ...] = ()
            for constraint in link:
                if consistent(everyone, (*in_force, *good, constraint)):
                    good += (constraint,)
        elif policy in ("drop-link", "error"):
            good = tuple(link) if consistent(everyone, (*in_force, *link)) else ()
        else:
            raise ValueError(f"{policy!r} is not a policy")
        bad = tuple(constraint for constraint in link if constraint not in good)
        if bad and policy == "error":
            return FileOrder(tuple(kept), tuple(dropped), stopped_at=number)
        kept.append(good)
        dropped.append(bad)
        in_force += good
    return FileOrder(tuple(kept), tuple(dropped))


def smallest_contradicted(
    entities: Iterable[Hashable], in_force: Sequence[Link], link: Link
) -> Iterator[tuple[int, ...]]:
    """The minimal sets of links in force, by number, that contradict ``link``.

    Without any one of its links, a set no longer contradicts ``link``. Smaller sets come first.
    If the link contradicts itself, the only set is ``()``.
    """
    everyone = tuple(entities)
    cores: list[set[int]] = []
    for size in range(len(in_force) + 1):
        for numbers in combinations(range(len(in_force)), size):
            if any(smaller <= set(numbers) for smaller in cores):
                continue
            together = [constraint for number in numbers for constraint in in_force[number]]
            if not consistent(everyone, (*together, *link)):
                cores.append(set(numbers))
                yield numbers


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
_Tightest: TypeAlias = dict[tuple[int, int], tuple[Fraction, bool]]


def tightest_bounds(points: int, bounds: Iterable[MetricBound]) -> _Tightest | None:
    """The tightest ``(value, strict)`` of y - x for each pair (x, y) that anything bounds, and
    (0, not strict) for x = y; ``None`` if the bounds contradict each other."""
    said = [(x, y, Fraction(value), strict) for x, y, value, strict in bounds]
    # All values are whole numbers of this unit, which are added faster than fractions.
    unit = lcm(*(value.denominator for _, _, value, _ in said))
    tightest: dict[tuple[int, int], tuple[int, bool]] = {(x, x): (0, False) for x in range(points)}
    for x, y, value, strict in said:
        tightest[x, y] = _tighter(tightest.get((x, y)), (int(value * unit), strict))
    for middle, x in product(range(points), repeat=2):
        if (x, middle) not in tightest:
            continue
        for y in range(points):
            if (middle, y) in tightest:
                (one, first), (other, second) = tightest[x, middle], tightest[middle, y]
                tightest[x, y] = _tighter(tightest.get((x, y)), (one + other, first or second))
    if any(tightest[x, x] != (0, False) for x in range(points)):
        return None
    return {pair: (Fraction(value, unit), strict) for pair, (value, strict) in tightest.items()}


def _tighter(bound: tuple[int, bool] | None, other: tuple[int, bool]) -> tuple[int, bool]:
    if bound is None or other[0] < bound[0] or (other[0] == bound[0] and other[1]):
        return other
    return bound


def conventions_in_force(
    points: int, bounds: Iterable[MetricBound], conventions: Iterable[MetricBound]
) -> list[MetricBound]:
    """Those of the ``conventions``, bounds as well, that hold beside the ``bounds``: each, in their
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
    """The relations of the intervals with the points ``a`` and ``b`` that contradict nothing: each
    of the 13 is tried."""
    return {
        relation
        for relation in Allen
        if tightest_bounds(points, [*bounds, *_bounds_of(relation, a, b)]) is not None
    }


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

    Each interval is tried at every place between, on and beside the ends of those before it.
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
