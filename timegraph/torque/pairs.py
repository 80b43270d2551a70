"""The pairs of events that TORQUE's questions decide, and what annotations say of them.

A question of before or after decides, for each event of its passage, whether it is so ordered to
the anchor: the events of the answer are, the others are not. So an annotation can be judged pair by
pair: how many pairs it decides, and how often it agrees. Since most pairs are not in an answer,
accuracy is always given beside that of the constant answer "no".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from timegraph.torque.answers import AnsweredTorque
from timegraph.torque.passages import Span

__all__ = ["DecidedPair", "PairCounts", "PairOutcome", "decided_pairs", "pair_counts"]

PairOutcome = Literal["yes", "no", "unknown", "not annotated", "anchor"]
"""What the annotation says of a pair: the order holds, it does not, it is open, the event is not
annotated, or the anchor is not."""

_OUTCOMES: tuple[PairOutcome, ...] = ("yes", "no", "unknown", "not annotated", "anchor")


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Pairs by what the annotation says of them, and how many of them are in the answers.

    ``pairs`` and ``in_answer`` have every outcome of :data:`PairOutcome`. Ratios are ``None``
    where there is nothing to count.
    """

    pairs: Mapping[PairOutcome, int]
    in_answer: Mapping[PairOutcome, int]

    @property
    def total(self) -> int:
        """All pairs that questions decide."""
        return sum(self.pairs.values())

    @property
    def decided(self) -> int:
        """The pairs that the annotation decides."""
        return self.pairs["yes"] + self.pairs["no"]

    def share_in_answer(self, outcome: PairOutcome) -> float | None:
        """The share of the pairs of one outcome that are in the answers."""
        return self.in_answer[outcome] / self.pairs[outcome] if self.pairs[outcome] else None

    @property
    def accuracy(self) -> float | None:
        """The share of the decided pairs on which annotation and answers agree."""
        right = self.in_answer["yes"] + self.pairs["no"] - self.in_answer["no"]
        return right / self.decided if self.decided else None

    @property
    def constant_accuracy(self) -> float | None:
        """The accuracy on the same pairs of always answering what is more frequent among them."""
        within = self.in_answer["yes"] + self.in_answer["no"]
        return max(within, self.decided - within) / self.decided if self.decided else None


@dataclass(frozen=True, slots=True)
class DecidedPair:
    """A question's anchor and an event: what the annotation says, and whether the event is in the
    majority's answer. ``question`` is the passage's name and the question's text."""

    question: tuple[str, str]
    event: Span
    outcome: PairOutcome
    in_answer: bool


def decided_pairs(answered: Iterable[AnsweredTorque]) -> list[DecidedPair]:
    """The pairs that questions of before or after with an anchor decide. The anchor itself is not
    a pair, and questions of what did not happen decide none."""
    pairs: list[DecidedPair] = []
    for answer in answered:
        if answer.asked is None or answer.asked.anchor is None or answer.anchor is None:
            continue
        if answer.asked.order == "overlap" or answer.asked.reality == "negated":
            continue
        for verdict in answer.events:
            if verdict.event == answer.anchor:
                continue
            outcome: PairOutcome = "unknown"
            if verdict.reason in ("yes", "no", "not annotated", "anchor"):
                outcome = verdict.reason
            inside = verdict.event in answer.question.answer
            pairs.append(DecidedPair(answer.question.key, verdict.event, outcome, inside))
    return pairs


def pair_counts(answered: Iterable[AnsweredTorque]) -> PairCounts:
    """The counts of :func:`decided_pairs`."""
    pairs = decided_pairs(answered)
    every = Counter(pair.outcome for pair in pairs)
    within = Counter(pair.outcome for pair in pairs if pair.in_answer)
    return PairCounts(
        {outcome: every[outcome] for outcome in _OUTCOMES},
        {outcome: within[outcome] for outcome in _OUTCOMES},
    )
