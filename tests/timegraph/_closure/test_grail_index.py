"""The searched index: labels never lie, searches find the rest, threads do not meet."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from tests.limits import cpu_limit
from tests.point_networks import close_rows
from timegraph._closure import indexes
from timegraph._closure.arrays import constraints
from timegraph._closure.indexes import GrailIndex, dag_of
from timegraph._closure.ordering import order


def before(entities, a, b, op=0):
    """Intervals, and "a[k].end op b[k].start"."""
    starts = np.arange(0, 2 * entities, 2, dtype=np.int32)
    x = np.concatenate((starts, 2 * np.asarray(a, np.int32) + 1))
    y = np.concatenate((starts + 1, 2 * np.asarray(b, np.int32)))
    ops = np.zeros(len(x), np.int8)
    ops[entities:] = op
    return 2 * entities, x, y, ops


def random_graph(entities, links, seed=1, op=0):
    rng = np.random.default_rng(seed)
    a, b = np.sort(rng.integers(0, entities, (links, 2))).T
    names = rng.permutation(entities)
    return before(entities, names[a[a < b]], names[b[a < b]], op)


def layers(count, width, degree):
    rng = np.random.default_rng(1)
    a = np.repeat(np.arange((count - 1) * width), degree)
    b = (a // width + 1) * width + rng.integers(0, width, len(a))
    return before(count * width, a, b)


def grid(side):
    place = np.arange(side * side).reshape(side, side)
    a = np.concatenate((place[:-1].ravel(), place[:, :-1].ravel()))
    b = np.concatenate((place[1:].ravel(), place[:, 1:].ravel()))
    return before(side * side, a, b)


def grail(graph, **options):
    return GrailIndex(dag_of(order(*constraints(*graph))), **options)


def some_pairs(points, count=20_000):
    return np.random.default_rng(2).integers(0, points // 2, (2, count), np.int32) * 2


@pytest.mark.parametrize(
    "graph",
    [
        random_graph(2000, 2000),
        random_graph(2000, 4000),
        random_graph(2000, 9000),
        random_graph(2000, 4000, op=1),
        layers(40, 50, 2),
        grid(40),
        before(2000, range(1999), range(1, 2000)),
    ],
    ids=["sparse", "random", "dense", "weak", "layers", "grid", "chain"],
)
def test_many_pairs_of_hard_shapes(graph):
    index, rows = grail(graph), close_rows(*graph)
    pairs = some_pairs(graph[0])
    assert index._one_by_one(*pairs).tolist() == rows.masks(*pairs).tolist()
    few = np.arange(0, graph[0], 40, dtype=np.int32)
    assert index.relation_matrix(few).tolist() == rows.relation_matrix(few).tolist()


@pytest.mark.parametrize("op", [0, 1])
def test_further_supports_spare_searches_and_change_no_answer(op):
    graph = random_graph(4000, 12_000, op=op)
    plain, rich = grail(graph), grail(graph, supports=500)
    assert rich.nbytes > plain.nbytes
    assert rich._search_size() < plain._search_size() / 2
    pairs = some_pairs(graph[0])
    assert rich._one_by_one(*pairs).tolist() == plain._one_by_one(*pairs).tolist()


def test_a_graph_that_is_hard_to_search_gets_further_supports_if_there_is_room():
    graph = grid(120)
    small, large = grail(graph), grail(graph, memory_limit=2**30)
    assert small._search_size() > indexes._LONG_SEARCH > large._search_size()
    assert large.nbytes < 2**30
    assert grail(graph, memory_limit=large.nbytes - 1).nbytes < large.nbytes
    easy = before(2000, range(1999), range(1, 2000))
    assert grail(easy, memory_limit=2**30).nbytes == grail(easy).nbytes
    pairs = some_pairs(graph[0], 2000)
    assert large._one_by_one(*pairs).tolist() == close_rows(*graph).masks(*pairs).tolist()


def test_one_node_with_very_many_arcs():
    others = np.arange(1, 5000)
    index = grail(before(5000, np.zeros(4999, np.int32), others))
    assert index.mask(0, 9998) == 1
    assert index.mask(2, 9998) == 8191


def test_marks_begin_anew_before_they_overflow():
    graph = random_graph(2000, 4000)
    index = grail(graph)
    marks, queue = index._acquire_scratch()
    marks[:] = 2**31 - 5
    marks[-1] = 2**30 - 12
    index._scratch.append((marks, queue))
    pairs = some_pairs(graph[0], 2000)
    assert index._one_by_one(*pairs).tolist() == close_rows(*graph).masks(*pairs).tolist()
    assert 0 < marks[-1] < 10**6


def test_threads_do_not_meet():
    graph = layers(60, 40, 2)
    index = grail(graph)
    pairs = some_pairs(graph[0], 3000)
    expected = close_rows(*graph).masks(*pairs).tolist()
    single = list(zip(*pairs.tolist(), strict=True))
    results: list[list[int]] = []

    def ask(batch):
        for _ in range(3):
            if batch:
                results.append(index._one_by_one(*pairs).tolist())
            else:
                results.append([index.mask(a, b) for a, b in single])

    threads = [threading.Thread(target=ask, args=(k % 2,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 12
    assert all(result == expected for result in results)
    assert len(index._scratch) <= 4


@pytest.mark.slow
def test_a_million_points():
    graph = random_graph(500_000, 1_700_000)
    grail(random_graph(10, 20))  # loads or compiles the kernels
    with cpu_limit(40):  # some 2 on a quiet machine
        index = grail(graph)
    assert index.nbytes <= 100_000_000
    pairs = some_pairs(graph[0], 2000)
    with cpu_limit(2000 * 300e-6):  # 15 microseconds each on a quiet machine
        masks = [index.mask(a, b) for a, b in zip(*pairs.tolist(), strict=True)]
    # Sweeps, which do not search, give the same answers.
    targets = np.unique(pairs[1])[:100]
    chosen = np.isin(pairs[1], targets)
    swept = index._by_sweeps(pairs[0][chosen], pairs[1][chosen], targets)
    assert swept.tolist() == np.array(masks, np.uint16)[chosen].tolist()
