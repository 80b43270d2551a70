"""Packing: nothing is placed over something else, and everything as high up as it fits."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, strategies as st

from timegraph.pictures.layout import Packer, Shelf

CELL = 4
SPANS = st.tuples(st.integers(0, 12), st.integers(1, 8)).map(lambda s: (s[0] * CELL, sum(s) * CELL))


@given(st.lists(st.tuples(SPANS, st.integers(1, 3), SPANS, st.integers(1, 4)), max_size=8))
def test_boxes_do_not_overlap_and_stand_as_high_as_they_fit(wanted):
    packer = Packer()
    cells: set[tuple[int, int]] = set()
    for line, line_rows, box, box_rows in wanted:
        row = packer.place(line, line_rows, box, box_rows)
        at = {top: shape(line, line_rows, box, box_rows, top) for top in range(row + 1)}
        assert not at[row] & cells
        assert all(at[top] & cells for top in range(row))
        cells |= at[row]
    assert packer.height == max((row for _, row in cells), default=-1) + 1


def shape(line, line_rows, box, box_rows, top):
    rows = [line] * line_rows + [box] * box_rows
    return {
        (column, row)
        for row, (begin, end) in enumerate(rows, start=top)
        for column in range(begin // CELL, end // CELL)
    }


@given(st.lists(st.tuples(st.integers(1, 130), st.integers(1, 60)), max_size=8))
def test_boxes_of_a_shelf_stand_beside_and_below_each_other(sizes):
    shelf = Shelf(120)
    found = []
    for width, height in sizes:
        x, y = shelf.place(width, height)
        assert x == 0 or x + width <= 120
        found.append((x, y, x + min(width, 120), y + height))
    for one, other in combinations(found, 2):
        apart = one[2] <= other[0] or other[2] <= one[0]
        assert apart or one[3] <= other[1] or other[3] <= one[1]
    assert shelf.height == max((box[3] for box in found), default=0)
