"""Possible relations under distances against the definition: each of the 13 is tried."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, strategies as st

from tests.drawing import examples
from tests.oracle.dated import MetricBound, metric_relations, tightest_bounds
from timegraph import Allen, AllenSet
from timegraph._metric.network import SCALE, Weights, mask_of

INTERVALS: list[MetricBound] = [(1, 0, Fraction(0), True), (3, 2, Fraction(0), True)]


def weights(bounds: list[MetricBound]) -> Weights | None:
    tightest = tightest_bounds(4, [*INTERVALS, *bounds])
    if tightest is None:
        return None
    rows: Weights = [[None] * 4 for _ in range(4)]
    for (x, y), (value, strict) in tightest.items():
        rows[x][y] = int(value) * SCALE - strict
    return rows


numbers = st.integers(0, 3)
bounds_among_four = st.lists(
    st.tuples(numbers, numbers, st.integers(-4, 6).map(Fraction), st.booleans()), max_size=6
)


@examples(100)
@given(bounds_among_four)
def test_what_is_possible_is_what_contradicts_nothing(bounds: list[MetricBound]) -> None:
    tightest = weights(bounds)
    if tightest is None:
        return
    expected = AllenSet(metric_relations(4, [*INTERVALS, *bounds], (0, 1), (2, 3))).mask
    assert mask_of(tightest) == expected


def test_two_intervals_of_three_days_have_seven_relations() -> None:
    three = [
        (x, y, Fraction(3 if x < y else -3), False) for x, y in ((0, 1), (1, 0), (2, 3), (3, 2))
    ]
    tightest = weights(three)
    assert tightest is not None
    found = AllenSet.from_mask(mask_of(tightest))
    assert found == AllenSet(
        ["before", "meets", "overlaps", "equal", "overlapped by", "met by", "after"]
    )
    assert Allen.CONTAINS not in found
