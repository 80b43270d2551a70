"""One question scored by each scorer: Complex-TR's official one, TimeQA's, and the neutral one.

All give the same four figures from 0 to 1: set accuracy, answer F1, exact match and token F1. The
score of several questions has their means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Literal, get_args

from timegraph.facts.dates import DateError, read_date
from timegraph.scoring.answers.normalise import exact_match, normalised, token_f1
from timegraph.scoring.ratios import CountedScore, ratio

__all__ = ["FIGURES", "SCORERS", "AnswerScore", "Figures", "OfficialOptions", "Scorer",
           "figures_by", "neutral", "official", "official_items", "timeqa"]  # fmt: skip

Scorer = Literal["neutral", "complex-tr", "timeqa"]
SCORERS: tuple[Scorer, ...] = get_args(Scorer)


@dataclass(frozen=True, slots=True)
class Figures:
    """The four figures of a question, each from 0 to 1."""

    set_accuracy: float
    answer_f1: float
    exact_match: float
    token_f1: float


FIGURES: tuple[str, ...] = tuple(field.name for field in fields(Figures))
"""The names of the four figures, in order."""

_NONE = Figures(0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class OfficialOptions:
    """The quirks of Complex-TR's official scorer; the defaults are what it does.

    ``split``: ``substring`` looks for " $and ", then "$and", then "and", then "," anywhere in the
    prediction, also inside words, and splits it there; ``marker`` splits at "$and" only.
    ``empty_golds``: ``drop`` leaves out golds that normalise to nothing ("The The"), ``keep`` does
    not. ``commas``: ``raw`` takes the items between commas as they are, ``clean`` lower-cases and
    strips them as all other items are.
    """

    split: Literal["substring", "marker"] = "substring"
    empty_golds: Literal["drop", "keep"] = "drop"
    commas: Literal["raw", "clean"] = "raw"


def official_items(prediction: str, options: OfficialOptions = OfficialOptions()) -> list[str]:
    """The answers into which the official scorer takes a prediction apart; a date ("Mar, 1192", as
    TempReason writes it) is one answer."""
    markers = (" $and ", "$and", "and") if options.split == "substring" else (" $and ", "$and")
    for marker in markers:
        if marker in prediction:
            return [item.lower().strip() for item in prediction.split(marker)]
    if options.split == "substring" and "," in prediction and not _is_date(prediction):
        items = prediction.split(",")
        return items if options.commas == "raw" else [item.lower().strip() for item in items]
    return [prediction.lower().strip()]


def _is_date(text: str) -> bool:
    try:
        read_date(text)
    except DateError:
        return False
    return True


def official(
    golds: Sequence[str], predicted: Sequence[str] | None, options: OfficialOptions | None = None
) -> Figures:
    """The figures of Complex-TR's official scorer (nusnlp/complex-tr, Apache-2.0).

    Several predicted items are joined with " $and ", as its readers write them, and taken apart
    again by :func:`official_items`. Set accuracy and answer F1 compare lower-cased, stripped,
    otherwise raw texts, and count every item, repeated ones too; exact match and token F1
    normalise, and look at the first item only. Nothing predicted is the empty text; a missing
    prediction (``None``) scores 0.
    """
    if predicted is None:
        return _NONE
    settings = OfficialOptions() if options is None else options
    kept = [gold for gold in golds if settings.empty_golds == "keep" or normalised(gold)]
    expected = [gold.lower().strip() for gold in kept] or [""]
    items = official_items(" $and ".join(predicted), settings)
    right = sum(item in expected for item in items)
    missed = sum(gold not in items for gold in expected)
    precision, recall = right / len(items), right / (right + missed)
    return Figures(
        float(set(expected) == set(items)),
        2 * precision * recall / (precision + recall) if right else 0.0,
        max(float(exact_match(gold, items[0])) for gold in expected),
        max(token_f1(gold, items[0]) for gold in expected),
    )


def timeqa(golds: Sequence[str], predicted: Sequence[str] | None) -> Figures:
    """TimeQA's exact match and F1: the best over all golds, for one predicted text, which is the
    first of several; nothing predicted is "", the answer of questions that cannot be answered.

    Set accuracy and answer F1 are the neutral ones, since TimeQA has none. A missing prediction
    (``None``) scores 0.
    """
    if predicted is None:
        return _NONE
    first = predicted[0] if predicted else ""
    expected = list(golds) or [""]
    sets = neutral(golds, predicted)
    return Figures(
        sets.set_accuracy,
        sets.answer_f1,
        max(float(exact_match(gold, first)) for gold in expected),
        max(token_f1(gold, first) for gold in expected),
    )


def neutral(golds: Sequence[str], predicted: Sequence[str] | None) -> Figures:
    """The neutral figures: answers are the lists given, never split, each compared as SQuAD
    normalises it (one that normalises to nothing as it is typed), repeated ones once.

    Exact match and token F1 are those of the first item, the best over all golds. No items and no
    golds, or only "", agree: the question cannot be answered. A missing prediction (``None``)
    scores 0.
    """
    if predicted is None:
        return _NONE
    expected = {_key(gold) for gold in golds} or {""}
    items = {_key(item) for item in predicted} or {""}
    first = predicted[0] if predicted else ""
    return Figures(
        float(expected == items),
        2 * len(expected & items) / (len(expected) + len(items)),
        float(_key(first) in expected),
        max(token_f1(gold, first) for gold in golds or [""]),
    )


def _key(text: str) -> str:
    return normalised(text) or text.strip()


def figures_by(
    scorer: Scorer, options: OfficialOptions | None = None
) -> Callable[[Sequence[str], Sequence[str] | None], Figures]:
    """The function that scores a question as ``scorer`` does."""
    if scorer == "complex-tr":
        return lambda golds, predicted: official(golds, predicted, options)
    return timeqa if scorer == "timeqa" else neutral


@dataclass(frozen=True, slots=True)
class AnswerScore(CountedScore):
    """Of so many ``questions`` those whose set of answers is ``right``, whose first answer is
    ``exact``, and the sums of two shares, which are exact: scores of disjoint sets add up in any
    order. The figures are means over questions, ``None`` without any. ``judged`` are the timelines
    of which it was decided whether some world makes all answers true, ``possible`` those of which
    one does."""

    questions: int = 0
    right: int = 0
    answer_f1_sum: Fraction = Fraction()
    exact: int = 0
    token_f1_sum: Fraction = Fraction()
    judged: int = 0
    possible: int = 0

    @classmethod
    def of(cls, questions: Sequence[Figures]) -> AnswerScore:
        """The score of questions with these figures."""
        return cls(
            len(questions),
            int(sum(figures.set_accuracy for figures in questions)),
            _exact_sum(figures.answer_f1 for figures in questions),
            int(sum(figures.exact_match for figures in questions)),
            _exact_sum(figures.token_f1 for figures in questions),
        )

    @property
    def set_accuracy(self) -> float | None:
        """The share of questions whose answers are exactly the expected ones."""
        return ratio(self.right, self.questions)

    @property
    def answer_f1(self) -> float | None:
        """The mean F1 of the sets of answers."""
        return ratio(float(self.answer_f1_sum), self.questions)

    @property
    def exact_match(self) -> float | None:
        """The share of questions whose first answer is an expected one."""
        return ratio(self.exact, self.questions)

    @property
    def token_f1(self) -> float | None:
        """The mean F1 of the words of the first answer."""
        return ratio(float(self.token_f1_sum), self.questions)

    @property
    def consistent_share(self) -> float | None:
        """The share of judged timelines about which all answers can be true in one world."""
        return ratio(self.possible, self.judged)


def _exact_sum(shares: Iterable[float]) -> Fraction:
    whole = 0
    total = Fraction()
    for share in shares:
        if share in (0.0, 1.0):  # nearly all are
            whole += int(share)
        else:
            total += Fraction(share)
    return total + whole
