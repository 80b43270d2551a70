"""Scores of LIST questions: precision and recall of the entities listed, micro and macro.

Micro figures count entities over all questions; macro figures are means over questions. An empty
list is correct where nothing is expected: its precision, recall and F1 are 1. Where something is
expected, an empty list has precision 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from timegraph.qa import SetQuestion
from timegraph.scoring.qa_tempeval.context import QuestionContext
from timegraph.scoring.ratios import f1_of_counts, ratio

__all__ = ["AnsweredList", "ListScore", "score_lists"]


@dataclass(frozen=True, slots=True)
class AnsweredList:
    """A LIST question with the expected entities and those that the system listed.

    Both are entity ids of the system's document; an expected entity that the system lacks keeps
    the question's id. ``expected`` is ``None`` for a question without an expected list, which is
    not scored. ``position`` is the place of the question in its set. ``in_words`` shows the listed
    entities with the words of the text, ``context`` what the question is about; there is neither
    unless explanations were requested.
    """

    question: SetQuestion
    predicted: tuple[str, ...]
    expected: tuple[str, ...] | None
    in_words: str = ""
    context: QuestionContext | None = None
    position: int = 0

    @property
    def correct(self) -> int:
        """How many of the entities listed are expected."""
        return len(set(self.predicted) & set(self.expected or ()))

    @property
    def exact(self) -> bool | None:
        """Whether the list is the expected one; ``None`` if none is expected."""
        return None if self.expected is None else set(self.predicted) == set(self.expected)


@dataclass(frozen=True, slots=True)
class ListScore:
    """Entities ``predicted``, ``expected`` and ``correct`` (both) over ``questions`` lists, and
    the means over the lists. The ratios are ``None`` where nothing was predicted, expected or
    asked."""

    questions: int
    predicted: int
    expected: int
    correct: int
    macro_precision: float | None
    macro_recall: float | None
    macro_f1: float | None

    @property
    def precision(self) -> float | None:
        """correct / predicted, over all lists (micro)."""
        return ratio(self.correct, self.predicted)

    @property
    def recall(self) -> float | None:
        """correct / expected, over all lists (micro)."""
        return ratio(self.correct, self.expected)

    @property
    def f1(self) -> float | None:
        """2 correct / (predicted + expected), over all lists (micro)."""
        return f1_of_counts(correct=self.correct, predicted=self.predicted, expected=self.expected)


def score_lists(answers: Iterable[AnsweredList]) -> ListScore:
    """The score of the questions that have an expected list; each entity counts once per list."""
    predicted = expected = correct = 0
    singles: list[tuple[float, float, float]] = []
    for answered in answers:
        if answered.expected is None:
            continue
        listed, gold = len(set(answered.predicted)), len(set(answered.expected))
        right = answered.correct
        predicted, expected, correct = predicted + listed, expected + gold, correct + right
        if not listed and not gold:
            singles.append((1.0, 1.0, 1.0))
        else:
            f1 = f1_of_counts(correct=right, predicted=listed, expected=gold)
            singles.append((ratio(right, listed) or 0.0, ratio(right, gold) or 0.0, f1 or 0.0))
    means = [sum(column) / len(singles) for column in zip(*singles, strict=True)]
    return ListScore(len(singles), predicted, expected, correct, *(means or (None, None, None)))
