"""QA TempEval scores by counting (Llorens et al. 2015, SemEval-2015 Task 5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from timegraph.answer import Answer

__all__ = ["Counts", "count_answers"]


@dataclass(frozen=True)
class Counts:
    """How many questions there were, how many were answered, and how many correctly."""

    questions: int
    answered: int
    correct: int

    @property
    def precision(self) -> Fraction | None:
        """Correct of the answered; ``None`` if nothing was answered."""
        return Fraction(self.correct, self.answered) if self.answered else None

    @property
    def recall(self) -> Fraction | None:
        """Correct of all questions; ``None`` if there are none."""
        return Fraction(self.correct, self.questions) if self.questions else None

    @property
    def f1(self) -> Fraction | None:
        """Harmonic mean of precision and recall; ``None`` if there are no questions."""
        if not self.questions:
            return None
        if not self.correct:
            return Fraction(0)
        assert self.precision is not None
        assert self.recall is not None
        return 2 / (1 / self.precision + 1 / self.recall)

    @property
    def coverage(self) -> Fraction | None:
        """Answered of all questions; ``None`` if there are none."""
        return Fraction(self.answered, self.questions) if self.questions else None


def count_answers(pairs: Iterable[tuple[Answer | None, Answer]]) -> Counts:
    """Count pairs ``(expected, predicted)``; an ``expected`` of ``None`` is never correct.

    A question is answered if yes or no was predicted, or unknown was expected.
    """
    everything = list(pairs)
    answered = [
        (expected, predicted)
        for expected, predicted in everything
        if predicted is not Answer.UNKNOWN or expected is Answer.UNKNOWN
    ]
    correct = [1 for expected, predicted in answered if expected is predicted]
    return Counts(len(everything), len(answered), len(correct))
