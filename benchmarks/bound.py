"""The bound of a closure by bit rows: a bare loop that ORs the words that the closure must OR.

The loop gets a list of which rows to OR, from where to where, which the closure has to work out.
What remains is the traffic between memory and registers that no closure by such rows can avoid.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from timegraph._closure import indexes, ordering
from timegraph._closure.arrays import constraints
from timegraph._compiled import Engine

__all__ = ["or_words", "recorded"]

Steps = NDArray[np.int64]


@njit(cache=True)
def or_words(arena, steps):  # type: ignore[no-untyped-def]
    """OR ``steps[k, 2]`` words from word ``steps[k, 1]`` into those from ``steps[k, 0]``."""
    for k in range(len(steps)):
        to = arena[steps[k, 0] : steps[k, 0] + steps[k, 2]]
        what = arena[steps[k, 1] : steps[k, 1] + steps[k, 2]]
        for w in range(len(to)):
            to[w] |= what[w]


@njit(cache=True)
def _record(record, start, successor, arena, steps):  # type: ignore[no-untyped-def]
    """Write down what ``fill`` ORs; returns how many steps there are."""
    count = 0
    seen = np.zeros(len(arena), np.uint64)
    one = np.uint64(1)
    for i in range(len(record) - 1, -1, -1):
        base, node = record[i, 2], record[i, 3]
        for j in np.sort(successor[start[node] : start[node + 1]] >> 1):
            bit = one << np.uint64(j & 63)
            if seen[base + (j >> 6)] & bit:
                continue
            seen[base + (j >> 6)] |= bit
            if record[j, 1] >= 0:
                begin = record[j, 0] >> 6
                length = (record[j, 1] >> 6) + 1 - begin
                steps[count] = base + begin, record[j, 2] + begin, length
                for w in range(length):
                    seen[base + begin + w] |= arena[record[j, 2] + begin + w]
                count += 1
    return count


def recorded(
    n: int, x: NDArray[np.int32], y: NDArray[np.int32], op: NDArray[np.int8]
) -> tuple[NDArray[np.uint64], Steps]:
    """A closed arena, and the steps that close it: rows of (to, from, number of words)."""
    order = ordering.order(*constraints(n, x, y, op))
    rows = indexes.choose(n, x, y, op, engine=Engine("bit_rows"))
    assert order is not None
    assert isinstance(rows, indexes.BitRows)
    steps = np.empty((len(order.successor), 3), np.int64)
    count = _record(order.record, order.start, order.successor, rows.arrays[2], steps)
    return rows.arrays[2].copy(), steps[:count].copy()
