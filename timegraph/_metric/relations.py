"""Which Allen relations two intervals can have, given the tightest bounds among their points.

The minimal network is decomposable (Dechter, Meiri & Pearl 1991): what is consistent among four
points can be extended to all of them. So a relation is possible iff its constraints, added to the
tightest bounds among the four points, close no cycle of negative weight.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from timegraph._metric.protocol import Weights
from timegraph.allen import Allen

__all__ = ["possible"]

_UNBOUNDED = 1 << 300
"""More than all weights add up to."""


class _Needs(NamedTuple):
    """What a relation needs of the tightest weights among the points a.start, a.end, b.start,
    b.end: for all ``(x, y, weight)`` and ``(x, y, u, v, weight)``, the weight and those from x to y
    and from u to v must not add up to less than 0."""

    bit: int
    single: tuple[tuple[int, int, int], ...]
    double: tuple[tuple[int, int, int, int, int], ...]


def _needs(relation: Allen) -> _Needs:
    # The bounds of the relation by itself, as tight as they are together.
    own = [[0 if i == j else _UNBOUNDED for j in range(4)] for i in range(4)]
    for (x, y), sign in zip(product((0, 1), (2, 3)), relation.signs, strict=True):
        # x < y bounds x - y, which is an arc from y to x.
        if sign <= 0:
            own[y][x] = sign
        if sign >= 0:
            own[x][y] = -sign
    for k, i, j in product(range(4), repeat=3):
        own[i][j] = min(own[i][j], own[i][k] + own[k][j])
    arcs = [(x, y, own[x][y]) for x, y in product(range(4), repeat=2) if x != y]
    arcs = [arc for arc in arcs if arc[2] < 1]
    # A cycle alternates between bounds of the relation and tightest ones; with four points it has
    # one or two of each.
    return _Needs(
        1 << relation.index,
        tuple((y, x, weight) for x, y, weight in arcs),
        tuple(
            (y, u, v, x, one + other)
            for (x, y, one), (u, v, other) in product(arcs, repeat=2)
            if x < u and len({x, y, u, v}) == 4
        ),
    )


_NEEDS = tuple(_needs(relation) for relation in Allen)


def possible(tightest: Weights, among: int) -> int:
    """The mask of the relations that are possible, of those of the mask ``among``, which are the
    ones that the labels between the intervals allow.

    ``tightest[i][j]`` is the tightest weight from point i to point j of a.start, a.end, b.start,
    b.end; ``None`` where there is none.
    """
    # A cycle without a positive bound is negative iff some step goes back in time, however far:
    # then the labels say it all.
    if not any(weight is not None and weight > 0 for row in tightest for weight in row):
        return among
    known = [[_UNBOUNDED if weight is None else weight for weight in row] for row in tightest]
    mask = 0
    for bit, single, double in _NEEDS:
        if (
            among & bit
            and all(known[x][y] + weight >= 0 for x, y, weight in single)
            and all(known[x][y] + known[u][v] + weight >= 0 for x, y, u, v, weight in double)
        ):
            mask |= bit
    return mask
