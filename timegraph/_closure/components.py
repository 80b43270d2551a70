"""Groups of points that must be equal, and one possible order of them all, in pure Python."""

from __future__ import annotations

from collections.abc import Sequence

from timegraph.points import EQUAL, LESS

__all__ = ["arcs_of", "components", "order_classes", "strong_components"]


def arcs_of(n: int, xs: Sequence[int], ops: Sequence[int], ys: Sequence[int]) -> list[list[int]]:
    """For every point those that it is not after, as each constraint says."""
    arcs: list[list[int]] = [[] for _ in range(n)]
    for x, op, y in zip(xs, ops, ys, strict=True):
        arcs[x].append(y)
        if op == EQUAL:
            arcs[y].append(x)
    return arcs


def strong_components(
    n: int, xs: Sequence[int], ops: Sequence[int], ys: Sequence[int]
) -> list[int]:
    """For every point a representative of the points that must equal it or contradict it."""
    return components(n, arcs_of(n, xs, ops, ys))[0]


def order_classes(
    n: int, xs: Sequence[int], ops: Sequence[int], ys: Sequence[int]
) -> list[list[int]]:
    """A world: the points in groups of equals, earliest first, such that all constraints hold.

    Raises ``ValueError`` if they contradict each other. Every group gets an instant of its own,
    so ``<=`` between different groups holds strictly.
    """
    rep, order = components(n, arcs_of(n, xs, ops, ys))
    if any(op == LESS and rep[x] == rep[y] for x, op, y in zip(xs, ops, ys, strict=True)):
        raise ValueError("the constraints contradict each other")
    groups: dict[int, list[int]] = {root: [] for root in reversed(order)}
    for point in range(n):
        groups[rep[point]].append(point)
    return list(groups.values())


def components(n: int, arcs: list[list[int]]) -> tuple[list[int], list[int]]:
    """Tarjan's strongly connected components, without recursion: the representative of every
    point, and the representatives in reverse topological order (sinks first)."""
    number = [0] * n
    low = [0] * n
    rep = [-1] * n
    order: list[int] = []
    open_points: list[int] = []
    count = 0
    for start in range(n):
        if number[start]:
            continue
        count += 1
        number[start] = low[start] = count
        open_points.append(start)
        work = [(start, iter(arcs[start]))]
        while work:
            point, rest = work[-1]
            for other in rest:
                if not number[other]:
                    count += 1
                    number[other] = low[other] = count
                    open_points.append(other)
                    work.append((other, iter(arcs[other])))
                    break
                if rep[other] < 0:
                    low[point] = min(low[point], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[point])
                if low[point] == number[point]:
                    order.append(point)
                    while True:
                        member = open_points.pop()
                        rep[member] = point
                        if member == point:
                            break
    return rep, order
