"""Reductions of an order, and ways between its points, by definition."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from math import inf

# The transitive reduction of an order, and the lengths of ways between points, by definition.


def covers(
    order: set[tuple[Hashable, Hashable]],
) -> set[tuple[Hashable, Hashable]]:
    """The pairs of a transitive order between which nothing lies."""
    members = {member for pair in order for member in pair}
    return {
        (a, b) for a, b in order if not any((a, c) in order and (c, b) in order for c in members)
    }


def link_steps(
    points: Iterable[Hashable], lengths: Mapping[tuple[Hashable, Hashable], int]
) -> dict[tuple[Hashable, Hashable], float]:
    """The length of a shortest way between any two points (Floyd 1962); infinite without one.

    ``lengths`` are those of single steps: 1 for a link, 0 from a start to its end.
    """
    everyone = tuple(points)
    way = {(x, y): 0 if x == y else lengths.get((x, y), inf) for x in everyone for y in everyone}
    for y in everyone:
        for x in everyone:
            for z in everyone:
                way[x, z] = min(way[x, z], way[x, y] + way[y, z])
    return way
