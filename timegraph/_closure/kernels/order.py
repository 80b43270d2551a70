"""Kernels that turn constraints between points into a graph without cycles, in order.

Points are ``0 .. n-1``. Constraint ``k`` is ``x[k] op y[k]``, where ``op`` is 0 for ``<``,
1 for ``<=`` and 2 for ``=``. All kernels take plain arrays. ``order`` begins by checking every
index, so that bad input cannot crash the process.

Points that are equal form one *class*: union-find merges those under ``=``; Tarjan's algorithm
merges cycles of ``<=``, but only runs if there is one. A depth-first search then numbers the
classes such that each comes before all classes that it reaches (their *positions*). It also finds
the nearest and the farthest position that each class reaches, from which the exact size of the
closure follows before any of it is computed.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["BAD_INDEX", "BAD_OP", "CONSISTENT", "CONTRADICTION", "order", "suspects"]

CONSISTENT = 0
CONTRADICTION = 1
BAD_INDEX = 2
BAD_OP = 3

# Indices are never negative. Unsigned numbers spare numba the test whether an index is negative and
# counts from the end, which takes a third of the time of loops like these.
u = np.uint32

# Fields of the record of a position.
FIRST, LAST, BASE, NODE = range(4)
# Instead of a position: not yet reached by the search, and on its path.
NEW, OPEN = -1, -2

Ints: TypeAlias = NDArray[np.int32]
Ops: TypeAlias = NDArray[np.int8]


@helper
def _check(n: int, x: Ints, y: Ints, op: Ops) -> tuple[int, bool]:
    """Whether indices and operators are in range, and whether ``=`` occurs."""
    outside = False
    equal = False
    unknown = False
    for k in range(len(x)):
        outside |= (x[k] < 0) | (x[k] >= n) | (y[k] < 0) | (y[k] >= n)
        unknown |= (op[k] < 0) | (op[k] > 2)
        equal |= op[k] == 2
    if outside:
        return BAD_INDEX, False
    if unknown:
        return BAD_OP, False
    return CONSISTENT, equal


@helper
def _merge_equals(n: int, x: Ints, y: Ints, op: Ops, label: Ints) -> int:
    """Fill in the class of each point after merging what ``=`` links; the number of classes."""
    for p in range(n):
        label[p] = p
    for k in range(len(x)):
        if op[k] == 2:
            a = u(x[k])
            while label[a] != a:
                label[a] = label[u(label[a])]
                a = u(label[a])
            b = u(y[k])
            while label[b] != b:
                label[b] = label[u(label[b])]
                b = u(label[b])
            # The smaller point stays the root, so that one pass in order numbers the classes.
            label[max(a, b)] = min(a, b)
    classes = 0
    for p in range(n):
        if label[p] == p:
            label[p] = classes
            classes += 1
        else:
            label[p] = label[u(label[p])]
    return classes


@helper
def _adjacency(
    classes: int, label: Ints, x: Ints, y: Ints, op: Ops, start: Ints, successor: Ints
) -> tuple[bool, int]:
    """Fill in the successors of each class, in order of the constraints, as
    ``2 * class + is_weak``: those of ``c`` are ``successor[start[c]:start[c + 1]]``.

    Returns whether no strict constraint leads from a class to itself, and how many are weak.
    """
    start[: classes + 1] = 0
    weak = 0
    for k in range(len(x)):
        if op[k] != 2:
            a = u(label[u(x[k])])
            if a != u(label[u(y[k])]):
                start[a] += 1
                weak += int(op[k])
            elif op[k] == 0:
                return False, 0
    total = 0
    for c in range(classes + 1):
        total += start[c]
        start[c] = total
    for back in range(len(x)):
        j = u(len(x) - 1 - back)
        if op[j] != 2:
            a = u(label[u(x[j])])
            b = label[u(y[j])]
            if a != b:
                offset = start[a] - 1
                start[a] = offset
                successor[u(offset)] = 2 * b + op[j]
    return True, weak


@helper
def _search(
    classes: int, start: Ints, successor: Ints, position: Ints, record: Ints, stack: Ints
) -> tuple[bool, int]:
    """Positions by depth-first search; rewrites ``successor`` from classes to positions.

    Fills in the position of each class and a record for each position: the nearest and the
    farthest position reached (the number of classes and -1 if none), the offset of its row (word
    ``w`` of it is word ``BASE + w`` of the arena), and the class. Returns whether there is no
    cycle, and the number of words of all rows.
    """
    position[:classes] = NEW
    free = classes
    words = 0
    for root in range(classes - 1, -1, -1):
        if position[u(root)] != NEW:
            continue
        v = u(root)
        e = start[v]
        end = start[u(v + 1)]
        low = classes
        high = -1
        position[v] = OPEN
        top = 0
        while True:
            if e < end:
                t = u(successor[u(e)] >> 1)
                q = position[t]
                if q >= 0:
                    successor[u(e)] = 2 * q + (successor[u(e)] & 1)
                    low = min(low, q)
                    high = max(high, q, record[u(q), LAST])
                    e += 1
                elif q == NEW:
                    stack[u(top), 0] = v
                    stack[u(top), 1] = e
                    stack[u(top), 2] = low
                    stack[u(top), 3] = high
                    top += 1
                    v = t
                    e = start[v]
                    end = start[u(v + 1)]
                    low = classes
                    high = -1
                    position[v] = OPEN
                else:
                    return False, 0
            else:
                free -= 1
                position[v] = free
                record[u(free), FIRST] = low
                record[u(free), LAST] = high
                record[u(free), BASE] = words - (low >> 6)
                record[u(free), NODE] = v
                if high >= 0:
                    words += (high >> 6) - (low >> 6) + 1
                if top == 0:
                    break
                # Back to the class that led here; this position is the nearest so far.
                top -= 1
                v = u(stack[u(top), 0])
                e = stack[u(top), 1]
                successor[u(e)] = 2 * free + (successor[u(e)] & 1)
                low = free
                high = max(high, free, stack[u(top), 3])
                end = start[u(v + 1)]
                e += 1
    return True, words


@helper
def _components(classes: int, start: Ints, successor: Ints) -> tuple[Ints, int, Ints]:
    """Strongly connected components (Tarjan 1972), and how many there are.

    They are numbered in reverse topological order. The third result lists the classes such that
    the one that the search left last comes first.
    """
    left = np.empty(classes, np.int32)
    leaving = classes
    component = np.full(classes, -1, np.int32)
    index = np.full(classes, -1, np.int32)
    low = np.empty(classes, np.int32)
    edge = start[:classes].copy()
    stack = np.empty(classes, np.int32)
    path = np.empty(classes, np.int32)
    waiting = 0
    reached = 0
    count = 0
    for root in range(classes):
        if index[root] != -1:
            continue
        top = 0
        path[0] = root
        while top >= 0:
            v = path[top]
            if index[v] == -1:
                index[v] = reached
                low[v] = reached
                reached += 1
                stack[waiting] = v
                waiting += 1
            descend = False
            while edge[v] < start[v + 1]:
                t = successor[edge[v]] >> 1
                if index[t] == -1:
                    top += 1
                    path[top] = t
                    descend = True
                    break
                if component[t] == -1:
                    low[v] = min(low[v], low[t])
                edge[v] += 1
            if descend:
                continue
            if low[v] == index[v]:
                t = -1
                while t != v:
                    waiting -= 1
                    t = stack[waiting]
                    component[t] = count
                count += 1
            top -= 1
            leaving -= 1
            left[leaving] = v
    return component, count, left


@jit
def order(
    n: int, x: Ints, y: Ints, op: Ops, position: Ints, record: Ints, scratch: Ints
) -> tuple[int, int, int, int]:
    """The constraints as an ordered graph without cycles, in time and memory O(n + m).

    Fills in the position of each *point*, a record for each position, as ``_search`` says, and,
    at the beginning of ``scratch``, ``start`` (n + 1) and ``successor`` (m), as ``_adjacency``
    says, but with positions for classes. ``position`` must have n entries, ``record`` n rows of
    four, ``scratch`` 6 n + m + 1 entries. Returns ``status, classes, words, weak``: a status code,
    how many positions there are, how many words the closure takes, how many constraints are weak.
    """
    status, any_equal = _check(n, x, y, op)
    if status != CONSISTENT:
        return status, 0, 0, 0
    m = len(x)
    label = position
    start = scratch[: n + 1]
    successor = scratch[n + 1 : n + 1 + m]
    at = scratch[n + 1 + m : 2 * n + 1 + m]
    stack = scratch[2 * n + 1 + m : 6 * n + 1 + m].reshape(n, 4)
    classes = n
    if any_equal:
        classes = _merge_equals(n, x, y, op, label)
    else:
        for p in range(n):
            label[p] = p
    while True:
        sound, weak = _adjacency(classes, label, x, y, op, start, successor)
        if not sound:
            break
        sound, words = _search(classes, start, successor, at, record, stack)
        if sound:
            for p in range(n):
                label[p] = at[u(label[p])]
            return CONSISTENT, classes, words, weak
        if weak == 0:
            break
        # A cycle: harmless, and merged, if all of its constraints are weak. The search has
        # overwritten the successors. The second round finds no cycle.
        _adjacency(classes, label, x, y, op, start, successor)
        component, classes, _ = _components(classes, start, successor)
        for p in range(n):
            label[p] = component[label[p]]
    return CONTRADICTION, 0, 0, 0


@jit
def suspects(n: int, x: Ints, y: Ints, op: Ops) -> tuple[NDArray[np.bool_], Ints]:
    """Which constraints can take part in a contradiction; indices must be in range.

    These are the constraints within a strongly connected component that has a strict constraint,
    since every cycle is within one component. The second result is a permutation: a position for
    each point, such that most constraints lead forward, and points under ``=`` are neighbours.
    """
    label = np.empty(n, np.int32)
    classes = _merge_equals(n, x, y, op, label)
    # Like ``_adjacency``, which stops at a strict constraint from a class to itself.
    start = np.zeros(classes + 1, np.int32)
    for k in range(len(x)):
        start[label[x[k]]] += 1
    total = 0
    for c in range(classes + 1):
        total += start[c]
        start[c] = total
    successor = np.empty(total, np.int32)
    for k in range(len(x) - 1, -1, -1):
        start[label[x[k]]] -= 1
        successor[start[label[x[k]]]] = 2 * label[y[k]]
    component, count, left = _components(classes, start, successor)
    bad = np.zeros(count, np.bool_)
    for k in range(len(x)):
        if op[k] == 0 and component[label[x[k]]] == component[label[y[k]]]:
            bad[component[label[x[k]]]] = True
    suspected = np.empty(len(x), np.bool_)
    for k in range(len(x)):
        c = component[label[x[k]]]
        suspected[k] = bad[c] and c == component[label[y[k]]]
    # Points by class, classes in the order of the search.
    members = np.zeros(classes, np.int32)
    for p in range(n):
        members[label[p]] += 1
    total = 0
    for k in range(classes):
        total += members[left[k]]
        members[left[k]] = total - members[left[k]]
    position = np.empty(n, np.int32)
    for p in range(n):
        position[p] = members[label[p]]
        members[label[p]] += 1
    return suspected, position
