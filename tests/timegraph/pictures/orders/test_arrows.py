"""Arrows: the edges of the transitive reduction that position does not show."""

from __future__ import annotations

from hypothesis import given, strategies as st

from tests.oracle.orders import covers
from timegraph import TimeGraph
from timegraph.pictures.layout import timeline_of
from timegraph.pictures.orders import Place, arrows_of, bands_of

COUNT = 9


@given(st.sets(st.tuples(st.integers(0, COUNT - 1), st.integers(0, COUNT - 1)), max_size=14))
def test_arrows_are_covers_that_position_does_not_show(pairs):
    order = {(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]}
    for middle in range(COUNT):
        order |= {(a, d) for a, b in order for c, d in order if b == c == middle}
    before = [sum(1 << a for a, b in order if b == member) for member in range(COUNT)]
    places = {
        member: Place(part, left, right)
        for part, band in enumerate(bands_of(before, range(COUNT)))
        for member, left, right in zip(band.members, band.left, band.right, strict=True)
    }
    expected = {(a, b) for a, b in covers(order) if places[a].part != places[b].part}
    found = arrows_of(before, places)
    assert set(found) == expected
    assert len(found) == len(expected)


def test_an_order_that_takes_two_bands_has_arrows_between_them():
    graph = TimeGraph()
    for a, b in (("a", "b"), ("b", "c"), ("x", "y"), ("y", "z"), ("a", "z")):
        graph.add(a, "before", b)
    timeline = timeline_of(graph)
    (island,) = timeline.islands
    assert len(island.bands) == 2
    names = [(timeline.entities[a], timeline.entities[b]) for a, b in timeline.arrows]
    # The bands are a, b, c, x and y, z; a before y and x before z follow.
    assert names == [("x", "y"), ("a", "z")]
