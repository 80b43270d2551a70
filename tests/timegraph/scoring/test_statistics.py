"""Intervals and tests of differences: known cases, exactness, seeds."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Sequence
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timegraph.scoring import Difference, Interval, bootstrap_intervals, paired_randomisation


def ratio(sums: Sequence[float]) -> float | None:
    return sums[0] / sums[1] if sums[1] else None


def interval(documents: Sequence[Sequence[float]], **options: float) -> Interval:
    return bootstrap_intervals(documents, {"ratio": ratio}, **options)["ratio"]  # type: ignore[arg-type]


def test_equal_documents_leave_no_doubt() -> None:
    assert interval([(1, 2)] * 20) == Interval(0.5, 0.5, 0.95)


def test_the_interval_of_a_mean_is_that_of_the_normal_approximation() -> None:
    documents = [(1, 1)] * 100 + [(0, 1)] * 100
    found = interval(documents, resamples=4000)
    # The standard error of a proportion of 1/2 from 200 draws is 0.0354.
    assert found.low == pytest.approx(0.5 - 1.96 * 0.03536, abs=0.01)
    assert found.high == pytest.approx(0.5 + 1.96 * 0.03536, abs=0.01)
    narrow = interval(documents, level=0.5)
    assert narrow.low is not None
    assert narrow.high is not None
    assert found.low < narrow.low < narrow.high < found.high  # type: ignore[operator]


def test_a_seed_fixes_the_figures() -> None:
    documents = [(k % 3, 3 + k % 2) for k in range(30)]
    assert interval(documents, seed=1) == interval(documents, seed=1)
    assert interval(documents, seed=1) != interval(documents, seed=2)
    # Pinned, so that no platform or version gives others.
    assert interval([(k, 10) for k in range(10)], seed=7) == Interval(0.28, 0.63, 0.95)


def test_undefined_scores_have_no_interval() -> None:
    assert interval([]) == Interval(None, None, 0.95)
    assert interval([(0, 0)] * 3) == Interval(None, None, 0.95)
    assert interval([(0, 0)] * 3 + [(1, 1)]) == Interval(1.0, 1.0, 0.95)


@pytest.mark.parametrize("options", [{"level": 0}, {"level": 1}, {"resamples": 0}])
def test_senseless_options_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"level lies|resamples is"):
        interval([(1, 1)], **options)
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
