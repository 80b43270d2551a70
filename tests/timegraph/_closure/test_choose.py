"""Whatever index a graph gets, its answers are those of the rows."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.invariants import check_graph
from timegraph import TimeGraph
from timegraph._closure import indexes
from timegraph._closure.indexes import BitRows, GrailIndex
from timegraph._compiled import Engine

KIND = "grail_index"


def made(kind, n, constraints, budget=None):
    x, op, y = (np.array([c[k] for c in constraints], np.int32) for k in range(3))
    return indexes.choose(n, x, y, op, engine=Engine(kind, budget))


@st.composite
def networks(draw, most=16):
    """Intervals in a concrete world, and constraints that hold in it."""
    intervals = draw(st.integers(1, most))
    world: list[int] = []
    for _ in range(intervals):
        start = draw(st.integers(0, intervals))
        world += [start, start + draw(st.integers(1, 4))]
    n = len(world)
    weakest = draw(st.sampled_from([0, 1]))
    constraints = [(start, 0, start + 1) for start in range(0, n, 2)]
    pairs = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1), st.integers(0, weakest))
    for x, y, weak in draw(st.lists(pairs, max_size=3 * n)):
        if world[x] > world[y]:
            x, y = y, x
        constraints.append((x, weak if world[x] < world[y] else 2 - weak, y))
    return n, constraints


@settings(deadline=None)
@given(networks(most=9))
def test_every_index_answers_as_rows_do(network):
    n, constraints = network
    rows, index = made("bit_rows", n, constraints), made(KIND, n, constraints)
    assert isinstance(rows, BitRows)
    assert isinstance(index, GrailIndex)
    assert len(index) == n
    points = range(n)
    for name in ("label", "less", "less_equal"):
        assert [[getattr(index, name)(x, y) for y in points] for x in points] == [
            [getattr(rows, name)(x, y) for y in points] for x in points
        ]
    starts = np.arange(0, n, 2, dtype=np.int32)
    matrix = rows.relation_matrix(starts)
    assert index.relation_matrix(starts).tolist() == matrix.tolist()
    assert [[index.mask(a, b) for b in range(0, n, 2)] for a in range(0, n, 2)] == matrix.tolist()
    a, b = (grid.ravel() for grid in np.meshgrid(starts, starts, indexing="ij"))
    assert index.masks(a, b).tolist() == matrix.ravel().tolist()
    for wanted in (1, 64, matrix.ravel()):
        numbers = (starts, a // 2, wanted, b // 2)
        assert index.answers(*numbers).tolist() == rows.answers(*numbers).tolist()


@settings(deadline=None)
@given(networks(most=8))
def test_contradictions_are_found_whatever_the_index(network):
    n, constraints = network
    rows = made("bit_rows", n, constraints)
    for x in range(n):
        for y in range(n):
            if rows.less(x, y):
                assert made(KIND, n, [*constraints, (y, 1, x)]) is None
                return


def test_bad_questions_are_refused():
    index = made(KIND, 6, [(0, 0, 1), (2, 0, 3), (4, 0, 5), (1, 0, 2)])
    for starts in ([5], [-1]):
        with pytest.raises(IndexError):
            index.masks(starts, [0])
        with pytest.raises(IndexError):
            index.relation_matrix(starts)
    with pytest.raises(ValueError, match="equal length"):
        index.masks([0], [0, 2])
    with pytest.raises(ValueError, match="equal length"):
        index.answers([0, 2], [0], 1, [0, 1])
    with pytest.raises(ValueError, match="wanted"):
        index.answers([0, 2], [0, 1, 0], [1, 0], [0, 1, 1])
    with pytest.raises(IndexError):
        index.answers([0, 2], [2], 1, [0])


def test_an_empty_graph_and_one_without_constraints():
    assert len(made(KIND, 0, [])) == 0
    index = made(KIND, 4, [])
    assert index.mask(0, 2) == 8191
    assert index.relation_matrix([]).shape == (0, 0)
    assert index.masks([], []).shape == (0,)


def chain(n):
    return [(x, 0, x + 1) for x in range(n - 1)]


def test_the_budget_decides():
    n = 3000
    free = made("auto", n, chain(n))
    assert isinstance(free, BitRows)
    assert isinstance(made("auto", n, chain(n), budget=free.nbytes), BitRows)
    less = made("auto", n, chain(n), budget=free.nbytes - 1)
    assert isinstance(less, GrailIndex)
    assert less.nbytes < free.nbytes
    assert isinstance(made("auto", n, chain(n), budget=0), GrailIndex)


def test_a_graph_of_many_chains_is_searched():
    rng = np.random.default_rng(1)
    pairs = np.sort(rng.integers(0, 4000, (8000, 2)))
    constraints = [(int(x), 0, int(y)) for x, y in pairs if x < y]
    rows = made("bit_rows", 4000, constraints)
    index = made("auto", 4000, constraints, budget=rows.nbytes - 1)
    assert isinstance(index, GrailIndex)
    assert index.nbytes < rows.nbytes


def test_large_rows_are_not_filled_even_where_they_fit(monkeypatch):
    rng = np.random.default_rng(1)
    pairs = np.sort(rng.integers(0, 4000, (8000, 2)))
    scattered = [(int(x), 0, int(y)) for x, y in pairs if x < y]
    for n, constraints in ((9000, chain(9000)), (4000, scattered)):
        rows = made("bit_rows", n, constraints)
        assert isinstance(made("auto", n, constraints, budget=rows.nbytes), BitRows)
        with monkeypatch.context() as patch:
            patch.setattr(indexes, "_LARGEST_ROWS", rows.nbytes // 2)
            index = made("auto", n, constraints, budget=rows.nbytes)
        assert isinstance(index, GrailIndex)
        starts = range(0, n, 30)
        assert index.relation_matrix(starts).tolist() == rows.relation_matrix(starts).tolist()


@pytest.mark.parametrize("forced", ["bit_rows", "grail_index"])
def test_a_graph_is_the_same_whatever_its_index(forced):
    graph = TimeGraph(on_conflict="drop-link", engine=Engine(forced, kernels="always"))
    for k in range(20):
        graph.add(k, "before", k + 1, k)
        graph.add(k, "contains", f"in {k}", k)
    graph.add(3, "after", 7, "wrong")
    graph.add_points((0, "start"), "<=", ("in 5", "end"))
    assert graph.relations(3, "in 5").mask == 1
    assert graph.before(2) == (0, 1, "in 0", "in 1")
    assert [conflict.link.source for conflict in graph.conflicts] == ["wrong"]
    check_graph(graph)
    matrix = graph.relation_matrix()
    other = TimeGraph(on_conflict="drop-link")
    other.extend(graph.links)
    assert matrix.tolist() == other.relation_matrix().tolist()
    again = pickle.loads(pickle.dumps(graph))
    assert again.relation_matrix().tolist() == matrix.tolist()
