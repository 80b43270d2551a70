"""Which bounds contradict: the cycle of negative weight that new bounds close with a network."""

from __future__ import annotations

from collections.abc import Sequence

from timegraph._metric.network import PythonNetwork
from timegraph._metric.protocol import Arc, Network

__all__ = ["closed_cycle"]


def closed_cycle(
    network: Network, arcs: Sequence[Arc], *, before: int | None = None
) -> list[Arc] | None:
    """A cycle of negative weight that these new arcs close with those of the network, of which only
    the ones numbered below ``before`` count; ``None`` if they all fit. It begins with the first new
    arc that does not fit with the new ones before it."""
    points = list(dict.fromkeys(point for arc in arcs for point in (arc.x, arc.y)))
    position = {point: k for k, point in enumerate(points)}
    # Only the tightest paths among these few points count, and the new arcs between them.
    small = PythonNetwork(len(points))
    for i, row in enumerate(network.among(points, before=before)):
        for j, weight in enumerate(row):
            if i != j and weight is not None:
                small.add([Arc(i, j, weight, -1)])
    for number, arc in enumerate(arcs):
        closing = Arc(position[arc.x], position[arc.y], arc.weight, number)
        if small.add([closing]):
            continue
        cycle = [arc]
        for x, y, _, number in small.path(closing.y, closing.x):
            if number >= 0:
                cycle.append(arcs[number])
            else:
                cycle += network.path(points[x], points[y], before=before)
        return cycle
    return None
