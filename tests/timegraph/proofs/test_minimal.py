"""Minimal parts of contradictions, against trying all parts."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, strategies as st

from timegraph.proofs.search import minimal_conflict

families = st.lists(st.frozensets(st.integers(0, 7), min_size=1), min_size=1, max_size=5)


@given(families)
def test_a_part_of_which_each_is_needed(contradictions):
    def agree(items):
        return not any(conflict <= set(items) for conflict in contradictions)

    part = minimal_conflict(range(8), agree)
    assert not agree(part)
    assert all(agree(smaller) for smaller in combinations(part, len(part) - 1))
    assert list(part) == sorted(part)


def test_what_comes_late_is_left_out_first():
    contradictions = [{0, 1}, {6, 7}]
    agree = lambda items: not any(c <= set(items) for c in contradictions)  # noqa: E731
    assert minimal_conflict(range(8), agree) == (0, 1)


def test_nothing_contradicts_by_itself():
    assert minimal_conflict([], bool) == ()
    assert minimal_conflict(["given"], lambda items: False) == ("given",)
