"""A simple temporal network in arrays, for the kernels: the one for large networks.

Values are 64-bit integers of ticks; what could overflow raises ``OverflowError`` beforehand, and
belongs into :class:`timegraph._metric.network.PythonNetwork`.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import any_compiled
from timegraph._graph.store import Store
from timegraph._metric import kernels
from timegraph._metric.kernels import COLUMNS, FOUND, NEXT, NUMBER, STRICT, X, Y
from timegraph._metric.network import SCALE, Arc, PythonNetwork, needs_table, split
from timegraph.points import AT_MOST, BELOW, EQUAL, LESS, mask_table

_Array = TypeVar("_Array", NDArray[np.int32], NDArray[np.int64])

_FEW_ROWS = 16
"""To take out more rows than this one by one takes longer than to link all others again."""
_LARGEST = 2**62
_ALL = 2**31 - 1
_MASKS = np.array(mask_table(), np.uint16)
_NEEDS = np.array(needs_table(), np.int32)
# So many questions about one interval are worth rows of all bounds of its points.
_ROWS_PAY = 32
# Up to so many arcs are added without making arrays for them.
_FEW = 8


class Bounds(NamedTuple):
    """Many bounds ``y - x <= value`` (``<`` where ``strict`` is 1) as arrays of equal length:
    ``ends`` has the columns x, y, strict and number, ``values`` ticks."""

    ends: NDArray[np.int32]
    values: NDArray[np.int64]

    @classmethod
    def of(cls, arcs: Collection[Arc]) -> Bounds:
        """Arcs as arrays. Raises ``OverflowError`` for what does not fit into 64 bits."""
        values = [-(-arc.weight // SCALE) for arc in arcs]
        ends = [
            (arc.x, arc.y, value * SCALE - arc.weight, arc.number)
            for arc, value in zip(arcs, values, strict=True)
        ]
        return cls(np.array(ends, np.int32).reshape(-1, 4), np.array(values, np.int64))


class CompiledNetwork:
    """Bounds in arrays that grow. Copies share them until one of them changes. What its methods do
    is described by :class:`timegraph._metric.network.PythonNetwork`."""

    long_search = 500

    def __init__(
        self, points: int = 0, bounds: Bounds | None = None, potential: Sequence[int] = ()
    ) -> None:
        """The potential satisfies ``bounds``, unless :meth:`make_room` is called next."""
        self._points = 0
        self._used = 0
        self._largest = 0
        self.work = 0
        self.cycle: list[Arc] = []
        self._shared = False
        self._anchor = 0
        self._arcs, self._values = np.zeros((0, COLUMNS), np.int32), np.zeros(0, np.int64)
        self._heads, self._times = np.zeros((2, 0), np.int32), np.zeros((0, 2), np.int64)
        self._degrees = np.zeros(0, np.int32)
        self._make_own()
        self.grow(points)
        if bounds is not None:
            self._hold(bounds)
        if potential:
            self._times[: len(potential)] = [split(weight) for weight in potential]

    @classmethod
    def close(cls, points: int, bounds: Bounds) -> CompiledNetwork | None:
        """The network of these bounds, all at once: ``None`` if they contradict each other. Raises
        ``OverflowError`` for values whose sum along a path may not fit."""
        network = cls(points, bounds)
        return network if network.make_room() else None

    @classmethod
    def of(cls, other: PythonNetwork) -> CompiledNetwork:
        """The same network in this form. Raises ``OverflowError`` as :meth:`close` does."""
        return cls(len(other), Bounds.of(list(other.arcs())), other.potential)

    def make_room(self) -> bool:
        """Make the times satisfy all bounds. Returns whether that is possible."""
        fits: bool = kernels.close(self._arcs, self._values, self._heads, self._times)
        return fits

    def __len__(self) -> int:
        return self._points

    def copy(self) -> CompiledNetwork:
        return copy(self)

    def __getstate__(self) -> dict[str, Any]:
        self._shared = True
        return self.__dict__.copy()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_own()

    def _make_own(self) -> None:
        """Make what no copy shares."""
        # Kernels run at the same time, and use the same scratch arrays.
        self._lock = threading.Lock()
        self._make_scratch()
        # Arrays for what is added: ends, values, units.
        self._few = (
            np.zeros((_FEW, 4), np.int32),
            np.zeros(_FEW, np.int64),
            np.zeros(_FEW, np.int32),
        )
        self._found, self._bound = np.zeros(FOUND, np.int64), np.zeros(3, np.int64)

    def _unshare(self) -> None:
        """Have arrays of its own from now on, since they are going to change."""
        if self._shared:
            self._arcs, self._values = self._arcs.copy(), self._values.copy()
            self._heads, self._times = self._heads.copy(), self._times.copy()
            self._degrees = self._degrees.copy()
            self._shared = False

    def _arrays(self) -> tuple[Any, ...]:
        """What most kernels work on."""
        return (
            self._anchor, self._arcs, self._values, self._heads, self._degrees, self._times,
            self._gap, self._state, self._moved, self._via, self._keys, self._nodes, self._found,
        )  # fmt: skip

    def arcs(self) -> Iterator[Arc]:
        return self._listed(slice(0, self._used))

    def _listed(self, rows: slice | NDArray[np.int32]) -> Iterator[Arc]:
        """The arcs in these rows."""
        ends, values = self._arcs[rows, : NUMBER + 1].tolist(), self._values[rows].tolist()
        for (x, y, strict, number), value in zip(ends, values, strict=True):
            yield Arc(x, y, value * SCALE - strict, number)

    @property
    def potential(self) -> list[int]:
        return [time * SCALE - less for time, less in self._times[: self._points].tolist()]

    def grow(self, points: int) -> None:
        if points <= self._points:
            return
        self._count(points=points)
        old, self._points = self._points, points
        room = self._heads.shape[1]
        if points > room:
            room = max(points, 2 * room)
            heads, times = np.full((2, room), -1, np.int32), np.zeros((room, 2), np.int64)
            heads[:, :old], times[:old] = self._heads[:, :old], self._times[:old]
            self._heads, self._times = heads, times
            self._degrees = _longer(self._degrees, old, room)
            self._make_scratch()

    def shrink(self, points: int) -> None:
        if points < self._points:
            self._unshare()
            self._drop(self._arcs[: self._used, [X, Y]].max(axis=1) >= points)
            self._times[points : self._points] = 0
            self._points = points
            self._anchor = int(self._degrees.argmax()) if len(self._degrees) else 0

    def scale(self, factor: int) -> None:
        largest = self._largest * factor
        furthest = int(np.abs(self._times).max(initial=0)) * factor
        if max(largest * self._points, furthest) > _LARGEST:
            raise OverflowError("the sum of the distances does not fit into 64 bits")
        self._unshare()
        self._largest = largest
        self._values *= factor
        self._times[:, 0] *= factor

    def add(self, arcs: Sequence[Arc]) -> bool:
        m = len(arcs)
        if m > _FEW:
            return self.insert(Bounds.of(arcs), np.zeros(m, np.int32)) == m
        ends, values, units = self._few
        for k, (x, y, weight, number) in enumerate(arcs):
            value = -(-weight // SCALE)
            self._count(value)
            ends[k], values[k] = (x, y, value * SCALE - weight, number), value
        return self._insert(0, m, ends, values, units) == m

    def insert(self, bounds: Bounds, units: NDArray[np.int32], first: int = 0) -> int:
        """Add bounds from number ``first`` on in order, unit by unit (equal numbers in a row), up
        to a unit that does not fit; the number of its first bound, else how many there are. Raises
        ``OverflowError`` as :meth:`close` does, and when times go too far."""
        ends, values = bounds
        self._count(*_extremes(values))
        return self._insert(first, len(values), ends, values, units)

    def _insert(
        self,
        first: int,
        m: int,
        ends: NDArray[np.int32],
        values: NDArray[np.int64],
        units: NDArray[np.int32],
    ) -> int:
        self._unshare()
        self._reserve(self._used + m - first)
        with self._lock:
            stop, self._used, self._anchor, length = kernels.insert(
                first, m, ends, values, units, self._used, self._cycle, *self._arrays()
            )
            if length < 0:
                raise OverflowError("the times do not fit into 64 bits")
            if length:
                self.cycle = [*self._listed(self._cycle[:length])]
        return int(stop)

    def remove(self, numbers: Collection[int], *, close_up: bool = False) -> None:
        removed = np.fromiter(numbers, np.int32, len(numbers))
        self._drop(np.isin(self._arcs[: self._used, NUMBER], removed))
        if close_up:
            self._unshare()
            held = self._arcs[: self._used, NUMBER]
            held[held >= removed[0]] -= len(removed)

    def loosen(self, x: int, y: int, number: int) -> None:
        self._unshare()
        k = int(self._heads[1, y])
        while k >= 0:
            if self._arcs[k, X] == x and self._arcs[k, NUMBER] == number:
                self._arcs[k, STRICT] = 0
            k = int(self._arcs[k, NEXT + 1])

    def tightest(self, x: int, y: int, *, before: int | None = None) -> int | None:
        last = _ALL if before is None else before
        with self._lock:
            self.work += kernels.tightest(x, y, last, self._bound, *self._arrays())
            bounded, value, less = self._bound.tolist()
        weight: int = value * SCALE - less
        return weight if bounded else None

    def support(self, x: int, y: int) -> tuple[int, list[int]] | None:
        with self._lock:
            kernels.tightest(x, y, _ALL, self._bound, *self._arrays())
            bounded, value, less = self._bound.tolist()
            if not bounded:
                return None
            length = kernels.found_path(self._arcs, self._via, self._found, self._cycle)
            return value * SCALE - less, self._arcs[self._cycle[:length], NUMBER].tolist()

    def path(self, x: int, y: int, *, before: int | None = None) -> list[Arc]:
        last = _ALL if before is None else before
        with self._lock:
            length = kernels.path(x, y, last, self._cycle, *self._arrays())
            if length < 0:
                raise LookupError(f"nothing bounds point {y} from point {x}")
            return [*self._listed(self._cycle[:length])]

    def mask(self, a: int, b: int) -> int:
        with self._lock:
            possible, work = kernels.mask(a, b, _MASKS, _NEEDS, *self._arrays())
            self.work += work
        mask: int = possible
        return mask

    def masks(self, a: NDArray[np.int32], b: NDArray[np.int32]) -> NDArray[np.uint16]:
        order = np.argsort(a, kind="stable")
        sources, firsts = np.unique(a[order], return_index=True)
        if len(a) < _ROWS_PAY * len(sources):
            pairs = zip(a.tolist(), b.tolist(), strict=True)
            return np.fromiter((self.mask(x, y) for x, y in pairs), np.uint16, len(a))
        result = np.empty(len(a), np.uint16)
        rows = np.zeros((self._points, 2, 2, 3), np.int64)
        lengths = np.full((self._points, 2, 3), -1, np.int64)
        with self._lock:
            kernels.masks(
                sources, np.append(firsts, len(a)), b[order], result, lengths, rows, _MASKS, _NEEDS,
                *self._arrays(),
            )  # fmt: skip
        masks = np.empty_like(result)
        masks[order] = result
        return masks

    def row(self, point: int, side: int = 0) -> dict[int, int]:
        with self._lock:
            touched = self._reached(point, side)
            points, pairs = touched.tolist(), self._gap[0, touched].tolist()
        weights = (value * SCALE - less for value, less in pairs)
        return dict(zip(points, weights, strict=True))

    def matrix(self, points: Sequence[int]) -> NDArray[np.int64]:
        result = np.zeros((len(points), len(points), 3), np.int64)
        position = np.full(self._points, -1)
        position[[*points]] = np.arange(len(points))
        for bounds, x in zip(result, points, strict=True):
            with self._lock:
                touched = self._reached(x, 0)
                touched = touched[position[touched] >= 0]
                bounds[position[touched], 0] = 1
                bounds[position[touched], 1:] = self._gap[0, touched]
        return result

    def _reached(self, point: int, side: int) -> NDArray[np.int32]:
        """The points that have a bound from one, which is then in ``_gap``."""
        count = kernels.row(
            point, side, self._arcs, self._values, self._heads, self._times,
            self._gap, self._state, self._moved, self._keys, self._nodes,
        )  # fmt: skip
        self.work += count
        return self._moved[0, :count]

    def _count(self, *values: int, points: int = 0) -> None:
        """Refuse values that a path through all points may add up to more than 64 bits hold."""
        largest = max(self._largest, *map(abs, values)) if values else self._largest
        if largest * max(points, self._points) > _LARGEST:
            raise OverflowError("the sum of the distances does not fit into 64 bits")
        self._largest = largest

    def _hold(self, bounds: Bounds) -> None:
        """Take these bounds, and no others, which the times satisfy or will."""
        ends, values = bounds
        self._count(*_extremes(values))
        self._used = m = 0
        self._reserve(len(values))
        self._used = m = len(values)
        self._arcs[:m, : NUMBER + 1], self._values[:m] = ends, values
        self._heads[:] = -1
        self._degrees[:] = np.bincount(ends[:, [X, Y]].ravel(), minlength=len(self._degrees))
        self._anchor = int(self._degrees.argmax()) if len(self._degrees) else 0
        for side, column in enumerate((X, Y)):
            # Stable, so that the last arc of a point comes first, as if arcs were added singly.
            order = np.argsort(ends[:, column], kind="stable").astype(np.int32)
            points = ends[order, column]
            same = points[1:] == points[:-1]
            self._arcs[:m, NEXT + side] = -1
            self._arcs[order[1:][same], NEXT + side] = order[:-1][same]
            last = np.concatenate((~same, [True]))[:m]
            self._heads[side, points[last]] = order[last]

    def _drop(self, dropped: NDArray[np.bool_]) -> None:
        rows = np.flatnonzero(dropped)
        if not len(rows):
            return
        self._unshare()
        if len(rows) > _FEW_ROWS:
            rest = np.flatnonzero(~dropped)
            self._hold(Bounds(self._arcs[rest, : NUMBER + 1], self._values[rest]))
            return
        for row in reversed(rows.tolist()):
            self._drop_row(row)
        self._anchor = int(self._degrees.argmax())

    def _drop_row(self, row: int) -> None:
        """Take one row out of its lists, and let the last row have its position."""
        last = self._used - 1
        for side, column in enumerate((X, Y)):
            links, heads = self._arcs[: last + 1, NEXT + side], self._heads[side]
            point, end = self._arcs[[row, last], column]
            links[links == row] = links[row]
            if heads[point] == row:
                heads[point] = links[row]
            self._degrees[point] -= 1
            links[links == last] = row
            if heads[end] == last:
                heads[end] = row
        self._arcs[row], self._values[row] = self._arcs[last], self._values[last]
        self._used = last

    def _reserve(self, arcs: int) -> None:
        """Give the arrays room for so many arcs."""
        room = len(self._values)
        if arcs > room:
            room = max(arcs, 2 * room)
            self._arcs = _longer(self._arcs, self._used, room)
            self._values = _longer(self._values, self._used, room)
            self._keys = np.zeros((2, room + 2, 2), np.int64)
            self._nodes = np.zeros((2, room + 2), np.int32)

    def _make_scratch(self) -> None:
        n, m = self._heads.shape[1], len(self._values)
        # One part for each side; searches of rows use the first.
        self._gap, self._state = np.zeros((2, n, 2), np.int64), np.zeros((2, n), np.int32)
        self._moved, self._via = np.zeros((2, n), np.int32), np.zeros((2, n), np.int32)
        self._cycle = np.zeros(2 * n + 1, np.int32)
        self._keys, self._nodes = np.zeros((2, m + 2, 2), np.int64), np.zeros((2, m + 2), np.int32)


def _extremes(values: NDArray[np.int64]) -> tuple[int, int]:
    return (int(values.min()), int(values.max())) if len(values) else (0, 0)


def _longer(array: _Array, used: int, length: int) -> _Array:
    """An array of this length that begins with what is used of the old one."""
    result = np.zeros((length, *array.shape[1:]), array.dtype)
    result[:used] = array[:used]
    return result


# The constraints of a graph with distances as arrays, for the compiled network.


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


# Small calls that between them use every kernel of distances, so that all are compiled.
#
# Importing this module loads numba.


MODULES: tuple[ModuleType, ...] = (kernels,)
"""All files of kernels."""


def steps() -> Iterator[bool]:
    """Use every kernel, one or two at each step; yields whether that was all."""
    made = CompiledNetwork.close(3, Bounds.of([Arc(0, 1, 0, 0), Arc(1, 2, -1, 1)]))
    assert made is not None
    yield False
    made.add([Arc(2, 0, SCALE, 2)])
    yield False
    made.mask(0, 1)
    yield False
    made.support(0, 2)
    made.row(0)
    yield False
    made.path(0, 2)
    yield False
    starts = np.zeros(40, np.int32)
    made.masks(starts, starts)
    yield True


def compiled() -> bool:
    """Whether some kernel had to be compiled, since no machine code was kept for it."""
    return any_compiled(MODULES)


def use_all() -> None:
    """Use every kernel now."""
    for _ in steps():
        pass
