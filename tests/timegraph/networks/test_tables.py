"""Tables of the 8,192 sets, against definitions and figures of the literature."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph.allen import Allen, AllenSet
from timegraph.networks.solver import EVERY_RELATION, convex, mask_of_comparison, ord_horn, tables
from timegraph.testing.strategies import conjunctions

masks = st.integers(0, EVERY_RELATION)


def test_ord_horn_has_868_sets():
    assert len(ord_horn()) == 868
    assert convex() <= ord_horn()
    assert len(convex()) == 83


def test_ord_horn_is_closed():
    """Under converse, intersection and composition, as a class that path consistency decides."""
    members = sorted(ord_horn())
    assert {AllenSet.from_mask(mask).converse.mask for mask in members} == ord_horn()
    for mask in members[::17]:
        for other in members[::13]:
            a, b = AllenSet.from_mask(mask), AllenSet.from_mask(other)
            assert (a & b).mask in ord_horn()
            assert not mask or not other or a.compose(b).mask in ord_horn()


def test_the_class_is_that_of_gqr(data):
    names = {
        "=": "equal", "<": "before", ">": "after", "m": "meets", "mi": "met_by", "o": "overlaps",
        "oi": "overlapped_by", "d": "during", "di": "contains", "s": "starts", "si": "started_by",
        "f": "finishes", "fi": "finished_by",
    }  # fmt: skip
    path = data / "csp" / "gqr-allen-calculus" / "hornalg"
    if not path.exists():
        pytest.skip("the calculus files are not here")
    lines = path.read_text(encoding="utf-8").splitlines()
    listed = {AllenSet(names[word] for word in line.split()[1:-1]).mask for line in lines if line}
    assert listed == ord_horn()


@given(conjunctions())
def test_conjunctions_are_convex(relations):
    assert relations.mask in convex()


@given(masks, masks)
def test_composition_in_parts(first, then):
    low, high = first & 127, first >> 7
    table = tables().compose
    composed = (
        table[0, low, then & 127] | table[1, low, then >> 7]
        | table[2, high, then & 127] | table[3, high, then >> 7]
    )  # fmt: skip
    expected = AllenSet.from_mask(first).compose(AllenSet.from_mask(then))
    assert AllenSet.from_mask(int(composed)) == expected


@given(masks)
def test_rows_of_a_mask(mask):
    relations = AllenSet.from_mask(mask)
    converse, size, signs, part = tables().for_sets[:, mask].tolist()
    assert (converse, size) == (relations.converse.mask, len(relations))
    for pair in range(4):
        possible = {relation.signs[pair] for relation in relations}
        assert {s for s in (-1, 0, 1) if signs >> (3 * pair + s + 1) & 1} == possible
    assert part in ord_horn()
    assert not part & ~mask
    assert part.bit_count() == max(m.bit_count() for m in ord_horn() if not m & ~mask)


def test_comparisons():
    assert mask_of_comparison(2, [-1]) == AllenSet("before").mask
    assert mask_of_comparison(0, [0]) == AllenSet("starts", "equal", "started_by").mask
    assert all(
        tables().relations[sum((s + 1) * 3**k for k, s in enumerate(r.signs))] for r in Allen
    )
