"""Kernels of an index for graphs too large for rows: labels that answer most queries, and a search
for the rest.

The labels are those of GRAIL (Yildirim, Chaoji & Zaki 2010, GRAIL: scalable reachability index for
large graphs). A random depth-first search numbers the nodes in postorder; whatever a node reaches
has its interval of numbers within that of the node. The numbers of a node's own subtree have no
gaps, so they prove that something *is* reached. Other labels are the farthest node reached and the
earliest that reaches, and, for 64 nodes picked as *supports*, whether the node reaches them and
whether they reach it (Hanauer, Schulz & Trummer 2020, O'Reach). A support between two nodes proves
that one reaches the other; a support that only one of them reaches can prove the contrary. Graphs
that are hard to search may have further supports, in tables of their own. The search for the rest
runs from both ends, always further from where fewer nodes wait, with the same labels to prune.

All labels of a node lie in one record of 64 bytes, a cache line.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = [
    "BACKWARD",
    "FAR",
    "FIELDS",
    "FORWARD",
    "NEAR",
    "REACHES",
    "extents",
    "label",
    "mask",
    "masks",
    "postorder",
    "propagate_supports",
    "search_size",
]

Ints: TypeAlias = NDArray[np.int32]
Masks: TypeAlias = NDArray[np.uint16]
Words: TypeAlias = NDArray[np.uint64]

u = np.uint32
wide = np.uint64

FIELDS = 16
FAR, NEAR, ARCS, BACK_ARCS = range(4)
# Three fields each of a search along the arcs and of one against them: the number in postorder, the
# lowest number of what is reached, the lowest number of the subtree.
FORWARD, BACKWARD = 4, 7
# Two words each: supports that the node reaches, and that reach it. The two fields before are free.
REACHES, REACHED_BY = 12, 14

NONE, LT, LE, EQ, GE, GT = range(6)
NO, YES, PERHAPS = range(3)


@jit
def extents(first: Ints, to: Ints, back_first: Ints, back: Ints, node: Ints) -> None:
    """Fill in the farthest node that each node reaches, the earliest that reaches it, and where
    its arcs begin."""
    nodes = len(first) - 1
    node[u(nodes), ARCS] = first[u(nodes)]
    node[u(nodes), BACK_ARCS] = back_first[u(nodes)]
    for v in range(nodes - 1, -1, -1):
        node[u(v), ARCS] = first[u(v)]
        node[u(v), BACK_ARCS] = back_first[u(v)]
        far = v
        for k in range(first[u(v)], first[u(v + 1)]):
            far = max(far, node[u(to[u(k)]), FAR])
        node[u(v), FAR] = far
    for v in range(nodes):
        near = v
        for k in range(back_first[u(v)], back_first[u(v + 1)]):
            near = min(near, node[u(back[u(k)]), NEAR])
        node[u(v), NEAR] = near


@jit
def postorder(
    first: Ints, to: Ints, roots: Ints, node: Ints, field: int, seed: int, stack: Ints
) -> None:
    """Fill in the three fields from ``field`` on by a depth-first search from ``roots``, all nodes
    that no arc leads to; arcs are followed in random order. ``stack`` has two columns."""
    nodes = len(first) - 1
    for v in range(nodes):
        node[u(v), field] = -1
    left = 0
    for r in range(len(roots)):
        v = roots[r]
        node[u(v), field] = -2
        node[u(v), field + 1] = nodes
        node[u(v), field + 2] = left
        stack[0, 0] = v
        stack[0, 1] = 0
        top = 0
        while top >= 0:
            v = stack[u(top), 0]
            k = stack[u(top), 1]
            begin = first[u(v)]
            degree = first[u(v + 1)] - begin
            if k < degree:
                stack[u(top), 1] = k + 1
                # Random enough: begin at any arc, and go round either way.
                chance = u(wide(v) * wide(2654435761) & wide(0xFFFFFFFF)) ^ u(seed)
                chance = u(chance ^ (chance >> u(15)))
                k = (k + int(chance >> u(1))) % degree
                if chance & u(1):
                    k = degree - 1 - k
                t = to[u(begin + k)]
                if node[u(t), field] == -1:
                    node[u(t), field] = -2
                    node[u(t), field + 1] = nodes
                    node[u(t), field + 2] = left
                    top += 1
                    stack[u(top), 0] = t
                    stack[u(top), 1] = 0
                else:
                    node[u(v), field + 1] = min(node[u(v), field + 1], node[u(t), field + 1])
            else:
                node[u(v), field] = left
                node[u(v), field + 1] = min(node[u(v), field + 1], node[u(v), field + 2])
                left += 1
                top -= 1
                if top >= 0:
                    p = u(stack[u(top), 0])
                    node[p, field + 1] = min(node[p, field + 1], node[u(v), field + 1])


@jit
def propagate_supports(first: Ints, to: Ints, supports: Ints, node: Ints) -> None:
    """Fill in which of up to 64 supports each node reaches and is reached by; a support reaches
    itself."""
    nodes = len(first) - 1
    for v in range(nodes):
        for field in range(REACHES, REACHES + 4):
            node[u(v), field] = 0
    for s in range(len(supports)):
        node[supports[s], REACHES + (s >> 5)] |= np.int32(1) << np.int32(s & 31)
        node[supports[s], REACHED_BY + (s >> 5)] |= np.int32(1) << np.int32(s & 31)
    for v in range(nodes - 1, -1, -1):
        low = node[u(v), REACHES]
        high = node[u(v), REACHES + 1]
        for k in range(first[u(v)], first[u(v + 1)]):
            t = u(to[u(k)])
            low |= node[t, REACHES]
            high |= node[t, REACHES + 1]
        node[u(v), REACHES] = low
        node[u(v), REACHES + 1] = high
    for v in range(nodes):
        low = node[u(v), REACHED_BY]
        high = node[u(v), REACHED_BY + 1]
        for k in range(first[u(v)], first[u(v + 1)]):
            t = u(to[u(k)])
            node[t, REACHED_BY] |= low
            node[t, REACHED_BY + 1] |= high


@helper
def _by_labels(node: Ints, x: int, y: int) -> int:
    """Whether node x reaches another node, y, as far as the records show: NO, YES or PERHAPS."""
    a = node[u(x)]
    b = node[u(y)]
    if (
        x > y
        or a[FAR] < y
        or b[NEAR] > x
        or b[FORWARD] > a[FORWARD]
        or b[FORWARD + 1] < a[FORWARD + 1]
        or a[BACKWARD] > b[BACKWARD]
        or a[BACKWARD + 1] < b[BACKWARD + 1]
        or (b[REACHES] & ~a[REACHES]) | (b[REACHES + 1] & ~a[REACHES + 1])
        | (a[REACHED_BY] & ~b[REACHED_BY]) | (a[REACHED_BY + 1] & ~b[REACHED_BY + 1])
    ):  # fmt: skip
        return NO
    # Without branches: which of these holds, if any, cannot be predicted.
    if (
        (b[FORWARD] >= a[FORWARD + 2])
        | (a[BACKWARD] >= b[BACKWARD + 2])
        | (((a[REACHES] & b[REACHED_BY]) | (a[REACHES + 1] & b[REACHED_BY + 1])) != 0)
    ):
        return YES
    return PERHAPS


@helper
def _by_all_labels(node: Ints, reaching: Words, reached: Words, x: int, y: int) -> int:
    """As ``_by_labels``, with further supports: bits of those that each node reaches, and of those
    that reach it."""
    answer = _by_labels(node, x, y)
    if answer == PERHAPS:
        for w in range(reaching.shape[1]):
            to_x = reaching[u(x), u(w)]
            from_y = reached[u(y), u(w)]
            if (reaching[u(y), u(w)] & ~to_x) | (reached[u(x), u(w)] & ~from_y):
                return NO
            if to_x & from_y:
                return YES
    return answer


@helper
def _search(
    node: Ints,
    to: Ints,
    back: Ints,
    x: int,
    y: int,
    reaching: Words,
    reached: Words,
    mark: Ints,
    queue: Ints,
) -> bool:
    """Whether node x reaches node y, by a search from both ends.

    Marks are the number of the search, doubled, plus one for what is reached backwards. The last
    entry of ``mark`` is the number of the latest search; the entry before it is the sum of how many
    nodes all searches have queued. ``queue`` has two rows.
    """
    if mark[len(mark) - 1] == 2**30 - 2 or mark[len(mark) - 2] > 2**30:
        mark[:] = 0
    mark[len(mark) - 1] += 1
    own = 2 * mark[len(mark) - 1]
    mark[u(x)] = own
    mark[u(y)] = own + 1
    queue[0, 0] = x
    queue[1, 0] = y
    ahead = 1
    behind = 1
    # Breadth first: the two sides then meet in the middle, before they have grown wide.
    front = 0
    back_front = 0
    while front < ahead and back_front < behind:
        if ahead - front <= behind - back_front:
            v = queue[0, u(front)]
            front += 1
            for k in range(node[u(v), ARCS], node[u(v + 1), ARCS]):
                t = to[u(k)]
                if t > y:
                    break
                seen = mark[u(t)]
                if seen == own + 1:
                    mark[len(mark) - 2] += ahead + behind
                    return True
                if seen != own:
                    mark[u(t)] = own
                    answer = _by_all_labels(node, reaching, reached, t, y)
                    if answer == YES:
                        mark[len(mark) - 2] += ahead + behind
                        return True
                    if answer == PERHAPS:
                        queue[0, u(ahead)] = t
                        ahead += 1
        else:
            v = queue[1, u(back_front)]
            back_front += 1
            for k in range(node[u(v + 1), BACK_ARCS] - 1, node[u(v), BACK_ARCS] - 1, -1):
                t = back[u(k)]
                if t < x:
                    break
                seen = mark[u(t)]
                if seen == own:
                    mark[len(mark) - 2] += ahead + behind
                    return True
                if seen != own + 1:
                    mark[u(t)] = own + 1
                    answer = _by_all_labels(node, reaching, reached, x, t)
                    if answer == YES:
                        mark[len(mark) - 2] += ahead + behind
                        return True
                    if answer == PERHAPS:
                        queue[1, u(behind)] = t
                        behind += 1
    mark[len(mark) - 2] += ahead + behind
    return False


@helper
def _reach(
    node: Ints,
    to: Ints,
    back: Ints,
    x: int,
    y: int,
    reaching: Words,
    reached: Words,
    mark: Ints,
    queue: Ints,
) -> bool:
    answer = _by_all_labels(node, reaching, reached, x, y)
    if answer == PERHAPS:
        return _search(node, to, back, x, y, reaching, reached, mark, queue)
    return answer == YES


@helper
def _forward(
    upper: Ints, lower: Ints, node: Ints, to: Ints, back: Ints, x: int, y: int,
    reaching: Words, reached: Words, mark: Ints, queue: Ints,
) -> int:  # fmt: skip
    """NONE, LT or LE: what is entailed of points x and y, if x is not after y."""
    if not _reach(node, to, back, upper[u(x)], upper[u(y)], reaching, reached, mark, queue):
        return NONE
    if lower[u(x)] == upper[u(x)] or lower[u(y)] == upper[u(y)]:
        return LT
    return (
        LT
        if _reach(node, to, back, lower[u(x)], upper[u(y)], reaching, reached, mark, queue)
        else LE
    )


@helper
def _label(
    upper: Ints, lower: Ints, node: Ints, to: Ints, back: Ints, x: int, y: int,
    reaching: Words, reached: Words, mark: Ints, queue: Ints,
) -> int:  # fmt: skip
    p = upper[u(x)]
    q = upper[u(y)]
    if p == q:
        return EQ
    if p < q:
        return _forward(upper, lower, node, to, back, x, y, reaching, reached, mark, queue)
    code = _forward(upper, lower, node, to, back, y, x, reaching, reached, mark, queue)
    return NONE if code == NONE else (GT if code == LT else GE)


@jit
def label(
    upper: Ints, lower: Ints, node: Ints, to: Ints, back: Ints, x: int, y: int,
    reaching: Words, reached: Words, mark: Ints, queue: Ints,
) -> int:  # fmt: skip
    """The label code of "x ? y"."""
    return _label(upper, lower, node, to, back, x, y, reaching, reached, mark, queue)


@helper
def _mask(
    upper: Ints, lower: Ints, node: Ints, to: Ints, back: Ints, table: Masks, a: int, b: int,
    reaching: Words, reached: Words, mark: Ints, queue: Ints,
) -> int:  # fmt: skip
    """The mask of the relations possible between the intervals that start at a and b."""
    se = _label(upper, lower, node, to, back, a, b + 1, reaching, reached, mark, queue)
    es = _label(upper, lower, node, to, back, a + 1, b, reaching, reached, mark, queue)
    ss = NONE
    ee = NONE
    # No start or end is before another unless that start is before the other end.
    if (se != NONE or es != NONE) and es != LT and se != GT:
        ss = _label(upper, lower, node, to, back, a, b, reaching, reached, mark, queue)
        ee = _label(upper, lower, node, to, back, a + 1, b + 1, reaching, reached, mark, queue)
    return int(table[u(ss | se << 3 | es << 6 | ee << 9)])


@jit
def mask(
    upper: Ints, lower: Ints, node: Ints, to: Ints, back: Ints, table: Masks, a: int, b: int,
    reaching: Words, reached: Words, mark: Ints, queue: Ints,
) -> int:  # fmt: skip
    """The mask of the relations possible between the intervals that start at a and b."""
    return _mask(upper, lower, node, to, back, table, a, b, reaching, reached, mark, queue)


@jit
def search_size(
    upper: Ints, lower: Ints, node: Ints, to: Ints, back: Ints, x: Ints, y: Ints,
    reaching: Words, reached: Words, mark: Ints, queue: Ints,
) -> float:  # fmt: skip
    """How many nodes a search from node ``x[k]`` to node ``y[k]`` queues on average."""
    before = mark[len(mark) - 2]
    for k in range(len(x)):
        _reach(node, to, back, min(x[k], y[k]), max(x[k], y[k]), reaching, reached, mark, queue)
    return float(mark[len(mark) - 2] - before) / max(1, len(x))


@jit
def masks(
    upper: Ints, lower: Ints, node: Ints, to: Ints, back: Ints, table: Masks, a: Ints, b: Ints,
    result: Masks, reaching: Words, reached: Words, mark: Ints, queue: Ints,
) -> None:  # fmt: skip
    """Masks of the relations possible between the intervals that start at ``a[k]``, ``b[k]``."""
    for k in range(len(a)):
        result[k] = _mask(
            upper, lower, node, to, back, table, a[k], b[k], reaching, reached, mark, queue
        )
