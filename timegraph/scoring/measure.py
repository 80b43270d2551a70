"""What a measure is, and what measuring a system gives: data and functions, nothing to inherit.

A measure (:class:`Measure`) says what it is called, what its figures are, which unit is drawn for
intervals and tests (a document, a passage, a group of facts), and how one unit is counted.
:func:`timegraph.scoring.run.run_measure` runs any measure over systems, and
:func:`timegraph.report.measures.measure_report` prints the run of any measure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import combinations
from operator import attrgetter
from typing import Any, Generic, Literal, TypeVar

from timegraph._wording import counted
from timegraph.scoring.signature import Notice, Signature, much_unread
from timegraph.scoring.statistics import (
    FEW_DOCUMENTS,
    SEED,
    Counts,
    Difference,
    Interval,
    holm,
    jackknife_interval,
    paired_randomisation,
)

V = TypeVar("V")

Labels = tuple[str | None, ...]
"""What distinguishes the scores of one system: a text, or nothing, for each of
:attr:`Measure.labels`."""

AnyScore = Any
"""A score: one that is made of counts (:class:`~timegraph.scoring.signature.CountedScore`), or
another whose values for disjoint units add up by ``+``; its figures are attributes."""

Scores = Mapping[Labels, AnyScore]
"""The scores of a unit or of a system; ``{(): score}`` where a measure has only one."""

Status = Literal["found", "missing", "failed"]
"""Whether a system has a document, lacks it, or has one that cannot be used."""

FIGURES = ("precision", "recall", "f1")
"""The figures of most measures."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a score: its machine name, its title (by default the name), and the attribute of
    the score that has it (by default of the same name), or of a part of it ("closure.f1"). One that
    is ``rare`` is shown in tables only if some system has it; JSON always has it."""

    name: str
    title: str = ""
    attribute: str = ""
    rare: bool = False

    @property
    def shown(self) -> str:
        """What tables call the figure."""
        return self.title or self.name

    def of(self, score: AnyScore | None) -> Any:
        """The value of the figure; ``None`` where it is undefined, or there is no score."""
        return None if score is None else attrgetter(self.attribute or self.name)(score)


PRF = (Figure("precision", "P"), Figure("recall", "R"), Figure("f1", "F1"))
"""Precision, recall and F1."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What intervals and tests of a figure are made of: of each system the counts of each unit, all
    of one length (``None`` where it has no score), and the ``figure`` as a function of their
    sums."""

    counts: Sequence[Sequence[Counts | None]]
    figure: Callable[[Counts], float | None]


@dataclass(frozen=True, slots=True)
class Measured(Generic[V]):
    """One unit of a system after measuring: its ``value``, and what readers should know.

    ``name`` is that in the gold or in the questions, ``file`` the system's own name for a document
    (``None`` if it has none).
    """

    name: str
    value: V
    status: Status = "found"
    notices: tuple[Notice, ...] = ()
    file: str | None = None

    def __repr__(self) -> str:
        return f"<Measured {self.name}: {self.status}>"


@dataclass(frozen=True, slots=True)
class Grouping(Generic[V]):
    """A kind of groups: ``split`` gives the scores that a unit has in each group, by a tuple of the
    group's name.

    ``fields`` are added to the signature where the groups are printed. ``figures`` names those that
    groups have, by default all. Groups have intervals if ``drawn`` says so: a group that is a unit
    itself has none. ``arrange`` gives the names of groups in the order of tables.
    """

    name: str
    split: Callable[[Measured[V]], Mapping[tuple[str, ...], Scores]]
    arrange: Callable[[Iterable[tuple[str, ...]]], list[tuple[str, ...]]] = list
    fields: Mapping[str, str] = field(default_factory=dict)
    figures: tuple[str, ...] = ()
    drawn: bool = True

    def __repr__(self) -> str:
        return f"<Grouping by {self.name}>"

    def has(self, figure: str) -> bool:
        """Whether groups have this figure."""
        return not self.figures or figure in self.figures


@dataclass(frozen=True, kw_only=True)
class Measure(Generic[V]):
    """A measure.

    ``name`` is the first field of its signatures. ``task`` makes, of a system and the inputs of the
    measure, the :class:`~timegraph.scoring.run.Task` that counts its units; ``scores`` reads the
    scores out of what was counted in one. ``empty`` is the score of nothing. ``labels`` name the
    columns that distinguish several scores of a system.

    ``intervals`` are the figures that have one where statistics are wanted, ``tested`` the figure
    by which systems are compared; those ``also_tested`` are each a family of comparisons of its
    own. ``decisive`` are the counts that the tested figure is made of, by default all: units that
    agree in them do not distinguish systems. ``best`` are the figures of which the highest is
    marked. ``unit`` and ``units`` are the words for what is drawn, ``notes`` stand below its
    tables.

    ``sampled`` makes, for each of the figures that are not made of counts in a fixed order, of the
    scores of each system in each unit the counts of which sums make the figure.
    """

    name: str
    figures: tuple[Figure, ...]
    empty: AnyScore
    scores: Callable[[V], Scores]
    labels: tuple[str, ...] = ()
    unit: str = "document"
    units: str = "documents"
    intervals: tuple[str, ...] = ("f1",)
    tested: str = "f1"
    also_tested: tuple[str, ...] = ()
    decisive: tuple[str, ...] = ()
    best: tuple[str, ...] = FIGURES
    task: Callable[..., Any]
    sampled: Mapping[str, Callable[[Sequence[Sequence[AnyScore]]], Sample]] = field(
        default_factory=dict
    )
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Measure {self.name}: {counted(len(self.figures), 'figure')}>"

    @property
    def compared(self) -> tuple[str, ...]:
        """All figures by which systems are compared."""
        return (self.tested, *self.also_tested)

    @property
    def titles(self) -> dict[str, str]:
        """What tables call each figure, by name."""
        return {figure.name: figure.shown for figure in self.figures}

    def record(self, score: AnyScore | None) -> dict[str, Any]:
        """All figures of a score by name, ``None`` for what is undefined."""
        return {figure.name: figure.of(score) for figure in self.figures}

    def sample(self, figure: str, systems: Sequence[Sequence[AnyScore | None]]) -> Sample:
        """What intervals and tests of a figure are made of, from the scores of each system in each
        unit, ``None`` where it has none."""
        if figure in self.sampled:
            return self.sampled[figure](systems)
        path = next(each.attribute for each in self.figures if each.name == figure) or figure
        part, _, name = path.rpartition(".")
        of: Callable[[AnyScore], Any] = attrgetter(part) if part else lambda score: score
        decides = figure == self.tested and not part
        read = self.decisive_counts if decides else attrgetter("counts")
        counts = [
            [None if score is None else read(of(score)) for score in scores] for scores in systems
        ]
        kind = type(of(self.empty))
        return Sample(counts, lambda sums: _of_counts(kind, name, sums))

    def decisive_counts(self, score: AnyScore) -> tuple[float, ...]:
        """The counts of a score, 0 in place of those that the tested figure is not made of."""
        if not self.decisive:
            return tuple(score.counts)
        return tuple(
            count if count_field.name in self.decisive else 0
            for count_field, count in zip(fields(score), score.counts, strict=True)
        )

    def total(self, units: Iterable[Measured[V]]) -> dict[Labels, AnyScore]:
        """The scores of several units together."""
        totals: dict[Labels, AnyScore] = {} if self.labels else {(): self.empty}
        for unit in units:
            for labels, score in self.scores(unit.value).items():
                totals[labels] = totals.get(labels, self.empty) + score
        return totals


@dataclass(frozen=True, slots=True)
class Unusable:
    """A system that could not be measured, and why."""

    name: str
    reason: str


@dataclass(frozen=True, kw_only=True, repr=False)
class Result(Generic[V]):
    """One system after measuring: its ``units`` and the ``signature`` of its scores.

    A unit that is ``missing`` or ``failed`` counts as one without annotations. ``notices`` say what
    readers of the scores should know.
    """

    name: str
    measure: Measure[V]
    units: tuple[Measured[V], ...]
    signature: Signature
    notices: tuple[Notice, ...] = ()

    @cached_property
    def scores(self) -> Scores:
        """The scores over all units, by their labels."""
        return self.measure.total(self.units)

    @property
    def score(self) -> Any:
        """The score of a measure that has only one, or the first one."""
        return next(iter(self.scores.values()), None)

    def by_unit(self) -> dict[str, V]:
        """What was counted in each unit, by its name: a document's, in most measures."""
        return {unit.name: unit.value for unit in self.units}

    def having(self, status: Status) -> tuple[str, ...]:
        """The names of the units of which the system has a usable document (``found``), lacks it
        (``missing``), or has one that cannot be read (``failed``)."""
        return tuple(unit.name for unit in self.units if unit.status == status)

    @property
    def complete(self) -> bool:
        """Whether the system has every document, and each could be read, with its labels but for a
        tenth of the links."""
        all_found = all(unit.status == "found" for unit in self.units)
        return all_found and not much_unread(self.notices)

    def group_scores(
        self, grouping: Grouping[V]
    ) -> dict[tuple[str, ...], dict[Labels, list[AnyScore]]]:
        """By the name of each group, and labels: the score of each unit, in the order of
        :attr:`units`."""
        groups: dict[tuple[str, ...], dict[Labels, list[AnyScore]]] = {}
        for unit in self.units:
            for group, scores in grouping.split(unit).items():
                of_labels = groups.setdefault(group, {})
                for labels, score in scores.items():
                    of_labels.setdefault(labels, []).append(score)
        return {group: groups[group] for group in grouping.arrange(groups)}

    def __repr__(self) -> str:
        """One line: ``<Result of qa-tempeval: careful, 8 documents, P 0.95, R 0.62, F1 0.75>``."""
        measure = self.measure
        parts = [self.name, counted(len(self.units), measure.unit, measure.units)]
        if not measure.labels and self.score is not None:
            for figure in [figure for figure in measure.figures if figure.name in measure.best][:3]:
                value = figure.of(self.score)
                parts.append(f"{figure.shown} {'-' if value is None else f'{value:.2f}'}")
        return f"<Result of {measure.name}: {', '.join(parts)}>"


