"""Pairs of spans: the rules, one by one, and against trying all pairs."""

from __future__ import annotations

from hypothesis import given, strategies as st

from timeml._alignment.text_alignment import (
    Span,
    pair_by_overlap,
    pair_in_text_order,
)


def everything(start: int, end: int) -> int:
    """All characters have a counterpart."""
    return end - start


def spans(*ends: tuple[int, int], token: int = 10) -> list[Span]:
    """Spans in tokens of so many characters."""
    return [
        Span(start, end, order, token=(start // token * token, start // token * token + token))
        for order, (start, end) in enumerate(ends)
    ]


def test_the_larger_overlap_pairs_unless_the_same_first_character_is_preferred() -> None:
    system, key = spans((0, 3), (3, 9)), spans((0, 9))
    assert pair_by_overlap(system, key, everything, prefer_first=False) == [(1, 0)]
    assert pair_by_overlap(system, key, everything, prefer_first=True) == [(0, 0)]


def test_characters_without_counterpart_do_not_overlap() -> None:
    system, key = spans((0, 4)), spans((2, 6))
    assert pair_by_overlap(system, key, lambda start, end: 0, prefer_first=False) == []


def test_a_span_whose_first_character_is_lost_is_not_equal_where_that_counts() -> None:
    system = [Span(0, 5, 0, first=False), Span(0, 3, 1)]
    key = spans((0, 5))
    assert pair_by_overlap(system, key, everything, prefer_first=True) == [(1, 0)]
    assert pair_by_overlap(system, key, everything, prefer_first=False) == [(0, 0)]


def test_only_spans_that_begin_in_the_same_token_pair_by_first_token() -> None:
    system, key = spans((12, 18), (21, 25)), spans((8, 18), (23, 29))
    assert pair_by_overlap(system, key, everything, prefer_first=True, same_token=True) == [(1, 1)]
    assert pair_by_overlap(system, key, everything, prefer_first=True) == [(0, 0), (1, 1)]


def test_in_text_order_the_last_overlapping_span_pairs() -> None:
    system, key = spans((0, 9), (6, 12)), spans((0, 4), (5, 8), (11, 12))
    assert pair_in_text_order(system, key, everything) == [(0, 1), (1, 2)]
    # Equal spans come first, wherever they stand.
    assert pair_in_text_order(spans((0, 9), (5, 8)), key, everything) == [(0, 0), (1, 1)]


def test_empty_spans_pair_with_empty_ones_at_the_same_index_only() -> None:
    system, key = spans((3, 3), (3, 3), (4, 4)), spans((0, 9), (3, 3), (5, 5))
    for pairs in (
        pair_by_overlap(system, key, everything, prefer_first=True),
        pair_by_overlap(system, key, everything, prefer_first=True, same_token=True),
        pair_in_text_order(system, key, everything),
    ):
        assert pairs == [(0, 1)]


ENDS = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 6)).map(lambda one: (one[0], sum(one))),
    max_size=7,
).map(sorted)


@given(ENDS, ENDS)
def test_the_best_of_all_pairs_is_made_first(
    mine: list[tuple[int, int]], yours: list[tuple[int, int]]
) -> None:
    """Against looking at every pair again and again, with and without each condition."""
    system, key = spans(*mine, token=3), spans(*yours, token=3)
    for prefer_first in (True, False):
        assert pair_by_overlap(system, key, everything, prefer_first=prefer_first) == best(
            system, key, prefer_first, same_token=False
        )
    assert pair_by_overlap(system, key, everything, prefer_first=True, same_token=True) == best(
        system, key, True, same_token=True
    )


def best(
    system: list[Span], key: list[Span], prefer_first: bool, *, same_token: bool
) -> list[tuple[int, int]]:
    ranked = []
    for one in system:
        for other in key:
            overlap = min(one.end, other.end) - max(one.start, other.start)
            empty = one.start == one.end == other.start == other.end
            if (overlap > 0 and (not same_token or one.token == other.token)) or empty:
                first = prefer_first and one.start == other.start
                distance = abs(one.start - other.start) + abs(one.end - other.end)
                rank = (not first, -overlap, distance, other.order, one.order)
                ranked.append((rank, one.order, other.order))
    pairs: list[tuple[int, int]] = []
    for _, one, other in sorted(ranked):
        if all(one != a and other != b for a, b in pairs):
            pairs.append((one, other))
    return sorted(pairs, key=lambda pair: pair[1])


@given(ENDS, ENDS)
def test_in_text_order_each_span_takes_the_last_that_is_free(
    mine: list[tuple[int, int]], yours: list[tuple[int, int]]
) -> None:
    system, key = spans(*mine), spans(*yours)
    pairs = dict(pair_in_text_order(system, key, everything))
    assert len(set(pairs.values())) == len(pairs)
    equal = {a for a in pairs if mine[a] == yours[pairs[a]]}
    taken = {pairs[a] for a in equal}
    for one in system:
        if one.order in equal:
            continue
        free = [
            other.order
            for other in key
            if min(one.end, other.end) > max(one.start, other.start) and other.order not in taken
        ]
        assert pairs.get(one.order) == max(free, default=None)
        taken.update(free[-1:])
