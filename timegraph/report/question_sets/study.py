"""What ``timegraph questions study`` prints: a row for each figure, with its interval."""

from __future__ import annotations

from timegraph.report.report import Report
from timegraph.report.tables import Cell, Column, Table
from timegraph.scoring.statistics import LEVEL
from timegraph.task.question_sets.study import Study

__all__ = ["COLUMNS", "study_report"]

_TAIL = (1 - LEVEL) / 2
COLUMNS = (
    *(Column("part", kind="key"), Column("value", kind="key")),
    *(Column("chosen"), Column("others"), Column("difference")),
    Column("low", f"{_TAIL:.1%}"),
    Column("high", f"{1 - _TAIL:.1%}"),
)


def study_report(study: Study, *, signature: str) -> Report:
    """The study as a table; ``signature`` says how gold was read."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            *(row.part, row.value, row.chosen, row.others, row.difference),
            *(row.interval.low, row.interval.high),
        )
        for row in study.rows
    )
    notes = (
        f"chosen: {study.chosen_events} events and {study.chosen_pairs} pairs of "
        f"{study.documents} documents; others: {study.other_events} events and "
        f"{study.other_pairs} pairs",
        f"{LEVEL:.0%} interval of the difference: jackknife over documents, Student's t",
        f"gold: {signature}",
    )
    return Report([Table(COLUMNS, rows, notes, name="figures")])
