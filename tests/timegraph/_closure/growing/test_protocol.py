"""Both closures that grow and shrink agree with rows that are closed again."""

from __future__ import annotations

from array import array

import numpy as np
import pytest
from hypothesis import given, strategies as st

from tests.drawing import examples
from timegraph._closure.growing import ListOrder
from timegraph._closure.incremental import IncrementalClosure
from timegraph._closure.int_rows import IntRows
from timegraph.points import LESS

N = 8
STARTS = (0, 4)
CONSTRAINTS = st.tuples(st.integers(0, N - 1), st.sampled_from([0, 0, 1, 2]), st.integers(0, N - 1))
MANY = st.lists(CONSTRAINTS, max_size=14)


def in_lists(constraints):
    given_first = [(start, LESS, start + 1) for start in STARTS]
    columns = [list(column) for column in zip(*given_first, *constraints, strict=True)]
    return ListOrder.of(N, *columns, lambda: None)


def compiled(constraints):
    given_first = [(start, LESS, start + 1) for start in STARTS]
    x, op, y = np.array([*given_first, *constraints], np.int32).T.copy()
    return IncrementalClosure(N, x, y, op.astype(np.int8), lambda: None)


FORMS = pytest.mark.parametrize("make", [in_lists, compiled])


def rows_of(constraints):
    rows = IntRows()
    rows.grow(N, STARTS)
    for constraint in constraints:
        rows.add(*constraint)
    return rows


def accept(constraints):
    """Rows of the constraints that agree with those before, and these constraints."""
    rows, accepted = rows_of(()), []
    for constraint in constraints:
        if rows.allows(*constraint):
            rows.add(*constraint)
            accepted.append(constraint)
    return rows, accepted


def assert_equal(closure, rows):
    closure.patience = 10**9
    assert len(closure) == len(rows)
    for x in range(N):
        for y in range(N):
            assert closure.label(x, y) == rows.label(x, y)
    for a in STARTS:
        for b in STARTS:
            assert closure.mask(a, b) == rows.mask(a, b)


@FORMS
@examples(150)
@given(MANY, MANY, st.booleans())
def test_constraints_are_accepted_as_rows_accept_them(make, first, then, at_once):
    _, known = accept(first)
    rows, accepted = accept([*known, *then])
    closure = make(known)
    if at_once:
        columns = tuple(array("i", [one[side] for one in [*known, *then]]) for side in range(3))
        verdicts = closure.decide(columns, None, len(known))
        kept = [one for one, verdict in zip(then, verdicts, strict=True) if verdict]
        assert [*known, *kept] == accepted
    else:
        for constraint in then:
            rows_before = rows_of(known)
            fits = rows_before.allows(*constraint)
            assert closure.try_add([constraint]) == fits
            if fits:
                known = [*known, constraint]
    assert_equal(closure, rows)


@FORMS
@examples(150)
@given(MANY, st.lists(st.integers(0, 13), max_size=4), MANY)
def test_what_is_taken_back_is_forgotten(make, first, gone, then):
    _, known = accept(first)
    closure = make(known)
    for number in gone:
        if known:
            taken = known.pop(number % len(known))
            parted = closure.remove([taken])
            starts = [s for s in STARTS if s in parted or s + 1 in parted]
            columns = tuple(array("i", [one[side] for one in known]) for side in range(3))
            closure.restore(parted, starts, columns, bytearray([1] * len(known)))
    assert_equal(closure, rows_of(known))
    for constraint in then:
        fits = rows_of(known).allows(*constraint)
        assert closure.try_add([constraint]) == fits
        known += [constraint] * fits
    assert_equal(closure, rows_of(known))


@FORMS
@examples(150)
@given(MANY, st.lists(st.integers(0, 13), min_size=1, max_size=3))
def test_what_may_fit_without_others_depends_on_them(make, constraints, gone):
    rows, known = accept(constraints)
    numbers = {number % len(known) for number in gone} if known else set()
    removed = [one for number, one in enumerate(known) if number in numbers]
    refused = [constraint for constraint in constraints if not rows.allows(*constraint)]
    if not removed or not refused:
        return
    rest = rows_of([one for number, one in enumerate(known) if number not in numbers])
    closure = make(known)
    columns = tuple(array("i", [one[side] for one in [(0, 0, 1), *refused]]) for side in range(3))
    depends = closure.depending(removed, columns, bytearray([1] + [0] * len(refused)), 1)
    for number, one in enumerate(refused, start=1):
        assert number in depends or not rest.allows(*one)
    assert_equal(closure, rows)  # nothing has changed


@FORMS
def test_groups_are_accepted_wholly_or_not_at_all(make):
    columns = array("i", [0, 1, 3, 2, 6]), array("b", [0, 0, 0, 0, 0]), array("i", [2, 3, 1, 3, 7])
    groups = array("i", [0, 0, 1, 1, 2])
    assert make([]).decide(columns, groups, 0) == b"\1\1\0\0\1"
    assert make([]).decide(columns, groups, 0, stop=True) == b"\1\1\0\0\0"
    closure = make([(0, 0, 2), (1, 0, 3)])
    assert closure.decide(columns, groups, 2) == b"\0\0\1"
    assert closure.label(6, 7)
    assert not closure.label(2, 3)


@FORMS
def test_points_are_added_and_forgotten(make):
    closure = make([(0, 0, 2)])
    closure.grow(N + 2, (N,))
    assert len(closure) == N + 2
    assert closure.less(N, N + 1)
    assert closure.try_add([(1, 0, N)])
    assert closure.less(0, N + 1)
    assert not closure.try_add([(N, 0, 0)])
    closure = make([(0, 0, 2)])
    closure.grow(N + 2, (N,))
    assert not closure.try_add([(2, 0, 0)])
    assert closure.shrink(N, 1)
    assert_equal(closure, rows_of([(0, 0, 2)]))


@FORMS
def test_many_questions_in_a_row_are_answered_by_an_index(make):
    class Index(IntRows):
        asked = 0

        def label(self, x, y):
            Index.asked += 1
            return super().label(x, y)

    rows = rows_of([(0, 0, 2)])
    index = Index(rows.reach)
    closure = make([(0, 0, 2)])
    closure._close = lambda: index
    closure.patience = 5
    for _ in range(9):
        assert closure.less(0, 2)
    assert Index.asked == 4
    closure.try_add([(2, 0, 6)])
    assert closure.less(0, 6)
    assert Index.asked == 4
