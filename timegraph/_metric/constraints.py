"""Constraints of a graph with distances as bounds: the network of all or some, and which are in
force.

Some bounds hold by convention: they are strict at the end of a period, unless that contradicts a
link. A convention takes part in a contradiction iff its bound lies on a cycle of weight 0, and then
every convention on that cycle does, whatever the others do: which of them hold depends on no order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product, takewhile
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from timegraph._compiled import Engine
from timegraph._graph.arguments import DISTANCES
from timegraph._graph.store import GraphState, Store
from timegraph._lazy import Later
from timegraph._metric.closure import MetricClosure
from timegraph._metric.lengths import stepped_in, zone_named
from timegraph._metric.network import SCALE, Arc, PythonNetwork, weight_of
from timegraph.allen import Allen
from timegraph.links import EPOCH, Conflict, DistanceLink
from timegraph.points import AT_MOST, BELOW, EQUAL, LESS
from timeml.gregorian import rounded

if TYPE_CHECKING:
    from timegraph._metric import compiled
else:
    compiled = Later("timegraph._metric.compiled")

_OF_INTERVAL, _OF_RELATION = -1, -2
"""The numbers of the bounds that no constraint says."""


def interval_arc(start: int) -> Arc:
    """The bound that an interval starts before it ends."""
    return Arc(start + 1, start, weight_of(0, strict=True), _OF_INTERVAL)


def arcs_of(store: Store, k: int, closure: MetricClosure, *, certain: bool = False) -> list[Arc]:
    """Constraint ``k`` as arcs: one, or two where it says that points are equal. What is
    ``certain`` leaves out that it is strict by convention."""
    x, op, y = store.xs[k], store.ops[k], store.ys[k]
    if op in (AT_MOST, BELOW):
        strict = op == BELOW and not (certain and store.by_convention(k))
        return [Arc(x, y, closure.weight(store.bounds[k], strict=strict), k)]
    # x < y: the distance from y to x is below 0.
    arcs = [Arc(y, x, weight_of(0, strict=op == LESS), k)]
    return [*arcs, Arc(x, y, 0, k)] if op == EQUAL else arcs


def network_of(
    store: Store, numbers: Iterable[int], closure: MetricClosure | None = None
) -> MetricClosure | None:
    """The network of these constraints, and of start before end, put into an empty closure; by
    default into one that stays in pure Python. ``None`` if they contradict."""
    if closure is None:
        closure = MetricClosure()
    closure.refine(MetricClosure.ticks_for(store.bounds.values()))
    grow(closure, store)
    fits = all(closure.add(arcs_of(store, k, closure)) for k in numbers)
    return closure if fits else None


def entails(store: Store, closure: MetricClosure, numbers: Iterable[int]) -> bool:
    """Whether these constraints follow from the network of others: the opposite of each bound
    contradicts it."""
    arcs = (arc for k in numbers for arc in arcs_of(store, k, closure))
    opposites = (Arc(arc.y, arc.x, -arc.weight - 1, arc.number) for arc in arcs)
    return all(closure.contradicting([opposite]) is not None for opposite in opposites)


def grow(closure: MetricClosure, store: Store) -> None:
    """Add the points that are new."""
    old = len(closure)
    if len(store.points) > old:
        closure.grow(len(store.points))
        closure.add([interval_arc(start) for start in store.starts_from(old)])


def needed(store: Store, cycle: Iterable[Arc]) -> list[int]:
    """The conventions on a cycle of negative weight, if it is negative by them alone."""
    arcs = list(cycle)
    strict = [arc.number for arc in arcs if arc.weight % SCALE and store.by_convention(arc.number)]
    return strict if sum(arc.weight for arc in arcs) + len(strict) >= 0 else []


def closure_of(state: GraphState) -> MetricClosure:
    """The closure of a graph with distances of which nothing waits."""
    assert isinstance(state.closure, MetricClosure)
    return state.closure


def subset_of(
    state: GraphState, numbers: Iterable[int], points: Sequence[int] = (), *, certain: bool = False
) -> DistanceSubset:
    """The network of some constraints in force, with the intervals that they are about and those of
    ``points``; other points are left out of it. What is ``certain`` has no conventions."""
    store, ordered = state.store, sorted(numbers)
    named = dict.fromkeys(points)
    named.update((point, None) for k in ordered for point in (store.xs[k], store.ys[k]))
    named_points: list[int] = []
    starts = []
    for point in sorted(named):
        side = store.points[point][1]
        if side == "at":
            named_points.append(point)
        elif (start := point - (side == "end")) not in named_points[-2:]:
            starts.append(start)
            named_points += (start, start + 1)
    # Whatever is asked about later has ticks as short.
    whole = closure_of(state)
    subset = DistanceSubset(MetricClosure(whole.ticks), named_points)
    subset.add([interval_arc(start) for start in starts])
    for k in ordered:
        subset.add(arcs_of(store, k, whole, certain=certain))
    return subset


def certainly_contradicting(state: GraphState, numbers: Sequence[int]) -> list[Arc] | None:
    """The cycle that these constraints of one link close with those in force before them, whatever
    conventions say; ``None`` if they agree."""
    store, closure = state.store, closure_of(state)
    arcs = [arc for k in numbers for arc in arcs_of(store, k, closure, certain=True)]
    cycle = closure.contradicting(arcs, before=numbers[0])
    if cycle is None or not needed(store, cycle):
        return cycle
    before = (k for k in range(numbers[0]) if state.kept[k])
    points = [point for arc in arcs for point in (arc.x, arc.y)]
    return subset_of(state, before, points, certain=True).contradicting(arcs)


class DistanceSubset:
    """The network of some points of a graph: all arguments and results are by the numbers that
    points have in the graph."""

    def __init__(self, closure: MetricClosure, points: Sequence[int]) -> None:
        self._points = points
        self._number = {point: k for k, point in enumerate(points)}
        self._closure = closure
        closure.grow(len(points))

    def add(self, arcs: Sequence[Arc]) -> None:
        """Add bounds that contradict nothing."""
        if not self._closure.add(self._own(arcs)):
            raise AssertionError("the constraints in force contradict each other")

    def mask(self, a: int, b: int) -> int:
        """The relations that can hold between the intervals that start at these points."""
        return self._closure.mask(self._number[a], self._number[b])

    def contradicting(self, arcs: Sequence[Arc]) -> list[Arc] | None:
        """A cycle that these bounds close with those of the network; ``None`` if they agree."""
        cycle = self._closure.contradicting(self._own(arcs))
        points = self._points
        return cycle and [Arc(points[x], points[y], weight, k) for x, y, weight, k in cycle]

    def seconds(self, x: int, y: int) -> Fraction | None:
        """The tightest bound of y - x in seconds."""
        bound = self._closure.bound(self._number[x], self._number[y])
        return bound and Fraction(bound.value, self._closure.ticks)

    def is_only_way(self, arcs: Sequence[Arc]) -> bool:
        """Whether these bounds, a path, are the only path from its first point to its last."""
        if not arcs:
            return True
        renumbered = self._own(arcs)
        leaving: dict[int, list[int]] = {}
        entering: dict[int, list[int]] = {}
        for arc in self._closure.network.arcs():
            leaving.setdefault(arc.x, []).append(arc.y)
            entering.setdefault(arc.y, []).append(arc.x)
        between = _reached(renumbered[0].x, leaving) & _reached(renumbered[-1].y, entering)
        return all(
            sum(other in between for other in leaving.get(point, ())) <= 1 for point in between
        )

    def _own(self, arcs: Iterable[Arc]) -> list[Arc]:
        number = self._number
        return [Arc(number[x], number[y], weight, k) for x, y, weight, k in arcs]


def _reached(first: int, steps: dict[int, list[int]]) -> set[int]:
    reached, waiting = {first}, [first]
    while waiting:
        for other in steps.get(waiting.pop(), ()):
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


# The chains of bounds behind a distance, a relation or a contradiction, as plain data; and what
# was left out, with the links that contradict it.
#
# What was left out closes a cycle of negative weight with bounds that are in force and were added
# before it. The links of a shortest such cycle contradict it; those that the others make
# unnecessary are left out, so that none of the links named can be. All that is found when
# somebody reads it.


class BoundStep(NamedTuple):
    """``y - x <= value`` in seconds between points (``<`` if ``strict``), by the link of this
    number; ``None`` where x is the end and y the start of an interval."""

    x: int
    y: int
    value: Fraction
    strict: bool
    link: int | None


def possible_mask(state: GraphState, points: Sequence[int], links: Iterable[int]) -> int:
    """The mask of the relations of two intervals that these links alone leave possible."""
    return _subset(state, points, links).mask(points[0], points[2])


def chains_excluding(
    state: GraphState, points: Sequence[int], relation: Allen, links: Iterable[int] | None = None
) -> list[list[BoundStep]]:
    """The chains of these links, or of all in force, that together exclude a relation of two
    intervals, whose points are given: start and end of the one, then of the other."""
    whole = closure_of(state)
    network = whole if links is None else _subset(state, points, links)
    cycle = network.contradicting(_arcs(points, relation))
    if cycle is None:
        raise AssertionError(f"{relation.value} is possible")
    # Between the constraints of the relation, of which one comes first, lie the chains.
    runs: list[list[Arc]] = [[]]
    for arc in cycle:
        if arc.number == _OF_RELATION:
            runs.append([])
        else:
            runs[-1].append(arc)
    by_convention = needed(state.store, cycle)
    return [_steps(state, run, by_convention) for run in runs if run]


def chains_against(
    state: GraphState, numbers: Sequence[int], links: Iterable[int] | None = None
) -> list[BoundStep] | None:
    """The chain of these links, or of all in force before them, that excludes these constraints of
    one link, the first of them the last to join it; ``None`` if there is none."""
    if links is None:
        cycle = certainly_contradicting(state, numbers)
    else:
        earlier = [k for link in sorted(links) for k in _in_force(state, link, numbers[0])]
        cycle = _cycle(state, earlier, numbers)[1]
    return None if cycle is None else _steps(state, cycle[1:], ())


def tightest_chain(
    state: GraphState, x: int, y: int, *, for_order: bool = False
) -> list[BoundStep]:
    """The chain that bounds the distance of y from x best, in a graph of which nothing waits; empty
    if nothing does. ``for_order`` its steps are strict by convention only where the order of x and
    y needs that."""
    closure = state.closure
    if x == y or not isinstance(closure, MetricClosure) or closure.bound(x, y) is None:
        return []
    path = closure.network.path(x, y)
    every = [arc.number for arc in path]
    return _steps(state, path, needed(state.store, path) if for_order else every)


def possible_groups(state: GraphState, points: Sequence[int], relation: Allen) -> list[list[int]]:
    """All points in groups of equal ones, the earliest first, such that everything in force holds
    and the relation between the intervals with these points."""
    return _groups(state, _arcs(points, relation), relation)


def orders_of_point(state: GraphState, start: int, at: int, relation: Allen) -> list[list[int]]:
    """The same for an interval and one instant, which it ends at where it "meets" it, and starts at
    where it is "met by" it."""
    ends = {Allen.BEFORE: (-1, -1), Allen.MEETS: (-1, 0), Allen.CONTAINS: (-1, 1),
            Allen.MET_BY: (0, 1), Allen.AFTER: (1, 1)}[relation]  # fmt: skip
    arcs = [arc for k, sign in enumerate(ends) for arc in _signed(start + k, at, sign)]
    return _groups(state, arcs, relation)


def _groups(state: GraphState, arcs: list[Arc], relation: Allen) -> list[list[int]]:
    closure = closure_of(state).copy()
    if not closure.add(arcs):
        raise AssertionError(f"{relation.value} is not possible")
    groups: dict[tuple[int, int], list[int]] = {}
    for weight, point in sorted(zip(closure.network.potential, range(len(closure)), strict=True)):
        groups.setdefault(divmod(weight, SCALE), []).append(point)
    return list(groups.values())


def _in_force(state: GraphState, link: int, before: int | None = None) -> list[int]:
    """What a link has in force, of constraints numbered below ``before``."""
    constraints = state.store.constraints_of_link(link)
    return [k for k in constraints if state.kept[k] and (before is None or k < before)]


def _subset(state: GraphState, points: Sequence[int], links: Iterable[int]) -> DistanceSubset:
    """What these links have in force."""
    return subset_of(state, (k for link in links for k in _in_force(state, link)), points)


def _arcs(points: Sequence[int], relation: Allen) -> list[Arc]:
    """The signs of a relation as bounds."""
    pairs = zip(product(points[:2], points[2:]), relation.signs, strict=True)
    return [arc for (x, y), sign in pairs for arc in _signed(x, y, sign)]


def _signed(x: int, y: int, sign: int) -> Iterator[Arc]:
    """That x is before, at or after y, as bounds."""
    if sign <= 0:
        yield Arc(y, x, weight_of(0, strict=sign < 0), _OF_RELATION)
    if sign >= 0:
        yield Arc(x, y, weight_of(0, strict=sign > 0), _OF_RELATION)


def _steps(
    state: GraphState, arcs: Iterable[Arc], by_convention: Collection[int]
) -> list[BoundStep]:
    """Arcs as steps, of which only these are strict by convention."""
    store, closure, steps = state.store, closure_of(state), []
    for arc in arcs:
        value, strict = closure.seconds(arc)
        if strict and arc.number not in by_convention:
            strict = not store.by_convention(arc.number)
        link = store.link_of[arc.number] if arc.number >= 0 else None
        steps.append(BoundStep(arc.x, arc.y, value, strict, link))
    return steps


def conflict_of(state: GraphState, number: int) -> Conflict:
    """The conflict of a link of which something was left out, with links before it that contradict
    it and of which none can be left out."""
    store, kept = state.store, state.kept
    constraints = store.constraints_of_link(number)
    refused = [j for j in constraints if not kept[j]]
    against: Sequence[int] = ()
    if not _cycle(state, (), constraints)[1]:  # it does not contradict itself
        refusals = {j: refusal_of(state, [j]) for j in refused}
        named = [links for links in refusals.values() if links is not None]
        if named:
            refused = [j for j, links in refusals.items() if links is not None]
        else:  # each fits by itself, all together do not
            named = [refusal_of(state, refused) or []]
        against = min(named, key=len)
        if state.policy != "drop-constraint" and len(refusals) > 1:
            # Fewer of them may do against all constraints together.
            against = _needed(state, against, [*refusals])
    return Conflict(
        store.links[number],
        tuple(store.constraint(j) for j in refused),
        tuple(store.links[other] for other in against if other != number),
    )


def refusal_of(state: GraphState, numbers: Sequence[int]) -> list[int] | None:
    """The numbers of links in force that contradict these constraints of one link together, and of
    which none can be left out; ``None`` if nothing before them does.

    The link itself is among them where what is in force of it counts.
    """
    store = state.store
    cycle = certainly_contradicting(state, numbers)
    if cycle is None:
        return None
    on_the_way = {arc.number for arc in cycle if arc.number >= 0} - {*numbers}
    on_the_way |= _dating(state, [*on_the_way, *numbers])
    return _needed(state, sorted({store.link_of[j] for j in on_the_way}), numbers)


def _dating(state: GraphState, numbers: Iterable[int]) -> set[int]:
    """The constraints that gave the dates from which these constraints count months, and those that
    gave the dates from which the former do, and so on."""
    store, network = state.store, closure_of(state).network
    dating, waiting = set[int](), [*numbers]
    while waiting:
        counted = _counted(store, k := waiting.pop())
        if counted is None:
            continue
        epoch, x = store.instants[EPOCH[0]], store.known_point(counted.x)
        first = store.constraints_of_link(store.link_of[k]).start
        for ends in ((epoch, x), (x, epoch)):
            with suppress(LookupError):  # nothing bounds the date on this side
                path = {arc.number for arc in network.path(*ends, before=first)}
                waiting += (new := path - dating - {_OF_INTERVAL})
                dating |= new
    return dating


def _counted(store: Store, k: int) -> DistanceLink | None:
    """The link with months of which a constraint is a date that these were counted to."""
    number = store.link_of[k]
    link = store.links[number]
    if not isinstance(link, DistanceLink) or link.steps is None:
        return None
    plain = (link.at_least is not None) + (link.at_most is not None)
    return link if k - store.constraints_of_link(number).start >= plain else None


def _needed(state: GraphState, links: Sequence[int], numbers: Sequence[int]) -> list[int]:
    """Those of the links that are needed to contradict these constraints of one link: what they
    have in force before it does, with months counted from the dates that they alone give."""
    in_force = {link: _in_force(state, link, numbers[0]) for link in links}
    needed = [link for link in links if in_force[link]]
    if _is_only_way(state, [j for link in needed for j in in_force[link]], numbers):
        return needed
    for link in needed[:]:
        rest = [other for other in needed if other != link]
        if _cycle(state, [j for other in rest for j in in_force[other]], numbers)[1]:
            needed = rest
    return needed


def _is_only_way(state: GraphState, earlier: Sequence[int], numbers: Sequence[int]) -> bool:
    """Whether one constraint, without months, is contradicted by the only path that these are."""
    months = any(_counted(state.store, k) for k in (*earlier, *numbers))
    subset, cycle = _cycle(state, earlier, numbers)
    return cycle is not None and len(numbers) == 1 and not months and subset.is_only_way(cycle[1:])


def _cycle(
    state: GraphState, earlier: Sequence[int], numbers: Sequence[int]
) -> tuple[DistanceSubset, list[Arc] | None]:
    """The network of these constraints alone, and the cycle that the ``numbers`` close with it."""
    store = state.store
    points = [point for k in (*earlier, *numbers) for point in (store.xs[k], store.ys[k])]
    links = (_counted(store, k) for k in (*earlier, *numbers))
    points += [store.known_point(link.x) for link in links if link]
    subset = subset_of(state, (), points)
    for k in earlier:
        subset.add(_said(state, subset, k))
    return subset, subset.contradicting([arc for k in numbers for arc in _said(state, subset, k)])


def _said(state: GraphState, subset: DistanceSubset, k: int) -> list[Arc]:
    """A constraint as bounds, certain ones; if it is a date, one that months lead to from the dates
    that the subset gives."""
    store, closure, link = state.store, closure_of(state), _counted(state.store, k)
    if link is None:
        return arcs_of(store, k, closure, certain=True)
    epoch, x = store.instants[EPOCH[0]], store.known_point(link.x)
    back, last = subset.seconds(x, epoch), subset.seconds(epoch, x)
    first = None if back is None else -back
    if store.dated:
        first, last = (date if date is None else rounded(date) for date in (first, last))
    zone = None if store.timezone is None else zone_named(store.timezone)
    side = int(store.xs[k] == epoch)
    value = stepped_in(zone, first, last, link.steps[side])[side]
    if value is None:
        return []
    # No tighter than what is in force, which agrees.
    seconds = max(value if side else -value, store.bounds[k])
    return [Arc(store.xs[k], store.ys[k], closure.weight(seconds, strict=False), k)]


# Deciding what of a graph with distances is in force, in file order, and taking links out of it.


# Kernels that are loaded pay from some thousand constraints on. To close so many in Python takes as
# long as loading them.
_KERNELS_PAY_FROM = 100_000
_LOADED_KERNELS_PAY_FROM = 2_000
_SECONDS_PER_CONSTRAINT = 5e-6
# From so many constraints on they are handed to kernels as arrays.
_MANY = 16
# So many constraints before a link are looked at for points that are at least as new as its own.
_BACK = 500
_MOST_REMOVED = 1_000


def decide(state: GraphState) -> MetricClosure:
    """Decide on the constraints that wait, link by link, and return the closure.

    Everything is one network of bounds: a link contradicts those before it iff its bounds close a
    cycle of negative weight with theirs. Bounds are added to the network as they come; nothing that
    is there is closed again. Small networks are pure Python, large ones compiled, as the engine
    says. What is left out is known by the numbers of such a cycle; it can come back only when one
    of them is taken out. Conventions are in the network as strict bounds; one that is in the way of
    a link gives way, and is tried again when links are taken out.
    """
    store, first = state.store, len(state.kept)
    closure = state.closure
    if isinstance(closure, MetricClosure):
        new = takewhile(lambda k: k >= first, reversed(store.bounds))
        closure.refine(lcm(closure.ticks, *(store.bounds[k].denominator for k in new)))
        closure.compile_if_that_pays()
        grow(closure, store)
    else:
        closure = _begin(state)
    verdicts = _try_waiting(state, closure)
    state.kept.extend(verdicts)
    if 0 in verdicts:
        state.conflicts = None
    return closure


def _try_waiting(state: GraphState, closure: MetricClosure) -> bytes:
    """Add what waits: a byte for each constraint, 1 if it fits. Under "error" nothing is taken
    after the first link that does not fit."""
    store, first, last = state.store, len(state.kept), len(state.store.xs)
    verdicts = bytearray(b"\1") * (last - first)
    refused, add_from = first, _adder(state, closure)
    while (refused := add_from(refused)) < last:
        unit = _unit(state, refused)
        cycle = _make_way(store, closure, unit)
        if cycle:
            stop = last if state.policy == "error" else unit.stop
            verdicts[unit.start - first : stop - first] = bytes(stop - unit.start)
            if state.policy == "error":
                break
            closure.refusals[unit.start] = _numbers(cycle)
        refused = unit.stop
    return bytes(verdicts)


def _adder(state: GraphState, closure: MetricClosure) -> Callable[[int], int]:
    """What adds the constraints that wait, from one on, up to one whose group does not fit; the
    number of the first of that group."""
    store, first, last = state.store, len(state.kept), len(state.store.xs)

    def one_by_one(k: int) -> int:
        while k < last:
            unit = _unit(state, k)
            if not closure.add([arc for j in unit for arc in arcs_of(store, j, closure)]):
                return k
            k = unit.stop
        return last

    if last - first < _MANY or isinstance(closure.network, PythonNetwork):
        return one_by_one
    single = state.policy == "drop-constraint"
    try:
        bounds, units = compiled.units_of(store, first, last, closure.ticks, single=single)
    except OverflowError:
        return one_by_one  # as exact as Python's integers
    numbers = bounds.ends[:, 3].tolist()

    def in_arrays(k: int) -> int:
        network = closure.network
        if isinstance(network, PythonNetwork):
            return one_by_one(k)
        closure.forget()
        try:
            stop = network.insert(bounds, units, bisect_left(numbers, k))
        except OverflowError:
            closure.remove(range(k, last))
            closure.exactly()
            return one_by_one(k)
        return numbers[stop] if stop < len(numbers) else last

    return in_arrays


def _unit(state: GraphState, k: int) -> range:
    """The constraints, from the first one on, that are left out together."""
    if state.policy == "drop-constraint":
        return range(k, k + 1)
    return range(k, state.store.constraints_of_link(state.store.link_of[k]).stop)


def _numbers(cycle: Iterable[Arc]) -> frozenset[int]:
    """The constraints on a cycle."""
    return frozenset(arc.number for arc in cycle if arc.number >= 0)


def _begin(state: GraphState) -> MetricClosure:
    """The closure of what is in force; it may take the constraints that wait, too, if all of them
    fit."""
    closure = _made_again(state)
    if closure is None and state.store.half_open:
        # Of a file that was read, nobody has decided on conventions yet: all of them give way.
        state.store.gave_way = True
        for k in filter(state.store.by_convention, state.store.bounds):
            state.store.ops[k] = AT_MOST
        closure = _made_again(state)
    if closure is None:
        raise AssertionError("the constraints in force contradict each other")
    _hold_again(state, closure)
    return closure


def _made_again(state: GraphState) -> MetricClosure | None:
    """The same; ``None`` if what is in force contradicts itself."""
    store = state.store
    if _kernels_pay(state.engine, len(store.xs) + len(store.starts)):
        try:
            ticks = MetricClosure.ticks_for(store.bounds.values())
            network = compiled.closed_at_once(store, state.kept, ticks)
        except OverflowError:
            pass  # as exact as Python's integers
        else:
            if network is None:
                return None
            return MetricClosure(ticks, network, state.engine)
    in_force = (k for k, is_kept in enumerate(state.kept) if is_kept)
    empty = MetricClosure(1, None, state.engine)
    return network_of(store, in_force, empty)


def _kernels_pay(engine: Engine, constraints: int) -> bool:
    if DISTANCES.usable(engine):
        return engine.kernels == "always" or constraints >= _LOADED_KERNELS_PAY_FROM
    seconds = _SECONDS_PER_CONSTRAINT * constraints
    return constraints >= _KERNELS_PAY_FROM and DISTANCES.usable(engine, seconds)


def _make_way(store: Store, closure: MetricClosure, numbers: Sequence[int]) -> list[Arc]:
    """Add constraints that were just refused, if only conventions contradict them, which give way;
    else nothing changes. Returns the cycle by which they are refused all the same."""
    if not store.half_open:
        return closure.network.cycle
    gave_way: list[int] = []
    while in_the_way := needed(store, cycle := closure.network.cycle):
        for k in in_the_way:
            store.ops[k] = AT_MOST
            if k not in numbers:
                closure.loosen(store.xs[k], store.ys[k], k)
        gave_way += in_the_way
        if closure.add([arc for k in numbers for arc in arcs_of(store, k, closure)]):
            store.gave_way = True
            _hold(store, closure, gave_way)
            return []
    for k in gave_way:
        store.ops[k] = BELOW
    _hold(store, closure, (k for k in gave_way if k not in numbers))
    return cycle


def _hold_again(state: GraphState, closure: MetricClosure) -> None:
    """Put the conventions that gave way into force which nothing contradicts any more."""
    store, kept = state.store, state.kept
    if store.gave_way:
        weak = [k for k in store.bounds if k < len(kept) and kept[k] and store.ops[k] == AT_MOST]
        _hold(store, closure, filter(store.by_convention, weak))


def _hold(store: Store, closure: MetricClosure, numbers: Iterable[int]) -> None:
    """Put these conventions into force, as far as they fit. With a strict bound the same one that
    is not strict says nothing."""
    for k in numbers:
        store.ops[k] = BELOW
        if not closure.add(arcs_of(store, k, closure)):
            store.ops[k] = AT_MOST


def take_out(state: GraphState, number: int) -> bool | None:
    """Take the link with this number out of a graph in which nothing waits: the graph is then as if
    it had never been added. What was left out and depended on it is decided on again, and what
    contradicts that now. Returns whether the graph is ready; if not, it has to be made again from
    the links that are left. ``None`` if nothing was changed.

    Points that the link was the first to name leave gaps
    (:attr:`timegraph._graph.store.Store.gaps`), as many as there are links at most.
    """
    store, kept, closure = state.store, state.kept, state.closure
    constraints = store.constraints_of_link(number)
    if (
        not isinstance(closure, MetricClosure)
        or not constraints
        or store.removed > max(_MOST_REMOVED, len(store.links))
        or len(kept) < len(store.xs)
        or len(closure) < len(store.points)
        or any(known is None or known & {*constraints} for known in store.counted_after(number))
    ):
        return None
    # What was refused by a cycle without it is so still.
    own, free = frozenset(k for k in constraints if kept[k]), list[int]()
    if own:
        refused = _refused(state, constraints.stop)
        free = [k for k in refused if not own.isdisjoint(closure.refusals.get(k, own))]
    # Points are numbered as they come: those below another one were there before it was.
    here, before = (
        slice(constraints.start, constraints.stop),
        slice(max(0, constraints.start - _BACK), constraints.start),
    )
    newest = max((*store.xs[here], *store.ys[here]))
    leaves_gaps = newest > max((*store.xs[before], *store.ys[before]), default=-1)
    closure.take_out(constraints)
    store.remove((number,), leaves_gaps=leaves_gaps)
    del kept[constraints.start : constraints.stop]
    state.paths = state.index = state.past = None
    state.conflicts = None if 0 in kept else []
    _hold_again(state, closure)
    state.current = closure
    return all(_try_again(state, closure, k - len(constraints)) for k in free)


def _refused(state: GraphState, first: int) -> Iterator[int]:
    """The first constraint of each group, from one on, that was left out."""
    kept = state.kept
    k = kept.find(0, first)
    while k >= 0:
        yield k
        k = kept.find(0, _unit(state, k).stop)


def _try_again(state: GraphState, closure: MetricClosure, first: int) -> bool:
    """Decide again on the group that begins with this constraint, if it is still left out; on all
    that came later as well if that contradicts it. Returns whether no dates changed from which
    months were counted later."""
    store, kept = state.store, state.kept
    if first >= len(kept) or kept[first]:
        return True
    unit = _unit(state, first)
    cycle = certainly_contradicting(state, unit)
    if cycle is not None:
        closure.refusals[first] = _numbers(cycle)
        return True
    if store.counted_after(store.link_of[first]):
        return False
    closure.refusals.pop(first, None)
    fits = closure.add([arc for k in unit for arc in arcs_of(store, k, closure)])
    if fits or not _make_way(store, closure, unit):
        kept[unit.start : unit.stop] = b"\1" * len(unit)
    else:
        closure.remove(range(first, len(kept)))
        for k in [k for k in closure.refusals if k >= first]:
            del closure.refusals[k]
        del kept[first:]
        kept.extend(_try_waiting(state, closure))
    state.conflicts = None if 0 in kept else []
    return True
