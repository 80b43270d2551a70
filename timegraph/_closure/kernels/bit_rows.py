"""Kernels that fill and query the closure: ragged bit rows over an order without cycles.

Position ``i`` owns one row of bits, bit ``j`` set if ``j`` is reached from ``i``. A row holds only
the 64-bit words from its nearest to its farthest reachable position; it is empty if nothing is
reached. Word ``w`` of row ``i`` is word ``record[i, BASE] + w`` of one arena, and the rows lie in
the arena in the order in which they are filled: from the last position to the first.

If some constraints are weak (``<=``) and lie on no cycle, a second, usually far smaller, set of
rows of the same form marks the positions that are reached, but by no path with a strict step. It
has no records if there are none; queries then go a way without a trace of weak rows (to helpers,
``None`` stands for these).

Lookups of pairs have no branches: the outcome of a test cannot be predicted, and a mispredicted
branch costs more than the whole lookup in a graph that fits in the caches. A label is a code of
:mod:`timegraph.points` (0 nothing known, 1 ``<``, 2 ``<=``, 3 ``=``, 4 ``>=``, 5 ``>``).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["answers", "fill", "fill_weak", "masks", "matrix", "weak_extents"]

Ints: TypeAlias = NDArray[np.int32]
Words: TypeAlias = NDArray[np.uint64]
Masks: TypeAlias = NDArray[np.uint16]
Answers: TypeAlias = NDArray[np.int8]
Bytes: TypeAlias = NDArray[np.uint8]
Rows: TypeAlias = tuple[Ints, Ints, Words, Ints, Words]
"""The position of each point, the records and the arena of the rows, and of the weak rows."""

# Unsigned, as in the other kernels: an index is never counted from the end.
u = np.uint32

# Fields of the record of a position, as kernel ``order`` fills it in.
FIRST, LAST, BASE, NODE = range(4)


@helper
def _row(record: Ints, arena: Words, i: int) -> Words:
    """The words of the row of position ``i``, which must not be empty."""
    base = record[i, BASE]
    return arena[base + (record[i, FIRST] >> 6) : base + (record[i, LAST] >> 6) + 1]


@helper
def _reach(record: Ints, arena: Words, base: int, j: int) -> None:
    """OR the row of ``j`` into the row at ``base``, which covers it."""
    if record[u(j), LAST] >= 0:
        begin = record[u(j), FIRST] >> 6
        source = record[u(j), BASE] + begin
        count = (record[u(j), LAST] >> 6) + 1 - begin
        to = arena[base + begin : base + begin + count]
        what = arena[source : source + count]
        for k in range(count):
            to[k] |= what[k]


@helper
def _copy(arena: Words, target: int, source: int, count: int) -> None:
    to = arena[target : target + count]
    what = arena[source : source + count]
    for k in range(count):
        to[k] = what[k]


@helper
def _clear(arena: Words, target: int, count: int) -> None:
    to = arena[target : target + count]
    for k in range(count):
        to[k] = 0


@jit
def fill(record: Ints, start: Ints, successor: Ints, arena: Words) -> None:
    """Fill ``arena``, whose content may be anything, with the rows of all positions.

    The nearest successor's row is copied. Of the others, only those not yet reached are OR-ed, so
    that a constraint that follows from others costs one test.
    """
    one = np.uint64(1)
    for i in range(len(record) - 1, -1, -1):
        node = record[u(i), NODE]
        begin = start[u(node)]
        end = start[u(node + 1)]
        if begin == end:
            continue
        base = record[u(i), BASE]
        nearest = record[u(i), FIRST]
        low = nearest >> 6
        high = (record[u(i), LAST] >> 6) + 1
        if record[u(nearest), LAST] >= 0:
            first = record[u(nearest), FIRST] >> 6
            last = (record[u(nearest), LAST] >> 6) + 1
            _clear(arena, base + low, first - low)
            _copy(arena, base + first, record[u(nearest), BASE] + first, last - first)
            _clear(arena, base + last, high - last)
        else:
            _clear(arena, base + low, high - low)
        arena[u(base + low)] |= one << np.uint64(nearest & 63)
        for k in range(begin, end):
            j = successor[u(k)] >> 1
            bit = one << np.uint64(j & 63)
            if arena[u(base + (j >> 6))] & bit == 0:
                arena[u(base + (j >> 6))] |= bit
                _reach(record, arena, base, j)


@jit
def weak_extents(record: Ints, start: Ints, successor: Ints) -> tuple[Ints, int]:
    """Records of the weak rows, like those that ``order`` fills in for the rows, and how many words
    the weak rows have.

    The extent is what weak steps alone reach, reached strictly as well or not.
    """
    positions = len(record)
    weak = np.empty((positions, 4), np.int32)
    words = 0
    for i in range(positions - 1, -1, -1):
        first = positions
        last = -1
        for k in range(start[record[i, NODE]], start[record[i, NODE] + 1]):
            if successor[k] & 1:
                j = successor[k] >> 1
                first = min(first, j)
                last = max(last, j, weak[j, LAST])
        weak[i, FIRST] = first
        weak[i, LAST] = last
        weak[i, BASE] = words - (first >> 6)
        weak[i, NODE] = record[i, NODE]
        if last >= 0:
            words += (last >> 6) - (first >> 6) + 1
    return weak, words


@helper
def _blend(record: Ints, arena: Words, row: Words, low: int, j: int) -> None:
    """OR into ``row``, whose first word is ``low``, what it covers of the row of ``j``."""
    if record[j, LAST] >= 0:
        begin = max(low, record[j, FIRST] >> 6)
        end = min(low + len(row), (record[j, LAST] >> 6) + 1)
        for word in range(begin, end):
            row[word - low] |= arena[record[j, BASE] + word]


@jit
def fill_weak(
    record: Ints, start: Ints, successor: Ints, arena: Words, weak: Ints, weak_arena: Words
) -> None:
    """Fill ``weak_arena``: reached by weak steps, and by no path with a strict one.

    A position reaches strictly its strict successors, what they reach, and what its weak successors
    reach strictly. Only the words of its weak row are computed.
    """
    one = np.uint64(1)
    strictly = np.empty((len(record) >> 6) + 1, np.uint64)
    beyond = np.empty((len(record) >> 6) + 1, np.uint64)
    for i in range(len(record) - 1, -1, -1):
        if weak[i, LAST] < 0:
            continue
        low = weak[i, FIRST] >> 6
        row = _row(weak, weak_arena, i)
        row[:] = 0
        strict = strictly[: len(row)]
        strict[:] = 0
        for k in range(start[record[i, NODE]], start[record[i, NODE] + 1]):
            j = successor[k] >> 1
            bit = one << np.uint64(j & 63)
            if successor[k] & 1:
                row[(j >> 6) - low] |= bit
                _reach(weak, weak_arena, weak[i, BASE], j)
                reached = beyond[: len(row)]
                reached[:] = 0
                _blend(record, arena, reached, low, j)
                if weak[j, LAST] >= 0:
                    for word in range(weak[j, FIRST] >> 6, (weak[j, LAST] >> 6) + 1):
                        reached[word - low] &= ~weak_arena[weak[j, BASE] + word]
                for word in range(len(row)):
                    strict[word] |= reached[word]
            else:
                if 0 <= (j >> 6) - low < len(row):
                    strict[(j >> 6) - low] |= bit
                _blend(record, arena, strict, low, j)
        for word in range(len(row)):
            row[word] &= ~strict[word]


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
def _mask(rows: Rows, weak: Ints | None, table: Masks, a: int, b: int) -> int:
    """The relations possible between the intervals that start at ``a`` and ``b``, each ending at
    the point after its start."""
    position, record, arena, _, weak_arena = rows
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
def masks(rows: Rows, table: Masks, a: Ints, b: Ints, result: Masks) -> None:
    """Masks of the relations possible between the intervals that start at ``a[k]`` and ``b[k]``.

    All indices must be in range.
    """
    weak = rows[3]
    if len(weak):
        for k in range(len(a)):
            result[k] = _mask(rows, weak, table, a[k], b[k])
    else:
        for k in range(len(a)):
            result[k] = _mask(rows, None, table, a[k], b[k])


@helper
def _answer(possible: int, wanted: int) -> int:
    """1 if what is possible is all wanted, 0 if nothing of it is, else -1."""
    yes = u((possible & ~wanted) == 0)
    no = u((possible & wanted) == 0)
    return int(2 * yes + no) - 1


@helper
def _answers(
    rows: Rows, weak: Ints | None, table: Masks,
    starts: Ints, a: Ints, wanted: Masks, b: Ints, result: Answers,
) -> None:  # fmt: skip
    step = len(wanted) > 1
    for k in range(len(a)):
        first = starts[u(a[k])]
        second = starts[u(b[k])]
        possible = _mask(rows, weak, table, first, second)
        result[k] = _answer(possible, wanted[k * step])


@jit
def answers(
    rows: Rows, table: Masks, starts: Ints, a: Ints, wanted: Masks, b: Ints, result: Answers
) -> None:
    """Whether interval ``a[k]`` is in one of the relations ``wanted[k]`` to interval ``b[k]``.

    The intervals are numbered; they start at ``starts``. One ``wanted`` does for all. The answers
    are 1 yes, 0 no, -1 unknown. All indices must be in range.
    """
    weak = rows[3]
    if len(weak):
        _answers(rows, weak, table, starts, a, wanted, b, result)
    else:
        _answers(rows, None, table, starts, a, wanted, b, result)


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
def _matrix(rows: Rows, weak: Ints | None, table: Masks, starts: Ints, result: Masks) -> None:
    """Masks of all pairs of the intervals that start at ``starts``.

    Each interval a is compared with those that do not start before it in the order of positions;
    the others' masks are the converse. Then the only orders in which ``b`` can come first are its
    start or end before ``a.end``; all else is read from the rows of ``a``, unpacked to a byte per
    position.
    """
    position, record, arena, _, weak_arena = rows
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
def matrix(rows: Rows, table: Masks, starts: Ints, result: Masks) -> None:
    """As ``_matrix``, with or without weak rows."""
    weak = rows[3]
    if len(weak):
        _matrix(rows, weak, table, starts, result)
    else:
        _matrix(rows, None, table, starts, result)
