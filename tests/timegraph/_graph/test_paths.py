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


sparse = st.lists(st.tuples(points, st.integers(0, 2), points), max_size=9)


@given(sparse, sparse, st.integers(0, 18), st.booleans())
def test_stretches_without_forks_give_the_same_chains(first, later, before, strict) -> None:
    xs, ops, ys = map(list, zip(*(first + later), strict=True)) if first + later else [[]] * 3
    arcs = ConstraintPaths(xs, ops, ys)
    arcs.extend(POINTS, [0, 2, 4], [1] * len(first))
    found = []
    with pytest.MonkeyPatch.context() as patch:
        for searches in (1_000_000, -1):
            patch.setattr(paths, "_SEARCHES", searches)
            found.append(all_chains(arcs, before, strict))
        arcs.extend(POINTS, [0, 2, 4], [1] * len(xs))  # what was followed is out of date
        found.append(all_chains(arcs, before, strict))
        patch.setattr(paths, "_SEARCHES", 1_000_000)
        found.append(all_chains(arcs, before, strict))
    assert found[0] == found[1]
    assert found[2] == found[3]


def all_chains(arcs, before, strict):
    chains = {}
    for x in range(POINTS):
        for y in range(POINTS):
            try:
                chains[x, y] = arcs.shortest(x, y, strict=strict, before=before)
            except LookupError:
                chains[x, y] = None
    return chains


def test_chains_of_a_row_share_their_steps() -> None:
    length = 200
    row = ConstraintPaths(range(1, 2 * length, 2), [0] * length, range(2, 2 * length + 1, 2))
    row.extend(2 * length + 1, range(0, 2 * length, 2), [1] * length)
    *_, one, other = [row.shortest(x, 399, strict=True) for x in (0, 0, 0, 0, 0, 100)]
    assert all(a is b for a, b in zip(one[-len(other) :], other, strict=True))
