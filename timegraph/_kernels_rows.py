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

from timegraph._jit import jit

__all__ = ["fill", "fill_weak", "weak_extents"]

Ints: TypeAlias = NDArray[np.int32]
Words: TypeAlias = NDArray[np.uint64]

# Fields of the record of a position, as kernel ``order`` makes it.
FIRST, LAST, BASE, NODE = range(4)


@jit
def _sort(values: Ints, start: int, end: int) -> None:
    """Insertion sort, from the end: there are few successors, and a depth-first search tends to
    leave the nearest last."""
    for k in range(end - 2, start - 1, -1):
        value = values[k]
        j = k + 1
        while j < end and values[j] < value:
            values[j - 1] = values[j]
            j += 1
        values[j - 1] = value


@jit
def _row(record: Ints, arena: Words, i: int) -> Words:
    """The words of the row of position ``i``, which must not be empty."""
    base = record[i, BASE]
    return arena[base + (record[i, FIRST] >> 6) : base + (record[i, LAST] >> 6) + 1]


@jit
def _reach(record: Ints, arena: Words, row: Words, low: int, j: int) -> None:
    """OR the row of ``j`` into ``row``, whose first word is ``low`` and which covers it."""
    if record[j, LAST] >= 0:
        source = _row(record, arena, j)
        begin = (record[j, FIRST] >> 6) - low
        target = row[begin : begin + len(source)]
        for k in range(len(source)):
            target[k] |= source[k]


@jit
def _index_of_bit(bit: np.uint64) -> int:
    """The index of the only bit set."""
    index = 0
    for shift in (32, 16, 8, 4, 2, 1):
        if bit >> np.uint64(shift) != 0:
            bit >>= np.uint64(shift)
            index += shift
    return index


@jit
def fill(record: Ints, start: Ints, successor: Ints, arena: Words) -> None:
    """Fill ``arena``, whose content may be anything, with the rows of all positions.

    The nearest successor's row is copied; of the others only those not yet reached are OR-ed,
    in the order of their positions, so that as many as possible have been reached.
    """
    one = np.uint64(1)
    marks = np.zeros(0, np.uint64)
    for i in range(len(record) - 1, -1, -1):
        s = start[record[i, NODE]]
        e = start[record[i, NODE] + 1]
        if s == e:
            continue
        nearest = record[i, FIRST]
        low = nearest >> 6
        row = _row(record, arena, i)
        done = 0
        if record[nearest, LAST] >= 0:
            source = _row(record, arena, nearest)
            head = (record[nearest, FIRST] >> 6) - low
            for k in range(head):
                row[k] = 0
            done = head + len(source)
            target = row[head:done]
            for k in range(len(source)):
                target[k] = source[k]
        for k in range(done, len(row)):
            row[k] = 0
        row[0] |= one << np.uint64(nearest & 63)
        if e - s == 1:
            continue
        if e - s <= 24:
            _sort(successor, s, e)
            for k in range(s, e):
                j = successor[k] >> 1
                bit = one << np.uint64(j & 63)
                if row[(j >> 6) - low] & bit == 0:
                    row[(j >> 6) - low] |= bit
                    _reach(record, arena, row, low, j)
            continue
        # Many successors: bits sort them in linear time.
        if len(marks) == 0:
            marks = np.zeros((len(record) >> 6) + 1, np.uint64)
        high = low
        for k in range(s, e):
            j = successor[k] >> 1
            marks[j >> 6] |= one << np.uint64(j & 63)
            high = max(high, j >> 6)
        for word in range(low, high + 1):
            left = marks[word] & ~row[word - low]
            marks[word] = 0
            while left != 0:
                bit = left & (~left + one)
                row[word - low] |= bit
                _reach(record, arena, row, low, 64 * word + _index_of_bit(bit))
                left &= ~row[word - low]


@jit
def weak_extents(record: Ints, start: Ints, successor: Ints) -> tuple[Ints, int]:
    """Records of the weak rows, as ``order`` makes those of the rows, and the number of words.

    The extent is what weak steps alone reach, whether or not it is reached strictly as well.
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


@jit
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

    What ``i`` reaches strictly is what follows a strict successor, that successor itself, and
    what a weak successor reaches strictly; only the words that its weak row has are looked at.
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
                _reach(weak, weak_arena, row, low, j)
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
