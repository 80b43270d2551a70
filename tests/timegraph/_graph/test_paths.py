"""The arcs that searches for chains follow, however they are laid out."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph._graph import paths
from timegraph._graph.paths import ConstraintPaths

POINTS = 8
points = st.integers(0, POINTS - 1)
constraints = st.lists(st.tuples(points, st.integers(0, 2), points, st.booleans()), max_size=20)


@given(constraints, constraints, points, points, st.booleans())
def test_large_graphs_are_laid_out_to_the_same_arcs(first, later, x, y, strict) -> None:
    xs, ops, ys, kept = map(list, zip(*(first + later), strict=True)) if first + later else [[]] * 4
    laid_out = []
    with pytest.MonkeyPatch.context() as patch:
        for many in (0, 1000):
            patch.setattr(paths, "_MANY", many)
            arcs = ConstraintPaths(xs, ops, ys)
            arcs.extend(4, [0, 2], kept[: len(first)] if fit(first, 4) else [])
            arcs.extend(POINTS, [0, 2, 4, 6], kept)
            laid_out.append(arcs)
    one, other = laid_out
    assert [list(one._from(p)) for p in range(POINTS)] == [
        list(other._from(p)) for p in range(POINTS)
    ]
    assert chain(one, x, y, strict) == chain(other, x, y, strict)


def fit(some, below):
    return all(x < below and y < below for x, _, y, _ in some)


def chain(arcs, x, y, strict):
    try:
        return arcs.shortest(x, y, strict=strict)
    except LookupError:
        return None


def test_chains_of_a_row_share_their_steps() -> None:
    length = 200
    row = ConstraintPaths(range(1, 2 * length, 2), [0] * length, range(2, 2 * length + 1, 2))
    row.extend(2 * length + 1, range(0, 2 * length, 2), [1] * length)
    *_, one, other = [row.shortest(x, 399, strict=True) for x in (0, 0, 0, 0, 0, 100)]
    assert all(a is b for a, b in zip(one[-len(other) :], other, strict=True))
