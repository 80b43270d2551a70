"""Constraints of a graph with distances as bounds, and what some of them entail by themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from timegraph._graph.metric.conventions import arcs_of, interval_arc, needed
from timegraph._graph.state import GraphState
from timegraph._metric.closure import MetricClosure
from timegraph._metric.protocol import Arc

__all__ = ["DistanceSubset", "certainly_contradicting", "closure_of", "subset_of"]


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

    def without(self, numbers: Collection[int]) -> DistanceSubset:
        """The network without these constraints."""
        closure = self._closure.copy()
        closure.remove(numbers)
        return DistanceSubset(closure, self._points)

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
