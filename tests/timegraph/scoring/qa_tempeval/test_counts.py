"""Scores: counts by the task's definition, ratios that are undefined where they should be."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph.answer import Answer
from timegraph.scoring import Score, score_answers

Y, N, U = Answer.YES, Answer.NO, Answer.UNKNOWN


@pytest.mark.parametrize(
    ("expected", "predicted", "answered", "correct"),
    [
        (Y, Y, 1, 1),
        (Y, N, 1, 0),
        (Y, U, 0, 0),
        (N, N, 1, 1),
        (N, Y, 1, 0),
        (N, U, 0, 0),
        (U, Y, 1, 0),
        (U, N, 1, 0),
        (U, U, 1, 1),
        (None, Y, 1, 0),
        (None, U, 0, 0),
    ],
)
def test_each_pair_counts_as_the_task_says(
    expected: Answer | None, predicted: Answer, answered: int, correct: int
) -> None:
    assert score_answers(expected=[expected], predicted=[predicted]) == Score(1, answered, correct)


def test_expected_and_predicted_are_not_symmetric() -> None:
    left, right = [Y, Y, N, U], [Y, U, U, N]
    one = score_answers(expected=left, predicted=right)
    other = score_answers(expected=right, predicted=left)
    assert one == Score(4, 2, 1)
    assert other == Score(4, 3, 1)
    with pytest.raises(TypeError):
        score_answers(left, right)  # type: ignore[misc]


def test_the_ratios_are_those_of_the_counts() -> None:
    score = Score(questions=10, answered=4, correct=3)
    assert score.precision == 3 / 4
    assert score.recall == 3 / 10
    assert score.f1 == 6 / 14
    assert score.coverage == 4 / 10


def test_undefined_ratios_are_none() -> None:
    assert Score().precision is None
    assert Score().recall is None
    assert Score().f1 is None
    assert Score().coverage is None
    unanswered = Score(questions=5)
    assert unanswered.precision is None
    assert (unanswered.recall, unanswered.f1, unanswered.coverage) == (0, 0, 0)


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="3 correct, 2 answered"):
        Score(5, 2, 3)


def test_lists_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match="1 expected answers, but 2 predicted"):
        score_answers(expected=[Y], predicted=[Y, N])


answers = st.lists(st.tuples(st.sampled_from([Y, N, U, None]), st.sampled_from([Y, N, U])))


@given(answers, answers)
def test_scores_of_parts_add_up(
    left: list[tuple[Answer | None, Answer]], right: list[tuple[Answer | None, Answer]]
) -> None:
    def score(pairs: list[tuple[Answer | None, Answer]]) -> Score:
        return score_answers(expected=[e for e, _ in pairs], predicted=[p for _, p in pairs])

    assert score(left) + score(right) == score(left + right)


@given(answers)
def test_f1_is_the_harmonic_mean(pairs: list[tuple[Answer | None, Answer]]) -> None:
    score = score_answers(expected=[e for e, _ in pairs], predicted=[p for _, p in pairs])
    precision, recall = score.precision, score.recall
    if precision and recall:
        assert score.f1 == pytest.approx(2 * precision * recall / (precision + recall))
    for ratio in (precision, recall, score.f1, score.coverage):
        assert ratio is None or 0 <= ratio <= 1


def test_scores_add_up_with_scores_alone() -> None:
    with pytest.raises(TypeError, match="unsupported operand"):
        score_answers(expected=[Y], predicted=[Y]) + 1  # type: ignore[operator]
