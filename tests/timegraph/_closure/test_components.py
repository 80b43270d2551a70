"""Strong components and possible orders, in pure Python."""

from __future__ import annotations

import networkx
import pytest
from hypothesis import given

from tests.point_networks import any_networks, slow_closure
from timegraph._closure.int_rows import components, order_classes


@given(any_networks())
def test_components_are_those_of_networkx(network):
    n, constraints = network
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from((x, y) for x, _, y in constraints)
    graph.add_edges_from((y, x) for x, op, y in constraints if op == 2)
    xs, ops, ys = ([c[k] for c in constraints] for k in range(3))
    groups: dict[int, set[int]] = {}
    for point, root in enumerate(components(n, xs, ops, ys)[0]):
        groups.setdefault(root, set()).add(point)
    expected = {frozenset(group) for group in networkx.strongly_connected_components(graph)}
    assert set(map(frozenset, groups.values())) == expected
    assert all(root in group for root, group in groups.items())


@given(any_networks())
def test_an_order_satisfies_all_constraints_and_merges_no_more_than_it_must(network):
    n, constraints = network
    xs, ops, ys = ([c[k] for c in constraints] for k in range(3))
    labels = slow_closure(n, constraints)
    if labels is None:
        with pytest.raises(ValueError, match="contradict each other"):
            order_classes(n, xs, ops, ys)
        return
    classes = order_classes(n, xs, ops, ys)
    assert sorted(point for group in classes for point in group) == list(range(n))
    when = {point: number for number, group in enumerate(classes) for point in group}
    for x, op, y in constraints:
        if op == 0:
            assert when[x] < when[y]
        elif op == 1:
            assert when[x] <= when[y]
        else:
            assert when[x] == when[y]
    for x in range(n):
        for y in range(n):
            assert (when[x] == when[y]) == (labels[x][y] == 3)
