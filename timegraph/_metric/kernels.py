"""Kernels of a simple temporal network: bounds added, taken out and asked for.

A bound ``y - x <= value`` is an arc from x to y: a row of ``arcs`` (x, y, strict, number, and the
next arcs of the two lists that it is on), with its value in ``values``; ``strict`` is 1 where
``y - x < value``. ``heads[0, x]`` is the first arc that leaves x and ``heads[1, y]`` the first that
enters y; -1 ends a list; ``degrees`` counts the arcs at a point. ``times`` has a possible time for
each point: ``times[p, 0]``, less ``times[p, 1]`` times something smaller than any tick. Along a
path both are added up and compared in this order. What goes back in time is the same with arcs
turned round and times negated: side 1 instead of 0.

Two balls that grow from both ends find a shortest path (:func:`_meet`). They never go through the
*anchor*, the point with most arcs, such as the instant that all dates are counted from: a path
through it is one to it from both sides.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = [
    "COLUMNS", "FOUND", "NEXT", "NUMBER", "STRICT", "X", "Y",
    "close", "found_path", "insert", "mask", "masks", "path", "row", "tightest",
]  # fmt: skip

Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]
Masks: TypeAlias = NDArray[np.uint16]

# The columns of an arc; the next arc of the list of side s is in column NEXT + s.
X, Y, STRICT, NUMBER, NEXT = 0, 1, 2, 3, 4
COLUMNS = 6
# What a search leaves: the point where its balls meet (-1 for none), the value and the strict
# bounds of the path in reduced lengths, the radius of each ball likewise, and how many points it
# touched.
POINT, VALUE, LESS, RADIUS, COUNT = 0, 1, 2, 3, 7
FOUND = 9
# The codes of labels.
NONE, LT, LE, EQ, GE, GT = range(6)
# More than any number of an arc, and than any sum of values.
_EVER = 2**31 - 1
_INFINITE = 2**63 - 1
# No time is further from 0, so that differences fit.
_FURTHEST = 2**61


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
def _tighter(value: int, less: int, other: int, other_less: int) -> bool:
    """Whether one bound is tighter than the other."""
    return value < other or (value == other and less > other_less)


@helper
def _meet(
    x: int, y: int, value: int, less: int, any_path: bool, before: int, anchor: int,
    arcs: Ints, values: Longs, heads: Ints, degrees: Ints, times: Longs,
    gap: Longs, state: Ints, moved: Ints, via: Ints, keys: Longs, nodes: Ints, found: Longs,
) -> None:  # fmt: skip
    """Find the shortest path from x to y that is shorter than (value, less) in lengths reduced by
    ``times``, or ``any_path`` that is, by arcs with numbers below ``before``.

    Balls grow from x along arcs and from y against them. In their points ``state`` is 2, in those
    touched as well 1; ``moved`` lists both, ``gap`` has their distances and ``via`` the arcs that
    they were reached by. The search ends when the radii together are no shorter than the
    path: one ball has a point of it on its rim, or there is none.
    """
    found[POINT] = -1
    counts, sizes, work = (1, 1), (1, 1), (0, 0)
    for side in range(2):
        p = y if side else x
        gap[side, p, 0], gap[side, p, 1], state[side, p], moved[side, 0] = 0, 0, 1, p
        via[side, p] = -1
        _push(keys[side], nodes[side], 0, 0, 0, p)
    if x == y:
        found[POINT], value, less = x, 0, 0
    while True:
        for side in range(2):
            size = sizes[side]
            while size and state[side, nodes[side, 0]] == 2:
                size = _pop(keys[side], nodes[side], size)
            sizes = (sizes[0], size) if side else (size, sizes[1])
            found[RADIUS + 2 * side] = keys[side, 0, 0] if size else _INFINITE
            found[RADIUS + 2 * side + 1] = keys[side, 0, 1] if size else 0
        if not (sizes[0] and sizes[1]) or not _tighter(
            keys[0, 0, 0] + keys[1, 0, 0], keys[0, 0, 1] + keys[1, 0, 1], value, less
        ):
            break
        # The ball that has cost less goes on, unless the anchor is on its rim.
        first, second = nodes[0, 0], nodes[1, 0]
        cheaper = work[1] + degrees[second] < work[0] + degrees[first]
        side = 1 if first == anchor or (second != anchor and cheaper) else 0
        p, sign, count, cost = nodes[side, 0], 1 - 2 * side, counts[side], work[side] + 1
        size = _pop(keys[side], nodes[side], sizes[side])
        state[side, p] = 2
        arc = heads[side, p]
        while arc >= 0:
            cost += 1
            q = arcs[arc, Y - side]
            if state[side, q] != 2 and arcs[arc, NUMBER] < before:
                v = gap[side, p, 0] + sign * (times[p, 0] - times[q, 0]) + values[arc]
                s = gap[side, p, 1] + sign * (times[p, 1] - times[q, 1]) + arcs[arc, STRICT]
                if _tighter(v, s, value, less) and (
                    state[side, q] == 0 or _tighter(v, s, gap[side, q, 0], gap[side, q, 1])
                ):
                    if state[side, q] == 0:
                        moved[side, count] = q
                        count += 1
                    gap[side, q, 0], gap[side, q, 1], state[side, q], via[side, q] = v, s, 1, arc
                    size = _push(keys[side], nodes[side], size, v, s, q)
                    if state[1 - side, q]:
                        v, s = v + gap[1 - side, q, 0], s + gap[1 - side, q, 1]
                        if _tighter(v, s, value, less):
                            found[POINT], value, less = q, v, s
            arc = arcs[arc, NEXT + side]
        counts = (counts[0], count) if side else (count, counts[1])
        sizes = (sizes[0], size) if side else (size, sizes[1])
        work = (work[0], cost) if side else (cost, work[1])
        if any_path and found[POINT] >= 0:
            break
    found[VALUE], found[LESS], found[COUNT], found[COUNT + 1] = value, less, counts[0], counts[1]
    for side in range(2):
        for p in moved[side, : counts[side]]:
            state[side, p] = 0


@helper
def _move(
    x: int, y: int, value: int, less: int, times: Longs, gap: Longs, moved: Ints, found: Longs
) -> bool:
    """Move x and y apart by (value, less), with what is nearer to them: the balls of
    :func:`_meet`, which found no path so short. Returns whether all times stay within bounds."""
    # As far on the side of x as its ball reaches, the rest on the other.
    v, s = found[RADIUS], found[RADIUS + 1]
    if not _tighter(v, s, value, less):
        v, s = value, less
    shifts = ((v, s), (value - v, less - s))
    for do in range(2):
        for side in range(2):
            sign = 1 - 2 * side
            v, s = shifts[side]
            for p in moved[side, : found[COUNT + side]]:
                if _tighter(gap[side, p, 0], gap[side, p, 1], v, s):
                    new = times[p, 0] + sign * (gap[side, p, 0] - v)
                    if abs(new) > _FURTHEST:
                        return False
                    if do:
                        times[p, 0], times[p, 1] = new, times[p, 1] + sign * (gap[side, p, 1] - s)
    return True


@helper
def _path(point: int, arcs: Ints, via: Ints, cycle: Ints, length: int) -> int:
    """Write the arcs by which the balls reached a point, the last ones first; how many there are
    then."""
    for side in range(2):
        arc = via[side, point]
        while arc >= 0:
            cycle[length] = arc
            length += 1
            arc = via[side, arcs[arc, X + side]]
    return length


@jit
def insert(
    k: int, m: int, ends: Ints, new: Longs, units: Ints, used: int, cycle: Ints, anchor: int,
    arcs: Ints, values: Longs, heads: Ints, degrees: Ints, times: Longs,
    gap: Longs, state: Ints, moved: Ints, via: Ints, keys: Longs, nodes: Ints, found: Longs,
) -> tuple[int, int, int, int]:  # fmt: skip
    """Add arcs from number k on in order, unit by unit, up to the first unit that does not fit, of
    which none is added. Returns the number of its first arc (``m`` if all fit), how many arcs are
    in force, the anchor, and how many arcs ``cycle`` has: those of a negative cycle, the refused
    one first (-1 if times go too far).

    ``ends`` has x, y, strict and number of each, ``new`` its value; ``used`` arcs are in force.
    """
    while k < m:
        before, j, length = used, k, 0
        while j < m and units[j] == units[k]:
            x, y = ends[j, X], ends[j, Y]
            v = times[y, 0] - times[x, 0] - new[j]
            s = times[y, 1] - times[x, 1] - ends[j, STRICT]
            values[used] = new[j]
            arcs[used, X], arcs[used, Y], arcs[used, STRICT] = x, y, ends[j, STRICT]
            arcs[used, NUMBER] = ends[j, NUMBER]
            if v > 0 or (v == 0 and s < 0):
                _meet(
                    y, x, v, s, True, _EVER, anchor, arcs, values, heads, degrees, times,
                    gap, state, moved, via, keys, nodes, found,
                )  # fmt: skip
                if found[POINT] >= 0:
                    cycle[0] = used
                    length = _path(found[POINT], arcs, via, cycle, 1)
                    break
                if not _move(y, x, v, s, times, gap, moved, found):
                    length = -1
                    break
            arcs[used, NEXT], arcs[used, NEXT + 1] = heads[0, x], heads[1, y]
            heads[0, x] = heads[1, y] = used
            for p in (x, y):
                degrees[p] += 1
                if degrees[p] > degrees[anchor]:
                    anchor = p
            used += 1
            j += 1
        if length:
            # The arcs of the unit stand first in their lists, the last one foremost.
            for arc in range(used - 1, before - 1, -1):
                heads[0, arcs[arc, X]] = arcs[arc, NEXT]
                heads[1, arcs[arc, Y]] = arcs[arc, NEXT + 1]
                degrees[arcs[arc, X]] -= 1
                degrees[arcs[arc, Y]] -= 1
            return k, before, anchor, length
        k = j
    return k, used, anchor, 0


@jit
def close(arcs: Ints, values: Longs, heads: Ints, times: Longs) -> bool:
    """Make ``times`` satisfy all arcs; whether that is possible.

    Goldberg & Radzik 1993, A heuristic improvement of the Bellman-Ford algorithm: points whose time
    moved are taken in an order in which arcs that are too tight lead forward, so that a chain takes
    one pass. A path that comes back to itself and is too tight has a negative weight; so has some
    cycle if times still move after as many passes as there are points.
    """
    n = heads.shape[1]
    moved = np.ones(n, np.bool_)
    # 0: not visited in this pass; 1: on the path that is being followed; 2: behind it
    visit = np.zeros(n, np.int32)
    cursor = np.zeros(n, np.int32)
    path, order = np.zeros(n, np.int32), np.zeros(n, np.int32)
    any_moved, passes = True, 0
    while any_moved:
        any_moved = False
        passes += 1
        if passes > n + 1:
            return False
        visit[:] = 0
        count = 0
        for start in range(n):
            if not moved[start] or visit[start] != 0:
                continue
            path[0], depth = start, 1
            visit[start], cursor[start] = 1, heads[0, start]
            while depth:
                p = path[depth - 1]
                arc = cursor[p]
                if arc < 0:
                    visit[p] = 2
                    order[count] = p
                    count += 1
                    depth -= 1
                    continue
                cursor[p] = arcs[arc, NEXT]
                q = arcs[arc, Y]
                value, less = times[p, 0] + values[arc], times[p, 1] + arcs[arc, STRICT]
                if value > times[q, 0] or (value == times[q, 0] and less < times[q, 1]):
                    continue
                if visit[q] == 0:
                    visit[q], cursor[q] = 1, heads[0, q]
                    path[depth] = q
                    depth += 1
                elif visit[q] == 1 and (value < times[q, 0] or less > times[q, 1]):
                    return False
                times[q, 0], times[q, 1] = value, less
        moved[:] = False
        for k in range(count - 1, -1, -1):
            p = order[k]
            arc = heads[0, p]
            while arc >= 0:
                q = arcs[arc, Y]
                value, less = times[p, 0] + values[arc], times[p, 1] + arcs[arc, STRICT]
                if value < times[q, 0] or (value == times[q, 0] and less > times[q, 1]):
                    times[q, 0], times[q, 1] = value, less
                    moved[q] = any_moved = True
                arc = arcs[arc, NEXT]
    return True


@helper
def _search(
    source: int, side: int, most: int, most_less: int, before: int,
    arcs: Ints, values: Longs, heads: Ints, times: Longs,
    tightest: Longs, state: Ints, touched: Ints, keys: Longs, nodes: Ints,
) -> int:  # fmt: skip
    """Dijkstra's algorithm in lengths reduced by ``times``, to all points that are no further than
    (most, most_less): ``state`` is then 2 in the points that it lists in ``touched``, and
    ``tightest`` has their tightest bounds from the source; returns how many."""
    sign = 1 - 2 * side
    tightest[source, 0], tightest[source, 1], state[source] = 0, 0, 1
    touched[0], count = source, 1
    size = _push(keys, nodes, 0, 0, 0, source)
    while size:
        p = nodes[0]
        size = _pop(keys, nodes, size)
        if state[p] == 2:
            continue
        state[p] = 2
        arc = heads[side, p]
        while arc >= 0:
            q = arcs[arc, Y - side]
            if state[q] != 2 and arcs[arc, NUMBER] < before:
                v, s = tightest[p, 0] + values[arc], tightest[p, 1] + arcs[arc, STRICT]
                reduced_v = v + sign * (times[source, 0] - times[q, 0])
                reduced_s = s + sign * (times[source, 1] - times[q, 1])
                if not _tighter(most, most_less, reduced_v, reduced_s) and (
                    state[q] == 0 or _tighter(v, s, tightest[q, 0], tightest[q, 1])
                ):
                    if state[q] == 0:
                        touched[count] = q
                        count += 1
                    tightest[q, 0], tightest[q, 1], state[q] = v, s, 1
                    size = _push(keys, nodes, size, reduced_v, reduced_s, q)
            arc = arcs[arc, NEXT + side]
    return count


@jit
def tightest(
    x: int, y: int, before: int, bound: Longs, anchor: int,
    arcs: Ints, values: Longs, heads: Ints, degrees: Ints, times: Longs,
    gap: Longs, state: Ints, moved: Ints, via: Ints, keys: Longs, nodes: Ints, found: Longs,
) -> int:  # fmt: skip
    """Note in ``bound`` the tightest bound of ``y - x``: 1 if there is one, else 0, its value and
    strict bounds. Returns how many points were touched."""
    _meet(
        x, y, _INFINITE, 0, False, before, anchor, arcs, values, heads, degrees, times,
        gap, state, moved, via, keys, nodes, found,
    )  # fmt: skip
    bound[0] = 1 if found[POINT] >= 0 else 0
    bound[1] = found[VALUE] - times[x, 0] + times[y, 0]
    bound[2] = found[LESS] - times[x, 1] + times[y, 1]
    touched: int = found[COUNT] + found[COUNT + 1]
    return touched


@jit
def found_path(arcs: Ints, via: Ints, found: Longs, cycle: Ints) -> int:
    """Write the arcs of the path that :func:`tightest` found; how many there are."""
    return _path(found[POINT], arcs, via, cycle, 0)


@jit
def row(
    source: int, side: int,
    arcs: Ints, values: Longs, heads: Ints, times: Longs,
    gap: Longs, state: Ints, moved: Ints, keys: Longs, nodes: Ints,
) -> int:  # fmt: skip
    """The tightest bounds of ``y - source`` (of ``source - y`` for side 1) for every point y.
    Returns how many points ``moved[0]`` lists; their bounds, in ``gap[0]``, are values and the
    numbers of strict bounds on the way. ``state`` is 0 before and after."""
    count = _search(
        source, side, _INFINITE, 0, _EVER, arcs, values, heads, times, gap[0], state[0], moved[0],
        keys[0], nodes[0],
    )  # fmt: skip
    for p in moved[0, :count]:
        state[0, p] = 0
    return count


@jit
def path(
    x: int, y: int, before: int, cycle: Ints, anchor: int,
    arcs: Ints, values: Longs, heads: Ints, degrees: Ints, times: Longs,
    gap: Longs, state: Ints, moved: Ints, via: Ints, keys: Longs, nodes: Ints, found: Longs,
) -> int:  # fmt: skip
    """Write into ``cycle`` the arcs of the shortest path from x to y, by those with numbers below
    ``before``: with the fewest arcs, and of these the smallest numbers. Returns how many there are,
    -1 if no path leads there."""
    _meet(
        x, y, _INFINITE, 0, False, before, anchor, arcs, values, heads, degrees, times,
        gap, state, moved, via, keys, nodes, found,
    )  # fmt: skip
    if found[POINT] < 0:
        return -1
    reached = _search(
        x, 0, found[VALUE], found[LESS], before, arcs, values, heads, times, gap[0], state[0],
        moved[0], keys[0], nodes[0],
    )  # fmt: skip
    # How many tight arcs there are from a point to y.
    steps, queue, there = via[1], moved[1], 1
    queue[0], state[1, y], steps[y] = y, 1, 0
    here = 0
    while state[1, x] == 0:
        p = queue[here]
        here += 1
        arc = heads[1, p]
        while arc >= 0:
            q = arcs[arc, X]
            if (
                state[1, q] == 0 and state[0, q] == 2 and arcs[arc, NUMBER] < before
                and gap[0, q, 0] + values[arc] == gap[0, p, 0]
                and gap[0, q, 1] + arcs[arc, STRICT] == gap[0, p, 1]
            ):  # fmt: skip
                queue[there], state[1, q], steps[q] = q, 1, steps[p] + 1
                there += 1
            arc = arcs[arc, NEXT + 1]
    length, p = 0, x
    while p != y:
        best, arc = -1, heads[0, p]
        while arc >= 0:
            q = arcs[arc, Y]
            if (
                state[1, q] == 1 and steps[q] == steps[p] - 1 and arcs[arc, NUMBER] < before
                and gap[0, p, 0] + values[arc] == gap[0, q, 0]
                and gap[0, p, 1] + arcs[arc, STRICT] == gap[0, q, 1]
                and (
                    best < 0
                    or arcs[arc, NUMBER] < arcs[best, NUMBER]
                    or (arcs[arc, NUMBER] == arcs[best, NUMBER] and q < arcs[best, Y])
                )
            ):  # fmt: skip
                best = arc
            arc = arcs[arc, NEXT]
        cycle[length], p = best, arcs[best, Y]
        length += 1
    for q in moved[0, :reached]:
        state[0, q] = 0
    for q in queue[:there]:
        state[1, q] = 0
    return length


@helper
def _mask(tight: Longs, table: Masks, needs: Ints) -> int:
    """The relations that are possible between intervals, by the tightest bounds among their four
    points: whether there is one, its value and strict bounds
    (:func:`timegraph._metric.network.mask_of` does the same)."""
    labels, shift, some = 0, 0, False
    for i in range(2):
        for j in range(2, 4):
            label = NONE
            # Bounds of y - x and of x - y, as far as they order the two.
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
    a: int, b: int, table: Masks, needs: Ints, anchor: int,
    arcs: Ints, values: Longs, heads: Ints, degrees: Ints, times: Longs,
    gap: Longs, state: Ints, moved: Ints, via: Ints, keys: Longs, nodes: Ints, found: Longs,
) -> tuple[int, int]:  # fmt: skip
    """The mask of the relations that are possible between the intervals that start at a and b, and
    how many points were touched. ``table`` has the masks of four labels, ``needs`` what relations
    need. All scratch arrays have a part for each side.

    An interval ends after it starts, so that no bound leads from one of its points to another
    interval unless one leads from its end, nor to it unless one leads to its start.
    """
    points = (a, a + 1, b, b + 1)
    tight = np.zeros((4, 4, 3), np.int64)
    work = 0
    for i in range(4):
        tight[i, i, 0] = 1
    for part in range(2):
        # The least length of one counts only with the greatest of the other.
        forth, back = tight[1, 2, 0] == 1, tight[3, 0, 0] == 1
        first, second = tight[0, 1, 0] == 1, tight[2, 3, 0] == 1
        for i in range(4):
            for j in range(4):
                if part == 0:
                    asked = (i == 1 and j == 2) or (i == 3 and j == 0)
                    asked = asked or (i % 2 == 0 and j == i + 1)
                elif i < 2 <= j:
                    asked = forth
                elif j < 2 <= i:
                    asked = back
                else:
                    asked = forth or back or first or second
                if asked and tight[i, j, 0] == 0:
                    work += tightest(
                        points[i], points[j], _EVER, tight[i, j], anchor, arcs, values, heads,
                        degrees, times, gap, state, moved, via, keys, nodes, found,
                    )  # fmt: skip
    return _mask(tight, table, needs), work


@jit
def masks(
    sources: Ints, ends: Longs, targets: Ints, result: Masks, lengths: Longs, rows: Longs,
    table: Masks, needs: Ints, anchor: int,
    arcs: Ints, values: Longs, heads: Ints, degrees: Ints, times: Longs,
    gap: Longs, state: Ints, moved: Ints, via: Ints, keys: Longs, nodes: Ints, found: Longs,
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
                    a + i, side, _INFINITE, 0, _EVER, arcs, values, heads, times, gap[0],
                    state[0], moved[0], keys[0], nodes[0],
                )  # fmt: skip
                for p in moved[0, :count]:
                    rows[p, i, side, 0] = k + 1
                    rows[p, i, side, 1] = gap[0, p, 0]
                    rows[p, i, side, 2] = gap[0, p, 1]
                    state[0, p] = 0
        for m in range(ends[k], ends[k + 1]):
            b = targets[m]
            for i in range(2):
                for end in (a, b):
                    if lengths[end, i, 0] < 0:
                        tightest(
                            end + i, end + 1 - i, _EVER, lengths[end, i], anchor, arcs, values,
                            heads, degrees, times, gap, state, moved, via, keys, nodes, found,
                        )  # fmt: skip
                for t in range(3):  # a slice would bring numba's message about shapes along
                    tight[i, 1 - i, t] = lengths[a, i, t]
                    tight[2 + i, 3 - i, t] = lengths[b, i, t]
                for j in range(2):
                    for side in range(2):
                        x, y = (2 + j, i) if side else (i, 2 + j)
                        tight[x, y, 0] = 1 if rows[b + j, i, side, 0] == k + 1 else 0
                        tight[x, y, 1] = rows[b + j, i, side, 1]
                        tight[x, y, 2] = rows[b + j, i, side, 2]
            result[m] = _mask(tight, table, needs)
    # The next call counts from 1 again.
    rows[:, :, :, 0] = 0
