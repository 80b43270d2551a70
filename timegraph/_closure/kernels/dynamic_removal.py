"""Kernels that take constraints back from a graph which is kept in order.

They change the state that :mod:`timegraph._closure.kernels.dynamic_order` keeps. An order in which
every constraint leads forward still is one without some of them, so no point moves. Constraints
between points that were merged are not kept apart, so they cannot be taken back by themselves; the
points are parted, and the caller gives them their other constraints again.
The constants and the union-find lookup are copies, as in
:mod:`timegraph._closure.kernels.dynamic_query`.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["around", "dissolve", "remove"]

Ints: TypeAlias = NDArray[np.int32]
Bytes: TypeAlias = NDArray[np.uint8]

# Fields of a point's record.
POSITION, PARENT, SIZE, OUT, OUT_TAIL, IN, IN_TAIL, MARK = range(8)
# Fields of a constraint's record.
FROM, TO, NEXT_OUT, NEXT_IN, WEAK = range(5)
# Marks of points.
AFTER, BEFORE = 1, 2


@helper
def _root(point: Ints, p: int) -> int:
    while point[p, PARENT] != p:
        p = point[p, PARENT]
    return p


@helper
def _unlink(
    point: Ints, edge: Ints, owner: int, e: int, head: int, tail: int, following: int
) -> None:
    """Take constraint ``e`` out of one of the two lists of a point."""
    previous = -1
    at = point[owner, head]
    while at != e:
        previous = at
        at = edge[at, following]
    if previous == -1:
        point[owner, head] = edge[e, following]
    else:
        edge[previous, following] = edge[e, following]
    if point[owner, tail] == e:
        point[owner, tail] = previous


@jit
def remove(point: Ints, edge: Ints, x: Ints, y: Ints, weak: Ints) -> bool:
    """Take back the constraints ``x[k] < y[k]``, or ``<=`` where ``weak[k]``, if they are all
    kept apart; whether they were. Their records stay behind, in no list."""
    for k in range(len(x)):
        if _root(point, x[k]) == _root(point, y[k]):
            return False
    for k in range(len(x)):
        a = _root(point, x[k])
        e = point[a, OUT]
        while e != -1:
            if edge[e, FROM] == x[k] and edge[e, TO] == y[k] and edge[e, WEAK] == weak[k]:
                break
            e = edge[e, NEXT_OUT]
        if e == -1:
            return False
        _unlink(point, edge, a, e, OUT, OUT_TAIL, NEXT_OUT)
        _unlink(point, edge, _root(point, y[k]), e, IN, IN_TAIL, NEXT_IN)
    return True


@jit
def dissolve(point: Ints, edge: Ints, n: int, source: int, members: Ints) -> int:
    """Part the points that were merged with ``source``, and forget all their constraints; lists
    them in ``members`` and returns how many they are. Each of them has kept a position of its own
    in the order, so that any constraint may be taken again."""
    root = _root(point, source)
    e = point[root, OUT]
    while e != -1:
        other = _root(point, edge[e, TO])
        if other != root:
            _unlink(point, edge, other, e, IN, IN_TAIL, NEXT_IN)
        e = edge[e, NEXT_OUT]
    e = point[root, IN]
    while e != -1:
        other = _root(point, edge[e, FROM])
        if other != root:
            _unlink(point, edge, other, e, OUT, OUT_TAIL, NEXT_OUT)
        e = edge[e, NEXT_IN]
    count = 0
    for p in range(n):
        if _root(point, p) == root:
            members[count] = p
            count += 1
    for k in range(count):
        p = members[k]
        point[p, PARENT] = p
        point[p, SIZE] = 1
        for field in (OUT, OUT_TAIL, IN, IN_TAIL):
            point[p, field] = -1
    return count


@helper
def _spread(
    point: Ints, edge: Ints, sources: Ints, mark: int, head: int, following: int, end: int,
    queue: Ints,
) -> None:  # fmt: skip
    count = 0
    for source in sources:
        p = _root(point, source)
        if point[p, MARK] & mark == 0:
            point[p, MARK] |= mark
            queue[count] = p
            count += 1
    done = 0
    while done < count:
        e = point[queue[done], head]
        done += 1
        while e != -1:
            p = _root(point, edge[e, end])
            if point[p, MARK] & mark == 0:
                point[p, MARK] |= mark
                queue[count] = p
                count += 1
            e = edge[e, following]


@jit
def around(
    point: Ints, edge: Ints, n: int, earlier: Ints, later: Ints, queue: Ints, marks: Bytes
) -> None:
    """Mark which of the ``n`` points are at or before one of ``earlier`` (``BEFORE``), and at or
    after one of ``later`` (``AFTER``), as far as constraints lead."""
    _spread(point, edge, later, AFTER, OUT, NEXT_OUT, TO, queue)
    _spread(point, edge, earlier, BEFORE, IN, NEXT_IN, FROM, queue)
    for p in range(n):
        marks[p] = point[_root(point, p), MARK]
    for p in range(n):
        point[p, MARK] = 0
