"""Lanes: what shares one does not overlap, and no lane is there for nothing."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from timegraph.pictures.lanes import lanes_of

EXTENTS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 9)), max_size=12).map(
    lambda pairs: sorted((begin, begin + length) for begin, length in pairs)
)


@given(EXTENTS)
def test_extents_in_one_lane_do_not_overlap(extents):
    lanes = lanes_of(extents)
    for (one, lane), (other, second) in combinations(zip(extents, lanes, strict=True), 2):
        assert lane != second or one[1] <= other[0]
    most = max(
        (sum(a <= x < b for a, b in extents) for x in range(40)),
        default=0,
    )
    assert max(lanes, default=-1) + 1 <= max(most, len(extents) and 1) + sum(
        a == b for a, b in extents
    )
