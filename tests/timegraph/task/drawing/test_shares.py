"""Shares as whole numbers, and cells that are put together in other ways."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, strategies as st

from timegraph.answer import Answer
from timegraph.task.drawing.pool import Cell, Shares, counts, recombined, slots
from timeml import RelType

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN


@given(st.lists(st.integers(0, 9), min_size=1).filter(any), st.integers(0, 50))
def test_counts_add_up_and_are_near_the_shares(weights: list[int], number: int) -> None:
    found = counts(dict(enumerate(weights)), number)
    assert sum(found.values()) == number
    for value, weight in enumerate(weights):
        assert abs(found[value] - number * weight / sum(weights)) < 1
        assert weight or not found[value]


def test_equal_remainders_go_to_the_first() -> None:
    assert counts({"a": 1, "b": 1, "c": 1}, 4) == {"a": 2, "b": 1, "c": 1}
    for weights in ({"a": 0}, {"a": 2, "b": -1}):
        with pytest.raises(ValueError, match="positive"):
            counts(weights, 3)


def test_slots_have_exactly_the_shares() -> None:
    shares = Shares(
        {YES: 50, NO: 30, UNKNOWN: 20},
        {RelType.BEFORE: 3, RelType.AFTER: 1},
    )
    cells = slots(shares, 40, Random(1))
    assert Counter(cell.answer for cell in cells) == {YES: 20, NO: 12, UNKNOWN: 8}
    assert Counter(cell.relation for cell in cells) == {RelType.BEFORE: 30, RelType.AFTER: 10}
    assert cells == slots(shares, 40, Random(1)) != slots(shares, 40, Random(2))


def test_what_is_not_asked_for_stays_open() -> None:
    shares = Shares({YES: 1}, {RelType.BEFORE: 0, RelType.AFTER: 0})
    assert set(slots(shares, 5, Random(0))) == {Cell(YES)}


cells = st.builds(
    Cell, st.sampled_from([YES, NO, UNKNOWN]), st.sampled_from([RelType.BEFORE, RelType.AFTER])
)


def values(*several: Cell) -> list[Counter[object]]:
    return [Counter(getattr(cell, name) for cell in several) for name in ("answer", "relation")]


@given(st.lists(cells, min_size=1, max_size=5))
def test_recombined_cells_have_the_values_of_the_cells(several: list[Cell]) -> None:
    found = list(recombined(several))
    assert set(several) <= set(found)
    for cell in found:
        for counter, own in zip(values(*several), values(cell), strict=True):
            assert set(own) <= set(counter)
