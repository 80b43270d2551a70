"""The benchmark's graphs are what they claim to be, and all who close them agree."""

from __future__ import annotations

import numpy as np
import pytest

from tests.point_networks import close_rows
from timegraph import TimeGraph
from timegraph._closure import ordering
from timegraph._closure.arrays import constraints

SHAPES = ("document", "cross-document", "chain", "dense")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("points", [2, 50, 400])
def test_links_of_a_graph_are_its_constraints(benchmark_module, shape, points):
    graph = benchmark_module("graphs").SHAPES[shape](points, 3)
    rows = close_rows(graph.points, *graph.arrays())
    assert rows is not None
    linked = TimeGraph()
    for entity in range(points // 2):
        linked.add_entity(entity)
    for a, relation, b in graph.links:
        linked.add(a, relation, b)
    matrix = rows.relation_matrix(range(0, points, 2))
    assert linked.relation_matrix().tolist() == matrix.tolist()


@pytest.mark.parametrize("shape", SHAPES)
def test_other_libraries_have_the_same_closure(benchmark_module, shape):
    libraries = benchmark_module("libraries")
    graph = benchmark_module("graphs").SHAPES[shape](200)
    x, y, op = graph.arrays()
    order = ordering.order(*constraints(200, x, y, op))
    rows = close_rows(200, x, y, op)
    n = len(order.record)
    point = np.empty(n, np.intp)
    point[order.position] = np.arange(200)  # some point at each position
    strict = op != 2
    sources, targets = order.position[x[strict]], order.position[y[strict]]
    expected = np.array([[rows.less(p, q) for q in point] for p in point])
    for close in (*libraries.LIBRARIES.values(), *libraries.TEXTBOOK.values()):
        found = close(n, sources, targets)
        reached = np.zeros((n, n), bool)
        for node in range(n):
            if isinstance(found, np.ndarray):
                row = np.unpackbits(found[node].view(np.uint8), bitorder="little")[:n]
                reached[node] = row.astype(bool)
            else:
                reached[node, list(found[node])] = True
        np.fill_diagonal(reached, False)  # some count a node as reached by itself
        assert (reached == expected).all(), close.__name__
