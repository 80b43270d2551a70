"""Batches of queries by sweeps of the whole graph, and pairs one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.point_networks import arrays, consistent_networks, slow_closure
from timegraph._closure import indexes
from timegraph._closure.arrays import constraints as checked
from timegraph._closure.indexes import choose, dag_of
from timegraph._closure.ordering import order
from timegraph._compiled import Engine
from timegraph.points import EQ, LE, LT


def made(n, constraints):
    starts = [(start, 0, start + 1) for start in range(0, n - 1, 2)]
    return choose(n, *arrays(starts + constraints), engine=Engine("grail_index"))


@settings(deadline=None)
@given(consistent_networks(max_points=32), st.integers(1, 20))
def test_batches_are_the_same_with_and_without_sweeps(network, at_once):
    index = made(*network)
    if index is None:
        return
    starts = np.arange(0, network[0] - 1, 2, dtype=np.int32)
    rng = np.random.default_rng(len(network[1]))
    few, many = rng.choice(starts, 5), np.tile(starts, 3)
    before = indexes._INTERVALS_PER_SWEEP
    indexes._INTERVALS_PER_SWEEP = at_once
    index.seconds_per_query = 1e6
    try:
        for a, b in ((many, rng.choice(few, len(many))), (rng.choice(few, len(many)), many)):
            assert index.masks(a, b).tolist() == index._one_by_one(a, b).tolist()
        pairs = (grid.ravel() for grid in np.meshgrid(starts, starts, indexing="ij"))
        matrix = index.relation_matrix(starts)
        assert matrix.ravel().tolist() == index._one_by_one(*pairs).tolist()
    finally:
        indexes._INTERVALS_PER_SWEEP = before


def test_a_matrix_that_does_not_fit_is_refused(monkeypatch):
    index = made(4, [])
    monkeypatch.setattr(indexes, "free_memory", lambda: 7)
    with pytest.raises(MemoryError, match=r"2 entities take 8 bytes.*ask_many"):
        index.relation_matrix([0, 2])


def dag(n, constraints):
    return dag_of(order(*checked(n, *arrays(constraints))))


def test_points_with_weak_constraints_are_two_nodes_and_others_one():
    made = dag(6, [(0, 0, 1), (1, 1, 2), (3, 0, 4)])
    assert made.weak
    assert (made.upper != made.lower).tolist() == [False, True, True, False, False, False]
    assert made.nodes == 8
    strict = dag(4, [(0, 0, 1), (2, 2, 3)])
    assert not strict.weak
    assert strict.nodes == 3
    assert strict.lower is strict.upper


@given(consistent_networks(max_points=20))
def test_arcs_lead_forward_are_sorted_and_known_from_both_ends(network):
    made = dag(*network)
    arcs = set()
    for v in range(made.nodes):
        out = made.to[made.first[v] : made.first[v + 1]].tolist()
        assert out == sorted(out)
        assert all(v < t for t in out)
        arcs |= {(v, t) for t in out}
    back = {
        (s, v)
        for v in range(made.nodes)
        for s in made.back[made.back_first[v] : made.back_first[v + 1]].tolist()
    }
    assert arcs == back


@given(consistent_networks(max_points=20))
def test_later_points_are_those_that_nodes_reach(network):
    n, constraints = network
    made, labels = dag(n, constraints), slow_closure(n, constraints)
    to_upper = made.swept(made.upper, down=True)
    from_upper, from_lower = (made.swept(own, down=False) for own in (made.upper, made.lower))

    def bit(rows, node, point):
        return bool(rows[node, point >> 6] >> np.uint64(point & 63) & np.uint64(1))

    for x in range(n):
        for y in range(n):
            not_after = labels[x][y] in (LT, LE, EQ)
            assert bit(to_upper, made.upper[x], y) == not_after
            assert bit(from_upper, made.upper[y], x) == not_after
            if labels[x][y] != EQ:
                assert bit(from_lower, made.upper[y], x) == (labels[x][y] == LT)
