"""Single queries read from lists, or from views of the arrays, are those of the kernels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from tests.point_networks import arrays, close_rows, consistent_networks, slow_closure
from timegraph._closure import ordering


def check(n, constraints):
    labels = slow_closure(n, constraints)
    if labels is None:
        return
    rows = close_rows(n, *arrays(constraints))
    assert [[rows.label(x, y) for y in range(n)] for x in range(n)] == labels
    starts = range(0, n - 1, 2)
    a, b = (grid.ravel() for grid in np.meshgrid(starts, starts, indexing="ij"))
    masks = rows.masks(a, b).reshape(len(starts), len(starts))
    assert [[rows.mask(a, b) for b in starts] for a in starts] == masks.tolist()


@pytest.mark.parametrize("lists_below", [0, 10**9], ids=["views", "lists"])
def test_lookups_in_lists_and_in_views_are_those_of_the_kernels(lists_below, monkeypatch):
    monkeypatch.setattr(ordering, "_LISTS_BELOW", lists_below)

    @given(consistent_networks(max_points=24))
    def agree(network):
        n, constraints = network
        check(n, [*((start, 0, start + 1) for start in range(0, n - 1, 2)), *constraints])

    agree()


def test_the_functions_hold_the_memory_that_they_read():
    rows = close_rows(4, [0, 2, 1], [1, 3, 2], [0, 0, 0])
    owner = object()
    label = ordering.label_function(*rows.arrays, owner)
    mask = ordering.mask_function(*rows.arrays[:3], owner)
    assert owner in label.__defaults__
    assert owner in mask.__defaults__
