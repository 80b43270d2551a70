"""The kernel that adds bounds to a simple temporal network, one by one.

A bound ``y - x <= value`` is an arc from x to y: a row of ``arcs`` (x, y, strict, number, and the
next arcs of the two lists that it is on), with its value in ``values``; ``strict`` is 1 where
``y - x < value``. ``heads[0, x]`` is the first arc that leaves x and ``heads[1, y]`` the first that
enters y; -1 ends a list. ``times`` has a possible time for each point: ``times[p, 0]``, less
``times[p, 1]`` times something smaller than any tick. Along a path both are added up and compared
in this order.

What goes back in time is the same with arcs turned round and times negated: side 1 instead of 0.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["COLUMNS", "NEXT", "NUMBER", "X", "Y", "insert"]

Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]

# The columns of an arc; the next arc of the list of side s is in column NEXT + s.
X, Y, STRICT, NUMBER, NEXT = 0, 1, 2, 3, 4
COLUMNS = 6
# How a part of a change of times ends.
_MORE, _DONE, _REFUSED = 0, 1, 2


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
def _lower(
    side: int, goal: int, most: int, size: int, count: int,
    arcs: Ints, values: Longs, heads: Ints, times: Longs,
    gap: Longs, state: Ints, moved: Ints, keys: Longs, nodes: Ints,
) -> tuple[int, int, int]:  # fmt: skip
    """Go on to lower the times of one side behind an arc that is too tight, for ``most`` points:
    how that ended, the size of the heap, and how many points were touched."""
    sign = 1 - 2 * side
    while size:
        p, v, s = nodes[0], keys[0, 0], keys[0, 1]
        size = _pop(keys, nodes, size)
        if state[p] == 2 or v != gap[p, 0] or s != gap[p, 1]:
            continue
        if p == goal:
            return _REFUSED, size, count
        state[p] = 2
        arc = heads[side, p]
        while arc >= 0:
            q = arcs[arc, Y - side]
            if state[q] != 2:
                further = sign * (times[p, 0] - times[q, 0]) + v + values[arc]
                below = sign * (times[p, 1] - times[q, 1]) + s + arcs[arc, STRICT]
                if (further < 0 or (further == 0 and below > 0)) and (
                    state[q] == 0
                    or further < gap[q, 0]
                    or (further == gap[q, 0] and below > gap[q, 1])
                ):
                    if state[q] == 0:
                        moved[count] = q
                        count += 1
                    gap[q, 0], gap[q, 1], state[q] = further, below, 1
                    size = _push(keys, nodes, size, further, below, q)
            arc = arcs[arc, NEXT + side]
        most -= 1
        if most == 0:
            return _MORE, size, count
    return _DONE, size, count


@jit
def insert(
    m: int, ends: Ints, new: Longs, units: Ints, accepted: NDArray[np.bool_],
    arcs: Ints, values: Longs, heads: Ints, times: Longs,
    gap: Longs, state: Ints, moved: Ints, keys: Longs, nodes: Ints, used: int,
) -> int:  # fmt: skip
    """Add ``m`` arcs in order, unit by unit, and mark in ``accepted`` which units fit.

    ``ends`` has x, y, strict and number of each, ``new`` its value. A unit fits if all its arcs
    agree with all that are in force. ``used`` is the number of arcs in force; returns the new
    number. The scratch arrays have one part for each side; ``state`` is 0 before and after.

    A new arc that the times violate moves the points behind it to earlier times, or those before
    it to later times, the furthest first (Cotton & Maler 2006): whichever needs fewer.
    """
    k = 0
    while k < m:
        end = k + 1
        while end < m and units[end] == units[k]:
            end += 1
        before, fits = used, True
        for j in range(k, end):
            x, y = ends[j, X], ends[j, Y]
            value_gap = times[x, 0] + new[j] - times[y, 0]
            strict_gap = times[x, 1] + ends[j, STRICT] - times[y, 1]
            if value_gap < 0 or (value_gap == 0 and strict_gap > 0):
                sizes, counts = (1, 1), (1, 1)
                for side in range(2):
                    first = x if side else y
                    _push(keys[side], nodes[side], 0, value_gap, strict_gap, first)
                    gap[side, first, 0], gap[side, first, 1] = value_gap, strict_gap
                    state[side, first], moved[side, 0] = 1, first
                most, how, side = 4, _MORE, 1
                while how == _MORE:
                    side = 1 - side
                    most += most * side
                    how, size, count = _lower(
                        side, y if side else x, most, sizes[side], counts[side],
                        arcs, values, heads, times,
                        gap[side], state[side], moved[side], keys[side], nodes[side],
                    )  # fmt: skip
                    sizes = (sizes[0], size) if side else (size, sizes[1])
                    counts = (counts[0], count) if side else (count, counts[1])
                fits = how == _DONE
                sign = 1 - 2 * side
                for t in range(counts[side]):
                    p = moved[side, t]
                    if fits and state[side, p] == 2:
                        times[p, 0] += sign * gap[side, p, 0]
                        times[p, 1] += sign * gap[side, p, 1]
                for direction in range(2):
                    for t in range(counts[direction]):
                        state[direction, moved[direction, t]] = 0
            if not fits:
                break
            values[used] = new[j]
            arcs[used, X], arcs[used, Y], arcs[used, STRICT] = x, y, ends[j, STRICT]
            arcs[used, NUMBER] = ends[j, NUMBER]
            arcs[used, NEXT], arcs[used, NEXT + 1] = heads[0, x], heads[1, y]
            heads[0, x] = heads[1, y] = used
            used += 1
        if not fits:
            # The arcs of the unit stand first in their lists, the last one foremost.
            for arc in range(used - 1, before - 1, -1):
                heads[0, arcs[arc, X]] = arcs[arc, NEXT]
                heads[1, arcs[arc, Y]] = arcs[arc, NEXT + 1]
            used = before
        for j in range(k, end):
            accepted[j] = fits
        k = end
    return used
