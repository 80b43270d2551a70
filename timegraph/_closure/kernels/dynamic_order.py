"""Kernels that keep constraints in order as they come, refuse those that contradict, query what is
there, and take constraints back.

The points have an order in which every accepted constraint leads forward. A new constraint that
agrees with it costs nothing more. One that leads backward starts two searches, bounded by the
positions of its two ends, and only the points that they find move (Pearce & Kelly 2006, A dynamic
topological sort algorithm for directed acyclic graphs). If the searches meet, the constraint closes
a cycle: if all constraints on it are weak, its points are merged; if one is strict, the new
constraint is refused. Constraints come in groups; if one of a group is refused, an undo log takes
back what the others of the group did.

The state is two arrays of records. A point has its position in the order, its union-find parent and
size (without path compression: merging must be undone), and the heads and tails of the lists of its
outgoing and incoming constraints, which are joined when points merge. A constraint has its two
ends, the next constraint in each of the two lists, and whether it is weak.

A query searches from the earlier of two points up to the position of the later one. An order in
which every constraint leads forward still is one without some of them, so to take constraints back
moves no point. Those between points that were merged are not kept apart, so they cannot be taken
back by themselves; the points are parted, and the caller gives them their other constraints again.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["around", "dissolve", "label", "labels", "new_state", "remove", "take"]

Ints: TypeAlias = NDArray[np.int32]
Bytes: TypeAlias = NDArray[np.uint8]
# Where a number starts as a literal, numba would compile for the literal and again for others.
Int: TypeAlias = int | np.integer[Any]

# Fields of a point's record.
POSITION, PARENT, SIZE, OUT, OUT_TAIL, IN, IN_TAIL, MARK = range(8)
# Fields of a constraint's record.
FROM, TO, NEXT_OUT, NEXT_IN, WEAK = range(5)
# Fields of a new constraint, and its group once it is refused.
X, OP, Y, GROUP = range(4)
REFUSED = -2
# Marks of the points that the two searches find.
AFTER, BEFORE, BOTH = 1, 2, 3
# Kinds of entries in the undo log.
MOVED, ADDED, MERGED = range(3)
# Label codes.
NONE, LT, LE, EQ, GE, GT = range(6)
# Marks of the points that a query reaches.
WEAKLY, STRICTLY = 1, 2


@jit
def new_state(position: Ints, constraints: int) -> tuple[Ints, Ints, Ints]:
    """The state for points at these positions, a permutation, without any constraint: records of
    points, room for so many records of constraints, and the point at each position."""
    n = len(position)
    point = np.empty((n, 8), np.int32)
    point_at = np.empty(n, np.int32)
    for p in range(n):
        _reset(point, point_at, p, position[p])
    return point, np.empty((constraints, 5), np.int32), point_at


@helper
def _reset(point: Ints, point_at: Ints, p: int, position: int) -> None:
    for field in range(8):
        point[p, field] = -1
    point[p, POSITION] = position
    point[p, PARENT] = p
    point[p, SIZE] = 1
    point[p, MARK] = 0
    point_at[position] = p


@helper
def _root(point: Ints, p: int) -> int:
    while point[p, PARENT] != p:
        p = point[p, PARENT]
    return p


@helper
def _forward(point: Ints, edge: Ints, source: int, goal: int, reached: Ints) -> tuple[int, bool]:
    """Mark and list what ``source`` reaches up to the position of ``goal``: how many points these
    are, and whether ``goal`` is one of them."""
    limit = point[goal, POSITION]
    point[source, MARK] = AFTER
    reached[0] = source
    count = 1
    done = 0
    while done < count:
        e = point[reached[done], OUT]
        done += 1
        while e != -1:
            t = _root(point, edge[e, TO])
            if point[t, MARK] == 0 and point[t, POSITION] <= limit:
                point[t, MARK] = AFTER
                reached[count] = t
                count += 1
            e = edge[e, NEXT_OUT]
    return count, point[goal, MARK] == AFTER


@helper
def _backward(point: Ints, edge: Ints, source: int, limit: int, reached: Ints) -> int:
    """Mark and list what reaches ``source`` from the position ``limit`` on; points that the
    forward search has marked are then marked ``BOTH``."""
    point[source, MARK] |= BEFORE
    reached[0] = source
    count = 1
    done = 0
    while done < count:
        e = point[reached[done], IN]
        done += 1
        while e != -1:
            t = _root(point, edge[e, FROM])
            if point[t, MARK] & BEFORE == 0 and point[t, POSITION] >= limit:
                point[t, MARK] |= BEFORE
                reached[count] = t
                count += 1
            e = edge[e, NEXT_IN]
    return count


@helper
def _unmark(point: Ints, listed: Ints, count: int) -> None:
    for k in range(count):
        point[listed[k], MARK] = 0


@helper
def _strict_inside(point: Ints, edge: Ints, listed: Ints, count: int) -> bool:
    """Whether a strict constraint joins two of the points marked ``BOTH``."""
    for k in range(count):
        if point[listed[k], MARK] == BOTH:
            e = point[listed[k], OUT]
            while e != -1:
                t = _root(point, edge[e, TO])
                if point[t, MARK] == BOTH and edge[e, WEAK] == 0:
                    return True
                e = edge[e, NEXT_OUT]
    return False


@helper
def _sort(values: Ints, count: int) -> None:
    """Heapsort of the first ``count`` values."""
    for heap in range(2 * count - 1, 0, -1):
        # The first half builds the heap; the second half takes its greatest value away.
        if heap >= count:
            i = heap - count
            size = count
        else:
            values[0], values[heap] = values[heap], values[0]
            i = 0
            size = heap
        while 2 * i + 1 < size:
            j = 2 * i + 1
            if j + 1 < size and values[j + 1] > values[j]:
                j += 1
            if values[j] <= values[i]:
                break
            values[i], values[j] = values[j], values[i]
            i = j


@helper
def _move(point: Ints, point_at: Ints, p: int, position: int, log: Ints, logged: Int) -> Int:
    log[logged, 0] = MOVED
    log[logged, 1] = p
    log[logged, 2] = point[p, POSITION]
    point[p, POSITION] = position
    point_at[position] = p
    return logged + 1


@helper
def _merge(point: Ints, edge: Ints, a: Int, b: Int, log: Ints, logged: Int) -> tuple[Int, Int]:
    """Merge two roots and their lists; the one with more points stays. Returns that root, and the
    new length of the log."""
    if point[a, SIZE] < point[b, SIZE]:
        a, b = b, a
    log[logged, 0] = MERGED
    log[logged, 1] = a
    log[logged, 2] = b
    log[logged, 3] = point[a, OUT_TAIL]
    log[logged, 4] = point[a, IN_TAIL]
    point[b, PARENT] = a
    point[a, SIZE] += point[b, SIZE]
    if point[b, OUT] != -1:
        if point[a, OUT] == -1:
            point[a, OUT] = point[b, OUT]
        else:
            edge[point[a, OUT_TAIL], NEXT_OUT] = point[b, OUT]
        point[a, OUT_TAIL] = point[b, OUT_TAIL]
    if point[b, IN] != -1:
        if point[a, IN] == -1:
            point[a, IN] = point[b, IN]
        else:
            edge[point[a, IN_TAIL], NEXT_IN] = point[b, IN]
        point[a, IN_TAIL] = point[b, IN_TAIL]
    return a, logged + 1


@helper
def _undo(point: Ints, edge: Ints, point_at: Ints, log: Ints, logged: Int, edges: int) -> int:
    """Take back what the log lists, newest first; returns how many constraints are left."""
    for k in range(logged - 1, -1, -1):
        if log[k, 0] == MOVED:
            point[log[k, 1], POSITION] = log[k, 2]
            point_at[log[k, 2]] = log[k, 1]
        elif log[k, 0] == MERGED:
            a = log[k, 1]
            b = log[k, 2]
            point[b, PARENT] = b
            point[a, SIZE] -= point[b, SIZE]
            point[a, OUT_TAIL] = log[k, 3]
            point[a, IN_TAIL] = log[k, 4]
            if log[k, 3] == -1:
                point[a, OUT] = -1
            else:
                edge[log[k, 3], NEXT_OUT] = -1
            if log[k, 4] == -1:
                point[a, IN] = -1
            else:
                edge[log[k, 4], NEXT_IN] = -1
        else:
            edges -= 1
            a = log[k, 1]
            b = log[k, 2]
            point[a, OUT] = edge[edges, NEXT_OUT]
            if point[a, OUT] == -1:
                point[a, OUT_TAIL] = -1
            point[b, IN] = edge[edges, NEXT_IN]
            if point[b, IN] == -1:
                point[b, IN_TAIL] = -1
    return edges


@helper
def _reorder(
    point: Ints, edge: Ints, point_at: Ints, log: Ints, logged: Int,
    after: Ints, count_after: int, before: Ints, count_before: int, positions: Ints,
) -> tuple[Int, Int]:  # fmt: skip
    """Put what the searches found into the same positions in a new order: what comes before, what
    merges, what comes after, each part in its old order. Merges what both searches found; returns
    the merged point, or -1, and the new length of the log."""
    for k in range(count_before):
        positions[k] = point[before[k], POSITION]
    count = count_before
    for k in range(count_after):
        if point[after[k], MARK] == AFTER:
            positions[count] = point[after[k], POSITION]
            count += 1
    _sort(positions, count)
    merged: Int = np.int32(-1)
    moving = before  # the list of the search is no longer needed
    total = 0
    for part in (BEFORE, BOTH, AFTER):
        for k in range(count):
            p = point_at[positions[k]]
            if point[p, MARK] == part:
                moving[total] = p
                total += 1
    for k in range(count):
        p = moving[k]
        mark = point[p, MARK]
        point[p, MARK] = 0
        logged = _move(point, point_at, p, positions[k], log, logged)
        if mark == BOTH:
            if merged == -1:
                merged = p
            else:
                merged, logged = _merge(point, edge, merged, p, log, logged)
    return merged, logged


@helper
def _add(
    point: Ints, edge: Ints, point_at: Ints, edges: int, x: int, y: int, weak: Int,
    log: Ints, logged: Int, after: Ints, before: Ints, positions: Ints,
) -> tuple[bool, int, Int]:  # fmt: skip
    """Accept ``x < y`` or ``x <= y`` unless it contradicts; returns whether it is accepted, how
    many constraints there are, and the new length of the log."""
    a = _root(point, x)
    b = _root(point, y)
    if a == b:
        return weak == 1, edges, logged
    if point[a, POSITION] > point[b, POSITION]:
        low = point[b, POSITION]
        count_after, cycle = _forward(point, edge, b, a, after)
        if cycle and weak == 0:
            _unmark(point, after, count_after)
            return False, edges, logged
        count_before = _backward(point, edge, a, low, before)
        if cycle and _strict_inside(point, edge, after, count_after):
            _unmark(point, after, count_after)
            _unmark(point, before, count_before)
            return False, edges, logged
        merged, logged = _reorder(
            point, edge, point_at, log, logged, after, count_after, before, count_before, positions
        )
        if merged != -1:
            return True, edges, logged
    edge[edges, FROM] = x
    edge[edges, TO] = y
    edge[edges, WEAK] = weak
    edge[edges, NEXT_OUT] = point[a, OUT]
    edge[edges, NEXT_IN] = point[b, IN]
    if point[a, OUT] == -1:
        point[a, OUT_TAIL] = edges
    if point[b, IN] == -1:
        point[b, IN_TAIL] = edges
    point[a, OUT] = edges
    point[b, IN] = edges
    log[logged, 0] = ADDED
    log[logged, 1] = a
    log[logged, 2] = b
    return True, edges + 1, logged + 1


@helper
def _add_group(
    point: Ints, edge: Ints, point_at: Ints, edges: int, constraints: Ints, begin: int, end: int,
    log: Ints, after: Ints, before: Ints, positions: Ints,
) -> tuple[bool, int, Ints]:  # fmt: skip
    """Accept the constraints ``begin .. end - 1``, all or none; returns whether they are accepted,
    how many constraints there are, and the log, which may be a longer one."""
    n = len(point)
    logged: Int = np.int64(0)
    for k in range(begin, end):
        # Room for two more steps that move, and merge, all points.
        if len(log) - logged < 4 * n + 8:
            longer = np.empty((2 * len(log) + 4 * n + 8, 5), np.int32)
            # Loops: to compile assignments of slices takes a second.
            for done in range(logged):
                for field in range(5):
                    longer[done, field] = log[done, field]
            log = longer
        x = constraints[k, X]
        y = constraints[k, Y]
        op = constraints[k, OP]
        for _ in range(1 + (op == 2)):
            accepted, edges, logged = _add(
                point, edge, point_at, edges, x, y, np.int64(op != 0),
                log, logged, after, before, positions,
            )  # fmt: skip
            if not accepted:
                return False, _undo(point, edge, point_at, log, logged, edges), log
            x, y = y, x  # points are equal if each is at most the other
    return True, edges, log


@jit
def take(
    point: Ints, edge: Ints, point_at: Ints, edges: int, old: int, new: int, constraints: Ints,
    stop: bool, log: Ints, after: Ints, before: Ints, positions: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Add the points ``old .. new - 1`` at the end of the order, and accept constraints group by
    group; ``GROUP`` of those that are refused becomes ``REFUSED``, as it does of all that follow
    if it is to ``stop`` there.

    ``edge`` must have room for two records per constraint; the last four arrays are scratch, made
    by :func:`timegraph._closure.ordering.scratch`. Returns how many records are in use, and how
    many constraints are refused.
    """
    for p in range(old, new):
        _reset(point, point_at, p, p)
    count = len(constraints)
    refused = 0
    begin = 0
    while begin < count:
        end = begin + 1
        while end < count and constraints[end, GROUP] == constraints[begin, GROUP]:
            end += 1
        sound, edges, log = _add_group(
            point, edge, point_at, edges, constraints, begin, end, log, after, before, positions
        )
        if not sound:
            if stop:
                end = count
            refused += end - begin
            for k in range(begin, end):
                constraints[k, GROUP] = REFUSED
        begin = end
    return edges, refused


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
