"""Kernels of a simple temporal network that need no search: bounds in one go, bounds taken out.

Its arrays are those of :mod:`timegraph._metric.kernels.network`. The constants are copies, since no
kernel file uses another (:mod:`timegraph._compiled.jit` has the reason); a test holds them
equal.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["close", "take_out"]

Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]

X, Y, STRICT, NUMBER, NEXT = 0, 1, 2, 3, 4


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
def _lead_past(old: int, new: int, side: int, arcs: Ints, heads: Ints) -> None:
    """Lead to another arc what leads to the old one in its list of a side."""
    point = arcs[old, X + side]
    arc = heads[side, point]
    if arc == old:
        heads[side, point] = new
        return
    while arc >= 0 and arcs[arc, NEXT + side] != old:
        arc = arcs[arc, NEXT + side]
    if arc >= 0:
        arcs[arc, NEXT + side] = new


@jit
def take_out(start: int, stop: int, arcs: Ints, values: Longs, heads: Ints, used: int) -> int:
    """Take out the arcs with numbers from ``start`` on and below ``stop``, and lower the numbers
    after them accordingly; the new number of arcs. What stands last takes the free places."""
    for t in range(used - 1, -1, -1):
        if arcs[t, NUMBER] >= stop:
            arcs[t, NUMBER] -= stop - start
        elif arcs[t, NUMBER] >= start:
            used -= 1
            for side in range(2):
                _lead_past(t, arcs[t, NEXT + side], side, arcs, heads)
                _lead_past(used, t, side, arcs, heads)
            arcs[t], values[t] = arcs[used], values[used]
    return used
