"""Constraints between points, put in order by the kernels, or accepted one by one in file order."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from math import inf
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from timegraph._closure.arrays import array_of, constraints
from timegraph._closure.buffers import Lease, acquire
from timegraph._closure.kernels import dynamic_order, file_order_rows
from timegraph._closure.kernels import order as order_kernels
from timegraph.points import LESS_EQUAL

__all__ = ["Order", "file_order", "order", "scratch"]

_Ints: TypeAlias = NDArray[np.int32]

# Rows of 33,000 points, and of 46,000 if no constraint is weak.
_MOST_ROW_BYTES = 2**29 + 2**25
# The matrix of a longer group would be larger than what it saves; a link has four points.
_LONGEST_GROUP = 16
# Closed rows take about eight times as long, for each pair of points.
_SECONDS_OF_SEARCHES = 2.5e-9
# So many constraints are decided on between two looks at the clock.
_AT_ONCE = 256


class Order(NamedTuple):
    """What kernel ``order`` fills in, and the leases that its arrays stand on."""

    position: _Ints
    record: _Ints
    start: _Ints
    successor: _Ints
    words: int
    weak: int
    kept: Lease | None
    scratch: Lease | None


def order(n: int, x: _Ints, y: _Ints, op: NDArray[np.int8]) -> Order | None:
    """The constraints in order, ``None`` if they contradict each other: O(n + m).

    ``op`` is 0 for ``<``, 1 for ``<=``, 2 for ``=``. Raises ``IndexError`` for a point out of range
    and ``ValueError`` for an unknown operator.
    """
    m = len(x)
    block, kept = acquire((5 * n + 1) // 2)
    room, lease = acquire((6 * n + m + 2) // 2)
    ints, scratch = block.view(np.int32), room.view(np.int32)
    position, record = ints[:n], ints[n : 5 * n].reshape(n, 4)
    status, classes, words, weak = order_kernels.order(n, x, y, op, position, record, scratch)
    if status == order_kernels.CONTRADICTION:
        return None
    if status == order_kernels.BAD_INDEX:
        raise IndexError(f"a constraint names a point that is not in 0..{n - 1}")
    if status == order_kernels.BAD_OP:
        raise ValueError("an operator is none of 0 (<), 1 (<=) and 2 (=)")
    start, successor = scratch[: n + 1], scratch[n + 1 : n + 1 + m]
    return Order(position, record[:classes], start, successor, words, weak, kept, lease)


def file_order(
    n: int,
    x: ArrayLike,
    y: ArrayLike,
    op: ArrayLike,
    group: ArrayLike,
    *,
    protected: int = 0,
    budget: int | None = None,
    reached: Callable[[int], object] = lambda constraint: None,
) -> NDArray[np.bool_]:
    """Which constraints are in force if they are accepted group by group, in order.

    ``group[k]``, non-decreasing, numbers the group of constraint ``k``. A group is accepted if all
    its constraints together agree with all that is accepted before it. Groups below ``protected``
    are known to be consistent, and never refused. What takes more than ``budget`` bytes, or half a
    gigabyte, is done in less memory, and more slowly. ``reached`` is called now and then with the
    number of the constraint that is next; what it raises ends the work.

    Raises ``IndexError`` for a point out of range, and ``ValueError`` for an unknown operator, for
    groups that decrease, and if protected ones contradict each other.
    """
    n, xs, ys, ops = constraints(n, x, y, op)
    groups = array_of(group, np.int32)
    if groups.shape != xs.shape or (len(groups) > 1 and (groups[1:] < groups[:-1]).any()):
        raise ValueError("group must number every constraint and never decrease")
    accepted = np.ones(len(xs), np.bool_)
    if order(n, xs, ys, ops) is not None:
        return accepted
    # Only what lies on a cycle with a strict step can be refused, whatever else is accepted.
    suspected, position = order_kernels.suspects(n, xs, ys, ops)
    suspects = np.flatnonzero(suspected)
    points, ends = np.unique(np.concatenate((xs[suspects], ys[suspects])), return_inverse=True)
    positions = np.empty(len(points), np.int32)
    positions[np.argsort(position[points])] = np.arange(len(points), dtype=np.int32)
    first = ends[: len(suspects)].astype(np.int32)
    second = ends[len(suspects) :].astype(np.int32)
    new = np.stack((first, ops[suspects].astype(np.int32), second, groups[suspects]), axis=1)

    def next_is(suspect: int) -> None:
        reached(int(suspects[suspect]))

    # Searches take next to no time where few contradict, and very long where most do. Rows of one
    # word are always as fast.
    rows_fit = _rows_fit(new, len(points), protected, budget)
    seconds = _SECONDS_OF_SEARCHES * len(points) ** 2 if rows_fit else inf
    verdicts = _refused(new, positions, seconds, next_is)
    if verdicts is None:
        verdicts = _refused_by_rows(new, positions, protected, next_is)
    refused = np.unique(groups[suspects[verdicts]])
    if len(refused) and refused[0] < protected:
        raise ValueError("protected constraints contradict each other")
    accepted[np.isin(groups, refused)] = False
    return accepted


def _rows_fit(new: _Ints, points: int, protected: int, budget: int | None) -> bool:
    """Whether closed rows decide on these constraints, by size and by the bytes there are."""
    _, op, _, group = new.T
    loose = group[group >= protected]
    longest = np.unique(loose, return_counts=True)[1].max(initial=1)
    planes = 4 if (op == LESS_EQUAL).any() else 2
    limit = _MOST_ROW_BYTES if budget is None else min(budget, _MOST_ROW_BYTES)
    return bool(longest <= _LONGEST_GROUP) and planes * _row_words(points) * 8 * points <= limit


def _row_words(points: int) -> int:
    return (points + 63) // 64


def _refused_by_rows(
    new: _Ints, positions: _Ints, protected: int, next_is: Callable[[int], None]
) -> NDArray[np.bool_]:
    """Which constraints are refused, by rows that stay closed."""
    x, op, y, group = new.T
    n, any_weak = len(positions), bool((op == LESS_EQUAL).any())
    # Neighbours in the order share words.
    constraints = np.stack((positions[x], op, positions[y], group), axis=1)
    shape = n, _row_words(n)
    strict_shape = shape if any_weak else (1, 1)
    after, before = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)
    strictly_after = np.zeros(strict_shape, np.uint64)
    strictly_before = np.zeros(strict_shape, np.uint64)
    refused = np.zeros(len(new), np.bool_)
    single = int(np.searchsorted(group, protected))
    for begin, end in _pieces(group):
        next_is(begin)
        file_order_rows.accept(
            after, before, strictly_after, strictly_before, any_weak, constraints[:end], begin,
            single, _LONGEST_GROUP, refused,
        )  # fmt: skip
    return refused


def _pieces(group: _Ints) -> Iterator[tuple[int, int]]:
    """Ranges of some hundred constraints and whole groups: between two calls of a kernel there is
    time for a look at the clock, and for an interrupt."""
    ends = [*(np.flatnonzero(np.diff(group)) + 1).tolist(), len(group)]
    begin = 0
    while begin < len(group):
        end = ends[bisect_left(ends, min(begin + _AT_ONCE, len(group)))]
        yield begin, end
        begin = end


def _refused(
    new: _Ints, positions: _Ints, seconds: float, next_is: Callable[[int], None]
) -> NDArray[np.bool_] | None:
    """Which constraints are refused, by searches in an order that changes; ``None`` if they take
    longer than that."""
    edges, room = 0, scratch(len(positions), 1)
    state = dynamic_order.new_state(positions, 2 * len(new))
    constraints = new.copy()
    limit = time.perf_counter() + seconds
    for begin, end in _pieces(new[:, dynamic_order.GROUP]):
        if time.perf_counter() > limit:
            return None
        next_is(begin)
        edges, _ = dynamic_order.take(*state, edges, 0, 0, constraints[begin:end], False, *room)
    refused: NDArray[np.bool_] = constraints[:, dynamic_order.GROUP] == dynamic_order.REFUSED
    return refused


def scratch(points: int, constraints: int) -> tuple[_Ints, _Ints, _Ints, _Ints]:
    """What kernel ``take`` writes into while it works: room for so many points, and without
    allocating anything for so many constraints in a group."""
    # The system provides no memory for what is never written to.
    return (
        np.empty((constraints * (4 * points + 8), 5), np.int32),
        np.empty(points, np.int32),
        np.empty(2 * points, np.int32),
        np.empty(2 * points, np.int32),
    )
