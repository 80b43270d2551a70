"""Precision, recall and F1: defined where they should be, the same for every measure."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from timegraph.scoring import AwarenessScore, FoundScore, Score
from timegraph.scoring.signature import CountedScore, f1_of_counts, harmonic_mean, ratio

COUNTS = st.integers(0, 20)


def test_what_has_no_whole_is_undefined() -> None:
    assert ratio(0, 0) is None
    assert ratio(0, 3) == 0
    assert ratio(2, 4) == 0.5
    assert f1_of_counts(correct=0, predicted=0, expected=0) is None
    assert f1_of_counts(correct=0, predicted=0, expected=2) == 0


@given(correct=COUNTS, wrong=COUNTS, missed=COUNTS)
def test_f1_is_the_harmonic_mean_where_both_ratios_are_defined(
    correct: int, wrong: int, missed: int
) -> None:
    precision = ratio(correct, correct + wrong)
    recall = ratio(correct, correct + missed)
    f1 = f1_of_counts(correct=correct, predicted=correct + wrong, expected=correct + missed)
    if f1 is None:
        assert (precision, recall) == (None, None)
    else:
        assert harmonic_mean(precision, recall) == pytest.approx(f1)


@pytest.mark.parametrize(
    ("precision", "recall", "f1"),
    [(None, None, None), (None, 0.0, 0.0), (0.0, None, 0.0), (0.0, 1.0, 0.0), (1.0, 0.5, 2 / 3)],
)
def test_f1_of_ratios(precision: float | None, recall: float | None, f1: float | None) -> None:
    assert harmonic_mean(precision, recall) == (f1 if f1 is None else pytest.approx(f1))


@pytest.mark.parametrize(
    ("one", "other", "total"),
    [
        (Score(5, 4, 3), Score(2, 1, 0), Score(7, 5, 3)),
        (FoundScore(1, 2, 3), FoundScore(0, 1, 1), FoundScore(1, 3, 4)),
        (AwarenessScore(1, 2, 3, 4, 0.5), AwarenessScore(), AwarenessScore(1, 2, 3, 4, 0.5)),
    ],
)
def test_scores_of_one_kind_add_up(
    one: CountedScore, other: CountedScore, total: CountedScore
) -> None:
    assert one + other == total
    assert type(one)(*one.counts) == one  # type: ignore[call-arg]


def test_scores_of_two_kinds_do_not_add_up() -> None:
    one: Any = Score(1, 1, 1)
    for other in (FoundScore(1, 1, 1), 1, None):
        with pytest.raises(TypeError):
            one + other


@dataclass(frozen=True, slots=True)
class Shares(CountedScore):
    questions: int = 0
    sum: Fraction = Fraction()


def test_exact_sums_do_not_depend_on_the_order() -> None:
    scores = [Shares(1, Fraction(share)) for share in (0.1, 0.7, 1e-17, 2 / 3)]
    forwards, backwards = sum(scores, Shares()), sum(reversed(scores), Shares())
    assert forwards == backwards
    assert forwards.counts == (4, float(forwards.sum))
    assert isinstance(forwards.counts[1], float)
