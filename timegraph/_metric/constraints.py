"""Constraints of a graph with distances as bounds: their network, or that of some of them.

Some bounds hold by convention: they are strict at the end of a period, unless that contradicts a
link. A convention takes part in a contradiction iff its bound lies on a cycle of weight 0, and then
every convention on that cycle does, whatever the others do: which of them hold depends on no order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from timegraph._closure.protocol import Closure
from timegraph._graph.state import GraphState
from timegraph._graph.store import Store
from timegraph._metric.closure import MetricClosure
from timegraph._metric.protocol import Arc
from timegraph._metric.weights import SCALE, weight_of
from timegraph.points import AT_MOST, BELOW, EQUAL, LESS

__all__ = [
    "DistanceSubset", "allows", "arcs_of", "certainly_contradicting", "closure_of", "entails",
    "grow", "interval_arc", "needed", "network_of", "subset_of",
]  # fmt: skip

_START_BEFORE_END = -1
"""The number of the bounds that no constraint says."""


def interval_arc(start: int) -> Arc:
    """The bound that an interval starts before it ends."""
    return Arc(start + 1, start, weight_of(0, strict=True), _START_BEFORE_END)


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


def allows(store: Store, closure: Closure, numbers: Iterable[int]) -> bool:
    """Whether these constraints together agree with the network of others."""
    assert isinstance(closure, MetricClosure)
    arcs = [arc for k in numbers for arc in arcs_of(store, k, closure)]
    return closure.contradicting(arcs) is None


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
