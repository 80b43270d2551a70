"""The compiled closure against a slow, obviously right one."""

from __future__ import annotations

import threading
from itertools import product

import numpy as np
import pytest
from hypothesis import given

from tests.point_networks import any_networks, arrays, close_rows, consistent_networks, slow_closure
from timegraph._closure import indexes
from timegraph.points import EQ, LE, LT, mask_of_labels


def check(n, constraints):
    expected = slow_closure(n, constraints)
    rows = close_rows(n, *arrays(constraints))
    if expected is None:
        assert rows is None
        return
    assert rows is not None
    assert len(rows) == n
    assert [[rows.label(x, y) for y in range(n)] for x in range(n)] == expected
    points = range(n)
    for x, y in product(points, repeat=2):
        assert rows.less(x, y) == (expected[x][y] == LT)
        assert rows.less_equal(x, y) == (expected[x][y] in (LT, LE, EQ))


def check_masks(n, constraints):
    """Masks, for intervals (0, 1), (2, 3) and so on."""
    starts = range(0, n - 1, 2)
    constraints = [(s, 0, s + 1) for s in starts] + constraints
    labels = slow_closure(n, constraints)
    rows = close_rows(n, *arrays(constraints))
    if labels is None:
        assert rows is None
        return
    assert rows is not None
    expected = [
        [
            mask_of_labels(labels[a][b], labels[a][b + 1], labels[a + 1][b], labels[a + 1][b + 1])
            for b in starts
        ]
        for a in starts
    ]
    assert [[rows.mask(a, b) for b in starts] for a in starts] == expected
    matrix = rows.relation_matrix(starts)
    assert matrix.dtype == np.uint16
    assert matrix.tolist() == expected
    a, b = np.array(list(product(starts, repeat=2)), np.int32).T
    masks = rows.masks(a, b)
    assert masks.dtype == np.uint16
    assert masks.reshape(matrix.shape).tolist() == expected
    # Any set of relations: those of every mask that occurs, and single ones.
    for wanted in {1, 64, 4096, *masks.tolist()}:
        answers = rows.answers(starts, a // 2, wanted, b // 2)
        assert answers.dtype == np.int8
        assert answers.tolist() == [
            1 if mask & ~wanted == 0 else 0 if mask & wanted == 0 else -1 for mask in masks.tolist()
        ]
    own = rows.answers(starts, a // 2, masks, b // 2)
    assert (own == 1).all()


@given(any_networks())
def test_any_network_closes_as_slowly(network):
    check(*network)


@given(any_networks(ops=(0,)))
def test_strict_networks_close_as_slowly(network):
    check(*network)


@given(consistent_networks(max_points=20))
def test_consistent_networks_close_as_slowly(network):
    check(*network)


@given(consistent_networks(max_points=40))
def test_masks_follow_from_the_labels(network):
    check_masks(*network)


@pytest.mark.slow
@given(consistent_networks(max_points=200))
def test_rows_of_several_words(network):
    check(*network)


def test_many_successors_of_one_point():
    """Points with hundreds of successors, most of which other constraints reach as well."""
    rng = np.random.default_rng(5)
    n = 300
    pairs = {tuple(sorted(map(int, rng.choice(n, 2, replace=False)))) for _ in range(500)}
    pairs |= {(0, y) for y in range(1, n, 2)} | {(1, y) for y in range(2, n, 3)}
    constraints = [(x, 0, y) for x, y in pairs]
    rows = close_rows(n, *arrays(constraints))
    reach = np.eye(n, dtype=bool)
    for x in range(n - 1, -1, -1):
        for y in (y for first, y in pairs if first == x):
            reach[x] |= reach[y]
    np.fill_diagonal(reach, False)
    assert [[rows.less(x, y) for y in range(n)] for x in range(n)] == reach.tolist()


def test_a_graph_without_constraints_or_points():
    empty = np.empty(0, np.int32)
    assert len(close_rows(0, empty, empty, empty)) == 0
    rows = close_rows(4, empty, empty, empty)
    assert rows.mask(0, 2) == 8191
    assert rows.relation_matrix([]).shape == (0, 0)
    assert rows.masks([], []).shape == (0,)


def test_bad_input_is_refused_before_any_kernel_runs():
    with pytest.raises(IndexError, match=r"not in 0\.\.2"):
        close_rows(3, [0], [3], [0])
    with pytest.raises(IndexError):
        close_rows(3, [-1], [2], [0])
    with pytest.raises(ValueError, match="operator"):
        close_rows(3, [0], [2], [3])
    with pytest.raises(ValueError, match="equal length"):
        close_rows(3, [0, 1], [2], [0])
    for number in (2**32, 0.5, -(2**40)):
        with pytest.raises(IndexError, match="out of range, or not whole"):
            close_rows(3, [0], [number], [0])
    with pytest.raises(ValueError, match="out of range"):
        close_rows(3, [0], [1], [256])
    with pytest.raises(ValueError, match="at most"):
        close_rows(-1, [], [], [])
    rows = close_rows(4, [0, 2], [1, 3], [0, 0])
    for starts in ([3], [-1]):
        with pytest.raises(IndexError):
            rows.masks(starts, [0])
        with pytest.raises(IndexError):
            rows.relation_matrix(starts)
    with pytest.raises(ValueError, match="equal length"):
        rows.masks([0], [0, 2])
    for a, b in (([2], [0]), ([0], [-1])):
        with pytest.raises(IndexError):
            rows.answers([0, 2], a, 1, b)
    with pytest.raises(IndexError):
        rows.answers([0, 3], [0], 1, [0])
    with pytest.raises(ValueError, match="equal length"):
        rows.answers([0, 2], [0], 1, [0, 1])
    with pytest.raises(ValueError, match="wanted"):
        rows.answers([0, 2], [0, 1, 0], [1, 2], [0, 1, 1])


def test_input_is_left_as_it_was_and_not_held():
    from array import array

    x, y, op = array("i", [0, 1]), array("i", [1, 2]), array("b", [0, 0])
    rows = close_rows(3, np.frombuffer(x, "i"), np.frombuffer(y, "i"), np.frombuffer(op, "b"))
    x.append(2)  # raises BufferError while an array is a view of it
    assert x.tolist() == [0, 1, 2]
    assert rows.less(0, 2)


def test_the_memory_limit_is_kept():
    n = 1000
    x = np.arange(n - 1, dtype=np.int32)
    zeros = np.zeros(n - 1, np.int8)
    rows = close_rows(n, x, x + 1, zeros)
    assert rows.nbytes < n * n / 8
    assert close_rows(n, x, x + 1, zeros, memory_limit=rows.nbytes) is not None
    with pytest.raises(indexes.RowsTooLarge, match="more than the limit") as caught:
        close_rows(n, x, x + 1, zeros, memory_limit=rows.nbytes - 1)
    assert f"would take {rows.nbytes:,} bytes" in str(caught.value)


def test_threads_close_at_the_same_time():
    n = 6000
    x = np.arange(n - 1, dtype=np.int32)
    y, op = x + 1, np.zeros(n - 1, np.int8)
    wrong = []

    def work(forward: bool) -> None:
        for _ in range(15):
            rows = close_rows(n, x, y, op) if forward else close_rows(n, y, x, op)
            starts = np.arange(0, n - 1, 300, dtype=np.int32)
            expected = 1 if forward else 1 << 12
            if (rows.masks(starts[:-1], starts[1:]) != expected).any():
                wrong.append(forward)

    threads = [threading.Thread(target=work, args=(bool(k % 2),)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
