"""What is particular to the order in lists; test_growing compares it with rows."""

from __future__ import annotations

from timegraph._closure.growing import ListOrder
from timegraph.points import EQ, EQUAL, GT, LE, LESS, LESS_EQUAL, LT, NONE


def nothing():
    return None


def test_constraints_that_contradict_each_other_have_no_order():
    assert ListOrder.of(2, [0, 1], [LESS, LESS_EQUAL], [1, 0], nothing) is None
    assert ListOrder.of(1, [0], [LESS], [0], nothing) is None


def test_an_order_is_made_of_many_constraints():
    points = 50_000
    numbers = range(points - 1)
    order = ListOrder.of(
        points, list(numbers), [LESS] * len(numbers), [k + 1 for k in numbers], nothing
    )
    assert order is not None
    assert order.label(0, points - 1) == LT
    assert order.label(points - 1, 7) == GT


def test_points_of_one_class_are_equal():
    order = ListOrder.of(4, [0, 1, 2], [EQUAL, LESS_EQUAL, LESS_EQUAL], [1, 2, 1], nothing)
    assert order is not None
    assert [order.label(0, point) for point in range(4)] == [EQ, EQ, EQ, NONE]
    assert order.try_add([(3, LESS_EQUAL, 0)])
    assert order.label(3, 2) == LE
    assert sorted(order.remove([(1, LESS_EQUAL, 2)])) == [0, 1, 2]


def test_without_an_index_it_goes_on_searching():
    order = ListOrder(nothing)
    order.grow(4, (0, 2))
    order.patience = 1
    for _ in range(100):
        assert order.label(0, 1) == LT
        assert order.mask(0, 2) == (1 << 13) - 1


def test_its_work_is_counted():
    order = ListOrder(nothing)
    order.grow(200, range(0, 200, 2))
    before = order.work
    for start in range(0, 198, 2):
        assert order.try_add([(start + 1, LESS, start + 2)])
    order.label(0, 199)
    assert order.work > before + 99
