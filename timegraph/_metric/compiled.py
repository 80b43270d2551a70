"""A simple temporal network in arrays, for the kernels: the one for large networks.

Values are 64-bit integers of ticks; what could overflow raises ``OverflowError`` beforehand, and
belongs into :class:`timegraph._metric.network.PythonNetwork`.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Container, Iterator, Sequence
from copy import copy
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from timegraph._metric.kernels import closing as closing_kernels
from timegraph._metric.kernels import network as kernels
from timegraph._metric.kernels import searches
from timegraph._metric.kernels.network import COLUMNS, NEXT, NUMBER, X, Y
from timegraph._metric.network import PythonNetwork
from timegraph._metric.protocol import Arc, Network, Row, Weights
from timegraph._metric.relations import needs_table
from timegraph._metric.weights import SCALE, split
from timegraph.points import mask_table

__all__ = ["Bounds", "CompiledNetwork"]

_Array = TypeVar("_Array", NDArray[np.int32], NDArray[np.int64])

_LARGEST = 2**62
_ALL = 2**31 - 1
_NOTHING = np.zeros(0, np.int32)
_MASKS = np.array(mask_table(), np.uint16)
_NEEDS = np.array(needs_table(), np.int32)
# A row of which at least this part is known is kept as an array.
_DENSE = 8
# Up to so many arcs are added without making arrays for them.
_FEW = 8
# So many arcs are listed at a time.
_CHUNK = 4096


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


class CompiledNetwork(Network):
    """Bounds in arrays that grow. Copies share them until one of them changes."""

    long_search = 500

    def __init__(
        self, points: int = 0, bounds: Bounds | None = None, potential: Sequence[int] = ()
    ) -> None:
        """``bounds`` are such as the potential satisfies, or :meth:`make_room` is called next."""
        self._points = 0
        self._used = 0
        self._largest = 0
        self.work = 0
        self._shared = False
        self._arcs, self._values = np.zeros((0, COLUMNS), np.int32), np.zeros(0, np.int64)
        self._heads, self._times = np.zeros((2, 0), np.int32), np.zeros((0, 2), np.int64)
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
    def of(cls, other: Network) -> CompiledNetwork:
        """The same network in this form. Raises ``OverflowError`` as :meth:`close` does."""
        if not isinstance(other, PythonNetwork):
            return cls(len(other), Bounds.of(list(other.arcs())), other.potential)
        counts, ys, weights, numbers = other.columns()
        values = [-(-weight // SCALE) for weight in weights]
        strict = [value * SCALE - weight for value, weight in zip(values, weights, strict=True)]
        xs = np.repeat(np.arange(len(counts)), counts)
        ends = np.stack(
            [np.array(column, np.int32) for column in (xs, ys, strict, numbers)], axis=1
        )
        return cls(len(other), Bounds(ends, np.array(values, np.int64)), other.potential)

    def make_room(self) -> bool:
        """Make the times satisfy all bounds. Returns whether that is possible."""
        fits: bool = closing_kernels.close(self._arcs, self._values, self._heads, self._times)
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
        # Kernels run beside each other, and use the same scratch arrays.
        self._lock = threading.Lock()
        self._make_scratch()
        # Arrays for what is added: ends, values, units, whether accepted.
        self._few = (
            np.zeros((_FEW, 4), np.int32),
            np.zeros(_FEW, np.int64),
            np.zeros(_FEW, np.int32),
            np.zeros(_FEW, np.bool_),
        )
        self._found = np.zeros(3, np.int64)

    def _unshare(self) -> None:
        """Have arrays of its own from now on, since they are going to change."""
        if self._shared:
            self._arcs, self._values = self._arcs.copy(), self._values.copy()
            self._heads, self._times = self._heads.copy(), self._times.copy()
            self._shared = False

    def arcs(self) -> Iterator[Arc]:
        for first in range(0, self._used, _CHUNK):
            part = slice(first, min(first + _CHUNK, self._used))
            ends, values = self._arcs[part, : NUMBER + 1].tolist(), self._values[part].tolist()
            for (x, y, strict, number), value in zip(ends, values, strict=True):
                yield Arc(x, y, value * SCALE - strict, number)

    def arcs_at(self, point: int, side: int) -> Iterator[Arc]:
        k = int(self._heads[side, point])
        while k >= 0:
            x, y, strict, number, *following = self._arcs[k].tolist()
            yield Arc(x, y, int(self._values[k]) * SCALE - strict, number)
            k = following[side]

    @property
    def potential(self) -> list[int]:
        return [time * SCALE - less for time, less in self._times[: self._points].tolist()]

    def grow(self, points: int) -> None:
        if points <= self._points:
            return
        old, self._points = self._points, points
        try:
            self._count()
        except OverflowError:
            self._points = old
            raise
        room = self._heads.shape[1]
        if points > room:
            room = max(points, 2 * room)
            heads, times = np.full((2, room), -1, np.int32), np.zeros((room, 2), np.int64)
            heads[:, :old], times[:old] = self._heads[:, :old], self._times[:old]
            self._heads, self._times = heads, times
            self._make_scratch()

    def shrink(self, points: int) -> None:
        if points < self._points:
            self._unshare()
            self._drop(self._arcs[: self._used, [X, Y]].max(axis=1) >= points)
            self._times[points : self._points] = 0
            self._points = points

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
            return bool(self.insert(Bounds.of(arcs), np.zeros(m, np.int32)).all())
        ends, values, unit, accepted = self._few
        for k, (x, y, weight, number) in enumerate(arcs):
            value = -(-weight // SCALE)
            self._count(value)
            ends[k], values[k] = (x, y, value * SCALE - weight, number), value
        self._insert(m, ends, values, unit, accepted)
        return bool(accepted[0]) or not m

    def insert(self, bounds: Bounds, unit: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Add bounds in order, unit by unit (equal numbers in a row); which of them fit with their
        units. Raises ``OverflowError`` as :meth:`close` does."""
        ends, values = bounds
        self._count(*_extremes(values))
        accepted = np.ones(len(values), np.bool_)
        self._insert(len(values), ends, values, unit, accepted)
        return accepted

    def _insert(
        self,
        m: int,
        ends: NDArray[np.int32],
        values: NDArray[np.int64],
        unit: NDArray[np.int32],
        accepted: NDArray[np.bool_],
    ) -> None:
        self._unshare()
        self._reserve(self._used + m)
        with self._lock:
            self._used = kernels.insert(
                m, ends, values, unit, accepted,
                self._arcs, self._values, self._heads, self._times,
                self._gap, self._state, self._moved, self._keys, self._nodes, self._used,
            )  # fmt: skip

    def remove(self, numbers: Container[int]) -> None:
        held = self._arcs[: self._used, NUMBER].tolist()
        self._drop(np.array([number in numbers for number in held], np.bool_))

    def take_out(self, numbers: range) -> None:
        self._unshare()
        self._used = closing_kernels.take_out(
            numbers.start, numbers.stop, self._arcs, self._values, self._heads, self._used
        )

    def tightest(self, x: int, y: int) -> int | None:
        bound = self._found
        with self._lock:
            self.work += searches.tightest(
                x, y, bound,
                self._arcs, self._values, self._heads, self._times,
                self._gap, self._state, self._moved, self._keys, self._nodes,
            )  # fmt: skip
            bounded, value, less = bound.tolist()
        weight: int = value * SCALE - less
        return weight if bounded else None

    def mask(self, a: int, b: int) -> int:
        with self._lock:
            possible, work = searches.mask(
                a, b, _MASKS, _NEEDS,
                self._arcs, self._values, self._heads, self._times,
                self._gap, self._state, self._moved, self._keys, self._nodes,
            )  # fmt: skip
            self.work += work
        mask: int = possible
        return mask

    def masks(self, a: NDArray[np.int32], b: NDArray[np.int32]) -> NDArray[np.uint16]:
        order = np.argsort(a, kind="stable")
        sources, firsts = np.unique(a[order], return_index=True)
        result = np.empty(len(a), np.uint16)
        rows = np.zeros((self._points, 2, 2, 3), np.int64)
        lengths = np.full((self._points, 2, 3), -1, np.int64)
        with self._lock:
            searches.masks(
                sources, np.append(firsts, len(a)), b[order], result, lengths, rows, _MASKS, _NEEDS,
                self._arcs, self._values, self._heads, self._times,
                self._gap, self._state, self._moved, self._keys, self._nodes,
            )  # fmt: skip
        masks = np.empty_like(result)
        masks[order] = result
        return masks

    def row(self, point: int, side: int = 0, *, before: int | None = None) -> Row:
        with self._lock:
            count = self._search(point, _NOTHING, before, side)
            touched = self._moved[0, :count]
            bounds = self._gap[0, touched]
            if count * _DENSE > self._points:
                return _DenseRow(self._points, touched, bounds)
            points, pairs = touched.tolist(), bounds.tolist()
        weights = (value * SCALE - less for value, less in pairs)
        return dict(zip(points, weights, strict=True))

    def among(self, points: Sequence[int], *, before: int | None = None) -> Weights:
        goals = np.array(list(dict.fromkeys(points)), np.int32)
        rows: dict[int, dict[int, int]] = {}
        with self._lock:
            for point in goals.tolist():
                touched = self._moved[0, : self._search(point, goals, before)]
                reached = touched[np.isin(touched, goals)]
                pairs = zip(reached.tolist(), self._gap[0, reached].tolist(), strict=True)
                rows[point] = {other: value * SCALE - less for other, (value, less) in pairs}
        return [[rows[x].get(y) for y in points] for x in points]

    def _search(
        self, source: int, goals: NDArray[np.int32], before: int | None = None, side: int = 0
    ) -> int:
        count: int = searches.search(
            source, side, goals, _ALL if before is None else before,
            self._arcs, self._values, self._heads, self._times,
            self._gap[0], self._state[0], self._moved[0], self._keys[0],
            self._nodes[0],
        )  # fmt: skip
        self.work += count
        return count

    def _count(self, *values: int) -> None:
        """Refuse values that a path through all points may add up to more than 64 bits hold."""
        largest = max(self._largest, *map(abs, values)) if values else self._largest
        if largest * self._points > _LARGEST:
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
        if dropped.any():
            self._unshare()
            rest = np.flatnonzero(~dropped)
            self._hold(Bounds(self._arcs[rest, : NUMBER + 1], self._values[rest]))

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
        # One part for each side; searches use the first.
        self._gap, self._state = np.zeros((2, n, 2), np.int64), np.zeros((2, n), np.int32)
        self._moved = np.zeros((2, n), np.int32)
        self._keys, self._nodes = np.zeros((2, m + 2, 2), np.int64), np.zeros((2, m + 2), np.int32)


class _DenseRow:
    """A row of a network in which most points are bounded."""

    __slots__ = ("_known", "_tightest")

    def __init__(self, points: int, reached: NDArray[np.int32], bounds: NDArray[np.int64]) -> None:
        self._tightest, self._known = np.zeros((points, 2), np.int64), np.zeros(points, np.bool_)
        self._tightest[reached], self._known[reached] = bounds, True

    def __len__(self) -> int:
        """As many entries of a dict as take the same memory."""
        return len(self._known) // _DENSE

    def get(self, point: int, /) -> int | None:
        if point >= len(self._known) or not self._known[point]:
            return None
        value, less = self._tightest[point].tolist()
        weight: int = value * SCALE - less
        return weight


def _extremes(values: NDArray[np.int64]) -> tuple[int, int]:
    return (int(values.min()), int(values.max())) if len(values) else (0, 0)


def _longer(array: _Array, used: int, length: int) -> _Array:
    """An array of this length that begins with what is used of the old one."""
    result = np.zeros((length, *array.shape[1:]), array.dtype)
    result[:used] = array[:used]
    return result
