"""Kernels that ask the closure: labels of many pairs of points, masks of many pairs of intervals.

They read the rows that :mod:`timegraph._kernels_rows` describes. Probes have no branches: which
way a test goes is as good as random, and a mispredicted branch costs more than the whole probe.
A label is a code of :mod:`timegraph.points` (0 nothing known, 1 ``<``, 2 ``<=``, 3 ``=``, 4 ``>=``,
5 ``>``).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._jit import jit

__all__ = ["masks", "matrix", "predecessors", "successors", "weak_masks", "weak_matrix"]

Ints: TypeAlias = NDArray[np.int32]
Words: TypeAlias = NDArray[np.uint64]
Masks: TypeAlias = NDArray[np.uint16]
Bools: TypeAlias = NDArray[np.bool_]

# Fields of the record of a position, as kernel ``order`` makes it.
FIRST, LAST, BASE, NODE = range(4)


@jit
def _bit(record: Ints, arena: Words, low: int, high: int) -> int:
    """1 if the lower position reaches the higher; 0 if not, or if they are the same."""
    inside = (record[low, FIRST] <= high) & (high <= record[low, LAST])
    word = arena[inside * (record[low, BASE] + (high >> 6))]
    return int((word >> np.uint64(high & 63)) & np.uint64(inside))


@jit
def _label(record: Ints, arena: Words, p: int, q: int) -> int:
    reached = _bit(record, arena, min(p, q), max(p, q))
    return reached * (1 + 4 * (p > q)) + 3 * (p == q)


@jit
def _weak_label(record: Ints, arena: Words, weak: Ints, weak_arena: Words, p: int, q: int) -> int:
    low = min(p, q)
    high = max(p, q)
    reached = _bit(record, arena, low, high)
    weakly = _bit(weak, weak_arena, low, high)
    return reached * (1 + 4 * (p > q)) + weakly * (1 - 2 * (p > q)) + 3 * (p == q)


@jit
def masks(
    position: Ints, record: Ints, arena: Words, table: Masks, a: Ints, b: Ints, result: Masks
) -> None:
    """Masks of the relations possible between the intervals that start at ``a[k]`` and ``b[k]``.

    The end of an interval is the point after its start. All indices must be in range.
    """
    for k in range(len(a)):
        sa = position[a[k]]
        ea = position[a[k] + 1]
        sb = position[b[k]]
        eb = position[b[k] + 1]
        index = (
            _label(record, arena, sa, sb)
            | _label(record, arena, sa, eb) << 3
            | _label(record, arena, ea, sb) << 6
            | _label(record, arena, ea, eb) << 9
        )
        result[k] = table[index]


@jit
def weak_masks(
    position: Ints,
    record: Ints,
    arena: Words,
    weak: Ints,
    weak_arena: Words,
    table: Masks,
    a: Ints,
    b: Ints,
    result: Masks,
) -> None:
    """As ``masks``, where a second set of rows says what is reached by no strict path."""
    for k in range(len(a)):
        sa = position[a[k]]
        ea = position[a[k] + 1]
        sb = position[b[k]]
        eb = position[b[k] + 1]
        index = (
            _weak_label(record, arena, weak, weak_arena, sa, sb)
            | _weak_label(record, arena, weak, weak_arena, sa, eb) << 3
            | _weak_label(record, arena, weak, weak_arena, ea, sb) << 6
            | _weak_label(record, arena, weak, weak_arena, ea, eb) << 9
        )
        result[k] = table[index]


@jit
def _reverse13(mask: int) -> int:
    """The converse: bit ``k`` becomes bit ``12 - k``."""
    result = 0
    for k in range(13):
        result |= ((mask >> k) & 1) << (12 - k)
    return result


@jit
def matrix(
    position: Ints, record: Ints, arena: Words, table: Masks, starts: Ints, result: Masks
) -> None:
    """Masks of all pairs of the intervals that start at ``starts``."""
    n = len(starts)
    converse = np.empty(8192, np.uint16)
    for mask in range(8192):
        converse[mask] = _reverse13(mask)
    for i in range(n):
        sa = position[starts[i]]
        ea = position[starts[i] + 1]
        for j in range(i, n):
            sb = position[starts[j]]
            eb = position[starts[j] + 1]
            index = (
                _label(record, arena, sa, sb)
                | _label(record, arena, sa, eb) << 3
                | _label(record, arena, ea, sb) << 6
                | _label(record, arena, ea, eb) << 9
            )
            result[i, j] = table[index]
            result[j, i] = converse[table[index]]


@jit
def weak_matrix(
    position: Ints,
    record: Ints,
    arena: Words,
    weak: Ints,
    weak_arena: Words,
    table: Masks,
    starts: Ints,
    result: Masks,
) -> None:
    """As ``matrix``, where a second set of rows says what is reached by no strict path."""
    b = np.empty(len(starts), np.int32)
    for i in range(len(starts)):
        b[:] = starts[i]
        weak_masks(position, record, arena, weak, weak_arena, table, b, starts, result[i])


@jit
def successors(record: Ints, arena: Words, i: int, result: Bools) -> None:
    """Set ``result`` for every position that ``i`` reaches."""
    for j in range(record[i, FIRST], record[i, LAST] + 1):
        word = arena[record[i, BASE] + (j >> 6)]
        result[j] = (word >> np.uint64(j & 63)) & np.uint64(1)


@jit
def predecessors(record: Ints, arena: Words, i: int, result: Bools) -> None:
    """Set ``result`` for every position that reaches ``i``."""
    for j in range(i):
        result[j] = _bit(record, arena, j, i)
