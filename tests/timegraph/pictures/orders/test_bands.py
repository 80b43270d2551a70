"""Bands: what stands wholly left of something else is before it, and nothing else does."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, strategies as st

from timegraph.pictures.orders import bands_of

SIZE = 9


@st.composite
def orders(draw):
    """A transitive, irreflexive relation: ``before[b]`` has the bits of those before b."""
    pairs = draw(st.sets(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))))
    rank = draw(st.permutations(range(SIZE)))
    before = [0] * SIZE
    for b in sorted(range(SIZE), key=rank.__getitem__):
        for a in range(SIZE):
            if (a, b) in pairs and rank[a] < rank[b]:
                before[b] |= 1 << a | before[a]
    return before


@given(orders())
def test_a_band_shows_the_order_of_its_members_exactly(before):
    bands = bands_of(before, range(SIZE))
    assert sorted(member for band in bands for member in band.members) == list(range(SIZE))
    for band in bands:
        where = dict(zip(band.members, zip(band.left, band.right, strict=True), strict=True))
        assert all(0 <= left <= right < band.ranks for left, right in where.values())
        for a, b in permutations(band.members, 2):
            assert (where[a][1] < where[b][0]) == bool(before[b] >> a & 1)


@given(orders())
def test_an_interval_order_is_one_band(before):
    two_and_two = any(
        before[b] >> a & 1 and before[d] >> c & 1 and not (before[d] >> a & 1 or before[b] >> c & 1)
        for a, b, c, d in permutations(range(SIZE), 4)
    )
    assert (len(bands_of(before, range(SIZE))) == 1) is not two_and_two


def test_two_chains_with_nothing_between_them_need_two_bands():
    before = [0, 1, 0, 4]
    assert [band.members for band in bands_of(before, range(4))] == [(0, 2, 1), (3,)]
