"""Batches of queries by sweeps of the whole graph, and pairs one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.point_networks import arrays, consistent_networks
from timegraph._closure import reachability
from timegraph._closure.choose import choose
from timegraph._compiled.engine import Engine

KINDS = ["chain_index", "grail_index"]


def made(kind, n, constraints):
    starts = [(start, 0, start + 1) for start in range(0, n - 1, 2)]
    return choose(n, *arrays(starts + constraints), engine=Engine(kind))


@settings(deadline=None)
@given(consistent_networks(max_points=32), st.sampled_from(KINDS), st.integers(1, 20))
def test_batches_are_the_same_with_and_without_sweeps(network, kind, at_once):
    index = made(kind, *network)
    if index is None:
        return
    starts = np.arange(0, network[0] - 1, 2, dtype=np.int32)
    rng = np.random.default_rng(len(network[1]))
    few, many = rng.choice(starts, 5), np.tile(starts, 3)
    before = reachability._INTERVALS_PER_SWEEP
    reachability._INTERVALS_PER_SWEEP = at_once
    index.seconds_per_query = 1e6
    try:
        for a, b in ((many, rng.choice(few, len(many))), (rng.choice(few, len(many)), many)):
            assert index.masks(a, b).tolist() == index._one_by_one(a, b).tolist()
        pairs = (grid.ravel() for grid in np.meshgrid(starts, starts, indexing="ij"))
        matrix = index.relation_matrix(starts)
        assert matrix.ravel().tolist() == index._one_by_one(*pairs).tolist()
    finally:
        reachability._INTERVALS_PER_SWEEP = before


@pytest.mark.parametrize("kind", KINDS)
def test_a_matrix_that_does_not_fit_is_refused(kind, monkeypatch):
    index = made(kind, 4, [])
    monkeypatch.setattr(reachability, "free_memory", lambda: 7)
    with pytest.raises(MemoryError, match=r"2 entities take 8 bytes.*ask_many"):
        index.relation_matrix([0, 2])
