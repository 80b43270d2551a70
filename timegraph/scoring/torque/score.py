"""TORQUE's scores on spans: F1, exact match and consistency (Ning et al. 2020).

Per question the best F1 over the annotators, and whether the answer equals that of any annotator;
both are means over questions. *Consistency* is the share of contrast groups, questions that differ
by a small change, in which every question has an F1 of 0.8 or more; groups of one question do not
count. The leaderboard scores tokens, after a tagger has moved some events; that is not reproduced,
so tables of these figures say "span-level".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Literal

from timegraph.scoring.ratios import CountedScore, ratio
from timegraph.torque.passages import Span, TorqueQuestion

__all__ = [
    "CONSISTENT_FROM",
    "Answers",
    "ContrastGroup",
    "Empty",
    "PassageScores",
    "QuestionScore",
    "TorqueScore",
    "contrast_groups",
    "f1_of_sets",
    "score_passage",
    "score_question",
]

Empty = Literal["official", "all"]
"""Which annotators count. The official program stops reading after the first annotator whose
answer is empty; ``all`` reads all of them."""

CONSISTENT_FROM = 0.8
"""The F1 from which on a question of a contrast group counts as answered."""

Answers = Mapping[tuple[str, str], frozenset[Span]]
"""A system's answers by passage and question text."""

ContrastGroup = tuple[tuple[str, str], ...]
"""Questions about one passage that differ by a small change, each as (passage, text)."""


@dataclass(frozen=True, slots=True)
class QuestionScore:
    """The scores of one answer: ``f1`` between 0 and 1, and whether it is an exact match."""

    f1: float
    exact: bool


@dataclass(frozen=True, slots=True)
class TorqueScore(CountedScore):
    """Sums over questions and contrast groups; the scores of disjoint sets add up.

    ``f1_sum`` and ``exact`` are over ``questions``, ``consistent`` counts among ``groups``.
    ``judged`` are the groups of which it was decided whether a world makes all answers true,
    ``possible`` those of which one does. The ratios are ``None`` where there is nothing to score.
    """

    questions: int = 0
    f1_sum: float = 0.0
    exact: int = 0
    groups: int = 0
    consistent: int = 0
    judged: int = field(default=0, compare=False, repr=False)
    possible: int = field(default=0, compare=False, repr=False)

    @property
    def f1(self) -> float | None:
        """The mean F1 of the questions."""
        return ratio(self.f1_sum, self.questions)

    @property
    def exact_match(self) -> float | None:
        """The share of questions answered as an annotator did."""
        return ratio(self.exact, self.questions)

    @property
    def consistency(self) -> float | None:
        """The share of contrast groups in which every question is answered."""
        return ratio(self.consistent, self.groups)

    @property
    def consistent_share(self) -> float | None:
        """The share of judged groups whose answers some world makes all true."""
        return ratio(self.possible, self.judged)


@dataclass(frozen=True, slots=True)
class PassageScores:
    """The scores of the answers about one passage: of each of its ``questions``, in their order,
    and the ``score`` of all, contrast groups included. ``contradictions`` has, of each group whose
    answers no world makes all true, the fewest questions of which that holds, if it was asked."""

    questions: tuple[QuestionScore, ...] = ()
    score: TorqueScore = TorqueScore()
    contradictions: tuple[tuple[TorqueQuestion, ...], ...] = ()


def f1_of_sets(one: frozenset[Span], other: frozenset[Span]) -> float:
    """2 |both| / (|one| + |other|); 1 for two empty sets."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def score_question(
    question: TorqueQuestion, predicted: frozenset[Span], *, empty: Empty = "official"
) -> QuestionScore:
    """The score of one answer, by the best of the annotators; 0 without annotators."""
    annotators = list(question.annotators)
    if empty == "official":
        count = sum(1 for _ in takewhile(bool, annotators))
        annotators = annotators[: count + 1]
    f1 = max((f1_of_sets(annotated, predicted) for annotated in annotators), default=0.0)
    return QuestionScore(f1, any(annotated == predicted for annotated in annotators))


def contrast_groups(
    clusters: Mapping[str, Mapping[str, Sequence[str]]], questions: Iterable[TorqueQuestion]
) -> list[ContrastGroup]:
    """The groups of two or more of these ``questions`` that differ by a small change. ``clusters``
    has, by passage and group, the texts of the questions, as the released
    ``question_clustering.json``; other questions in it are left out."""
    keys = {question.key for question in questions}
    groups = (
        tuple((passage, text) for text in dict.fromkeys(texts) if (passage, text) in keys)
        for passage, numbered in clusters.items()
        for texts in numbered.values()
    )
    return [group for group in groups if len(group) > 1]


def score_passage(
    questions: Sequence[TorqueQuestion],
    answers: Answers,
    *,
    groups: Iterable[ContrastGroup] = (),
    empty: Empty = "official",
) -> PassageScores:
    """The scores of the answers to the ``questions`` about one passage, and of the ``groups`` among
    them (:func:`contrast_groups`).

    A question that ``answers`` does not have is answered with the empty set.
    """
    nothing: frozenset[Span] = frozenset()
    by_key = {
        question.key: score_question(question, answers.get(question.key, nothing), empty=empty)
        for question in questions
    }
    scores = tuple(by_key[question.key] for question in questions)
    consistent = [all(by_key[key].f1 >= CONSISTENT_FROM for key in group) for group in groups]
    total = TorqueScore(
        len(scores),
        sum(score.f1 for score in scores),
        sum(score.exact for score in scores),
        len(consistent),
        sum(consistent),
    )
    return PassageScores(scores, total)
