"""What ``timegraph questions study`` prints: a row for each figure, with its interval."""

from __future__ import annotations

from timegraph.report.tables import Cell, Column, Table, TableOptions, render_tables
from timegraph.scoring.statistics import LEVEL
from timegraph.task.question_sets.study import Study

__all__ = ["COLUMNS", "render_study"]

_TAIL = (1 - LEVEL) / 2
COLUMNS = (
    *(Column("part", kind="key"), Column("value", kind="key")),
    *(Column("chosen"), Column("others"), Column("difference")),
    Column("low", f"{_TAIL:.1%}"),
    Column("high", f"{1 - _TAIL:.1%}"),
)


def render_study(study: Study, options: TableOptions, *, signature: str) -> str:
    """The study as a table; ``signature`` says how gold was read."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            *(one.part, one.value, one.chosen, one.others, one.difference),
            *(one.interval.low, one.interval.high),
        )
        for one in study.rows
    )
    notes = (
        f"chosen: {study.chosen_events} events and {study.chosen_pairs} pairs of "
        f"{study.documents} documents; others: {study.other_events} events and "
        f"{study.other_pairs} pairs",
        f"{LEVEL:.0%} interval of the difference: jackknife over documents, Student's t",
        f"gold: {signature}",
    )
    return render_tables([Table(COLUMNS, rows, notes, name="figures")], options)
