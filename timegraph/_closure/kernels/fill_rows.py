"""Kernels that fill the closure: ragged bit rows over an order without cycles.

Position ``i`` owns one row of bits, bit ``j`` set if ``j`` is reached from ``i``. A row holds only
the 64-bit words from its nearest to its farthest reachable position; it is empty if nothing is
reached. Word ``w`` of row ``i`` is word ``record[i, BASE] + w`` of one arena, and the rows lie in
the arena in the order in which they are filled: from the last position to the first.

If some constraints are weak (``<=``) and lie on no cycle, a second, usually far smaller, set of
rows of the same form marks the positions that are reached, but by no path with a strict step.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["fill", "fill_weak", "weak_extents"]

Ints: TypeAlias = NDArray[np.int32]
Words: TypeAlias = NDArray[np.uint64]

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
