"""The plain ways that fast paths are compared with have the same results."""

from __future__ import annotations

import numpy as np
import pytest

from tests.point_networks import close_rows
from timegraph._closure.arrays import constraints
from timegraph._closure.indexes import MASKS, choose
from timegraph._closure.ordering import order
from timegraph._compiled import Engine


@pytest.fixture
def plain(benchmark_module):
    return benchmark_module("plain")


@pytest.fixture(params=["document", "cross-document", "chain", "dense"])
def graph(request, benchmark_module):
    return benchmark_module("graphs").SHAPES[request.param](200)


def pairs():
    return np.random.default_rng(1).integers(0, 100, (2, 500), np.int32) * 2


def test_rows_and_masks(plain, graph):
    rows = close_rows(graph.points, *graph.arrays())
    ordered = order(*constraints(graph.points, *graph.arrays()))
    arena = np.empty_like(rows.arrays[2])
    plain.fill(ordered.record, ordered.start, ordered.successor, arena)
    assert arena.tolist() == rows.arrays[2].tolist()
    a, b = pairs()
    expected = rows.masks(a, b).tolist()
    result = np.empty(len(a), np.uint16)
    plain.masks(*rows.arrays[:3], MASKS, a, b, result)
    assert result.tolist() == expected
    mask = plain.mask_of(rows.label)
    assert [mask(x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True)] == expected


@pytest.mark.slow
def test_searches_and_fewer_labels(plain, graph):
    index = choose(graph.points, *graph.arrays(), engine=Engine("grail_index"))
    a, b = pairs()
    expected = index._one_by_one(a, b).tolist()
    dag, result = index._dag, np.empty(len(a), np.uint16)
    plain.search_alone(dag.first, dag.to, dag.upper, MASKS, a, b, result)
    assert result.tolist() == expected
    for change in (plain.without_supports, plain.without_postorder):
        node = change(index._node)
        assert (node != index._node).any()
        assert plain.masks_by_labels(index, node, a, b).tolist() == expected
