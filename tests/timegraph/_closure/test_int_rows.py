"""Rows that grow are the rows that are closed at once, columns and all."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, strategies as st

from timegraph._closure.int_rows import IntRows, add_bits, close, transposed, without_equals
from timegraph.points import EQ, EQUAL, LESS, LESS_EQUAL, LT

N = 7
points = st.integers(0, N - 1)
constraints = st.tuples(points, st.sampled_from([LESS, LESS_EQUAL, EQUAL]), points)
strict_ones = st.tuples(points, st.sampled_from([LESS, LESS, EQUAL]), points)
lists = st.one_of(st.lists(constraints, max_size=14), st.lists(strict_ones, max_size=14))


def closed(said, starts=()):
    return close(N, *([c[k] for c in said] for k in range(3)), starts)


def labels(rows):
    return [[rows.label(x, y) for y in range(len(rows))] for x in range(len(rows))]


def check_columns(rows):
    """Whatever the rows have of columns, and what they answer by them."""
    if rows.predecessors is not None:
        assert rows.predecessors == transposed(rows.reach)
        if rows.strict is not None:
            assert rows.strict_predecessors == transposed(rows.strict)
    for x, y in product(range(len(rows)), repeat=2):
        assert rows.after(x) >> y & 1 == rows.before(y) >> x & 1 == rows.less(x, y)


@given(lists, st.booleans(), st.sets(points))
def test_rows_that_grow_are_those_that_are_closed_at_once(said, with_columns, asked):
    rows = IntRows() if with_columns else closed([])
    rows.grow(N)
    added = []
    for number, (x, op, y) in enumerate(said):
        expected = closed([*added, (x, op, y)])
        assert rows.allows(x, op, y) == (expected is not None)
        assert rows.try_add([(x, op, y)]) == (expected is not None)
        if expected is not None:
            added.append((x, op, y))
        if number in asked:
            rows.before(0)  # from here on there are columns
    assert labels(rows) == labels(closed(added))
    check_columns(rows)


@given(lists, lists)
def test_rows_closed_at_once_grow(first, more):
    rows = closed(first)
    if rows is None:
        return
    for _ in range(2):  # with columns the second time
        added = list(first)
        for constraint in more:
            if rows.try_add([constraint]):
                added.append(constraint)
        assert labels(rows) == labels(closed(added))
        check_columns(rows)
        first = added


def test_columns_are_made_once_they_are_worth_it():
    rows = closed([])
    assert rows.predecessors is None
    for x in range(N - 1):
        for y in range(x + 1, N):
            rows.add(x, LESS_EQUAL, y)
            rows.add(x, LESS, y)
    assert rows.predecessors == transposed(rows.reach)
    check_columns(rows)


def test_long_rows_count_several_times_as_work():
    rows = IntRows()
    rows.grow(1000, range(998, -2, -2))
    rows.add(1, LESS, 2)
    assert rows.work == 4 * 3


def test_only_rows_that_change_are_looked_at():
    rows = IntRows()
    rows.grow(400, range(398, -2, -2))
    rows.add(1, LESS, 2)
    assert rows.work == 4  # those of 0 and 1, the columns of 2 and 3
    rows.add(1, LESS, 2)
    assert rows.work == 4


@pytest.mark.parametrize("weak", [False, True])
def test_new_intervals_start_before_they_end(weak):
    rows = IntRows()
    rows.grow(3, [0])
    if weak:
        rows.add(0, LESS_EQUAL, 2)
    rows.grow(7, [5, 3])
    assert (rows.label(3, 4), rows.label(5, 6), rows.label(0, 1)) == (LT, LT, LT)
    assert len(rows) == 7
    check_columns(rows)
    rows.add(2, EQUAL, 5)
    assert rows.label(2, 5) == EQ
    check_columns(rows)


@pytest.mark.parametrize("weak", [False, True])
def test_independent_points_are_forgotten(weak):
    rows = IntRows()
    rows.grow(4, [2, 0])
    rows.add(1, LESS_EQUAL if weak else LESS, 2)
    before = labels(rows)
    rows.grow(6, [4])
    assert rows.shrink(4, 1)
    assert labels(rows) == before
    check_columns(rows)


@given(lists)
def test_copies_share_nothing(said):
    rows = IntRows()
    rows.grow(N)
    for constraint in said:
        rows.try_add([constraint])
    before, copy = labels(rows), rows.copy()
    assert labels(copy) == before
    copy.grow(N + 2, [N])
    copy.try_add([(N, LESS, 0)])
    copy.try_add([(0, EQUAL, 1)])
    assert labels(rows) == before
    check_columns(rows)
    check_columns(copy)


def test_several_constraints_are_added_together_or_not_at_all():
    rows = closed([(0, LESS, 1)])
    before = labels(rows)
    assert not rows.try_add([(2, LESS, 3), (1, LESS, 0)])
    assert labels(rows) == before
    assert rows.try_add([(2, LESS, 3), (1, LESS, 2)])
    assert rows.less(0, 3)


@st.composite
def squares(draw, most=12):
    n = draw(st.integers(0, most))
    return draw(st.lists(st.integers(0, 2**n - 1), min_size=n, max_size=n))


@given(squares())
def test_columns_of_columns_are_rows(rows):
    columns = transposed(rows)
    n = len(rows)
    assert all(columns[y] >> x & 1 == rows[x] >> y & 1 for x in range(n) for y in range(n))
    assert transposed(columns) == rows


@given(squares(), st.data())
def test_bits_are_added_to_the_rows_that_are_named_and_to_no_others(rows, data):
    n = len(rows)
    where, bits = (data.draw(st.integers(0, 2**n - 1)) for _ in range(2))
    expected = [row | bits if where >> x & 1 else row for x, row in enumerate(rows)]
    add_bits(rows, where, bits)
    assert rows == expected


def test_equals_reach_each_other():
    # 0 before 1, which equals 2, before 3.
    assert without_equals([0b1111, 0b1110, 0b1110, 0b1000]) == [0b1110, 0b1000, 0b1000, 0]
    assert without_equals([]) == []
