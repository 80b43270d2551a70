"""The constraints of a graph with distances as arrays, for the compiled network."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from timegraph._graph.store import Store
from timegraph._metric.compiled import Bounds, CompiledNetwork
from timegraph._metric.protocol import Network
from timegraph.points import AT_MOST, BELOW, EQUAL, LESS

__all__ = ["bounds_of", "closed_at_once", "insert", "units_of"]


def closed_at_once(store: Store, kept: bytearray, ticks: int) -> CompiledNetwork | None:
    """The network of what is in force and of all that waits, which is then in force; if that
    contradicts, of what is in force; ``None`` if that does as well. Raises ``OverflowError`` for
    values that are too large."""
    points, intervals = len(store.points), _intervals(store.starts.values())
    decided = np.flatnonzero(np.frombuffer(bytes(kept), np.uint8))
    waiting = np.arange(len(kept), len(store.xs))
    whole = bounds_of(store, np.concatenate((decided, waiting)), ticks)
    network = CompiledNetwork.close(points, _joined(intervals, whole))
    if network is not None:
        kept.extend(b"\1" * len(waiting))
        return network
    return CompiledNetwork.close(points, _joined(intervals, bounds_of(store, decided, ticks)))


def units_of(
    store: Store, first: int, last: int, ticks: int, *, single: bool
) -> tuple[Bounds, NDArray[np.int32]]:
    """The constraints from number ``first`` on and below ``last`` as bounds, and which of these are
    in force together: those of a link, or of a ``single`` constraint."""
    bounds = bounds_of(store, np.arange(first, last), ticks)
    numbers = bounds.ends[:, 3]
    links = np.array(store.link_of[first:last], np.int32)
    return bounds, numbers.copy() if single else links[numbers - first]


def insert(network: Network, bounds: Bounds, units: NDArray[np.int32], first: int) -> int:
    """:meth:`timegraph._metric.compiled.CompiledNetwork.insert`."""
    assert isinstance(network, CompiledNetwork)
    return network.insert(bounds, units, first)


def bounds_of(store: Store, numbers: NDArray[np.int64], ticks: int) -> Bounds:
    """The constraints with these numbers as bounds, in order; those that say that points are equal
    as two in a row (:func:`timegraph._metric.constraints.arcs_of` does the same for one)."""
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
