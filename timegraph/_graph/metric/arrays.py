"""Many constraints at once for the compiled network of a graph with distances."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from timegraph._graph.state import GraphState
from timegraph._graph.store import Store
from timegraph._metric.closure import MetricClosure, Usable
from timegraph._metric.compiled import Bounds, CompiledNetwork
from timegraph.points import AT_MOST, BELOW, EQUAL, LESS

__all__ = ["begin", "bounds_of", "insert"]


def begin(state: GraphState, usable: Usable) -> MetricClosure | None:
    """The closure of what is in force and of all that waits, which is then in force; if that
    contradicts, of what is in force; ``None`` if that does as well. Raises
    ``OverflowError`` for values that are too large."""
    store, kept = state.store, state.kept
    points, ticks = len(store.points), MetricClosure.ticks_for(store.bounds.values())
    intervals = _intervals(store.starts.values())
    decided = np.flatnonzero(np.frombuffer(bytes(kept), np.uint8))
    waiting = np.arange(len(kept), len(store.xs))
    whole = bounds_of(store, np.concatenate((decided, waiting)), ticks)
    network = CompiledNetwork.close(points, _joined(intervals, whole))
    if network is not None:
        kept.extend(b"\1" * len(waiting))
    else:
        network = CompiledNetwork.close(
            points, _joined(intervals, bounds_of(store, decided, ticks))
        )
    return None if network is None else MetricClosure(ticks, network, state.engine, usable)


def insert(state: GraphState, closure: MetricClosure) -> bytes:
    """Add what waits to a compiled network, link by link or one by one as the policy says: a byte
    for each constraint, 1 if it fits. Raises ``OverflowError`` for values that are too large."""
    store, first, last = state.store, len(state.kept), len(state.store.xs)
    waiting = np.arange(first, last)
    units = waiting if state.policy == "drop-constraint" else np.array(store.link_of[first:last])
    bounds = bounds_of(store, waiting, closure.ticks)
    assert isinstance(closure.network, CompiledNetwork)
    arc_units = units[bounds.ends[:, 3] - first].astype(np.int32)
    closure.forget()
    accepted = closure.network.insert(bounds, arc_units)
    # Where points are equal there are two bounds, which share their fate.
    result = np.ones(last - first, np.uint8)
    result[bounds.ends[:, 3] - first] = accepted
    return result.tobytes()


def bounds_of(store: Store, numbers: NDArray[np.int64], ticks: int) -> Bounds:
    """The constraints with these numbers as bounds, in order; those that say that points are equal
    as two in a row (:func:`timegraph._graph.metric.conventions.arcs_of` does the same for one)."""
    # Copies, since an array that numpy looks into cannot grow.
    first, last = (int(numbers.min()), int(numbers.max()) + 1) if len(numbers) else (0, 0)
    columns = (store.xs[first:last], store.ys[first:last], store.ops[first:last])
    x, y, op = (np.array(column)[numbers - first] for column in columns)
    metric = (op == AT_MOST) | (op == BELOW)
    values = np.zeros(len(numbers), np.int64)
    values[metric] = np.fromiter(
        (
            bound.numerator * (ticks // bound.denominator)
            for bound in map(store.bounds.__getitem__, numbers[metric].tolist())
        ),
        np.int64,
    )
    # x < y: the distance from y to x is below 0.
    source, target = np.where(metric, x, y), np.where(metric, y, x)
    strict = (op == LESS) | (op == BELOW)
    ends = np.stack((source, target, strict, numbers), axis=1).astype(np.int32)
    equal = op == EQUAL
    if not equal.any():
        return Bounds(ends, values)
    # Each constraint twice, and the second ones turned round where points are equal.
    turned = ends[:, [1, 0, 2, 3]]
    both = np.stack((ends, turned), axis=1).reshape(-1, 4)
    both_ways = np.stack((np.ones_like(equal), equal), axis=1).reshape(-1)
    return Bounds(both[both_ways], np.repeat(values, 2)[both_ways])


def _intervals(points: Collection[int]) -> Bounds:
    """That the intervals with these starts start before they end."""
    starts = np.fromiter(points, np.int32, len(points))
    strict, number = np.ones_like(starts), np.full_like(starts, -1)
    ends = np.stack((starts + 1, starts, strict, number), axis=1)
    return Bounds(ends, np.zeros(len(starts), np.int64))


def _joined(first: Bounds, then: Bounds) -> Bounds:
    return Bounds(
        np.concatenate((first.ends, then.ends)), np.concatenate((first.values, then.values))
    )
