"""Kernels that query bit rows: the masks of many pairs of intervals.

They read the rows that :mod:`timegraph._closure.kernels.fill_rows` describes, and a second set, the
weak rows, which has no records if there are none; then they go a way without a trace of weak rows
(to helpers, ``None`` stands for these). Lookups of pairs have no branches: the outcome of a test
cannot be predicted, and a mispredicted branch costs more than the whole lookup in a graph that fits
in the caches. A label is a code of :mod:`timegraph.points` (0 nothing known, 1 ``<``, 2 ``<=``,
3 ``=``, 4 ``>=``, 5 ``>``).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["answers", "masks", "matrix"]

Ints: TypeAlias = NDArray[np.int32]
Words: TypeAlias = NDArray[np.uint64]
Masks: TypeAlias = NDArray[np.uint16]
Answers: TypeAlias = NDArray[np.int8]
Bytes: TypeAlias = NDArray[np.uint8]

# Unsigned, as in the other kernels: an index is never counted from the end.
u = np.uint32

# Fields of the record of a position, as kernel ``order`` fills it in.
FIRST, LAST, BASE, NODE = range(4)


@helper
def _bit(record: Ints, arena: Words, low: int, high: int) -> np.uint32:
    """1 if position ``low`` reaches ``high``, else 0, for any two positions."""
    # One comparison for both ends: below the first, the unsigned difference is huge.
    first = record[u(low), FIRST]
    inside = u(high - first) <= u(record[u(low), LAST] - first)
    offset = u(record[u(low), BASE] + (high >> 6))  # before the choice, or it becomes a branch
    word = arena[offset if inside else u(0)]
    return u(u(word >> np.uint64(high & 63)) & u(inside))


@helper
def _label(
    record: Ints, arena: Words, weak: Ints | None, weak_arena: Words, p: int, q: int
) -> np.uint32:
    low = min(p, q)
    high = max(p, q)
    code = _bit(record, arena, low, high) * u(5 if p > q else 1)
    if weak is not None:
        weakly = _bit(weak, weak_arena, low, high)
        code = u(code + weakly - u(2) * weakly * u(p > q))
    return u(code | u(3 if p == q else 0))


@helper
def _mask(
    position: Ints,
    record: Ints,
    arena: Words,
    weak: Ints | None,
    weak_arena: Words,
    table: Masks,
    a: int,
    b: int,
) -> int:
    """The relations possible between the intervals that start at ``a`` and ``b``, each ending at
    the point after its start."""
    sa = position[u(a)]
    ea = position[u(a + 1)]
    sb = position[u(b)]
    eb = position[u(b + 1)]
    ss = _label(record, arena, weak, weak_arena, sa, sb)
    se = _label(record, arena, weak, weak_arena, sa, eb)
    es = _label(record, arena, weak, weak_arena, ea, sb)
    ee = _label(record, arena, weak, weak_arena, ea, eb)
    mask: int = table[u(ss | se << 3 | es << 6 | ee << 9)]
    return mask


@jit
def masks(
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
    """Masks of the relations possible between the intervals that start at ``a[k]`` and ``b[k]``.

    All indices must be in range.
    """
    if len(weak):
        for k in range(len(a)):
            result[k] = _mask(position, record, arena, weak, weak_arena, table, a[k], b[k])
    else:
        for k in range(len(a)):
            result[k] = _mask(position, record, arena, None, arena, table, a[k], b[k])


@helper
def _answer(possible: int, wanted: int) -> int:
    """1 if what is possible is all wanted, 0 if nothing of it is, else -1."""
    yes = u((possible & ~wanted) == 0)
    no = u((possible & wanted) == 0)
    return int(2 * yes + no) - 1


@helper
def _answers(
    position: Ints,
    record: Ints,
    arena: Words,
    weak: Ints | None,
    weak_arena: Words,
    table: Masks,
    starts: Ints,
    a: Ints,
    wanted: Masks,
    b: Ints,
    result: Answers,
) -> None:
    step = len(wanted) > 1
    for k in range(len(a)):
        first = starts[u(a[k])]
        second = starts[u(b[k])]
        possible = _mask(position, record, arena, weak, weak_arena, table, first, second)
        result[k] = _answer(possible, wanted[k * step])


@jit
def answers(
    position: Ints,
    record: Ints,
    arena: Words,
    weak: Ints,
    weak_arena: Words,
    table: Masks,
    starts: Ints,
    a: Ints,
    wanted: Masks,
    b: Ints,
    result: Answers,
) -> None:
    """Whether interval ``a[k]`` is in one of the relations ``wanted[k]`` to interval ``b[k]``.

    The intervals are numbered; they start at ``starts``. One ``wanted`` does for all. The answers
    are 1 yes, 0 no, -1 unknown. All indices must be in range.
    """
    if len(weak):
        _answers(position, record, arena, weak, weak_arena, table, starts, a, wanted, b, result)
    else:
        _answers(position, record, arena, None, arena, table, starts, a, wanted, b, result)


@helper
def _expand(record: Ints, arena: Words, i: int, code: int, codes: Bytes) -> None:
    """Write ``code`` for all that ``i`` reaches."""
    base = record[u(i), BASE]
    for j in range(record[u(i), FIRST], record[u(i), LAST] + 1):
        if arena[u(base + (j >> 6))] >> np.uint64(j & 63) & np.uint64(1):
            codes[u(j)] = code


@helper
def _by_start(position: Ints, starts: Ints, positions: int) -> Ints:
    """The numbers of the intervals in the order of their starts' positions (counting sort)."""
    count = np.zeros(positions + 1, np.int32)
    for i in range(len(starts)):
        count[position[starts[i]] + 1] += 1
    for i in range(positions):
        count[i + 1] += count[i]
    order = np.empty(len(starts), np.int32)
    for i in range(len(starts)):
        p = position[starts[i]]
        order[count[p]] = i
        count[p] += 1
    return order


