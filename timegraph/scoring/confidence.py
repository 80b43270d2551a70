"""Systems beside each other: an interval for each figure, and how each differs from one of them.

Works for every :class:`~timegraph.scoring.measure.Measure`, whatever unit it draws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from timegraph._wording.counting import counted
from timegraph.scoring.measure import AnyScore, Labels, Measure, Result, Sample
from timegraph.scoring.statistics import (
    FEW_DOCUMENTS,
    SEED,
    Counts,
    Difference,
    Interval,
    holm,
    jackknife_intervals,
    paired_randomisation,
)

__all__ = [
    "Comparison",
    "Confidence",
    "Statistics",
    "differences",
    "few_units",
    "figure_intervals",
    "statistics_of",
]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a figure of a system differs from that of the system ``against``, with p as the test
    gives it and as ``p_holm``, corrected for the comparisons that were made or might have been (all
    three ``None`` for the system itself)."""

    against: str | None = None
    difference: Difference | None = None
    p_holm: float | None = None


@dataclass(frozen=True, slots=True)
class Confidence:
    """One score of a system: the interval of each figure that has one, and the comparison of each
    figure that is tested, by its name."""

    intervals: Mapping[str, Interval]
    comparisons: Mapping[str, Comparison]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of a run: of each system, by its name, those of each of its scores.

    ``against`` is the system that the user names; ``""`` if the best one was taken, which is known
    only from these scores. ``seed`` is that of the randomisation test.
    """

    by_system: Mapping[str, Mapping[Labels, Confidence]]
    against: str = ""
    seed: int = SEED

    def __repr__(self) -> str:
        systems = counted(len(self.by_system), "system")
        return f"<Statistics of {systems} against {self.against or 'the best'}>"


def statistics_of(
    results: Sequence[Result[Any]], *, seed: int = SEED, against: str = ""
) -> Statistics:
    """The statistics of systems that were measured on the same units.

    Every system is compared with ``against``; without a name with the best one, figure by figure,
    which is known only from these scores: then p is corrected by Holm's method (Holm 1979) for all
    pairs of systems, any of which might have been compared, else for the comparisons that are made.
    A system that a kit lacks has no statistics. Raises ``ValueError`` if no system is called
    ``against``.
    """
    compared = [result for result in results if not result.lacking]
    if against and against not in [result.name for result in compared]:
        names = ", ".join(result.name for result in compared)
        raise ValueError(f"no system is called {against}; the systems are {names}")
    by_system: dict[str, dict[Labels, Confidence]] = {result.name: {} for result in results}
    every_labels = dict.fromkeys(labels for result in compared for labels in result.scores)
    for labels in every_labels:
        for name, confidence in _of_labels(compared, labels, seed, against).items():
            by_system[name][labels] = confidence
    return Statistics(by_system, against, seed)


def _of_labels(
    results: Sequence[Result[Any]], labels: Labels, seed: int, against: str
) -> dict[str, Confidence]:
    measure = results[0].measure
    scores = [
        [measure.scores(unit.value).get(labels) for unit in result.units] for result in results
    ]
    # A unit in which a system can have no score, such as one without questions, is not drawn.
    comparisons = {
        figure: _comparisons(results, measure.sample(figure, scores), seed, against)
        for figure in measure.compared
    }
    return {
        result.name: Confidence(
            figure_intervals(
                measure,
                [
                    (unit.stratum, score)
                    for unit, score in zip(result.units, of_system, strict=True)
                    if score is not None
                ],
            ),
            {figure: compared[k] for figure, compared in comparisons.items()},
        )
        for k, (result, of_system) in enumerate(zip(results, scores, strict=True))
    }


def _comparisons(
    results: Sequence[Result[Any]], sample: Sample, seed: int, against: str
) -> list[Comparison]:
    """The comparison of each system by one figure."""
    names = [result.name for result in results]
    first, compared = differences(
        sample.counts,
        sample.figure,
        seed=seed,
        against=names.index(against) if against else None,
    )
    return [
        Comparison() if k == first else Comparison(names[first], *compared[k])
        for k in range(len(names))
    ]


def differences(
    systems: Sequence[Sequence[Counts | None]],
    measure: Callable[[Counts], float | None],
    *,
    seed: int = SEED,
    against: int | None = None,
) -> tuple[int, dict[int, tuple[Difference, float | None]]]:
    """Which of the systems, given by their counts by unit, the others are compared with
    (``against``, by default the best, the first of several), and of every other one by its number
    how it differs from that: the difference with p as the test gives it (paired randomisation over
    the units in which both have counts), and p corrected by Holm's method: for all pairs of systems
    if the best was looked for, else for those that are compared."""
    if against is None:
        totals = [
            measure([sum(column) for column in zip(*filter(None, of_system), strict=True)])
            for of_system in systems
        ]
        first = max(
            range(len(systems)), key=lambda k: -2.0 if totals[k] is None else totals[k] or 0.0
        )
        pairs = list(combinations(range(len(systems)), 2))
    else:
        first = against
        pairs = [(k, against) for k in range(len(systems)) if k != against]
    tested = []
    for left, right in pairs:
        # The worse first, which gives the difference its sign where the best is one of the two.
        worse, better = (right, left) if left == first else (left, right)
        both = [
            (counts, others)
            for counts, others in zip(systems[worse], systems[better], strict=True)
            if counts is not None and others is not None
        ]
        tested.append(
            paired_randomisation(
                first=[counts for counts, _ in both],
                second=[others for _, others in both],
                measure=measure,
                seed=seed,
            )
        )
    corrected = holm([difference.p for difference in tested])
    return first, {
        right if left == first else left: (difference, p)
        for (left, right), difference, p in zip(pairs, tested, corrected, strict=True)
        if first in (left, right)
    }


def few_units(number: int, unit: str = "document", units: str = "documents") -> str:
    """What readers should know of intervals over so few units."""
    count = counted(number, unit, units)
    return f"{count} only: intervals from fewer than {FEW_DOCUMENTS} are unreliable"


def figure_intervals(
    measure: Measure[Any],
    scores: Sequence[tuple[str, AnyScore]],
    figures: Sequence[str] | None = None,
) -> dict[str, Interval]:
    """The interval of each of the ``figures`` (by default those that have one in reports), of one
    system given by its score in each unit with the stratum of that."""
    strata = [stratum for stratum, _ in scores]
    intervals: dict[str, Interval] = {}
    for name in figures or measure.intervals:
        sample = measure.sample(name, [[score for _, score in scores]])
        counts = [units for units in sample.counts[0] if units is not None]
        intervals |= jackknife_intervals(counts, {name: sample.figure}, strata=strata)
    return intervals
