"""Labels on given pairs: precision, recall and F1, for all labels together and for each.

Gold gives the pairs and the directions; what a system says of other pairs does not count. A pair
that the system leaves without a link has no label: it costs recall, and is never taken for VAGUE.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from timegraph.allen import AllenSet
from timegraph.scoring.ratios import MatchScore, ratio

__all__ = ["Confusion", "start_label"]


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often gold's label (first) met the system's (second; ``None``: no link) on given pairs.

    ``nothing`` are the labels that say nothing. The confusions of disjoint documents add up.
    """

    counts: Mapping[tuple[str, str | None], int] = field(default_factory=dict)
    nothing: frozenset[str] = frozenset()

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label that gold or the system has, sorted."""
        pairs = self.counts
        return tuple(sorted({label for pair in pairs for label in pair if label is not None}))

    def of(self, label: str) -> MatchScore:
        """The score of one label."""
        return MatchScore(
            self.counts.get((label, label), 0),
            sum(count for (_, of_system), count in self.counts.items() if of_system == label),
            sum(count for (gold, _), count in self.counts.items() if gold == label),
        )

    def counted(self, *, nothing: bool) -> tuple[str, ...]:
        """The labels that count, with or without those that say nothing."""
        return tuple(label for label in self.labels if nothing or label not in self.nothing)

    def micro(self, *, nothing: bool = True) -> MatchScore:
        """All labels together; with all pairs labelled and ``nothing``, F1 is the accuracy."""
        return sum((self.of(label) for label in self.counted(nothing=nothing)), MatchScore())

    def macro(self, *, nothing: bool = True) -> float | None:
        """The mean of the labels' F1, over the labels that gold or the system has on given pairs;
        ``None`` without labels."""
        scores = [self.of(label).f1 or 0.0 for label in self.counted(nothing=nothing)]
        return ratio(sum(scores), len(scores))

    def __add__(self, other: Confusion) -> Confusion:
        return Confusion(Counter(self.counts) + Counter(other.counts), self.nothing | other.nothing)


_STARTS = {-1: "BEFORE", 0: "EQUAL", 1: "AFTER"}


def start_label(relations: AllenSet) -> str:
    """What relations say of the starts alone, as MATRES labels them (Ning et al. 2018): BEFORE,
    AFTER, EQUAL, or VAGUE if several are possible."""
    signs = {relation.signs[0] for relation in relations}
    return _STARTS[signs.pop()] if len(signs) == 1 else "VAGUE"
