"""Blocks of equal items in two sequences: right on any input, fast on large and unlike ones."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, strategies as st

from tests.limits import cpu_limit
from timeml._alignment.text_alignment import Block, matching_blocks, without_spurious_matches


def check(first: list[int], second: list[int], blocks: list[Block]) -> None:
    a = b = 0
    for i, j, n in blocks:
        assert n > 0
        assert i >= a
        assert j >= b
        assert (i, j) != (a, b) or (a, b) == (0, 0), "touching blocks are one"
        assert first[i : i + n] == second[j : j + n]
        a, b = i + n, j + n
    assert a <= len(first)
    assert b <= len(second)


ITEMS = st.lists(st.integers(0, 3), max_size=40)


@given(ITEMS, ITEMS)
def test_blocks_are_equal_in_order_and_apart(first: list[int], second: list[int]) -> None:
    check(first, second, matching_blocks(first, second))


@given(ITEMS, ITEMS, ITEMS)
def test_a_sequence_put_in_or_left_out_leaves_all_else_matched(
    before: list[int], middle: list[int], after: list[int]
) -> None:
    first, second = before + middle + after, before + after
    for one, other in ((first, second), (second, first)):
        blocks = matching_blocks(one, other)
        check(one, other, blocks)
        assert sum(n for _, _, n in blocks) >= max(len(before), len(after))
    if not set(middle) & set(before + after):
        assert sum(n for _, _, n in matching_blocks(first, second)) == len(second)


@pytest.mark.parametrize("kinds", [2, 50, 10_000])
def test_long_sequences_with_scattered_changes_match_but_for_them(kinds: int) -> None:
    draw = random.Random(kinds)
    first = [draw.randrange(kinds) for _ in range(30_000)]
    second = list(first)
    for place in range(0, len(first), 300):
        second[place] = -1
    second[15_000:15_000] = [-2] * 1_000
    del second[5_000:6_000]
    blocks = matching_blocks(first, second)
    check(first, second, blocks)
    assert sum(n for _, _, n in blocks) >= 28_900


def test_long_repeated_sequences_match_in_step() -> None:
    part = list(range(3_000))
    first, second = [-1, *part, *part, -2], [-3, *part, *part, -4]
    assert matching_blocks(first, second) == [(1, 1, 6_000)]


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [1, 2, 1_000, 1_000_000])
def test_unlike_sequences_do_not_take_for_ever(kinds: int) -> None:
    draw = random.Random(kinds)
    first = [draw.randrange(kinds) for _ in range(400_000)]
    second = [draw.randrange(kinds) for _ in range(400_000)]
    with cpu_limit(100):
        check(first, second, matching_blocks([-1, *first, -2], [*second, -1]) and [])


def test_small_matches_between_larger_differences_are_dropped() -> None:
    # 5 items amid 20 unlike ones in both sequences on either side say nothing.
    assert without_spurious_matches([(20, 20, 5)], (45, 45)) == []
    # At an end, or long, or in an excerpt, they do.
    assert without_spurious_matches([(0, 0, 5)], (45, 45)) == [(0, 0, 5)]
    assert without_spurious_matches([(20, 20, 30)], (70, 70)) == [(20, 20, 30)]
    assert without_spurious_matches([(0, 200, 13)], (13, 400)) == [(0, 200, 13)]
    # One that goes takes its neighbour's support with it.
    assert without_spurious_matches([(9, 9, 5), (20, 20, 7)], (40, 40)) == []
    assert without_spurious_matches([(9, 9, 5), (15, 15, 7)], (40, 40)) == [(9, 9, 5), (15, 15, 7)]


BLOCKS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.integers(1, 15)), max_size=8)


@given(BLOCKS, st.integers(0, 12), st.integers(0, 12))
def test_what_goes_does_not_depend_on_the_order_of_looking(
    gaps: list[tuple[int, int, int]], a_end: int, b_end: int
) -> None:
    blocks, a, b = [], 0, 0
    for a_gap, b_gap, n in gaps:
        blocks.append((a + a_gap, b + b_gap, n))
        a, b = a + a_gap + n, b + b_gap + n
    lengths = a + a_end, b + b_end
    mirrored = [(lengths[0] - a - n, lengths[1] - b - n, n) for a, b, n in reversed(blocks)]
    kept = without_spurious_matches(mirrored, lengths)
    assert without_spurious_matches(blocks, lengths) == [
        (lengths[0] - a - n, lengths[1] - b - n, n) for a, b, n in reversed(kept)
    ]
