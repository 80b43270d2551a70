"""The closure of a small graph in pure Python: an integer per point, a bit per reachable point.

Row ``reach[x]`` has bit y set iff x <= y is entailed (its own bit included); in a graph whose
constraints are all ``<`` and ``=``, everything reached but not reaching back is strictly later,
so one plane suffices. Only where ``<=`` constraints occur does a second plane, ``strict``, hold
what is entailed to be strictly later. Bits are numbered by point, not by topological position,
so that the two points of an interval are neighbours and a shift fetches both.

Rows that grow also keep the columns of each plane, the predecessors of each point. So adding a
constraint changes the rows of those points alone that can reach more than before, and looks at no
others. Rows that are closed at once have no columns until they are worth making.

A document of TimeBank is closed in some tens of microseconds and nothing has to be imported.
The numba twin for large graphs is :mod:`timegraph._closure.indexes`; both give equal results.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from timegraph._lazy import Later
from timegraph.points import EQ, EQUAL, GE, GT, LE, LESS, LESS_EQUAL, LT, NONE, mask_of_labels

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from timegraph._closure import arrays
else:
    arrays = Later("timegraph._closure.arrays")


# How much memory is free, as far as the system reports it.


# Where the system reports nothing: what any machine with large graphs has.
_FALLBACK = 4 * 2**30


def free_memory() -> int:
    """Bytes that can be taken without swapping.

    Linux: ``MemAvailable`` of ``/proc/meminfo``; elsewhere half of the physical memory, if the
    system names it, else 4 GB.
    """
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    try:
        pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return _FALLBACK
    return pages * size // 2 if pages > 0 and size > 0 else _FALLBACK


# What every closure answers, whatever holds it: the interface, its checks and its defaults.
#
# Importing this module loads neither numpy nor numba, so that small graphs need neither; methods
# that take or return arrays import numpy when they are called.


class Closure(ABC):
    """What a consistent set of constraints between the points ``0 .. n-1`` entails.

    Methods that take single points trust them to be in range; methods that take arrays check.
    An implementation has ``label`` and ``mask``; it may also override ``_masks``, ``_answers`` and
    ``_matrix``, which get checked arrays, with something faster than one pair after the other.
    """

    __slots__ = ()

    eager = False
    """Whether new constraints are decided on as they come, so that no question waits for them."""

    @abstractmethod
    def __len__(self) -> int:
        """The number of points."""

    def copy(self) -> Closure | None:
        """An independent copy; ``None`` where it takes as much as to close again."""
        return None

    def shared_mask(self) -> Callable[[int, int], int] | None:
        """:meth:`mask` as threads may call it at the same time, and while one of them changes the
        closure, though answers and errors count for nothing then; ``None`` where that does not go
        (yet)."""
        return self.mask

    @abstractmethod
    def label(self, x: int, y: int, /) -> int:
        """What is entailed of "x ? y", as a code of :mod:`timegraph.points`."""

    @abstractmethod
    def mask(self, a: int, b: int, /) -> int:
        """The mask of the relations still possible between the intervals
        (a, a+1) and (b, b+1), as :class:`timegraph.AllenSet` numbers them."""

    def less(self, x: int, y: int, /) -> bool:
        """Whether x < y is entailed."""
        return self.label(x, y) == LT

    def less_equal(self, x: int, y: int, /) -> bool:
        """Whether x <= y is entailed."""
        return self.label(x, y) in (LT, LE, EQ)

    def shrink(self, points: int, intervals: int, /) -> bool:
        """Forget all but the first ``points``, if this closure can. Returns whether it did.
        Of the others nothing may be known but that the last ``intervals`` start before they
        end."""
        return False

    def masks(self, a: ArrayLike, b: ArrayLike) -> NDArray[np.uint16]:
        """``mask(a[k], b[k])`` for all k: an array of uint16, as long as both arrays.

        Raises ``IndexError`` if some interval's points are out of range, and ``ValueError`` for
        arrays of unequal length or of more than one dimension.
        """
        points = len(self)
        return self._masks(*arrays.same_length(arrays.starts(a, points), arrays.starts(b, points)))

    def answers(
        self, starts: ArrayLike, a: ArrayLike, wanted: ArrayLike, b: ArrayLike
    ) -> NDArray[np.int8]:
        """Whether interval ``a[k]`` is in one of the relations of the mask ``wanted[k]`` to
        interval ``b[k]``, for all k: 1 yes, 0 no, -1 unknown.

        Intervals are numbered, number i starting at the point ``starts[i]``; ``wanted`` may be
        one mask for all. Raises ``IndexError`` if a number or a point is out of range and
        ``ValueError`` for unequal lengths.
        """
        table = arrays.starts(starts, len(self))
        return self._answers(table, *arrays.questions(a, wanted, b, len(table)))

    def relation_matrix(self, starts: ArrayLike) -> NDArray[np.uint16]:
        """The masks of all pairs of the intervals that start at ``starts``, as a square of uint16:
        in row i and column j, what interval i can be to interval j.

        Raises ``IndexError`` if some interval's points are out of range, and ``MemoryError`` if
        the matrix takes more memory than is free.
        """
        return self._matrix(arrays.starts(starts, len(self)))

    def _masks(self, a: NDArray[np.int32], b: NDArray[np.int32]) -> NDArray[np.uint16]:
        import numpy as np

        mask = self.mask
        pairs = zip(a.tolist(), b.tolist(), strict=True)
        return np.fromiter((mask(x, y) for x, y in pairs), np.uint16, len(a))

    def _answers(
        self,
        starts: NDArray[np.int32],
        a: NDArray[np.int32],
        wanted: NDArray[np.uint16],
        b: NDArray[np.int32],
    ) -> NDArray[np.int8]:
        import numpy as np

        possible = self._masks(starts[a], starts[b])
        yes, no = (possible & ~wanted) == 0, (possible & wanted) == 0
        result: NDArray[np.int8] = 2 * yes.view(np.int8) + no.view(np.int8) - 1
        return result

    def _matrix(self, starts: NDArray[np.int32]) -> NDArray[np.uint16]:
        import numpy as np

        mask, listed = self.mask, starts.tolist()
        masks = (mask(a, b) for a in listed for b in listed)
        return np.fromiter(masks, np.uint16, len(listed) ** 2).reshape(len(listed), len(listed))


def mask_by_labels(label: Callable[[int, int], int], a: int, b: int) -> int:
    """The mask of the relations still possible between the intervals (a, a+1) and (b, b+1), by what
    is entailed of their points."""
    es = label(a + 1, b)
    if es == LT:
        return mask_of_labels(LT, LT, LT, LT)
    se = label(a, b + 1)
    if se == GT:
        return mask_of_labels(GT, GT, GT, GT)
    return mask_of_labels(label(a, b), se, es, label(a + 1, b + 1))


# Groups of points that must be equal, and one possible order of them all, in pure Python.


def order_classes(
    n: int, xs: Sequence[int], ops: Sequence[int], ys: Sequence[int]
) -> list[list[int]]:
    """A world: the points in groups of equals, earliest first, such that all constraints hold.

    Raises ``ValueError`` if they contradict each other. Every group gets an instant of its own,
    so ``<=`` between different groups holds strictly.
    """
    rep, order = components(n, xs, ops, ys)
    if any(op == LESS and rep[x] == rep[y] for x, op, y in zip(xs, ops, ys, strict=True)):
        raise ValueError("the constraints contradict each other")
    groups: dict[int, list[int]] = {root: [] for root in reversed(order)}
    for point in range(n):
        groups[rep[point]].append(point)
    return list(groups.values())


def components(
    n: int, xs: Sequence[int], ops: Sequence[int], ys: Sequence[int]
) -> tuple[list[int], list[int]]:
    """For every point a representative of the points that must equal it or contradict it, and the
    representatives in reverse topological order (sinks first): Tarjan's strongly connected
    components, without recursion."""
    # For every point those that it is not after, as each constraint says.
    arcs: list[list[int]] = [[] for _ in range(n)]
    for x, op, y in zip(xs, ops, ys, strict=True):
        arcs[x].append(y)
        if op == EQUAL:
            arcs[y].append(x)
    number = [0] * n
    low = [0] * n
    rep = [-1] * n
    order: list[int] = []
    open_points: list[int] = []
    count = 0
    for start in range(n):
        if number[start]:
            continue
        count += 1
        number[start] = low[start] = count
        open_points.append(start)
        work = [(start, iter(arcs[start]))]
        while work:
            point, rest = work[-1]
            for other in rest:
                if not number[other]:
                    count += 1
                    number[other] = low[other] = count
                    open_points.append(other)
                    work.append((other, iter(arcs[other])))
                    break
                if rep[other] < 0:
                    low[point] = min(low[point], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[point])
                if low[point] == number[point]:
                    order.append(point)
                    while True:
                        member = open_points.pop()
                        rep[member] = point
                        if member == point:
                            break
    return rep, order


def _label_of_bits(forth: int, back: int) -> int:
    return (EQ if back else LT) if forth else (GT if back else NONE)


# Indexed by the eight reach bits of the cross pairs: bits 0-3 a to b (ss, se, es, ee),
# bits 4-7 b to a (b.start to a.start, b.start to a.end, b.end to a.start, b.end to a.end).
_MASK_OF_BITS = tuple(
    mask_of_labels(
        _label_of_bits(bits & 1, bits >> 4 & 1),
        _label_of_bits(bits >> 1 & 1, bits >> 6 & 1),
        _label_of_bits(bits >> 2 & 1, bits >> 5 & 1),
        _label_of_bits(bits >> 3 & 1, bits >> 7 & 1),
    )
    for bits in range(256)
)


class IntRows(Closure):
    """A closed, consistent set of constraints over points 0..n-1; see the module's docstring.

    ``IntRows()`` has no points, and grows.
    """

    __slots__ = ("predecessors", "reach", "strict", "strict_predecessors", "work")

    def __init__(self, reach: list[int] | None = None, strict: list[int] | None = None) -> None:
        self.reach = reach or []
        self.strict = strict
        self.predecessors: list[int] | None = None if reach else []
        """The columns of ``reach`` as rows; ``None`` until they are worth making."""
        self.strict_predecessors: list[int] | None = None
        """The columns of ``strict``, where there are both."""
        self.work = 0
        """How many rows were looked at to add constraints; long ones count several times."""

    def __len__(self) -> int:
        return len(self.reach)

    def copy(self) -> IntRows:
        """An independent copy."""
        rows = IntRows()
        rows.reach = self.reach[:]
        rows.strict = _copied(self.strict)
        rows.predecessors = _copied(self.predecessors)
        rows.strict_predecessors = _copied(self.strict_predecessors)
        rows.work = self.work
        return rows

    def less(self, x: int, y: int, /) -> bool:
        """Whether x < y is entailed."""
        if self.strict is not None:
            return bool(self.strict[x] >> y & 1)
        return bool(self.reach[x] >> y & 1 and not self.reach[y] >> x & 1)

    def less_equal(self, x: int, y: int, /) -> bool:
        """Whether x <= y is entailed."""
        return bool(self.reach[x] >> y & 1)

    def label(self, x: int, y: int, /) -> int:
        """What is entailed of "x ? y", as a code of :mod:`timegraph.points`."""
        if self.reach[x] >> y & 1:
            if self.reach[y] >> x & 1:
                return EQ
            return LE if self.strict is not None and not self.strict[x] >> y & 1 else LT
        if self.reach[y] >> x & 1:
            return GE if self.strict is not None and not self.strict[y] >> x & 1 else GT
        return NONE

    def mask(self, a: int, b: int, /) -> int:
        """The mask of the relations still possible between the intervals (a, a+1), (b, b+1)."""
        reach = self.reach
        if self.strict is None:
            return _MASK_OF_BITS[
                reach[a] >> b & 3
                | (reach[a + 1] >> b & 3) << 2
                | (reach[b] >> a & 3) << 4
                | (reach[b + 1] >> a & 3) << 6
            ]
        return mask_by_labels(self.label, a, b)

    def shared_mask(self) -> Callable[[int, int], int]:
        if self.strict is not None:
            return self.mask
        reach, masks = self.reach, _MASK_OF_BITS

        def mask(a: int, b: int) -> int:
            # As in mask(): to look for less saves a twentieth of a question.
            return masks[
                reach[a] >> b & 3
                | (reach[a + 1] >> b & 3) << 2
                | (reach[b] >> a & 3) << 4
                | (reach[b + 1] >> a & 3) << 6
            ]

        return mask

    def after(self, x: int) -> int:
        """A bit for every point entailed to be strictly after ``x``."""
        return self.strict[x] if self.strict is not None else self.reach[x] & ~self._columns()[x]

    def before(self, x: int) -> int:
        """A bit for every point entailed to be strictly before ``x``."""
        columns, strict_columns = self._columns(), self.strict_predecessors
        return strict_columns[x] if strict_columns is not None else columns[x] & ~self.reach[x]

    def grow(self, points: int, starts: Iterable[int] = ()) -> None:
        """Add points, up to ``points`` in all; of the new points, each of ``starts`` is before
        the next one, and nothing else is known of them."""
        new = [1 << point for point in range(len(self.reach), points)]
        self.reach += new
        if self.predecessors is not None:
            self.predecessors += new
        if self.strict is not None:
            self.strict += [0] * len(new)
        if self.strict_predecessors is not None:
            self.strict_predecessors += [0] * len(new)
        for start in starts:
            # Nothing else reaches the new points yet, so no other row changes.
            self.reach[start] |= 2 << start
            if self.predecessors is not None:
                self.predecessors[start + 1] |= 1 << start
            if self.strict is not None:
                self.strict[start] |= 2 << start
            if self.strict_predecessors is not None:
                self.strict_predecessors[start + 1] |= 1 << start

    def shrink(self, points: int, intervals: int, /) -> bool:
        """Forget all but the first ``points``; nothing is known of the others but the start
        before end of the last ``intervals``."""
        for plane in (self.reach, self.strict, self.predecessors, self.strict_predecessors):
            if plane is not None:
                del plane[points:]
        return True

    def allows(self, x: int, op: int, y: int) -> bool:
        """Whether ``x op y`` is consistent with all that is entailed."""
        if op == LESS:
            return not self.reach[y] >> x & 1
        if op == LESS_EQUAL:
            return not self.less(y, x)
        return not self.less(y, x) and not self.less(x, y)

    def add(self, x: int, op: int, y: int) -> None:
        """Add a constraint that :meth:`allows` allows, and close again: O(n) rows."""
        known = self.strict if op == LESS and self.strict is not None else self.reach
        if not known[x] >> y & 1:
            if op == LESS_EQUAL and self.strict is None:
                self._distinguish()
            self._join(x, y, op == LESS)
        if op == EQUAL and not self.reach[y] >> x & 1:
            self._join(y, x, False)

    def try_add(self, constraints: Sequence[tuple[int, int, int]]) -> bool:
        """Add constraints ``(x, op, y)``, all or none. Returns whether they agree with the rest.

        Constraints of one relation contradict what is in force only if one of them does so by
        itself; a caller that gives others must give them one by one.
        """
        for x, op, y in constraints:
            if not self.allows(x, op, y):
                return False
        for x, op, y in constraints:
            self.add(x, op, y)
        return True

    def _distinguish(self) -> None:
        """From here on, "reached" no longer means "strictly later" or "equal"."""
        points = range(len(self.reach))
        if self.predecessors is not None:
            self.strict_predecessors = [self.before(point) for point in points]
            self.strict = [self.after(point) for point in points]
        else:
            self.strict = without_equals(self.reach)

    def _columns(self) -> list[int]:
        """The rows of predecessors, which are made if there are none."""
        if self.predecessors is None:
            if self.strict is not None:
                self.strict_predecessors = transposed(self.strict)
            self.predecessors = transposed(self.reach)
        return self.predecessors

    def _join(self, x: int, y: int, strict: bool) -> None:
        """Let all that reach ``x`` reach all that ``y`` reaches."""
        if self.predecessors is None and self.work < len(self.reach) ** 2:
            self._join_by_scanning(x, y, strict)
            return
        reach, columns = self.reach, self._columns()
        before, after = columns[x], reach[y]
        # Those that reach y reach all that it does, so only the others change.
        sources, targets = before & ~columns[y], after & ~reach[x]
        # Long rows take longer: those of 500 points twice as long as the shortest.
        changed = sources.bit_count() + targets.bit_count()
        self.work += changed * (1 + len(reach) // 500)
        strictly, strict_columns = self.strict, self.strict_predecessors
        if strictly is not None and strict_columns is not None:
            before_x = before if strict else strict_columns[x]
            after_y, known = strictly[y], strictly[x]
            add_bits(strictly, before_x & ~strict_columns[y], after)
            add_bits(strictly, sources, after_y)
            add_bits(strict_columns, after & ~known, before_x)
            add_bits(strict_columns, after_y & ~known, before)
        add_bits(reach, sources, after)
        add_bits(columns, targets, before)

    def _join_by_scanning(self, x: int, y: int, strict: bool) -> None:
        """The same without rows of predecessors: all rows are looked at."""
        reach, row = self.reach, self.reach[y]
        self.work += len(reach)
        if self.strict is None:
            for point, old in enumerate(reach):
                if old >> x & 1:
                    reach[point] = old | row
            return
        weak_row = self.strict[y]
        for point, old in enumerate(reach):
            if old >> x & 1:
                # What y reaches is strictly later than a point strictly before x.
                stays_strict = strict or self.strict[point] >> x & 1
                self.strict[point] |= row if stays_strict else weak_row
                reach[point] = old | row


def _copied(plane: list[int] | None) -> list[int] | None:
    return None if plane is None else plane[:]


def close(
    n: int,
    xs: Sequence[int],
    ops: Sequence[int],
    ys: Sequence[int],
    starts: Iterable[int] = (),
) -> IntRows | None:
    """The closure of the constraints ``xs[k] ops[k] ys[k]`` over n points, and ``s < s + 1`` for
    each of ``starts``; ``None`` if they contradict each other. O(m) steps, plus one OR of n bits
    a constraint."""
    if LESS_EQUAL in ops:
        first = list(starts)
        return _close_general(
            n,
            [*first, *xs],
            [*([LESS] * len(first)), *ops],
            [*(start + 1 for start in first), *ys],
        )
    own = [1 << point for point in range(n)]
    rep = list(range(n))
    if EQUAL in ops:
        for x, op, y in zip(xs, ops, ys, strict=True):
            if op == EQUAL:
                while rep[x] != x:
                    rep[x] = x = rep[rep[x]]
                while rep[y] != y:
                    rep[y] = y = rep[rep[y]]
                if x != y:
                    rep[y] = x
                    own[x] |= own[y]
        for point in range(n):
            root = rep[point]
            while rep[root] != root:
                root = rep[root]
            rep[point] = root
    later: list[list[int]] = [[] for _ in range(n)]
    for start in starts:
        later[rep[start]].append(rep[start + 1])
    for x, op, y in zip(xs, ops, ys, strict=True):
        if op == LESS:
            later[rep[x]].append(rep[y])
    reach = _rows_in_depth_first_order(n, rep, own, later)
    return None if reach is None else IntRows([reach[root] for root in rep])


def _rows_in_depth_first_order(
    n: int, rep: list[int], own: list[int], later: list[list[int]]
) -> list[int] | None:
    """The row of each class, computed when the search leaves it; ``None`` if it meets a cycle."""
    reach = [0] * n  # 0: not seen, -1: on the stack
    # Intervals end after they start, so from the last point on most of what follows is done.
    for root in range(n - 1, -1, -1):
        if reach[root] or rep[root] != root:
            continue
        row = own[root]
        for other in later[root]:
            done = reach[other]
            if not done:
                break
            row |= done
        else:
            reach[root] = row
            continue
        stack = [root]
        while stack:
            top = stack[-1]
            if reach[top] == 0:
                reach[top] = -1
                pending = [other for other in later[top] if reach[other] <= 0]
                if pending:
                    for other in pending:
                        if reach[other] == -1:
                            return None
                    stack.extend(pending)
                    continue
            elif reach[top] > 0:
                stack.pop()
                continue
            row = own[top]
            for other in later[top]:
                done = reach[other]
                if done < 0:
                    return None
                row |= done
            reach[top] = row
            stack.pop()
    return reach


def _close_general(
    n: int, xs: Sequence[int], ops: Sequence[int], ys: Sequence[int]
) -> IntRows | None:
    """As :func:`close`, with ``<=``: classes are the strongly connected components."""
    rep, order = components(n, xs, ops, ys)
    own = [0] * n
    for point in range(n):
        own[rep[point]] |= 1 << point
    strictly: list[set[int]] = [set() for _ in range(n)]
    weakly: list[set[int]] = [set() for _ in range(n)]
    for x, op, y in zip(xs, ops, ys, strict=True):
        first, second = rep[x], rep[y]
        if first == second:
            if op == LESS:
                return None
        elif op == LESS:
            strictly[first].add(second)
        else:
            weakly[first].add(second)
    if not any(weakly):
        # Every <= was part of a cycle, so one plane is enough.
        later = [list(others) for others in strictly]
        rows = _rows_in_depth_first_order(n, rep, own, later)
        return None if rows is None else IntRows([rows[root] for root in rep])
    reach, strict = [0] * n, [0] * n
    for root in order:  # sinks first
        row, strict_row = own[root], 0
        for other in strictly[root]:
            strict_row |= reach[other]
        for other in weakly[root]:
            row |= reach[other]
            strict_row |= strict[other]
        reach[root], strict[root] = row | strict_row, strict_row
    return IntRows([reach[root] for root in rep], [strict[root] for root in rep])


def add_bits(rows: list[int], where: int, bits: int) -> None:
    """Add ``bits`` to each of the rows that ``where`` has a bit for."""
    if where.bit_count() * 4 > len(rows):
        for row, digit in enumerate(reversed(f"{where:b}")):
            if digit == "1":
                rows[row] |= bits
        return
    while where:
        low = where & -where
        rows[low.bit_length() - 1] |= bits
        where ^= low


def transposed(rows: list[int]) -> list[int]:
    """The columns of a square as rows, in about 20 ns per cell."""
    n = len(rows)
    digits = [f"{row:0{n}b}" for row in reversed(rows)]
    return [int("".join(column), 2) for column in zip(*digits, strict=True)][::-1]


def without_equals(reach: list[int]) -> list[int]:
    """What each row of a reflexive, transitive relation reaches that does not reach back: rows
    that reach each other, and no others, are equal."""
    classes: dict[int, int] = {}
    for point, row in enumerate(reach):
        classes[row] = classes.get(row, 0) | 1 << point
    return [row & ~classes[row] for row in reach]