def _of_counts(kind: Any, figure: str, counts: Iterable[float]) -> float | None:
    # Sums of fractions may fall below 0 in their last digit.
    value: float | None = getattr(kind(*(max(count, 0) for count in counts)), figure)
    return value


def single(score: AnyScore) -> Scores:
    """The scores of a unit that has only one."""
    return {(): score}


def by_unit(measure: Measure[V]) -> Grouping[V]:
    """The grouping in which each unit is a group."""
    return Grouping(
        measure.unit, lambda unit: {(unit.name,): measure.scores(unit.value)}, drawn=False
    )


# Systems compared: an interval for each figure, and how each differs from one of them.
#
# Works for every :class:`~timegraph.scoring.measure.Measure`, whatever unit it draws.


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
    Raises ``ValueError`` if no system is called ``against``.
    """
    by_system: dict[str, dict[Labels, Confidence]] = {result.name: {} for result in results}
    if against and against not in by_system:
        names = ", ".join(by_system)
        raise ValueError(f"no system is called {against}; the systems are {names}")
    every_labels = dict.fromkeys(labels for result in results for labels in result.scores)
    for labels in every_labels:
        for name, confidence in _of_labels(results, labels, seed, against).items():
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
            figure_intervals(measure, [score for score in of_system if score is not None]),
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
    scores: Sequence[AnyScore],
    figures: Sequence[str] | None = None,
) -> dict[str, Interval]:
    """The interval of each of the ``figures`` (by default those that have one in reports), of one
    system by its score in each unit."""
    intervals: dict[str, Interval] = {}
    for name in figures or measure.intervals:
        sample = measure.sample(name, [scores])
        counts = [units for units in sample.counts[0] if units is not None]
        intervals[name] = jackknife_interval(counts, sample.figure)
    return intervals
