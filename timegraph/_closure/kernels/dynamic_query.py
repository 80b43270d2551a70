"""Kernels that query a graph which grows constraint by constraint.

They read the state that :mod:`timegraph._closure.kernels.dynamic_order` keeps. A query searches
from the earlier of two points up to the position of the later one. The constants and the
union-find lookup are copies, since no kernel file imports a function of another
(:mod:`timegraph._compiled.jit` has the reason); a test holds the constants equal.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["label", "labels"]

Ints: TypeAlias = NDArray[np.int32]

# Fields of a point's record.
POSITION, PARENT, SIZE, OUT, OUT_TAIL, IN, IN_TAIL, MARK = range(8)
# Fields of a constraint's record.
FROM, TO, NEXT_OUT, NEXT_IN, WEAK = range(5)
# Label codes.
NONE, LT, LE, EQ, GE, GT = range(6)
# Marks of the points that a search reaches.
WEAKLY, STRICTLY = 1, 2


@helper
def _root(point: Ints, p: int) -> int:
    while point[p, PARENT] != p:
        p = point[p, PARENT]
    return p


@helper
def _search(point: Ints, edge: Ints, source: int, goal: int, queue: Ints, any_weak: bool) -> int:
    """How ``goal`` is entailed to be after ``source``, both being roots: 0, ``WEAKLY`` or
    ``STRICTLY``. Every point is visited at most once for each of the two."""
    limit = point[goal, POSITION]
    if point[source, POSITION] > limit:
        return 0
    reached = WEAKLY if any_weak else STRICTLY
    point[source, MARK] = reached
    queue[0] = 2 * source + (reached == STRICTLY)
    count = 1
    done = 0
    while done < count and point[goal, MARK] & STRICTLY == 0:
        strict = queue[done] & 1
        e = point[queue[done] >> 1, OUT]
        done += 1
        while e != -1:
            t = _root(point, edge[e, TO])
            if point[t, POSITION] <= limit:
                reached = STRICTLY if strict or edge[e, WEAK] == 0 else WEAKLY
                # What is reached strictly need not be reached weakly as well.
                if point[t, MARK] & (reached | STRICTLY) == 0:
                    point[t, MARK] |= reached
                    queue[count] = 2 * t + (reached == STRICTLY)
                    count += 1
            e = edge[e, NEXT_OUT]
    result = int(point[goal, MARK])
    for k in range(count):
        point[queue[k] >> 1, MARK] = 0
    return STRICTLY if result & STRICTLY else result


@helper
def _label(point: Ints, edge: Ints, x: int, y: int, queue: Ints, any_weak: bool) -> int:
    a = _root(point, x)
    b = _root(point, y)
    if a == b:
        return EQ
    if point[a, POSITION] < point[b, POSITION]:
        reached = _search(point, edge, a, b, queue, any_weak)
        return NONE if reached == 0 else (LT if reached == STRICTLY else LE)
    reached = _search(point, edge, b, a, queue, any_weak)
    return NONE if reached == 0 else (GT if reached == STRICTLY else GE)


@jit
def label(point: Ints, edge: Ints, x: int, y: int, queue: Ints, any_weak: bool) -> int:
    """The label code of "x ? y". ``queue`` has room for twice the number of points."""
    return _label(point, edge, x, y, queue, any_weak)


@jit
def labels(point: Ints, edge: Ints, a: int, b: int, queue: Ints, any_weak: bool) -> int:
    """What is entailed of the intervals that start at a and b: the four labels as a position in
    :func:`timegraph.points.mask_table`."""
    es = _label(point, edge, a + 1, b, queue, any_weak)
    if es == LT:
        return LT | LT << 3 | LT << 6 | LT << 9
    se = _label(point, edge, a, b + 1, queue, any_weak)
    if se == GT:
        return GT | GT << 3 | GT << 6 | GT << 9
    ss = _label(point, edge, a, b, queue, any_weak)
    ee = _label(point, edge, a + 1, b + 1, queue, any_weak)
    return ss | se << 3 | es << 6 | ee << 9
