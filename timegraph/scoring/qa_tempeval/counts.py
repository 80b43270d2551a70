"""The QA TempEval score as counts; its ratios are computed from them and never stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from timegraph.answer import Answer
from timegraph.scoring.ratios import CountedScore, f1_of_counts, ratio

__all__ = ["Score", "score_answers"]


@dataclass(frozen=True, slots=True)
class Score(CountedScore):
    """How many questions there were, how many were answered, and how many correctly.

    ``decided`` counts the documents of which it is known whether what the system says of them can
    be true in one world, ``consistent`` those of them of which it can; whether two scores are equal
    does not depend on them. Scores of disjoint questions add up: ``score + score`` adds the counts.
    The ratios lie in [0, 1] and are ``None`` where they are undefined: nothing was answered, or
    nothing asked.
    """

    questions: int = 0
    answered: int = 0
    correct: int = 0
    decided: int = field(default=0, compare=False, repr=False)
    consistent: int = field(default=0, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.correct <= self.answered <= self.questions:
            raise ValueError(
                f"{self.correct} correct, {self.answered} answered, {self.questions} questions: "
                "a score has 0 <= correct <= answered <= questions"
            )

    @property
    def precision(self) -> float | None:
        """correct / answered; ``None`` if nothing was answered."""
        return ratio(self.correct, self.answered)

    @property
    def recall(self) -> float | None:
        """correct / questions; ``None`` if nothing was asked."""
        return ratio(self.correct, self.questions)

    @property
    def f1(self) -> float | None:
        """2 correct / (answered + questions), the harmonic mean of precision and recall where
        both are defined; ``None`` if nothing was asked."""
        return f1_of_counts(correct=self.correct, predicted=self.answered, expected=self.questions)

    @property
    def coverage(self) -> float | None:
        """answered / questions; ``None`` if nothing was asked."""
        return ratio(self.answered, self.questions)

    @property
    def consistent_share(self) -> float | None:
        """consistent / decided; ``None`` if nothing was decided."""
        return ratio(self.consistent, self.decided)


def score_answers(
    *, expected: Sequence[Answer | None], predicted: Sequence[Answer | None]
) -> Score:
    """The QA TempEval score of ``predicted``, one answer per question.

    Follows Llorens et al. (2015): a question counts as answered if the prediction is yes or no, or
    if the expected answer is unknown; as correct if the prediction equals the expected answer.
    ``None`` expects nothing (a faulty question, read leniently), or is no answer: never correct.
    Raises ``ValueError`` if the two differ in length.
    """
    if len(expected) != len(predicted):
        raise ValueError(f"{len(expected)} expected answers, but {len(predicted)} predicted")
    answered = correct = 0
    for want, got in zip(expected, predicted, strict=True):
        answered += want is Answer.UNKNOWN or got not in (None, Answer.UNKNOWN)
        correct += want is got and want is not None
    return Score(len(expected), answered, correct)
