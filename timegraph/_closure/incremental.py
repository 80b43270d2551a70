"""A large graph that keeps growing: each new constraint is checked without closing the graph again.

The points have an order in which every constraint leads forward
(:mod:`timegraph._closure.kernels.dynamic_order`). A constraint that agrees with the order costs
nothing more; any other moves only points between its two ends. A query searches between the
positions of two points. After many queries in a row a closed index answers faster, so one is made
then, and dropped when the graph grows again. :mod:`timegraph._closure.growing.list_order` is the
twin in pure Python.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from timegraph._closure.growing import Columns, Constraint, GrowingClosure
from timegraph._closure.int_rows import Closure
from timegraph._closure.kernels import dynamic_order, order as order_kernels
from timegraph._closure.ordering import scratch
from timegraph.points import EQ, EQUAL, LESS, LESS_EQUAL, mask_table

# A tuple: an array more costs each question more than it takes to look into this.
_MASKS = mask_table()
_ROOM_FOR_A_GROUP = 4
# To make an array of more constraints takes longer by way of a list.
_FEW = 64
# The group of what is consistent; those of constraints are numbered from 0 on.
_GIVEN = -1


class IncrementalClosure(GrowingClosure):
    """Constraints in force over the points ``0 .. n-1``, in arrays, by compiled code.

    ``x``, ``y``, ``op`` are consistent constraints to begin with; ``close`` makes a closed index
    of all that is in force. Raises ``ValueError`` if the constraints contradict each other.
    """

    __slots__ = (
        "_any_weak", "_edge", "_edges", "_known", "_lock", "_n", "_new", "_point", "_point_at",
        "_queue", "_scratch",
    )  # fmt: skip

    def __init__(
        self,
        n: int,
        x: NDArray[np.int32],
        y: NDArray[np.int32],
        op: NDArray[np.int8],
        close: Callable[[], Closure | None],
    ) -> None:
        super().__init__(close)
        self._n = n
        # Searches leave marks while they run.
        self._lock = threading.Lock()
        self._any_weak = bool((op == LESS_EQUAL).any())
        _, position = order_kernels.suspects(n, x, y, op)
        room = max(2 * n, 1024)
        self._point = np.empty((room, 8), np.int32)
        self._point_at = np.empty(room, np.int32)
        self._edge = np.empty((max(4 * len(x), 4096), 5), np.int32)
        self._edges = 0
        self._known = 0
        self._new: list[tuple[int, int, int, int]] = []
        self._make_scratch()
        self._take(np.empty((0, 4), np.int32))
        self._point[:n, dynamic_order.POSITION] = position
        self._point_at[position] = np.arange(n, dtype=np.int32)
        given = np.stack((x, op.astype(np.int32), y, np.full(len(x), _GIVEN, np.int32)), axis=1)
        if self._take(given):
            raise ValueError("the constraints to begin with contradict each other")

    def _make_scratch(self) -> None:
        room = len(self._point)
        self._scratch = scratch(room, _ROOM_FOR_A_GROUP)
        self._queue = np.empty(2 * room, np.int32)

    def __len__(self) -> int:
        return self._n

    def grow(self, points: int, starts: Iterable[int] = ()) -> None:
        """Add points, up to ``points`` in all; of the new points, each of ``starts`` is before the
        next one, and nothing else is known of them."""
        if points > len(self._point):
            room = max(points, 2 * len(self._point))
            point, point_at = np.empty((room, 8), np.int32), np.empty(room, np.int32)
            point[: self._known] = self._point[: self._known]
            point_at[: self._known] = self._point_at[: self._known]
            self._point, self._point_at = point, point_at
            self._make_scratch()
        self._n = points
        # They are taken in with the next constraints, since each call of a kernel costs.
        self._new += [(start, LESS, start + 1, _GIVEN) for start in starts]
        self._changed()

    def shrink(self, points: int, intervals: int, /) -> bool:
        """Remove all but the first ``points``. The others must have no constraint but the start
        before end of intervals, the last ``intervals`` of which are what was added last."""
        self._catch_up()
        self._edges -= intervals
        self._n = self._known = points
        self._changed()
        return True

    def decide(
        self, columns: Columns, groups: Sequence[int] | None, first: int, *, stop: bool = False
    ) -> bytes:
        """Accept the constraints from number ``first`` on; see :class:`GrowingClosure`."""
        xs, ops, ys = columns
        last, given = len(xs), len(self._new)
        if first == last:
            return b""
        if not self._any_weak:
            self._any_weak = LESS_EQUAL in ops[first:]
        numbers = range(last) if groups is None else groups
        if last - first <= _FEW:
            rows = [(xs[k], ops[k], ys[k], numbers[k]) for k in range(first, last)]
            new = np.array(self._new + rows if given else rows, np.int32)
        else:
            # Views, of which none may outlive this call: what numpy looks into cannot grow.
            parts = [np.asarray(column)[first:] for column in (xs, ops, ys, numbers)]
            new = np.stack(parts, axis=1).astype(np.int32)
            if given:
                new = np.concatenate((np.array(self._new, np.int32), new))
        self._new = []
        if not self._take(new, stop=stop):
            return b"\1" * (last - first)
        accepted = new[given:, dynamic_order.GROUP] != dynamic_order.REFUSED
        return bytes(accepted.tobytes())

    def try_add(self, constraints: Sequence[Constraint]) -> bool:
        """Accept constraints ``(x, op, y)``, all or none. Returns whether they agree with
        the rest."""
        self._catch_up()
        self._any_weak = self._any_weak or any(op == LESS_EQUAL for _, op, _ in constraints)
        return not self._take(np.array([(*constraint, 0) for constraint in constraints], np.int32))

    def place(self, point: int) -> int:
        """Where the class of a point stands; see :class:`GrowingClosure`."""
        self._catch_up()
        root, parent = point, self._point.item(point, dynamic_order.PARENT)
        while parent != root:
            root, parent = parent, self._point.item(parent, dynamic_order.PARENT)
        return int(self._point.item(root, dynamic_order.POSITION))

    def _catch_up(self) -> None:
        """Take in the points that were added."""
        if self._new or self._known < self._n:
            new, self._new = self._new, []
            self._take(np.array(new, np.int32).reshape(-1, 4))

    def _take(self, constraints: NDArray[np.int32], *, stop: bool = False) -> int:
        """Accept constraints group by group; returns how many are refused."""
        if self._edges + 2 * len(constraints) > len(self._edge):
            room = max(2 * len(self._edge), self._edges + 2 * len(constraints))
            edge = np.empty((room, 5), np.int32)
            edge[: self._edges] = self._edge[: self._edges]
            self._edge = edge
        refused: int
        self._edges, refused = dynamic_order.take(
            self._point, self._edge, self._point_at, self._edges, self._known, self._n,
            constraints, stop, *self._scratch,
        )  # fmt: skip
        self._known = self._n
        self._changed()
        return refused

    def restore(
        self, points: Sequence[int], starts: Sequence[int], columns: Columns, kept: bytearray
    ) -> None:
        """Give points their constraints again; see :class:`GrowingClosure`."""
        chosen = np.zeros(self._n, np.bool_)
        chosen[points] = True
        last = len(kept)
        x, op, y = (np.asarray(column)[:last] for column in columns)
        own = np.frombuffer(kept, np.bool_) & (chosen[x] | chosen[y])
        first = np.array(starts, np.int32)
        xs = np.concatenate((first, x[own]))
        ys = np.concatenate((first + 1, y[own]))
        ops = np.concatenate((np.zeros(len(first), np.int32), op[own].astype(np.int32)))
        given = np.stack((xs, ops, ys, np.full(len(xs), _GIVEN)), axis=1).astype(np.int32)
        if self._take(given):
            raise AssertionError("the constraints in force contradict each other")

    def remove(self, constraints: Sequence[Constraint]) -> list[int]:
        """Take back constraints in force; the points that have lost all, since some were merged."""
        self._catch_up()
        self._changed()
        x, op, y = np.array(constraints, np.int32).reshape(-1, 3).T.copy()
        if dynamic_order.remove(self._point, self._edge, x, y, op):
            return []
        parted = np.zeros(self._n, np.bool_)
        for first, _, second in constraints:
            if not parted[first] and self._merged(first, second):
                members = self._queue[: self._n]
                count = dynamic_order.dissolve(self._point, self._edge, self._n, first, members)
                parted[members[:count]] = True
        rest = ~parted[x] & ~parted[y]
        if not dynamic_order.remove(self._point, self._edge, x[rest], y[rest], op[rest]):
            raise AssertionError("a constraint to be taken back is not in force")
        points: list[int] = np.flatnonzero(parted).tolist()
        return points

    def _merged(self, x: int, y: int) -> bool:
        search = self._point, self._edge, x, y, self._queue, self._any_weak
        return bool(dynamic_order.label(*search) == EQ)

    def depending(
        self, removed: Sequence[Constraint], columns: Columns, kept: bytearray, first: int
    ) -> list[int]:
        """The refused constraints that may depend on those to be removed."""
        self._catch_up()
        refused = first + np.flatnonzero(np.frombuffer(kept, np.uint8)[first:] == 0)
        if not len(refused):
            return []
        x, _, y = np.array(removed, np.int32).T.copy()
        marks = np.empty(self._n, np.uint8)
        dynamic_order.around(self._point, self._edge, self._n, x, y, self._queue, marks)
        before, after = dynamic_order.BEFORE, dynamic_order.AFTER
        xs, ops, ys = (np.asarray(column)[refused] for column in columns)
        back = (marks[ys] & before > 0) & (marks[xs] & after > 0)
        forth = (marks[xs] & before > 0) & (marks[ys] & after > 0)
        numbers: list[int] = refused[back | (ops == EQUAL) & forth].tolist()
        return numbers

    def label(self, x: int, y: int, /) -> int:
        """What is entailed of "x ? y", as a code of :mod:`timegraph.points`."""
        with self._lock:
            if self._known < self._n:
                self._catch_up()
            if self._searches():
                search = self._point, self._edge, x, y, self._queue, self._any_weak
                return int(dynamic_order.label(*search))
        return self._closed_index().label(x, y)

    def mask(self, a: int, b: int, /) -> int:
        """The mask of the relations still possible between the intervals (a, a+1), (b, b+1)."""
        with self._lock:
            if self._known < self._n:
                self._catch_up()
            if self._searches():
                search = self._point, self._edge, a, b, self._queue, self._any_weak
                return _MASKS[dynamic_order.labels(*search)]
        return self._closed_index().mask(a, b)

    def _closed_index(self) -> Closure:
        """The index, where nothing but an index answers."""
        with self._lock:
            index = self._index()
        if index is None:
            raise AssertionError("there is no index of the whole")
        return index

    def _masks(self, a: NDArray[np.int32], b: NDArray[np.int32]) -> NDArray[np.uint16]:
        return self._closed_index().masks(a, b)

    def _answers(
        self,
        starts: NDArray[np.int32],
        a: NDArray[np.int32],
        wanted: NDArray[np.uint16],
        b: NDArray[np.int32],
    ) -> NDArray[np.int8]:
        return self._closed_index().answers(starts, a, wanted, b)

    def _matrix(self, starts: NDArray[np.int32]) -> NDArray[np.uint16]:
        return self._closed_index().relation_matrix(starts)
