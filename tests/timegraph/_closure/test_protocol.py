"""Every closure has one interface, whose defaults and checks are the same for all."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tests.point_networks import close_rows
from timegraph._closure import int_rows
from timegraph._closure.incremental import IncrementalClosure
from timegraph._closure.indexes import choose
from timegraph._closure.int_rows import Closure
from timegraph._compiled import Engine
from timegraph.points import EQ, LE, LT

N = 8
STARTS = (0, 2, 4, 6)
# 0-1 before 2-3, 4-5 within 2-3, 6-7 equal to 0-1 but for a weak step.
X, OP, Y = [0, 2, 4, 6, 1, 2, 5, 0], [0, 0, 0, 0, 0, 0, 0, 1], [1, 3, 5, 7, 2, 4, 3, 6]


def incremental():
    x, y, op = np.array(X, np.int32), np.array(Y, np.int32), np.array(OP, np.int8)
    return IncrementalClosure(N, x, y, op, lambda: close_rows(N, x, y, op))


MAKERS = {
    "int_rows": lambda: int_rows.close(N, X, OP, Y),
    "incremental": incremental,
    **{
        kind: lambda kind=kind: choose(N, X, Y, OP, engine=Engine(kind))
        for kind in ("bit_rows", "grail_index")
    },
}


class Pairwise(Closure):
    """The least that an implementation has: one pair at a time."""

    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def label(self, x, y, /):
        return self.rows.label(x, y)

    def mask(self, a, b, /):
        return self.rows.mask(a, b)


@pytest.fixture(params=[*MAKERS, "pairwise"])
def closure(request):
    if request.param == "pairwise":
        return Pairwise(MAKERS["int_rows"]())
    return MAKERS[request.param]()


def test_all_implementations_are_closures(closure):
    assert isinstance(closure, Closure)
    assert len(closure) == N


def test_all_implementations_agree(closure):
    expected = int_rows.close(N, X, OP, Y)
    for x, y in product(range(N), repeat=2):
        label = closure.label(x, y)
        assert label == expected.label(x, y)
        assert closure.less(x, y) == (label == LT)
        assert closure.less_equal(x, y) == (label in (LT, LE, EQ))
    matrix = [[expected.mask(a, b) for b in STARTS] for a in STARTS]
    assert [[closure.mask(a, b) for b in STARTS] for a in STARTS] == matrix
    assert closure.relation_matrix(STARTS).tolist() == matrix
    a, b = np.array(list(product(STARTS, repeat=2)), np.int32).T
    masks = closure.masks(a, b)
    assert masks.dtype == np.uint16
    assert masks.tolist() == np.array(matrix).ravel().tolist()
    for wanted in (1, 64, 8191, masks):
        answers = closure.answers(STARTS, a // 2, wanted, b // 2)
        assert answers.dtype == np.int8
        possible = zip(masks.tolist(), np.broadcast_to(wanted, masks.shape).tolist(), strict=True)
        assert answers.tolist() == [
            1 if mask & ~asked == 0 else 0 if mask & asked == 0 else -1 for mask, asked in possible
        ]


def test_all_implementations_check_arrays(closure):
    for starts in ([N - 1], [-1]):
        with pytest.raises(IndexError):
            closure.masks(starts, [0])
        with pytest.raises(IndexError):
            closure.relation_matrix(starts)
        with pytest.raises(IndexError):
            closure.answers(starts, [0], 1, [0])
    with pytest.raises(ValueError, match="equal length"):
        closure.masks([0], [0, 2])
    with pytest.raises(ValueError, match="equal length"):
        closure.answers(STARTS, [0], 1, [0, 1])
    with pytest.raises(IndexError, match=r"not in 0\.\.3"):
        closure.answers(STARTS, [4], 1, [0])


def test_empty_arrays_have_empty_answers(closure):
    assert closure.masks([], []).shape == (0,)
    assert closure.answers([], [], 1, []).shape == (0,)
    assert closure.relation_matrix([]).shape == (0, 0)
