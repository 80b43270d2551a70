"""What is noted while constraint after constraint is refused, against searches."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph._closure import growing
from timegraph._closure.growing import ListOrder
from timegraph.points import EQUAL, LESS

N = 8
places = st.integers(0, N - 1)
added = st.tuples(places, st.sampled_from([LESS, LESS, LESS, EQUAL]), places)


def grown():
    order = ListOrder(lambda: None)
    order.grow(N, (0, 4))
    return order


@given(st.lists(added, max_size=16), st.lists(st.integers(0, 15), max_size=3))
def test_the_same_is_refused_with_rows_as_by_searching(constraints, removed):
    searching = grown()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(growing, "_STEPS_OF_ROWS", -1)
        noting = grown()
        for number, constraint in enumerate(constraints):
            patch.setattr(growing, "_MOST_POINTS", 0)
            fits = searching.try_add([constraint])
            patch.setattr(growing, "_MOST_POINTS", N)
            assert noting.try_add([constraint]) == fits
            if fits and number in removed:
                parted = [order.remove([constraint]) for order in (searching, noting)]
                assert sorted(parted[0]) == sorted(parted[1])
                for order in (searching, noting):
                    for point in parted[0]:
                        if point in (0, 4):
                            order._add(point, point + 1, False)
                        elif point in (1, 5):
                            order._add(point - 1, point, False)
        for x in range(N):
            for y in range(N):
                assert noting._refuses(x, LESS, y) == searching._refuses(x, LESS, y)
                assert noting._refuses(x, EQUAL, y) == searching._refuses(x, EQUAL, y)


def test_after_many_refusals_nothing_is_searched():
    order = ListOrder(lambda: None)
    order.grow(1_000)
    for point in range(999):
        assert order.try_add([(point, LESS, point + 1)])
    for _ in range(30):
        assert not order.try_add([(999, LESS, 0)])
    before = order.work
    assert not order.try_add([(998, LESS, 1)])
    assert order.work - before < 10
    order.remove([(500, LESS, 501)])
    assert order.try_add([(998, LESS, 1)])
