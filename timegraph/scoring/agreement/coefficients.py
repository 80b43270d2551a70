"""Agreement beyond chance: Cohen's and Fleiss' kappa, and Krippendorff's alpha.

All labels differ equally (nominal data). Cohen (1960), "A coefficient of agreement for nominal
scales"; Fleiss (1971), "Measuring nominal scale agreement among many raters"; Krippendorff (2011),
"Computing Krippendorff's alpha-reliability". Raw agreement is what all three start from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import fsum

from timegraph.scoring.signature import ratio
from timegraph.scoring.statistics import Interval, jackknife_interval

Label = Hashable


@dataclass(frozen=True, slots=True)
class Ratings:
    """Items that at least two annotators labelled, as the coefficients need them.

    ``values`` has, for each annotator, how often they gave each label. ``agreeing`` is the sum
    over items of the number of labels times the share of pairs of labels that are the same;
    ``by_label`` has the part of it that each label has. The ratings of disjoint sets of items add
    up.
    """

    items: int
    agreeing: float
    values: tuple[Mapping[Label, int], ...]
    by_label: Mapping[Label, float] = field(default_factory=dict)

    @property
    def given(self) -> int:
        """How many labels were given."""
        return sum(sum(counts.values()) for counts in self.values)

    @property
    def complete(self) -> bool:
        """Whether every annotator labelled every item."""
        return all(sum(counts.values()) == self.items for counts in self.values)

    @property
    def raw(self) -> float | None:
        """The share of pairs of labels of an item that are the same; ``None`` without items."""
        return ratio(self.agreeing, self.given)

    @property
    def cohen(self) -> float | None:
        """Cohen's kappa of two annotators; ``None`` for more of them, or if both always gave one
        and the same label."""
        if len(self.values) != 2 or not self.complete or self.raw is None:
            return None
        first, second = self.values
        expected = sum(count * second.get(label, 0) for label, count in first.items())
        return _beyond_chance(self.raw, expected / self.items**2)

    @property
    def fleiss(self) -> float | None:
        """Fleiss' kappa, for two annotators Scott's pi; ``None`` if somebody did not label every
        item, or if there is one label only."""
        if not self.complete or self.raw is None:
            return None
        expected = sum(count * count for count in self._totals.values())
        return _beyond_chance(self.raw, expected / self.given**2)

    @property
    def alpha(self) -> float | None:
        """Krippendorff's alpha; ``None`` if there is one label only. Items need not be labelled
        by all annotators."""
        if self.raw is None:
            return None
        given = self.given
        expected = sum(count * (count - 1) for count in self._totals.values())
        return _beyond_chance(self.raw, expected / (given * (given - 1)))

    def specific(self, label: Label) -> float | None:
        """How often others gave an item this label that somebody gave it (Spitzer & Fleiss 1974,
        "A re-analysis of the reliability of psychiatric diagnosis"); of two annotators it is the F1
        of the label. ``None`` if nobody gave it."""
        return ratio(self.by_label.get(label, 0.0), self.given_of(label))

    def given_of(self, label: Label) -> int:
        """How often annotators gave this label."""
        return sum(counts.get(label, 0) for counts in self.values)

    @property
    def _totals(self) -> Counter[Label]:
        totals: Counter[Label] = Counter()
        for counts in self.values:
            totals.update(counts)
        return totals

    def __add__(self, other: Ratings) -> Ratings:
        if len(self.values) != len(other.values):
            raise ValueError("ratings of other annotators do not add up")
        return Ratings(
            self.items + other.items,
            self.agreeing + other.agreeing,
            tuple(Counter(a) + Counter(b) for a, b in zip(self.values, other.values, strict=True)),
            {
                label: self.by_label.get(label, 0.0) + other.by_label.get(label, 0.0)
                for label in dict.fromkeys((*self.by_label, *other.by_label))
            },
        )


COEFFICIENTS = ("raw", "cohen", "fleiss", "alpha")
"""The names of the coefficients, which are attributes of :class:`Ratings`."""


def _beyond_chance(observed: float, expected: float) -> float | None:
    return ratio(observed - expected, 1 - expected)


def rate(items: Iterable[Sequence[Label | None]], annotators: int) -> Ratings:
    """The ratings of ``items``: for each, the label of every annotator, ``None`` where one gave
    none. Items with fewer than two labels say nothing of agreement and do not count."""
    values: tuple[Counter[Label], ...] = tuple(Counter() for _ in range(annotators))
    number, by_label = 0, dict[Label, float]()
    for labels in items:
        counts = Counter(label for label in labels if label is not None)
        given = counts.total()
        if given < 2:
            continue
        number += 1
        for label, count in counts.items():
            if count > 1:
                by_label[label] = by_label.get(label, 0.0) + count * (count - 1) / (given - 1)
        for counter, said in zip(values, labels, strict=True):
            if said is not None:
                counter[said] += 1
    return Ratings(number, fsum(by_label.values()), tuple(map(dict, values)), by_label)


def coefficient_intervals(documents: Sequence[Ratings]) -> dict[str, Interval]:
    """The interval of each coefficient, by :data:`COEFFICIENTS`, over documents
    (:func:`timegraph.scoring.statistics.jackknife_interval`)."""
    labels = sorted(
        {x for document in documents for labelled in document.values for x in labelled}, key=str
    )
    rows = [
        [
            document.items,
            document.agreeing,
            *(labelled.get(label, 0) for labelled in document.values for label in labels),
        ]
        for document in documents
    ]

    annotators = range(len(documents[0].values) if documents else 0)

    def of(name: str, counts: Sequence[float]) -> float | None:
        items, _, *parts = (round(count) for count in counts)
        values = tuple(
            dict(zip(labels, parts[k * len(labels) :], strict=False)) for k in annotators
        )
        value: float | None = getattr(Ratings(items, counts[1], values), name)
        return value

    intervals = {}
    for name in COEFFICIENTS:
        found = jackknife_interval(rows, partial(of, name), bounded=name == "raw")
        if found.low is not None and found.high is not None:
            # No coefficient is below -1 or above 1, though the interval may not know.
            found = Interval(max(-1.0, found.low), min(1.0, found.high))
        intervals[name] = found
    return intervals
