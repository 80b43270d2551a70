"""Kernels that ask a simple temporal network: tightest bounds, and relations of intervals.

Its arrays are those of :mod:`timegraph._metric.kernels.network`. The constants and the heap are
copies, since no kernel file uses another (:mod:`timegraph._compiled.jit` has the reason); a
test holds them equal.

Most pairs of points are not bounded at all. To see that, a search goes forward from the one and
back from the other point, and ends with the smaller of the two; only where they meet, bounds are
searched for. An interval ends after it starts, so that no bound leads from one of its points to
another interval unless one leads from its end, nor to it unless one leads to its start.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["mask", "masks", "search", "tightest"]

Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]
Masks: TypeAlias = NDArray[np.uint16]

X, Y, STRICT, NUMBER, NEXT = 0, 1, 2, 3, 4
# The codes of labels.
NONE, LT, LE, EQ, GE, GT = range(6)
# More than any number of an arc.
_EVER = 2**31 - 1


@helper
def _push(keys: Longs, nodes: Ints, size: int, value: int, less: int, node: int) -> int:
    """Put a node with its key into the heap (smallest key first); the new size."""
    k = size
    while k > 0:
        up = (k - 1) >> 1
        if keys[up, 0] < value or (keys[up, 0] == value and keys[up, 1] >= less):
            break
        keys[k, 0], keys[k, 1], nodes[k] = keys[up, 0], keys[up, 1], nodes[up]
        k = up
    keys[k, 0], keys[k, 1], nodes[k] = value, less, node
    return size + 1


@helper
def _pop(keys: Longs, nodes: Ints, size: int) -> int:
    """Remove the first of the heap; the new size."""
    size -= 1
    value, less, node = keys[size, 0], keys[size, 1], nodes[size]
    k = 0
    while True:
        down = 2 * k + 1
        if down >= size:
            break
        other = down + 1
        if other < size and (
            keys[other, 0] < keys[down, 0]
            or (keys[other, 0] == keys[down, 0] and keys[other, 1] > keys[down, 1])
        ):
            down = other
        if value < keys[down, 0] or (value == keys[down, 0] and less >= keys[down, 1]):
            break
        keys[k, 0], keys[k, 1], nodes[k] = keys[down, 0], keys[down, 1], nodes[down]
        k = down
    keys[k, 0], keys[k, 1], nodes[k] = value, less, node
    return size


@helper
def _search(
    source: int, side: int, goals: Ints, before: int,
    arcs: Ints, values: Longs, heads: Ints, times: Longs,
    tightest: Longs, state: Ints, touched: Ints, keys: Longs, nodes: Ints,
) -> int:  # fmt: skip
    """Dijkstra's algorithm on weights reduced by ``times``, until all goals are reached, if there
    are any: ``state`` is then 2 where ``tightest`` is the tightest bound from the source, in the
    points that it lists in ``touched``; returns how many."""
    sign = 1 - 2 * side
    tightest[source, 0], tightest[source, 1], state[source] = 0, 0, 1
    touched[0], count = source, 1
    missing = len(goals)
    size = _push(keys, nodes, 0, 0, 0, source)
    while size:
        p = nodes[0]
        size = _pop(keys, nodes, size)
        if state[p] == 2:
            continue
        state[p] = 2
        for goal in goals:
            if goal == p:
                missing -= 1
        if len(goals) and missing == 0:
            break
        arc = heads[side, p]
        while arc >= 0:
            q = arcs[arc, Y - side]
            if state[q] != 2 and arcs[arc, NUMBER] < before:
                v, s = tightest[p, 0] + values[arc], tightest[p, 1] + arcs[arc, STRICT]
                if (
                    state[q] == 0
                    or v < tightest[q, 0]
                    or (v == tightest[q, 0] and s > tightest[q, 1])
                ):
                    if state[q] == 0:
                        touched[count] = q
                        count += 1
                    tightest[q, 0], tightest[q, 1], state[q] = v, s, 1
                    reduced_v = v + sign * (times[source, 0] - times[q, 0])
                    reduced_s = s + sign * (times[source, 1] - times[q, 1])
                    size = _push(keys, nodes, size, reduced_v, reduced_s, q)
            arc = arcs[arc, NEXT + side]
    return count


@helper
def _leads(x: int, y: int, arcs: Ints, heads: Ints, state: Ints, touched: Ints) -> tuple[bool, int]:
    """Whether arcs lead from x to y, and how many points were touched. The scratch arrays have a
    part for each side."""
    state[0, x] = state[1, y] = 1
    touched[0, 0], touched[1, 0] = x, y
    here, there, count_here, count_there = 0, 0, 1, 1
    met = x == y
    while not met and here < count_here and there < count_there:
        arc = heads[0, touched[0, here]]
        here += 1
        while arc >= 0:
            q = arcs[arc, Y]
            if state[0, q] == 0:
                met = met or state[1, q] == 1
                state[0, q] = 1
                touched[0, count_here] = q
                count_here += 1
            arc = arcs[arc, NEXT]
        arc = heads[1, touched[1, there]]
        there += 1
        while arc >= 0 and not met:
            q = arcs[arc, X]
            if state[1, q] == 0:
                met = state[0, q] == 1
                state[1, q] = 1
                touched[1, count_there] = q
                count_there += 1
            arc = arcs[arc, NEXT + 1]
    for p in touched[0, :count_here]:
        state[0, p] = 0
    for p in touched[1, :count_there]:
        state[1, p] = 0
    return met, count_here + count_there


@jit
def search(
    source: int, side: int, goals: Ints, before: int,
    arcs: Ints, values: Longs, heads: Ints, times: Longs,
    tightest: Longs, state: Ints, touched: Ints, keys: Longs, nodes: Ints,
) -> int:  # fmt: skip
    """The tightest bounds of ``y - source`` (of ``source - y`` for side 1), by arcs with numbers
    below ``before``: for every point y, or until all ``goals`` are reached. Returns how many points
    ``touched`` lists; their bounds, in ``tightest``, are values and the numbers of strict bounds on
    the way. ``state`` is 0 before and after."""
    count = _search(
        source, side, goals, before, arcs, values, heads, times, tightest, state, touched,
        keys, nodes,
    )  # fmt: skip
    settled = 0
    for p in touched[:count]:
        if state[p] == 2:
            touched[settled] = p
            settled += 1
        state[p] = 0
    return settled


@helper
def _between(
    x: int, y: int, bound: Longs,
    arcs: Ints, values: Longs, heads: Ints, times: Longs,
    tightest: Longs, state: Ints, touched: Ints, keys: Longs, nodes: Ints,
) -> int:  # fmt: skip
    """Note in ``bound`` the tightest bound of ``y - x``: 1 if there is one, else 0, its value and
    strict bounds. Returns how many points were touched."""
    count = _search(
        x, 0, np.full(1, y, np.int32), _EVER, arcs, values, heads, times, tightest, state, touched,
        keys, nodes,
    )  # fmt: skip
    bound[0] = 1 if state[y] == 2 else 0
    bound[1], bound[2] = tightest[y, 0], tightest[y, 1]
    for p in touched[:count]:
        state[p] = 0
    return count


@jit
def tightest(
    x: int, y: int, bound: Longs,
    arcs: Ints, values: Longs, heads: Ints, times: Longs,
    bounds: Longs, state: Ints, touched: Ints, keys: Longs, nodes: Ints,
) -> int:  # fmt: skip
    """:func:`_between`. All scratch arrays have a part for each side."""
    leads, count = _leads(x, y, arcs, heads, state, touched)
    bound[0] = 0
    if leads:
        count += _between(
            x, y, bound, arcs, values, heads, times, bounds[0], state[0], touched[0], keys[0],
            nodes[0],
        )  # fmt: skip
    return count


@helper
def _mask(tight: Longs, table: Masks, needs: Ints) -> int:
    """The relations that are possible between intervals, by the tightest bounds among their four
    points: whether there is one, its value and strict bounds
    (:func:`timegraph._metric.relations.mask_of` does the same)."""
    labels, shift, some = 0, 0, False
    for i in range(2):
        for j in range(2, 4):
            label = NONE
            # Bounds of y - x and of x - y, as far as they tell an order.
            down = tight[i, j, 0] == 1 and tight[i, j, 1] <= 0
            up = tight[j, i, 0] == 1 and tight[j, i, 1] <= 0
            if up:
                label = LT if tight[j, i, 1] < 0 or tight[j, i, 2] > 0 else (EQ if down else LE)
            elif down:
                label = GT if tight[i, j, 1] < 0 or tight[i, j, 2] > 0 else GE
            labels |= label << shift
            shift += 3
    among = int(table[labels])
    for i in range(4):
        for j in range(4):
            some = some or (tight[i, j, 0] == 1 and tight[i, j, 1] > 0)
    if not some:
        return among
    for k in range(len(needs)):
        bit = needs[k, 0]
        if among & bit:
            x, y, u, v = needs[k, 1], needs[k, 2], needs[k, 3], needs[k, 4]
            if tight[x, y, 0] == 1 and tight[u, v, 0] == 1:
                value = tight[x, y, 1] + tight[u, v, 1]
                less = tight[x, y, 2] + tight[u, v, 2] + needs[k, 5]
                if value < 0 or (value == 0 and less > 0):
                    among &= ~bit
    return among


@jit
def mask(
    a: int, b: int, table: Masks, needs: Ints,
    arcs: Ints, values: Longs, heads: Ints, times: Longs,
    bounds: Longs, state: Ints, touched: Ints, keys: Longs, nodes: Ints,
) -> tuple[int, int]:  # fmt: skip
    """The mask of the relations that are possible between the intervals that start at a and b, and
    how many points were touched. ``table`` has the masks of four labels, ``needs`` what relations
    need. All scratch arrays have a part for each side."""
    points = np.array([a, a + 1, b, b + 1], np.int32)
    tight = np.zeros((4, 4, 3), np.int64)
    forth, work = _leads(a + 1, b, arcs, heads, state, touched)
    back, count = _leads(b + 1, a, arcs, heads, state, touched)
    work += count
    first, count = _leads(a, a + 1, arcs, heads, state, touched)
    work += count
    second, count = _leads(b, b + 1, arcs, heads, state, touched)
    work += count
    # The least length of one counts only beside the greatest of the other.
    asked = (forth or first, forth or second, back or second, back or first)
    for i in range(4):
        tight[i, i, 0] = 1
        if not asked[i]:
            continue
        low, high = 2 if i > 1 and not back else 0, 2 if i < 2 and not forth else 4
        count = _search(
            points[i], 0, points[low:high], _EVER, arcs, values, heads, times, bounds[0],
            state[0], touched[0], keys[0], nodes[0],
        )  # fmt: skip
        for j in range(4):
            q = points[j]
            if state[0, q] == 2:
                tight[i, j, 0] = 1
                tight[i, j, 1], tight[i, j, 2] = bounds[0, q, 0], bounds[0, q, 1]
        for p in touched[0, :count]:
            state[0, p] = 0
        work += count
    return _mask(tight, table, needs), work


@jit
def masks(
    sources: Ints, ends: Longs, targets: Ints, result: Masks, lengths: Longs, rows: Longs,
    table: Masks, needs: Ints,
    arcs: Ints, values: Longs, heads: Ints, times: Longs,
    bounds: Longs, state: Ints, touched: Ints, keys: Longs, nodes: Ints,
) -> None:  # fmt: skip
    """The masks of many pairs: interval ``sources[k]`` with each of ``targets`` from ``ends[k]`` to
    ``ends[k + 1]``.

    ``lengths`` has how long intervals last, -1 where that is not known yet. ``rows`` has room for
    two bounds each way of each point, and nothing that is larger than 0 in its first column.
    """
    tight = np.zeros((4, 4, 3), np.int64)
    for i in range(4):
        tight[i, i, 0] = 1
    for k in range(len(sources)):
        a = sources[k]
        for i in range(2):
            for side in range(2):
                count = _search(
                    a + i, side, targets[:0], _EVER, arcs, values, heads, times, bounds[0],
                    state[0], touched[0], keys[0], nodes[0],
                )  # fmt: skip
                for p in touched[0, :count]:
                    rows[p, i, side, 0] = k + 1
                    rows[p, i, side, 1] = bounds[0, p, 0]
                    rows[p, i, side, 2] = bounds[0, p, 1]
                    state[0, p] = 0
        for m in range(ends[k], ends[k + 1]):
            b = targets[m]
            for i in range(2):
                for end in (a, b):
                    if lengths[end, i, 0] < 0:
                        _between(
                            end + i, end + 1 - i, lengths[end, i], arcs, values, heads, times,
                            bounds[0], state[0], touched[0], keys[0], nodes[0],
                        )  # fmt: skip
                tight[i, 1 - i], tight[2 + i, 3 - i] = lengths[a, i], lengths[b, i]
                for j in range(2):
                    for side in range(2):
                        x, y = (2 + j, i) if side else (i, 2 + j)
                        tight[x, y] = rows[b + j, i, side]
                        tight[x, y, 0] = 1 if rows[b + j, i, side, 0] == k + 1 else 0
            result[m] = _mask(tight, table, needs)
    # The next call counts from 1 again.
    rows[:, :, :, 0] = 0
