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
from timegraph.points import EQ, GE, GT, LE, LT, NONE, mask_of_labels

__all__ = ["label_of", "mask_of", "needs_table"]

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
    bounds = [[0 if i == j else _UNBOUNDED for j in range(4)] for i in range(4)]
    for (x, y), sign in zip(product((0, 1), (2, 3)), relation.signs, strict=True):
        # x < y bounds x - y, which is an arc from y to x.
        if sign <= 0:
            bounds[y][x] = sign
        if sign >= 0:
            bounds[x][y] = -sign
    for k, i, j in product(range(4), repeat=3):
        bounds[i][j] = min(bounds[i][j], bounds[i][k] + bounds[k][j])
    arcs = [(x, y, bounds[x][y]) for x, y in product(range(4), repeat=2) if x != y]
    arcs = [arc for arc in arcs if arc[2] < 1]
    # A cycle alternates between bounds of the relation and tightest ones; with four points it has
    # one or two of each.
    return _Needs(
        1 << relation.index,
        tuple((y, x, weight) for x, y, weight in arcs),
        tuple(
            (y, u, v, x, length + other)
            for (x, y, length), (u, v, other) in product(arcs, repeat=2)
            if x < u and len({x, y, u, v}) == 4
        ),
    )


_NEEDS = tuple(_needs(relation) for relation in Allen)


def needs_table() -> list[tuple[int, int, int, int, int, int]]:
    """What all relations need, as rows of numbers for kernels: the bit of a relation, points x, y,
    u, v, and a number of strict steps; the relation needs that the tightest weights from x to y and
    from u to v, less these steps, are not below 0."""
    rows = []
    for bit, single, double in _NEEDS:
        # From a point to itself the tightest weight is 0.
        rows += [(bit, x, y, x, x, -weight) for x, y, weight in single]
        rows += [(bit, x, y, u, v, -weight) for x, y, u, v, weight in double]
    return rows


def label_of(down: int | None, up: int | None) -> int:
    """What is known of "x ? y", by the tightest weights of y - x and of x - y."""
    if up is not None and up <= 0:
        if up == 0 == down:
            return EQ
        return LT if up < 0 else LE
    if down is not None and down <= 0:
        return GT if down < 0 else GE
    return NONE


def mask_of(tightest: Weights) -> int:
    """The mask of the relations that are possible.

    ``tightest[i][j]`` is the tightest weight from point i to point j of a.start, a.end, b.start,
    b.end; ``None`` where there is none.
    """
    among = mask_of_labels(
        *(label_of(tightest[i][j], tightest[j][i]) for i in (0, 1) for j in (2, 3))
    )
    # A cycle without a positive bound is negative iff some step goes back in time, however far:
    # then the labels say it all.
    if not any(weight is not None and weight > 0 for row in tightest for weight in row):
        return among
    weights = [[_UNBOUNDED if weight is None else weight for weight in row] for row in tightest]
    mask = 0
    for bit, single, double in _NEEDS:
        if (
            among & bit
            and all(weights[x][y] + weight >= 0 for x, y, weight in single)
            and all(weights[x][y] + weights[u][v] + weight >= 0 for x, y, u, v, weight in double)
        ):
            mask |= bit
    return mask
