"""What a system says of the relations of documents, counted, with all figures.

Most figures are not functions of a few counts that add up: macro F1 needs those of every label.
:func:`relation_sample` makes the counts of a figure for intervals and tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from timegraph.scoring.awareness.awareness_counts import AwarenessScore
from timegraph.scoring.measure import Sample
from timegraph.scoring.ratios import CountedScore, MatchScore, ratio
from timegraph.scoring.relations.classification import Confusion
from timegraph.scoring.relations.closure_scores import ClosureScore
from timegraph.scoring.statistics import Counts

__all__ = ["RELATIONS_BY", "RelationsBy", "RelationsScore", "relation_sample"]

RelationsBy = Literal["kind", "distance"]
RELATIONS_BY: tuple[RelationsBy, ...] = get_args(RelationsBy)
"""What given pairs can be grouped by: what the two entities are, how far apart they stand. Scores
have documents and labels by themselves."""


@dataclass(frozen=True, slots=True)
class RelationsScore:
    """The relations of one document, or of several: those on given pairs, temporal awareness, the
    closure score, and of how many ``links`` of the system so many are ``contradicting``, in
    ``inconsistent`` of the ``documents`` with links. ``outside`` counts links of the system on
    other pairs. ``groups`` has the relations on given pairs by each kind of groups that was
    wanted. Scores of disjoint documents add up; figures are ``None`` where they are undefined."""

    confusion: Confusion = field(default_factory=Confusion)
    awareness: AwarenessScore = field(default_factory=AwarenessScore)
    closure: ClosureScore = field(default_factory=ClosureScore)
    links: int = 0
    contradicting: int = 0
    documents: int = 0
    inconsistent: int = 0
    outside: int = 0
    groups: Mapping[RelationsBy, Mapping[str, Confusion]] = field(default_factory=dict)

    @property
    def pairs(self) -> int:
        """The given pairs."""
        return sum(self.confusion.counts.values())

    @property
    def micro(self) -> float | None:
        """F1 of all labels on given pairs together."""
        return self.confusion.micro().f1

    @property
    def macro(self) -> float | None:
        """The mean F1 of the labels on given pairs."""
        return self.confusion.macro()

    @property
    def micro_said(self) -> float | None:
        """:attr:`micro` without the labels that say nothing."""
        return self.confusion.micro(nothing=False).f1

    @property
    def macro_said(self) -> float | None:
        """:attr:`macro` without the labels that say nothing."""
        return self.confusion.macro(nothing=False)

    @property
    def awareness_f1(self) -> float | None:
        """F1 of temporal awareness."""
        return self.awareness.f1

    @property
    def closure_precision(self) -> float | None:
        """The share of the system's links that gold's entail."""
        return self.closure.precision

    @property
    def closure_recall(self) -> float | None:
        """The share of gold's links that the system's entail."""
        return self.closure.recall

    @property
    def closure_f1(self) -> float | None:
        """The harmonic mean of the two."""
        return self.closure.f1

    @property
    def contradicting_share(self) -> float | None:
        """The share of the system's links that contradict links before them."""
        return ratio(self.contradicting, self.links)

    @property
    def inconsistent_share(self) -> float | None:
        """The share of the system's documents with links that have such links."""
        return ratio(self.inconsistent, self.documents)

    def group(self, by: RelationsBy, name: str) -> Confusion:
        """The relations on the given pairs of a group; of none if it has no pair."""
        return self.groups.get(by, {}).get(name, Confusion())

    def __add__(self, other: RelationsScore) -> RelationsScore:
        # A score of nothing adds nothing, however closure scores take empty sides.
        if self == RelationsScore():
            return other
        return RelationsScore(
            self.confusion + other.confusion,
            self.awareness + other.awareness,
            self.closure + other.closure,
            self.links + other.links,
            self.contradicting + other.contradicting,
            self.documents + other.documents,
            self.inconsistent + other.inconsistent,
            self.outside + other.outside,
            {
                by: {
                    name: self.group(by, name) + other.group(by, name)
                    for name in {**self.groups.get(by, {}), **other.groups.get(by, {})}
                }
                for by in {**self.groups, **other.groups}
            },
        )


_PARTS: dict[str, tuple[Callable[[RelationsScore], CountedScore], str]] = {
    "micro": (lambda score: score.confusion.micro(), "f1"),
    "micro_said": (lambda score: score.confusion.micro(nothing=False), "f1"),
    "awareness": (lambda score: score.awareness, "f1"),
    "closure_precision": (lambda score: score.closure, "precision"),
    "closure_recall": (lambda score: score.closure, "recall"),
    "closure_f1": (lambda score: score.closure, "f1"),
}
"""The figures that are those of a part of the score."""


def relation_sample(figure: str, systems: Sequence[Sequence[RelationsScore]]) -> Sample:
    """The counts of each system by document of which sums make a ``figure``, and how they do;
    ``systems`` have the scores of the same documents. Raises ``ValueError`` for a figure of
    which there is none."""
    if figure in _PARTS:
        part, attribute = _PARTS[figure]
        parts = [[part(score) for score in scores] for scores in systems]
        kind = type(next((score for scores in parts for score in scores), MatchScore()))
        return Sample(
            [[score.counts for score in scores] for scores in parts],
            lambda counts: getattr(kind(*map(round, counts)), attribute),
        )
    if figure not in ("macro", "macro_said"):
        raise ValueError(f"{figure}: not a figure of relations that has intervals")
    confusions = [[score.confusion for score in scores] for scores in systems]
    labels = sorted(
        {
            label
            for of_system in confusions
            for confusion in of_system
            for label in confusion.counted(nothing=figure == "macro")
        }
    )
    counts = [[_of_labels(confusion, labels) for confusion in of_units] for of_units in confusions]
    return Sample(counts, _macro)


def _of_labels(confusion: Confusion, labels: Sequence[str]) -> Counts:
    """Correct, predicted and expected of each label, one after the other."""
    return [count for label in labels for count in confusion.of(label).counts]


def _macro(counts: Counts) -> float | None:
    """The mean F1 of the labels that gold or the system has."""
    scores = [MatchScore(*map(round, counts[k : k + 3])) for k in range(0, len(counts), 3)]
    present = [score.f1 or 0.0 for score in scores if score.predicted or score.expected]
    return ratio(sum(present), len(present))
