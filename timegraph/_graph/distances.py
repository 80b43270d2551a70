"""Distances between points: links that say them, and questions about them.

Dates are distances from one instant, :data:`~timegraph.links.EPOCH`, the first of 1970. Only graphs
with distances load this module.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from timegraph._closure.int_rows import Closure
from timegraph._graph.arguments import check_endpoint
from timegraph._graph.closing import closed
from timegraph._graph.store import GraphState
from timegraph._metric.closure import MetricClosure
from timegraph._metric.lengths import (
    Length,
    Zone,
    datetime_at,
    length_in,
    length_of,
    stepped_in,
    zone_named,
)
from timegraph._metric.network import Bound, split
from timegraph._wording import seconds_in_words
from timegraph.answer import Answer
from timegraph.links import EPOCH as EPOCH, AnyLink, DistanceLink, Endpoint, Placement, ends_of
from timegraph.periods import DATED
from timeml.gregorian import rounded

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from timeml.gregorian import Moment


# What is known of a distance, and what it answers.


class Bounds(NamedTuple):
    """What is known of a distance: ``lower <= distance <= upper``, in seconds.

    ``None`` means that there is no bound. ``lower_reached`` and ``upper_reached`` say whether the
    distance can be the bound itself; otherwise it is above or below the bound.
    """

    lower: Fraction | None
    upper: Fraction | None
    lower_reached: bool = True
    upper_reached: bool = True

    def answer(
        self,
        *,
        at_least: object = None,
        at_most: object = None,
        more_than: object = None,
        less_than: object = None,
        dates: tuple[Bounds, Bounds] | None = None,
        zone: Zone | None = None,
    ) -> Answer:
        """Whether the distance y - x satisfies all the limits that are given: yes, no or unknown.

        Lengths are those of :meth:`timegraph.TimeGraph.add_distance`. One in months is counted from
        the date of x where ``dates`` has what is known of x and y, in seconds since 1970; and else
        it is as short or as long as it can be, whichever is harder to fulfil; so are days and weeks
        in a time ``zone``. Raises ``ValueError`` if no length is given, else as
        :meth:`~timegraph.TimeGraph.ask_distance`.
        """

        def limits(*lengths: object) -> list[tuple[Length, bool]]:
            given = [(length, n == 1) for n, length in enumerate(lengths) if length is not None]
            return [(length_in(zone, length), strict) for length, strict in given]

        above, below = limits(at_least, more_than), limits(at_most, less_than)
        if not above and not below:
            raise ValueError("give at_least, at_most or both; or more_than, less_than")
        answers = [_compared(self, *value, _above, dates, zone) for value in above]
        answers += [_compared(self, *value, _below, dates, zone) for value in below]
        if Answer.NO in answers or any(
            high.most < low.least or (high.most == low.least and (strict or below_strict))
            for low, strict in above
            for high, below_strict in below
        ):
            return Answer.NO
        return Answer.UNKNOWN if Answer.UNKNOWN in answers else Answer.YES

    @property
    def shortest(self) -> timedelta | Fraction | None:
        """The lower bound as a ``timedelta``; in seconds if none is so short or so long, or it is
        no whole number of microseconds."""
        return _timedelta(self.lower)

    @property
    def longest(self) -> timedelta | Fraction | None:
        """The upper bound; see :attr:`shortest`."""
        return _timedelta(self.upper)

    def rounded(self, by: Callable[[Fraction], Fraction]) -> Bounds:
        """The same with each bound as ``by`` makes it; a bound that changes is reached."""
        lower = None if self.lower is None else by(self.lower)
        upper = None if self.upper is None else by(self.upper)
        exact = lower is not None and lower == upper
        return Bounds(
            lower,
            upper,
            self.lower_reached or exact or lower != self.lower,
            self.upper_reached or exact or upper != self.upper,
        )

    def __str__(self) -> str:
        if self.lower is not None and self.lower == self.upper:
            return f"exactly {seconds_in_words(self.lower)}"
        low = "at least" if self.lower_reached else "more than"
        high = "at most" if self.upper_reached else "less than"
        parts = [] if self.lower is None else [f"{low} {seconds_in_words(self.lower)}"]
        parts += [] if self.upper is None else [f"{high} {seconds_in_words(self.upper)}"]
        return " and ".join(parts) or "unbounded"


def _timedelta(seconds: Fraction | None) -> timedelta | Fraction | None:
    micro = None if seconds is None else seconds * 1_000_000
    if micro is None or micro.denominator != 1:
        return seconds
    try:
        return timedelta(microseconds=int(micro))
    except OverflowError:
        return seconds


def _beyond(x: Bounds, y: Bounds, length: Length, zone: Zone | None) -> Bounds:
    """What is known of how far y lies after the instant this length after x, both dates."""
    earliest, latest = stepped_in(zone, x.lower, x.upper, length)
    exact = x.lower is not None and x.lower == x.upper
    return Bounds(
        None if y.lower is None or latest is None else y.lower - latest,
        None if y.upper is None or earliest is None else y.upper - earliest,
        y.lower_reached or not exact,
        y.upper_reached or not exact,
    )


def _compared(
    bounds: Bounds,
    length: Length,
    strict: bool,
    compare: Callable[[Bounds, Length, bool], Answer],
    dates: tuple[Bounds, Bounds] | None,
    zone: Zone | None,
) -> Answer:
    answer = compare(bounds, length, strict)
    if answer is Answer.UNKNOWN and length.of_calendar and dates is not None:
        return compare(_beyond(*dates, length, zone), length_of(0), strict)
    return answer


def _above(bounds: Bounds, length: Length, strict: bool) -> Answer:
    """Whether the distance is at least so long, or longer where ``strict``."""
    excluded = strict and bounds.lower_reached
    if bounds.lower is not None and (bounds.lower, not excluded) >= (length.most, True):
        return Answer.YES
    allowed = not strict and bounds.upper_reached
    if bounds.upper is not None and (bounds.upper, allowed) < (length.least, True):
        return Answer.NO
    return Answer.UNKNOWN


def _below(bounds: Bounds, length: Length, strict: bool) -> Answer:
    """Whether the distance is at most so long, or shorter where ``strict``."""
    excluded = strict and bounds.upper_reached
    if bounds.upper is not None and (bounds.upper, excluded) <= (length.least, False):
        return Answer.YES
    allowed = not strict and bounds.lower_reached
    if bounds.lower is not None and (bounds.lower, not allowed) > (length.most, False):
        return Answer.NO
    return Answer.UNKNOWN


def distance_link(
    x: Endpoint,
    y: Endpoint,
    at_least: object,
    at_most: object,
    source: object,
    exactly: object = None,
    zone: Zone | None = None,
) -> DistanceLink:
    """The link that says that ``y - x`` is at least and at most, or exactly, so long, in a graph
    with this time zone.

    Raises ``TypeError`` and ``ValueError`` for what is not an endpoint or a length, and for a
    distance that is at least longer than it is at most.
    """
    check_endpoint(x)
    check_endpoint(y)
    if exactly is not None:
        if at_least is not None or at_most is not None:
            raise ValueError("give either one length, or at_least and at_most")
        at_least = at_most = exactly
    least = None if at_least is None else length_in(zone, at_least)
    most = None if at_most is None else length_in(zone, at_most)
    if least is None and most is None:
        raise ValueError("give at_least, at_most or both, or exactly")
    if least is not None and most is not None and least.least > most.most:
        raise ValueError(f"no length is at least {at_least} and at most {at_most}")
    if at_least == at_most:
        words = f"exactly {at_least}"
    else:
        named = (("at least", at_least), ("at most", at_most))
        words = " and ".join(f"{name} {value}" for name, value in named if value is not None)
    return DistanceLink(
        x,
        y,
        None if least is None else least.least,
        None if most is None else most.most,
        source,
        words=words,
        steps=(least, most)
        if any(bound and bound.of_calendar for bound in (least, most))
        else None,
    )


def duration_link(
    entity: Hashable,
    exactly: object,
    at_least: object,
    at_most: object,
    source: object,
    zone: Zone | None = None,
) -> DistanceLink:
    """The link that says how long an interval lasts; raises as :func:`distance_link`."""
    for length in (exactly, at_least, at_most):
        if length is not None:
            length_of(length)  # refused if negative, which a distance may be
    start, end = ends_of(entity)
    return distance_link(start, end, at_least, at_most, source, exactly, zone)


_MOST_NAMED = 3


def _of_two_kinds(link: Placement, links: Iterable[AnyLink]) -> str:
    """What is wrong with a time, and which of the others are of the other kind."""
    others = [
        str(earlier)
        for earlier in links
        if isinstance(earlier, Placement) and earlier.zoned != link.zoned
    ]
    more = f" and {len(others) - _MOST_NAMED} more" * (len(others) > _MOST_NAMED)
    return (
        f"{link}: this has {'a' if link.zoned else 'no'} time zone, and others "
        f"have {'none' if link.zoned else 'one'} ({'; '.join(others[:_MOST_NAMED])}{more}); "
        'say which zone times without one are in, as in TimeGraph(timezone="Europe/Berlin"), and '
        "give times to place()"
    )


def zone_of(state: GraphState) -> Zone | None:
    """The time zone of a graph, if it has one."""
    name = state.store.timezone
    return None if name is None else zone_named(name)


def check_zones(state: GraphState, links: Iterable[AnyLink]) -> None:
    """Raise ``ValueError`` if some times of these links, or of the graph, have a time zone and
    others do not."""
    placed = [link for link in links if isinstance(link, Placement)]
    if not placed:
        return
    there = (link for link in reversed(state.store.links) if isinstance(link, Placement))
    zoned = state.store.timezone is not None or next(there, placed[0]).zoned
    for link in placed:
        if link.zoned != zoned:
            raise ValueError(_of_two_kinds(link, (*state.store.links, *placed)))


def append(state: GraphState, link: DistanceLink | Placement) -> None:
    """Add a distance or a placement, which then waits to be closed. Raises ``ValueError``, changing
    nothing, for times with and without a zone in one graph.

    Months are stepped through the calendar from the earliest and the latest date of ``x``, as far
    as these are known now.
    """
    store = state.store
    bounds: list[tuple[int, int, Fraction, bool]] = []
    counted_by: frozenset[int] | None = None
    if isinstance(link, Placement):
        check_zones(state, [link])
        epoch = store.instant(EPOCH[0])
        start, end = store.point(link.start), store.point(link.end)
        store.dated = store.dated or link.source is DATED
        half_open = link.half_open if store.conventions else ()
        store.half_open = store.half_open or bool(half_open)
        if link.earliest is not None:
            bounds.append((start, epoch, -link.earliest, link.strict))
        if link.latest is not None:
            bounds.append((epoch, end, link.latest, link.strict or "latest" in half_open))
        if link.latest_start is not None:
            strict = link.strict or "latest_start" in half_open
            bounds.append((epoch, start, link.latest_start, strict))
        if link.earliest_end is not None:
            bounds.append((end, epoch, -link.earliest_end, link.strict))
    else:
        earliest, latest = None, None
        if link.steps is not None:
            earliest, latest, counted_by = _dates_after(state, link)
        x, y = store.point(link.x), store.point(link.y)
        if link.at_most is not None:
            bounds.append((x, y, link.at_most, link.less))
        if link.at_least is not None:
            bounds.append((y, x, -link.at_least, link.more))
        if latest is not None:
            bounds.append((store.instants[EPOCH[0]], y, latest, False))
        if earliest is not None:
            bounds.append((y, store.instants[EPOCH[0]], -earliest, False))
    store.append_bounds(link, bounds, counted_by)
    state.current = None


def _dates_after(
    state: GraphState, link: DistanceLink
) -> tuple[Fraction | None, Fraction | None, frozenset[int]]:
    """The earliest and the latest date of ``y``, counted from the dates of ``x``, and the
    constraints by which these are known."""
    key, side = link.x
    is_there = key in (state.store.instants if side == "at" else state.store.starts)
    if not is_there or EPOCH[0] not in state.store.instants:
        return None, None, frozenset()
    closure, (least, most), point = closed(state), link.steps, state.store.known_point
    if isinstance(closure, MetricClosure):
        epoch, x = point(EPOCH), point(link.x)
        (upper, above), (lower, below) = closure.support(epoch, x), closure.support(x, epoch)
        dates, known = _told(state, _in_seconds(lower, upper, closure)), frozenset(above + below)
    else:
        dates, known = distance(state, EPOCH, link.x), frozenset()
    zone = zone_of(state)
    earliest = None if least is None else stepped_in(zone, dates.lower, dates.upper, least)[0]
    latest = None if most is None else stepped_in(zone, dates.lower, dates.upper, most)[1]
    return earliest, latest, known


def distance(state: GraphState, x: Endpoint, y: Endpoint) -> Bounds:
    """What is known of ``y - x``. Raises ``KeyError`` for an unknown entity or instant."""
    check_endpoint(x)
    check_endpoint(y)
    point = state.store.known_point
    return _told(state, exact_bounds(closed(state), point(x), point(y)))


def distances(state: GraphState, pairs: Iterable[tuple[Endpoint, Endpoint]]) -> list[Bounds]:
    """What is known of ``y - x`` for many pairs; raises as :func:`distance`."""
    listed = list(pairs)
    for point in dict.fromkeys(chain.from_iterable(listed)):
        check_endpoint(point)
    closure, point_of = closed(state), state.store.known_point
    return [_told(state, exact_bounds(closure, point_of(x), point_of(y))) for x, y in listed]


def matrix(state: GraphState, points: Sequence[Endpoint]) -> NDArray[np.int64]:
    """For each two of some points whether y - x is bounded, by how many ticks at most, and whether
    it is below that. Raises ``OverflowError`` for what does not fit into 64 bits."""
    closure = closed(state)
    assert isinstance(closure, MetricClosure)
    closure.compile_if_that_pays(len(points) ** 2)
    return closure.network.matrix([*map(state.store.known_point, points)])


def _told(state: GraphState, bounds: Bounds) -> Bounds:
    """The bounds without the tolerance that dates among the entities add to them."""
    return bounds.rounded(rounded) if state.store.dated else bounds


def exact_bounds(closure: Closure, x: int, y: int) -> Bounds:
    """The bounds of y - x, with the tolerance of dates among the entities."""
    if not isinstance(closure, MetricClosure):
        # Without distances all that is known of a distance is its sign.
        return _sign(closure, x, y)
    return _in_seconds(closure.bound(y, x), closure.bound(x, y), closure)


def _in_seconds(lower: Bound | None, upper: Bound | None, closure: MetricClosure) -> Bounds:
    """Bounds of x - y and of y - x as those of y - x."""
    ticks = closure.ticks
    return Bounds(
        None if lower is None else Fraction(-lower.value, ticks),
        None if upper is None else Fraction(upper.value, ticks),
        lower is None or lower.reached,
        upper is None or upper.reached,
    )


def _sign(closure: Closure, x: int, y: int) -> Bounds:
    zero = Fraction(0)
    return Bounds(
        zero if closure.less_equal(x, y) else None,
        zero if closure.less_equal(y, x) else None,
        not closure.less(x, y),
        not closure.less(y, x),
    )


def ask_distance(
    state: GraphState, x: Endpoint, y: Endpoint, at_least: object, at_most: object
) -> Answer:
    """Whether ``y - x`` is at least, and at most, so long: yes, no or unknown."""
    dates = None
    if EPOCH[0] in state.store.instants:
        dates = distance(state, EPOCH, x), distance(state, EPOCH, y)
    bounds = distance(state, x, y)
    return bounds.answer(at_least=at_least, at_most=at_most, dates=dates, zone=zone_of(state))


def date_of(state: GraphState, point: Endpoint, latest: bool) -> datetime | Moment | None:
    """The earliest, or the latest, date that a point can have; ``None`` where nothing bounds it.
    Raises ``KeyError`` for an unknown point."""
    check_endpoint(point)
    if EPOCH[0] not in state.store.instants:
        state.store.known_point(point)
        return None
    bounds = distance(state, EPOCH, point)
    seconds = bounds.upper if latest else bounds.lower
    if seconds is None:
        return None
    zone = zone_of(state)
    return datetime_at(seconds) if zone is None else zone.datetime_at(seconds)


def schedule(state: GraphState) -> dict[Endpoint, Fraction]:
    """One time for each endpoint, in seconds, that satisfies everything in force. Dated graphs
    have times since 1970, others since their first point."""
    closure = closed(state)
    store = state.store
    if not isinstance(closure, MetricClosure):
        raise ValueError("the graph has no distances; its order alone gives no times")
    parted = [split(weight) for weight in closure.network.potential]
    counts = [strict for _, strict in parted]
    # What each strict bound on a path takes off: all of them together less than half a tick.
    most = max(counts, default=0) - min(counts, default=0)
    part = Fraction(1, closure.ticks * 2 * (most + 1))
    times = [Fraction(value, closure.ticks) - part * strict for value, strict in parted]
    epoch = store.instants.get(EPOCH[0])
    zero = min(times, default=Fraction(0)) if epoch is None else times[epoch]
    return {point: times[k] - zero for k, point in enumerate(store.points) if point != EPOCH}


def scheduled_dates(state: GraphState) -> dict[Endpoint, datetime | Moment]:
    """The times of :func:`schedule` as dates, in the time zone of the graph if it has one. Raises
    ``ValueError`` for a graph without dates."""
    if EPOCH[0] not in state.store.instants:
        raise ValueError("the graph has no dates; schedule() gives seconds from its first point")
    zone = zone_of(state)
    at = datetime_at if zone is None else zone.datetime_at
    return {point: at(seconds) for point, seconds in schedule(state).items()}
