"""Hitting sets, against all subsets of a small universe."""

from __future__ import annotations

import time
from itertools import combinations

from hypothesis import given, strategies as st

from timegraph.repairs import cheapest_hitting_set, greedy_hitting_set, least_cost

families = st.lists(st.frozensets(st.integers(0, 6), min_size=1, max_size=4), max_size=7)


def hits(chosen, sets):
    return all(chosen & s for s in sets)


def fewest(sets):
    """The size of the smallest subset of the universe that meets all sets."""
    return next(
        size
        for size in range(8)
        if any(hits(frozenset(chosen), sets) for chosen in combinations(range(7), size))
    )


@given(families)
def test_the_smallest_is_as_small_as_the_smallest_subset(sets):
    smallest = cheapest_hitting_set(sets, time.monotonic() + 60)
    assert smallest is not None
    assert hits(smallest, sets)
    assert len(smallest) == fewest(sets)


@given(families)
def test_a_greedy_set_meets_all_and_a_bound_is_never_too_high(sets):
    greedy = greedy_hitting_set(sets)
    assert hits(greedy, sets)
    assert least_cost(sets) <= fewest(sets) <= len(greedy)


def cheapest(sets, cost):
    """What the cheapest subset of the universe that meets all sets costs."""
    subsets = (frozenset(c) for size in range(8) for c in combinations(range(7), size))
    return min(sum(map(cost, chosen)) for chosen in subsets if hits(chosen, sets))


@given(families, st.lists(st.integers(0, 5), min_size=7, max_size=7))
def test_the_cheapest_is_as_cheap_as_the_cheapest_subset(sets, costs):
    cost = costs.__getitem__
    found = cheapest_hitting_set(sets, time.monotonic() + 60, cost)
    greedy = greedy_hitting_set(sets, cost)
    assert found is not None
    assert hits(found, sets)
    assert hits(greedy, sets)
    assert sum(map(cost, found)) == cheapest(sets, cost) <= sum(map(cost, greedy))
    assert least_cost(sets, cost) <= cheapest(sets, cost)


def test_what_is_in_most_sets_is_taken_first_and_of_equals_the_last():
    assert greedy_hitting_set([frozenset({1, 2}), frozenset({2, 3})]) == {2}
    assert greedy_hitting_set([frozenset({1, 5, 3})]) == {5}


@given(families, st.lists(st.integers(0, 5), min_size=7, max_size=7))
def test_costs_may_be_more_than_a_float_can_hold(sets, costs):
    huge = [cost * 10**400 for cost in costs]
    assert greedy_hitting_set(sets, huge.__getitem__) == greedy_hitting_set(sets, costs.__getitem__)
    found = cheapest_hitting_set(sets, time.monotonic() + 60, huge.__getitem__)
    assert found is not None
    assert sum(huge[element] for element in found) == cheapest(sets, costs.__getitem__) * 10**400


def test_there_is_none_once_the_time_is_up():
    assert cheapest_hitting_set([frozenset({1})], time.monotonic() - 1) is None


def test_an_empty_family_needs_nothing():
    assert cheapest_hitting_set([], time.monotonic() + 60) == set()
    assert (greedy_hitting_set([]), least_cost([])) == (set(), 0)
