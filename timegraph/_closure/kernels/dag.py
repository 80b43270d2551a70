"""Kernels that turn ordered constraints into a plain graph without cycles, in which to search.

Nodes are numbered such that every arc leads to a greater number. A position without any weak
constraint is one node; a position with one is two, its *lower* and its *upper* node. An upper node
reaches the upper nodes of all positions that are reached; a lower node reaches those that are
reached strictly: weak arcs lead from lower to lower, strict ones from lower to upper. So "x <= y"
and "x < y" are both plain reachability, and indexes need not know of weak constraints.

Many queries are answered by sweeping the whole graph once for hundreds of targets. Column 2 j of a
swept table is the start, column 2 j + 1 the end of the interval that is the j-th target; rows are
nodes. A bit of ``down`` is set if the node reaches the target, of ``up`` if the target reaches the
node, of ``up_strict`` if it does so strictly.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["columns", "expand", "number", "pairs", "sweep", "transpose"]

Ints: TypeAlias = NDArray[np.int32]
Masks: TypeAlias = NDArray[np.uint16]
Words: TypeAlias = NDArray[np.uint64]

u = np.uint32

# The field of a position's record, as kernel ``order`` fills it in, with its class.
NODE = 3
# Label codes.
NONE, LT, LE, EQ, GE, GT = range(6)


@jit
def number(record: Ints, start: Ints, successor: Ints, upper: Ints, lower: Ints) -> tuple[int, int]:
    """Fill in the two nodes of each position, which may be one; the numbers of nodes and arcs."""
    positions = len(record)
    lower[:] = 0
    for i in range(positions):
        node = record[u(i), NODE]
        for k in range(start[u(node)], start[u(node + 1)]):
            if successor[u(k)] & 1:
                lower[u(i)] = 1
                lower[u(successor[u(k)] >> 1)] = 1
    nodes = 0
    arcs = 0
    for i in range(positions):
        node = record[u(i), NODE]
        twice = lower[u(i)]
        arcs += (1 + twice) * (start[u(node + 1)] - start[u(node)])
        lower[u(i)] = nodes
        nodes += 1 + twice
        upper[u(i)] = nodes - 1
    return nodes, arcs


@jit
def expand(
    record: Ints, start: Ints, successor: Ints, upper: Ints, lower: Ints, first: Ints, to: Ints
) -> None:
    """Fill in the arcs: those of node v are ``to[first[v]:first[v + 1]]``."""
    filled = 0
    for i in range(len(record)):
        node = record[u(i), NODE]
        begin = start[u(node)]
        end = start[u(node + 1)]
        if lower[u(i)] != upper[u(i)]:
            first[u(lower[u(i)])] = filled
            for k in range(begin, end):
                j = u(successor[u(k)] >> 1)
                to[u(filled)] = lower[j] if successor[u(k)] & 1 else upper[j]
                filled += 1
        first[u(upper[u(i)])] = filled
        for k in range(begin, end):
            to[u(filled)] = upper[u(successor[u(k)] >> 1)]
            filled += 1
    first[len(first) - 1] = filled


@jit
def transpose(first: Ints, to: Ints, back_first: Ints, back: Ints) -> None:
    """Fill in the arcs the other way round, each node's in increasing order."""
    nodes = len(first) - 1
    back_first[:] = 0
    for k in range(len(to)):
        back_first[u(to[u(k)] + 1)] += 1
    for v in range(nodes):
        back_first[u(v + 1)] += back_first[u(v)]
    for v in range(nodes):
        for k in range(first[u(v)], first[u(v + 1)]):
            t = u(to[u(k)])
            back[u(back_first[t])] = v
            back_first[t] += 1
    for v in range(nodes, 0, -1):
        back_first[u(v)] = back_first[u(v - 1)]
    back_first[0] = 0


@jit
def sweep(first: Ints, to: Ints, targets: Ints, in_order: Ints, down: bool, reached: Words) -> None:
    """Set bit k of row v of ``reached`` iff v is or reaches ``targets[k]``, for all nodes v; with
    arcs the other way round, and not ``down`` from the last node, iff v is or is reached by it.
    ``in_order`` sorts the targets as nodes are visited. Rows may have any content before: each is
    written once."""
    nodes = len(first) - 1
    words = reached.shape[1]
    following = 0
    for visited in range(nodes):
        v = nodes - 1 - visited if down else visited
        row = reached[u(v)]
        begin = first[u(v)]
        end = first[u(v + 1)]
        if begin == end:
            row[:] = 0
        else:
            other = reached[u(to[u(begin)])]
            for w in range(words):  # a slice would bring numba's message about shapes along
                row[w] = other[w]
            for k in range(begin + 1, end):
                other = reached[u(to[u(k)])]
                for w in range(words):
                    row[w] |= other[w]
        while following < len(targets) and targets[in_order[following]] == v:
            k = in_order[following]
            row[k >> 6] |= np.uint64(1) << np.uint64(k & 63)
            following += 1


@helper
def _bit(table: Words, v: int, column: int) -> bool:
    word = table[u(v), u(column >> 6)] >> np.uint64(column & 63)
    return bool(word & np.uint64(1))


@helper
def _label(
    upper: Ints, lower: Ints, down: Words, up: Words, up_strict: Words, x: int, y: int, column: int
) -> int:
    """The label of "x ? y", where point y is the target in ``column``."""
    p = upper[u(x)]
    if p == upper[u(y)]:
        return EQ
    if _bit(down, p, column):
        return LT if _bit(down, lower[u(x)], column) else LE
    if _bit(up, p, column):
        return GT if _bit(up_strict, p, column) else GE
    return NONE


@helper
def _mask(
    upper: Ints, lower: Ints, down: Words, up: Words, up_strict: Words, table: Masks,
    a: int, b: int, target: int,
) -> int:  # fmt: skip
    ss = _label(upper, lower, down, up, up_strict, a, b, 2 * target)
    se = _label(upper, lower, down, up, up_strict, a, b + 1, 2 * target + 1)
    es = _label(upper, lower, down, up, up_strict, a + 1, b, 2 * target)
    ee = _label(upper, lower, down, up, up_strict, a + 1, b + 1, 2 * target + 1)
    return int(table[u(ss | se << 3 | es << 6 | ee << 9)])


@jit
def columns(
    upper: Ints, lower: Ints, down: Words, up: Words, up_strict: Words, table: Masks,
    starts: Ints, offset: int, count: int, result: Masks,
) -> None:  # fmt: skip
    """The masks from each of ``starts`` to the ``count`` from number ``offset`` on, which are the
    targets: those columns of the square ``result``."""
    for i in range(len(starts)):
        for j in range(count):
            result[u(i), u(offset + j)] = _mask(
                upper, lower, down, up, up_strict, table, starts[i], starts[offset + j], j
            )


@jit
def pairs(
    upper: Ints, lower: Ints, down: Words, up: Words, up_strict: Words, table: Masks,
    a: Ints, b: Ints, target: Ints, result: Masks,
) -> None:  # fmt: skip
    """The masks from ``a[k]`` to ``b[k]``, which is target number ``target[k]``."""
    for k in range(len(a)):
        result[k] = _mask(upper, lower, down, up, up_strict, table, a[k], b[k], target[k])
