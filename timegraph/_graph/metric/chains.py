"""The chains of bounds behind a distance, a relation or a contradiction, as plain data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from timegraph._graph.closing import closed
from timegraph._graph.metric.conventions import arcs_of, needed
from timegraph._graph.metric.subset import (
    DistanceSubset,
    certainly_contradicting,
    closure_of,
    subset_of,
)
from timegraph._graph.state import GraphState
from timegraph._metric.closure import MetricClosure
from timegraph._metric.protocol import Arc
from timegraph._metric.weights import SCALE, weight_of
from timegraph.allen import Allen

__all__ = [
    "BoundStep",
    "chains_against",
    "chains_excluding",
    "orders_of_point",
    "possible_groups",
    "possible_mask",
    "tightest_chain",
]

_OF_RELATION = -2


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
    store, whole = state.store, closure_of(state)
    if links is None:
        cycle = certainly_contradicting(state, numbers)
    else:
        arcs = [arc for k in numbers for arc in arcs_of(store, k, whole, certain=True)]
        points = [point for arc in arcs for point in (arc.x, arc.y)]
        subset = _subset(state, points, links, before=numbers[0], certain=True)
        cycle = subset.contradicting(arcs)
    return None if cycle is None else _steps(state, cycle[1:], ())


def tightest_chain(
    state: GraphState, x: int, y: int, *, for_order: bool = False
) -> list[BoundStep]:
    """The chain that bounds the distance of y from x best; empty if nothing does. ``for_order``
    its steps are strict by convention only where the order of x and y needs that."""
    closure = closed(state)
    if x == y or not isinstance(closure, MetricClosure) or closure.bound(x, y) is None:
        return []
    path = closure.path(x, y)
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
    network = closure_of(state).copy()
    if not network.add(arcs):
        raise AssertionError(f"{relation.value} is not possible")
    groups: dict[tuple[int, int], list[int]] = {}
    for weight, point in sorted(zip(network.potential(), range(len(network)), strict=True)):
        groups.setdefault(divmod(weight, SCALE), []).append(point)
    return list(groups.values())


def _subset(
    state: GraphState,
    points: Sequence[int],
    links: Iterable[int],
    before: int | None = None,
    *,
    certain: bool = False,
) -> DistanceSubset:
    """What these links have in force, of constraints numbered below ``before``."""
    store, kept = state.store, state.kept
    numbers = (k for link in links for k in store.constraints_of_link(link) if kept[k])
    earlier = (k for k in numbers if before is None or k < before)
    return subset_of(state, earlier, points, certain=certain)


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
