"""The weak reading of claims, against its definition by numbers."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from timegraph import Allen, AllenSet
from timegraph.service.claims import begun_before, loose, weak
from timegraph.testing.strategies import allen_sets

INTERVALS = [(a, b) for a, b in product(range(5), repeat=2) if a < b]


def slow(relation: Allen, a: tuple[int, int], b: tuple[int, int]) -> bool:
    """What DESIGN means by one relation, by the numbers of the ends."""
    if relation in (Allen.BEFORE, Allen.MEETS):
        return a[1] <= b[0]
    if relation in (Allen.AFTER, Allen.MET_BY):
        return b[1] <= a[0]
    if relation in (Allen.DURING, Allen.STARTS, Allen.FINISHES):
        return b[0] <= a[0] and a[1] <= b[1]
    if relation in (Allen.CONTAINS, Allen.STARTED_BY, Allen.FINISHED_BY):
        return a[0] <= b[0] and b[1] <= a[1]
    if relation is Allen.EQUAL:  # an instant in common
        return a[0] <= b[1] and b[0] <= a[1]
    if relation is Allen.OVERLAPS:
        return a[0] <= b[0] <= a[1] <= b[1]
    return b[0] <= a[0] <= b[1] <= a[1]


@pytest.mark.parametrize("relation", Allen)
def test_a_single_relation_is_read_as_defined(relation: Allen) -> None:
    read = weak(AllenSet(relation))
    for a, b in product(INTERVALS, repeat=2):
        assert (Allen.between(a, b) in read) == slow(relation, a, b), (a, b)


@given(allen_sets())
def test_a_weak_reading_allows_more_and_has_a_converse(claimed: AllenSet) -> None:
    assert claimed <= weak(claimed)
    assert weak(claimed.converse) == weak(claimed).converse


def test_starts_that_are_compared_may_coincide() -> None:
    earlier = AllenSet([r for r in Allen if r.signs[0] < 0])
    assert weak(earlier) == AllenSet([r for r in Allen if r.signs[0] <= 0])
    same = AllenSet([r for r in Allen if r.signs[0] == 0])
    assert weak(same) == weak(AllenSet("equal"))
    assert weak(AllenSet.all()) == AllenSet.all()


def slow_of_a_label(relation: Allen, a: tuple[int, int], b: tuple[int, int]) -> bool:
    """What a label of a timeline leaves open, by the numbers of the ends."""
    if relation is Allen.EQUAL:
        return a == b
    if relation is Allen.STARTS:
        return a[0] <= b[0] <= a[1] <= b[1]
    if relation is Allen.FINISHES:
        return b[0] <= a[0] <= b[1] <= a[1]
    if relation in (Allen.STARTED_BY, Allen.FINISHED_BY):
        return slow_of_a_label(relation.converse, b, a)
    return slow(relation, a, b)


@pytest.mark.parametrize("relation", Allen)
def test_a_label_is_read_loosely_as_defined(relation: Allen) -> None:
    read = loose(AllenSet(relation))
    for a, b in product(INTERVALS, repeat=2):
        assert (Allen.between(a, b) in read) == slow_of_a_label(relation, a, b), (a, b)


@given(allen_sets())
def test_a_loose_reading_allows_more_and_has_a_converse(said: AllenSet) -> None:
    assert said <= loose(said)
    assert loose(said.converse) == loose(said).converse


@given(allen_sets())
def test_what_may_have_begun_before_ends_as_said(said: AllenSet) -> None:
    within = said & weak(AllenSet("during"))
    read = begun_before(within)
    assert within <= read
    for a, b in product(INTERVALS, repeat=2):
        later = [(half / 2, a[1]) for half in range(2 * a[0], 2 * a[1])]
        expected = any(Allen.between(interval, b) in within for interval in later)
        assert (Allen.between(a, b) in read) == expected, (a, b)
