"""The kernel that finds cheap chains between points, for cuts."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from timegraph._compiled.jit import jit

__all__ = ["cheapest"]

Ints: TypeAlias = NDArray[np.int32]
Floats: TypeAlias = NDArray[np.float64]


@jit
def cheapest(
    source: int,
    starts: Ints,
    heads: Ints,
    strict: Ints,
    lengths: Floats,
    most: float,
    distance: Floats,
    came: Ints,
) -> None:
    """The cheapest chains from a point (Dijkstra 1959), as long as they cost less than ``most``.

    Node ``2 * q`` is point q reached without a strict step, ``2 * q + 1`` with one. The arcs of
    point p are those from ``starts[p]`` on; ``came`` has the last arc on the way to each node.
    """
    distance[:] = np.inf
    came[:] = -1
    capacity = 2 * lengths.shape[0] + 2
    cost = np.empty(capacity, np.float64)
    node = np.empty(capacity, np.int32)
    size = 1
    cost[0], node[0] = 0.0, 2 * source
    distance[2 * source] = 0.0
    while size > 0:
        here, reached = node[0], cost[0]
        size -= 1
        last, last_node = cost[size], node[size]
        at = 0
        while 2 * at + 1 < size:
            child = 2 * at + 1
            if child + 1 < size and cost[child + 1] < cost[child]:
                child += 1
            if cost[child] >= last:
                break
            cost[at], node[at] = cost[child], node[child]
            at = child
        cost[at], node[at] = last, last_node
        if reached > distance[here]:
            continue
        for k in range(starts[here >> 1], starts[(here >> 1) + 1]):
            there = 2 * heads[k] + ((here & 1) | strict[k])
            new = reached + lengths[k]
            if new < most and new < distance[there]:
                distance[there] = new
                came[there] = 2 * k + (here & 1)
                at = size
                size += 1
                while at > 0 and cost[(at - 1) // 2] > new:
                    cost[at], node[at] = cost[(at - 1) // 2], node[(at - 1) // 2]
                    at = (at - 1) // 2
                cost[at], node[at] = new, there
