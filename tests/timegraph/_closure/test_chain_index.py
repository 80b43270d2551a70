"""The index by chains: how many chains there are, and what it takes."""

from __future__ import annotations

import numpy as np

from timegraph._closure.arrays import constraints
from timegraph._closure.indexes import chains_of, dag_of
from timegraph._closure.ordering import order
from timegraph.points import EQ


def dag(n, pairs, op=0):
    x, y = np.array(pairs, np.int32).reshape(-1, 2).T
    found = order(*constraints(n, x, y, np.full(len(x), op, np.int8)))
    return dag_of(found)


def ladder(rungs):
    """Two chains, with steps across."""
    pairs = [(2 * k + side, 2 * k + 2 + side) for k in range(rungs - 1) for side in (0, 1)]
    return 2 * rungs, pairs + [(2 * k, 2 * k + 3) for k in range(0, rungs - 1, 3)]


def test_a_path_is_one_chain_and_two_are_two():
    path = chains_of(dag(50, [(x, x + 1) for x in range(49)]), 10**6)
    assert path._earliest.shape == (50, 1)
    two = chains_of(dag(*ladder(50)), 10**6)
    assert two._earliest.shape == (100, 2)
    assert two.less(0, 99)
    assert not two.less(1, 98)
    assert two.less(1, 99)


def test_steps_back_along_equal_points_are_no_steps():
    equal = chains_of(dag(4, [(0, 1), (1, 2), (2, 3)], op=2), 10**6)
    assert equal._earliest.shape == (1, 1)
    assert equal.label(0, 3) == EQ


def test_weak_points_are_two_nodes_and_strict_ones_one():
    weak = dag(4, [(0, 1), (1, 2), (2, 3)], op=1)
    assert weak.weak
    assert weak.nodes == 8
    index = chains_of(weak, 10**6)
    assert index.less_equal(0, 3)
    assert not index.less(0, 3)
    strict = dag(4, [(0, 1), (1, 2), (2, 3)])
    assert not strict.weak
    assert strict.nodes == 4


def test_limits_are_kept():
    graph = dag(*ladder(50))
    index = chains_of(graph, 10**6)
    assert chains_of(graph, index.nbytes) is not None
    assert chains_of(graph, index.nbytes - 1) is None
    steps = 2 * (graph.nodes + len(graph.to))
    assert chains_of(graph, 10**6, steps=steps) is not None
    assert chains_of(graph, 10**6, steps=steps - 1) is None
