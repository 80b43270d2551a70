"""How far TORQUE's annotators agree, and how evenly they shared the work.

*Worker agreement with aggregate* (WAWA, as the paper uses it): each annotator's events are compared
with those of the majority, pooled over all questions. Ning et al. (2020) also compare the first
annotator alone with the majority, and give the Gini coefficient of the annotators' shares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from timegraph.scoring.ratios import MatchScore, ratio
from timegraph.torque.passages import Span, TorqueQuestion

__all__ = ["agreement_with_majority", "first_with_majority", "gini", "majority"]


def majority(annotators: Sequence[frozenset[Span]]) -> frozenset[Span]:
    """The events that more than half of the annotators chose."""
    votes = Counter(span for annotated in annotators for span in annotated)
    return frozenset(span for span, number in votes.items() if 2 * number > len(annotators))


def agreement_with_majority(questions: Iterable[TorqueQuestion]) -> MatchScore:
    """Every annotator against the majority, pooled over questions (WAWA)."""
    return sum(
        (
            _compared(annotated, majority(question.annotators))
            for question in questions
            for annotated in question.annotators
        ),
        MatchScore(),
    )


def first_with_majority(questions: Iterable[TorqueQuestion]) -> MatchScore:
    """The first annotator of each question against the majority, pooled over questions."""
    return sum(
        (
            _compared(question.annotators[0], majority(question.annotators))
            for question in questions
            if question.annotators
        ),
        MatchScore(),
    )


def _compared(annotated: frozenset[Span], expected: frozenset[Span]) -> MatchScore:
    return MatchScore(len(annotated & expected), len(annotated), len(expected))


def gini(shares: Mapping[str, int] | Iterable[int]) -> float | None:
    """The Gini coefficient of the annotators' shares of the work: 0 if all did as much, near 1 if
    one did nearly everything; ``None`` without work."""
    counts = sorted(shares.values() if isinstance(shares, Mapping) else shares)
    total, n = sum(counts), len(counts)
    if not total:
        return None
    weighted = sum((2 * k - n - 1) * count for k, count in enumerate(counts, start=1))
    return ratio(weighted, n * total)
