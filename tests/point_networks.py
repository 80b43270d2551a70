"""Constraints between points for tests of closures, and a slow closure to compare with."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import strategies as st

from timegraph._closure.arrays import constraints as checked
from timegraph._closure.indexes import close_order
from timegraph._closure.ordering import order
from timegraph.points import EQ, GE, GT, LE, LT, NONE

__all__ = [
    "any_networks",
    "arrays",
    "close_rows",
    "consistent_networks",
    "constraint_lists",
    "slow_closure",
]


def arrays(constraints):
    """Constraints ``(x, op, y)`` as the three arrays x, y, op."""
    x, op, y = ([c[k] for c in constraints] for k in range(3))
    return np.array(x, np.int32), np.array(y, np.int32), np.array(op, np.int8)


def close_rows(n, x, y, op, *, memory_limit=None):
    """The bit rows of constraints, whatever an engine would choose; None if contradictory."""
    ordered = order(*checked(n, x, y, op))
    return None if ordered is None else close_order(ordered, memory_limit)


def slow_closure(n, constraints):
    """Floyd and Warshall's: label codes of all pairs of points, None if contradictory.

    Strength 0: nothing known, 1: <=, 2: <.
    """
    strength = [[int(x == y) for y in range(n)] for x in range(n)]
    for x, op, y in constraints:
        strength[x][y] = max(strength[x][y], 2 if op == 0 else 1)
        if op == 2:
            strength[y][x] = max(strength[y][x], 1)
    for k, x, y in product(range(n), repeat=3):
        if strength[x][k] and strength[k][y]:
            strength[x][y] = max(strength[x][y], strength[x][k], strength[k][y])
    if any(strength[x][x] == 2 for x in range(n)):
        return None
    codes = {(0, 0): NONE, (2, 0): LT, (1, 0): LE, (1, 1): EQ, (0, 1): GE, (0, 2): GT}
    return [[codes[strength[x][y], strength[y][x]] for y in range(n)] for x in range(n)]


def constraint_lists(n, ops=(0, 1, 2), max_size=40):
    """Any constraints over n points."""
    point = st.integers(0, n - 1)
    return st.lists(st.tuples(point, st.sampled_from(ops), point), max_size=max_size)


@st.composite
def any_networks(draw, ops=(0, 1, 2)):
    """A number of points, and any constraints over them; most contradict each other."""
    n = draw(st.integers(2, 14))
    return n, draw(constraint_lists(n, ops))


@st.composite
def consistent_networks(draw, max_points=80):
    """A number of points, and constraints that hold in a concrete world; most are strict."""
    n = draw(st.integers(2, max_points))
    world = draw(st.lists(st.integers(0, n), min_size=n, max_size=n))
    ops = draw(st.sampled_from([(0,), (0, 2), (0, 1), (0, 1, 2)]))
    constraints = []
    for x, op, y in draw(constraint_lists(n, ops, max_size=3 * n)):
        if world[x] > world[y]:
            x, y = y, x
        if world[x] == world[y]:
            op = 2 if 2 in ops else 1
            if op not in ops:
                continue
        elif op == 2:
            op = 0
        constraints.append((x, op, y))
    return n, constraints
