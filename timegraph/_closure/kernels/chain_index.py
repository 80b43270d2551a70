"""Kernels of an index for graphs that are nearly a few chains.

The nodes are covered by chains, paths of the graph, each greedily made as long as possible. Each
node has the earliest node that it reaches in each chain. Whatever comes later in a chain is reached
from what comes earlier, so one comparison answers a query (Jagadish 1990, A compression technique
to materialize transitive closure; the greedy cover has more chains than the best one, but takes
linear time).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import helper, jit

__all__ = ["cover", "fill", "label", "mask", "masks"]

Ints: TypeAlias = NDArray[np.int32]
Masks: TypeAlias = NDArray[np.uint16]

u = np.uint32

NONE, LT, LE, EQ, GE, GT = range(6)


@jit
def cover(first: Ints, to: Ints, most: int, chain: Ints) -> int:
    """Fill in the chain of each node; the number of chains, or -1 if there are more than
    ``most``. Arcs of a node are in order, so each chain goes on to the nearest free node."""
    nodes = len(first) - 1
    chain[:] = -1
    chains = 0
    for begin in range(nodes):
        if chain[u(begin)] != -1:
            continue
        if chains == most:
            return -1
        v = begin
        while v != -1:
            chain[u(v)] = chains
            following = -1
            for k in range(first[u(v)], first[u(v + 1)]):
                if chain[u(to[u(k)])] == -1:
                    following = to[u(k)]
                    break
            v = following
        chains += 1
    return chains


@jit
def fill(first: Ints, to: Ints, chain: Ints, earliest: Ints) -> None:
    """Fill in the earliest node of each chain that each node is or reaches; where there is none,
    the number of nodes."""
    nodes = len(first) - 1
    chains = earliest.shape[1]
    for v in range(nodes - 1, -1, -1):
        row = earliest[v]
        row[:] = nodes
        for k in range(first[u(v)], first[u(v + 1)]):
            other = earliest[to[u(k)]]
            for c in range(chains):
                row[c] = min(row[c], other[c])
        row[u(chain[u(v)])] = v


@helper
def _forward(upper: Ints, lower: Ints, chain: Ints, earliest: Ints, x: int, y: int) -> int:
    """NONE, LT or LE: what is entailed of points x and y, if x is not after y."""
    p = upper[u(x)]
    q = upper[u(y)]
    c = u(chain[u(q)])
    if earliest[u(p), c] > q:
        return NONE
    return LT if earliest[u(lower[u(x)]), c] <= q else LE


@helper
def _label(upper: Ints, lower: Ints, chain: Ints, earliest: Ints, x: int, y: int) -> int:
    p = upper[u(x)]
    q = upper[u(y)]
    if p == q:
        return EQ
    if p < q:
        return _forward(upper, lower, chain, earliest, x, y)
    code = _forward(upper, lower, chain, earliest, y, x)
    return NONE if code == NONE else (GT if code == LT else GE)


@helper
def _mask(
    upper: Ints, lower: Ints, chain: Ints, earliest: Ints, table: Masks, a: int, b: int
) -> int:
    # All four at once: waiting for memory one after the other takes longer than needless lookups.
    ss = _label(upper, lower, chain, earliest, a, b)
    se = _label(upper, lower, chain, earliest, a, b + 1)
    es = _label(upper, lower, chain, earliest, a + 1, b)
    ee = _label(upper, lower, chain, earliest, a + 1, b + 1)
    return int(table[u(ss | se << 3 | es << 6 | ee << 9)])


@jit
def label(upper: Ints, lower: Ints, chain: Ints, earliest: Ints, x: int, y: int) -> int:
    """The label code of "x ? y"."""
    return _label(upper, lower, chain, earliest, x, y)


@jit
def mask(
    upper: Ints, lower: Ints, chain: Ints, earliest: Ints, table: Masks, a: int, b: int
) -> int:
    """The mask of the relations possible between the intervals that start at a and b."""
    return _mask(upper, lower, chain, earliest, table, a, b)


@jit
def masks(
    upper: Ints, lower: Ints, chain: Ints, earliest: Ints, table: Masks, a: Ints, b: Ints,
    result: Masks,
) -> None:  # fmt: skip
    """Masks of the relations possible between the intervals that start at ``a[k]``, ``b[k]``."""
    for k in range(len(a)):
        result[k] = _mask(upper, lower, chain, earliest, table, a[k], b[k])
