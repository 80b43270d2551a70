"""Tests of differences: known cases, exactness, seeds, corrections."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Sequence
from math import comb
from random import Random

import pytest
from hypothesis import assume, given, strategies as st

from timegraph.scoring import Difference, holm, mcnemar, paired_randomisation


def ratio(sums: Sequence[float]) -> float | None:
    return sums[0] / sums[1] if sums[1] else None


def test_senseless_options_are_refused() -> None:
    with pytest.raises(ValueError, match="trials is"):
        paired_randomisation(first=[(1, 1)], second=[(1, 1)], measure=ratio, trials=0)
    with pytest.raises(ValueError, match="nothing to pair"):
        paired_randomisation(first=[(1, 1)], second=[], measure=ratio)


def test_no_difference_has_p_1() -> None:
    documents = [(k % 3, 3) for k in range(30)]
    found = paired_randomisation(first=documents, second=documents, measure=ratio)
    assert found == Difference(0.0, 1.0)


def test_undefined_scores_have_no_difference() -> None:
    empty = paired_randomisation(first=[(0, 0)], second=[(1, 1)], measure=ratio)
    assert empty == Difference(None, None)
    assert paired_randomisation(first=[], second=[], measure=ratio) == Difference(None, None)


def test_better_in_each_of_few_documents() -> None:
    # Of 2 ** 8 ways to change sides two are as extreme as what is observed.
    found = paired_randomisation(first=[(9, 10)] * 8, second=[(4, 10)] * 8, measure=ratio)
    assert found == Difference(pytest.approx(0.5), 2 / 2**8)


def test_many_documents_are_sampled() -> None:
    # 60 documents, 40 won and 20 lost by as much: a sign test.
    first = [(1, 1)] * 40 + [(0, 1)] * 20
    second = [(0, 1)] * 40 + [(1, 1)] * 20
    found = paired_randomisation(first=first, second=second, measure=ratio)
    exact = 2 * sum(comb(60, k) for k in range(40, 61)) / 2**60
    assert found.p == pytest.approx(exact, rel=0.25)
    again = paired_randomisation(first=first, second=second, measure=ratio)
    assert found == again
    other = paired_randomisation(first=first, second=second, measure=ratio, seed=5)
    assert other.p != found.p


def test_which_system_is_first_decides_the_sign() -> None:
    first, second = [(3, 4), (2, 4)], [(1, 4), (2, 4)]
    one = paired_randomisation(first=first, second=second, measure=ratio)
    other = paired_randomisation(first=second, second=first, measure=ratio)
    assert one.difference == 0.25
    assert other.difference == -0.25
    assert one.p == other.p
    kinds = {p.kind for p in inspect.signature(paired_randomisation).parameters.values()}
    assert kinds == {inspect.Parameter.KEYWORD_ONLY}


counts = st.tuples(st.integers(0, 4), st.integers(4, 6))


@given(st.lists(st.tuples(counts, counts), min_size=1, max_size=6))
def test_few_documents_are_tried_in_every_way(pairs: list[tuple[tuple[int, int], ...]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]

    def difference(left: Sequence[Sequence[int]], right: Sequence[Sequence[int]]) -> float:
        one = ratio([sum(column) for column in zip(*left, strict=True)])
        other = ratio([sum(column) for column in zip(*right, strict=True)])
        assert one is not None
        assert other is not None
        return one - other

    observed = difference(first, second)
    extreme = 0
    for changes in itertools.product([False, True], repeat=len(pairs)):
        left = [b if change else a for (a, b), change in zip(pairs, changes, strict=True)]
        right = [a if change else b for (a, b), change in zip(pairs, changes, strict=True)]
        extreme += abs(difference(left, right)) >= abs(observed) - 1e-12
    found = paired_randomisation(first=first, second=second, measure=ratio)
    assert found.difference == pytest.approx(observed)
    assert found.p == pytest.approx(extreme / 2 ** len(pairs))


@given(st.lists(st.tuples(counts, counts), min_size=5, max_size=30), st.integers(0, 9))
def test_sampled_ways_are_summed_as_documents_are(
    pairs: list[tuple[tuple[int, int], ...]], seed: int
) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    apart = [pair for pair in pairs if pair[0] != pair[1]]
    trials = 20
    assume(2 ** len(apart) > trials)
    same = [a for a, b in pairs if a == b]

    def score(documents: list[tuple[int, int]]) -> float:
        value = ratio([sum(column) for column in zip(*documents, *same, strict=True)])
        assert value is not None
        return value

    def difference(changes: Sequence[bool]) -> float:
        left = [b if change else a for (a, b), change in zip(apart, changes, strict=True)]
        right = [a if change else b for (a, b), change in zip(apart, changes, strict=True)]
        return score(left) - score(right)

    observed = difference([False] * len(apart))
    random, extreme = Random(seed), 0
    for _ in range(trials):
        way = f"{random.getrandbits(len(apart)):0{len(apart)}b}"
        extreme += abs(difference([bit == "1" for bit in way])) >= abs(observed) - 1e-12
    found = paired_randomisation(
        first=first, second=second, measure=ratio, trials=trials, seed=seed
    )
    assert found.p == (extreme + 1) / (trials + 1)


def test_mcnemar_is_a_sign_test_of_the_questions_that_only_one_gets_right() -> None:
    assert mcnemar(only_first=0, only_second=0) == 1.0
    assert mcnemar(only_first=5, only_second=5) == 1.0
    assert mcnemar(only_first=0, only_second=6) == 2 / 2**6
    assert mcnemar(only_first=1, only_second=9) == 2 * (1 + 10) / 2**10
    assert mcnemar(only_first=9, only_second=1) == mcnemar(only_first=1, only_second=9)
    with pytest.raises(ValueError, match="0 or more"):
        mcnemar(only_first=-1, only_second=0)


def test_holm_multiplies_the_smallest_most_and_never_turns_the_order() -> None:
    # The example of Holm (1979) in its usual form: four tests.
    assert holm([0.01, 0.04, 0.03, 0.005]) == [
        pytest.approx(0.03),
        pytest.approx(0.06),
        pytest.approx(0.06),
        pytest.approx(0.02),
    ]
    assert holm([0.4, None, 0.5]) == [pytest.approx(0.8), None, pytest.approx(0.8)]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_rejects_what_stepping_down_by_hand_rejects(p_values: list[float]) -> None:
    by_hand, left = set(), sorted(range(len(p_values)), key=lambda k: (p_values[k], k))
    while left and p_values[left[0]] * len(left) <= 0.05:
        by_hand.add(left.pop(0))
    corrected = holm(p_values)
    assert {k for k, p in enumerate(corrected) if p is not None and p <= 0.05} == by_hand