@helper
def _matrix(
    position: Ints,
    record: Ints,
    arena: Words,
    weak: Ints | None,
    weak_arena: Words,
    table: Masks,
    starts: Ints,
    result: Masks,
) -> None:
    """Masks of all pairs of the intervals that start at ``starts``.

    Each interval a is compared with those that do not start before it in the order of positions;
    the others' masks are the converse. Then the only orders in which ``b`` can come first are its
    start or end before ``a.end``; all else is read from the rows of ``a``, unpacked to a byte per
    position.
    """
    n = len(starts)
    converse = np.zeros(8192, np.uint16)
    for mask in range(8192):
        for k in range(13):
            converse[mask] |= ((mask >> k) & 1) << (12 - k)
    order = _by_start(position, starts, len(record))
    start = np.empty(n, np.int32)
    end = np.empty(n, np.int32)
    for k in range(n):
        start[k] = position[starts[order[k]]]
        end[k] = position[starts[order[k]] + 1]
    from_start = np.empty(len(record), np.uint8)
    from_end = np.empty(len(record), np.uint8)
    for i in range(n):
        from_start[:] = 0
        from_end[:] = 0
        _expand(record, arena, start[i], 1, from_start)
        _expand(record, arena, end[i], 1, from_end)
        if weak is not None:
            _expand(weak, weak_arena, start[i], 2, from_start)
            _expand(weak, weak_arena, end[i], 2, from_end)
        from_start[start[i]] = 3
        from_end[end[i]] = 3
        a = u(order[i])
        ea = end[i]
        for j in range(i, n):
            sb = start[j]
            eb = end[j]
            es = u(from_end[u(sb)]) | _bit(record, arena, sb, ea) * u(5)
            ee = u(from_end[u(eb)]) | _bit(record, arena, eb, ea) * u(5)
            if weak is not None:
                es = u(es - _bit(weak, weak_arena, sb, ea))
                ee = u(ee - _bit(weak, weak_arena, eb, ea))
            labels = u(from_start[u(sb)]) | u(from_start[u(eb)]) << 3 | es << 6 | ee << 9
            mask = table[u(labels)]
            b = u(order[j])
            result[a, b] = mask
            result[b, a] = converse[u(mask)]


@jit
def matrix(
    position: Ints,
    record: Ints,
    arena: Words,
    weak: Ints,
    weak_arena: Words,
    table: Masks,
    starts: Ints,
    result: Masks,
) -> None:
    """As ``_matrix``, with or without weak rows."""
    if len(weak):
        _matrix(position, record, arena, weak, weak_arena, table, starts, result)
    else:
        _matrix(position, record, arena, None, arena, table, starts, result)
