"""Annotators against their majority, and how evenly they worked."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.scoring.signature import FoundScore
from timegraph.torque.passages import TorqueQuestion, read_passages
from timegraph.torque.scoring import (
    agreement_with_majority,
    gini,
    majority,
)

A, B, C = (0, 1), (2, 3), (4, 5)


def question(*annotators: set[tuple[int, int]]) -> TorqueQuestion:
    return TorqueQuestion("p", "q", tuple(map(frozenset, annotators)), frozenset())


def test_the_majority_is_more_than_half() -> None:
    assert majority([frozenset({A, B}), frozenset({A}), frozenset({C})]) == {A}
    assert majority([frozenset({A}), frozenset()]) == frozenset()
    assert majority([]) == frozenset()


def test_all_annotators_are_pooled() -> None:
    one = question({A, B}, {A, B}, {A, B, C})
    assert agreement_with_majority([one]) == FoundScore(6, 7, 6)
    assert agreement_with_majority([one], first_alone=True) == FoundScore(2, 2, 2)


def test_events_are_pooled_over_questions_before_they_are_divided() -> None:
    # 12 of the 15 events chosen are the majority's; the mean of the two questions is another.
    one = question({A, B, C}, {A, B}, {A, B})
    two = question({A, B, C, (6, 7)}, {A, B}, {A, B})
    pooled = agreement_with_majority([one, two])
    assert (pooled.system_total, pooled.matched) == (15, 12)
    assert pooled.precision == 12 / 15
    assert pooled.recall == 1.0
    assert pooled.f1 == pytest.approx(2 * 12 / (15 + 12))


def test_gini() -> None:
    assert gini([5, 5, 5]) == 0
    assert gini([0, 0, 9]) == pytest.approx(2 / 3)
    assert gini([1, 3]) == pytest.approx(0.25)
    assert gini([]) is None


@pytest.mark.data
def test_the_development_set(data: Path) -> None:
    questions = read_passages(data / "qa" / "torque" / "dev.json").questions
    for agreement, figures in (
        (agreement_with_majority(questions), (81.06, 87.42, 84.12)),
        (agreement_with_majority(questions, first_alone=True), (90.23, 82.46, 86.17)),
    ):
        ratios = agreement.precision, agreement.recall, agreement.f1
        assert [100 * ratio for ratio in ratios if ratio is not None] == pytest.approx(
            figures, abs=0.011
        )
