"""The report on relation classification: overview, labels, confusion matrix, groups and tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import add

from timegraph.report.measures import columns_of, estimate, estimated, measure_report
from timegraph.report.tables import SYSTEM, Column, Report, Table
from timegraph.scoring.measure import Result
from timegraph.scoring.relations import (
    GROUPS,
    RELATIONS,
    RelationsScore,
    group_interval,
    group_scores,
)
from timegraph.scoring.run import Run

NO_LINK = "(no link)"

_LABELS = (
    SYSTEM,
    Column("label", kind="key"),
    Column("precision", "P"),
    Column("recall", "R", follows=True),
    Column("f1", "F1", follows=True),
    *map(Column, ("correct", "predicted", "expected")),
)
_CONFUSION = (
    SYSTEM,
    Column("gold", kind="key"),
    Column("predicted_label", "predicted", kind="key"),
    Column("count"),
)
_F1 = Column("f1", "F1", follows=True)
_GROUP = (Column("pairs"), Column("precision", "P"), Column("recall", "R", follows=True))

COLUMNS = tuple(
    {
        column.name: column
        for column in (
            *columns_of(RELATIONS, GROUPS),
            *_LABELS,
            *_CONFUSION,
            *_GROUP,
            estimated(_F1),
        )
    }.values()
)
"""All columns that the report may have."""


def relations_report(run: Run[RelationsScore], by: Iterable[str] = ()) -> Report:
    """The report of a run of :data:`~timegraph.scoring.relations.RELATIONS`: the figures of
    all systems, each label, the confusion matrix, and a table for each of the kinds ``by`` of
    :data:`~timegraph.scoring.relations.GROUPS`.

    With statistics the F1 figures have intervals, and every system is compared with another one
    (:func:`timegraph.scoring.run_measure`), figure by figure. Raises ``ValueError`` for a kind of
    groups that does not exist.
    """
    scored = run.results
    intervals = run.statistics is not None
    tables = [_labels(scored), _confusion(scored)]
    tables += [_groups(scored, kind, intervals=intervals) for kind in dict.fromkeys(by)]
    return measure_report(run, tables=tables)


def _labels(results: Sequence[Result[RelationsScore]]) -> Table:
    rows = [
        (result.name, label, score.precision, score.recall, score.f1, *map(int, score.counts))
        for result in results
        for confusion in (result.score.confusion,)
        for label in confusion.labels
        for score in (confusion.of(label),)
    ]
    return Table(_LABELS, tuple(rows), name="labels")


def _confusion(results: Sequence[Result[RelationsScore]]) -> Table:
    rows = [
        (result.name, gold, system or NO_LINK, count)
        for result in results
        for (gold, system), count in sorted(
            result.score.confusion.counts.items(),
            key=lambda item: (item[0][0], item[0][1] or NO_LINK),
        )
    ]
    return Table(_CONFUSION, tuple(rows), name="confusion")


def _groups(results: Sequence[Result[RelationsScore]], by: str, *, intervals: bool) -> Table:
    drawn = intervals and by != "document"
    f1 = estimated(_F1) if drawn else _F1
    rows = [
        (
            *(result.name, name, score.gold_total, score.precision, score.recall),
            estimate(score.f1, group_interval(scores) if drawn else None),
        )
        for result in results
        for name, scores in group_scores(result, by).items()
        for score in (reduce(add, scores),)
    ]
    return Table((SYSTEM, Column(by, kind="key"), *_GROUP, f1), tuple(rows), name=f"by_{by}")
