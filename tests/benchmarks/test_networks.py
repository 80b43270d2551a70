"""The encoding that networks are measured against says what the network says."""

from __future__ import annotations

from itertools import product

import pytest

from tests.random_networks import random_network
from timegraph import Allen, AllenSet, Link


@pytest.fixture(scope="module")
def networks(benchmark_module):
    return benchmark_module("sections.networks")


def models(encoding) -> list[list[int]]:
    """All orders of the points, ties included, as models."""
    n = encoding.points
    found = []
    for places in set(product(range(n), repeat=n)):
        holds = [places[x] <= places[y] for x in range(n) for y in range(n)]
        found.append([k + 1 if held else -k - 1 for k, held in enumerate(holds)])
    return found


@pytest.mark.parametrize("relation", list(Allen))
def test_clauses_allow_exactly_the_relation(networks, relation) -> None:
    link = Link("i0", AllenSet([relation]), "i1")
    encoding = networks.Encoding([link], 2)
    for model in models(encoding):
        true = set(model)
        order = [[x * 4 + y + 1 in true for y in range(4)] for x in range(4)]
        signs = tuple(
            0 if order[x][y] and order[y][x] else -1 if order[x][y] else 1
            for x, y in ((0, 2), (0, 3), (1, 2), (1, 3))
        )
        proper = not order[1][0] and not order[3][2]
        allowed = all(any(literal in true for literal in clause) for clause in encoding.clauses)
        assert allowed == (proper and signs == relation.signs)
        assert encoding.broken(model) == []


def test_a_model_that_is_no_order_is_broken(networks) -> None:
    encoding = networks.Encoding([], 2)
    # 0 <= 1 <= 2, but not 0 <= 2.
    held = {1, 6, 11, 16, 2, 7, 9}
    broken = encoding.broken([k if k in held else -k for k in range(1, 17)])
    assert [-2, -7, 3] in broken


def test_both_say_the_same(networks) -> None:
    pytest.importorskip("pysat")
    for seed in range(20):
        links = random_network(8, 6.0, 5.0, seed)
        assert networks.decided(links, 8)[1] == networks._by_sat(links, 8, 30.0)[1]
