"""Constraints between points, put in order by the kernels, or accepted one by one in file order."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from timegraph._closure.arrays import array_of, constraints
from timegraph._closure.buffers import Lease, acquire
from timegraph._closure.kernels import dynamic_order
from timegraph._closure.kernels import order as order_kernels

__all__ = ["Order", "file_order", "order", "scratch"]

_Ints: TypeAlias = NDArray[np.int32]


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
) -> NDArray[np.bool_]:
    """Which constraints are in force if they are accepted group by group, in order.

    ``group[k]``, non-decreasing, numbers the group of constraint ``k``. A group is accepted if all
    its constraints together agree with all that is accepted before it. Groups below ``protected``
    are known to be consistent, and never refused.

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
    state = dynamic_order.new_state(positions, 2 * len(suspects))
    new = np.stack((first, ops[suspects].astype(np.int32), second, groups[suspects]), axis=1)
    dynamic_order.take(*state, 0, 0, 0, new, False, *scratch(len(points), 1))
    refused = np.unique(groups[suspects[new[:, dynamic_order.GROUP] == dynamic_order.REFUSED]])
    if len(refused) and refused[0] < protected:
        raise ValueError("protected constraints contradict each other")
    accepted[np.isin(groups, refused)] = False
    return accepted


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
