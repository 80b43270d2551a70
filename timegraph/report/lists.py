"""The scores of LIST questions: a table of their own."""

from __future__ import annotations

from collections.abc import Mapping

from timegraph.report.measures import Additions
from timegraph.report.significance import mark_best
from timegraph.report.tables.table import SYSTEM, Column, Table
from timegraph.scoring import DocumentAnswers, ListScore, Result, Run, list_score

__all__ = ["LIST_COLUMNS", "list_tables"]

LIST_COLUMNS = (
    Column("questions", "lists"),
    *map(Column, ("predicted", "expected", "correct")),
    Column("precision", "P"),
    Column("recall", "R"),
    Column("f1", "F1"),
    Column("macro_precision", "macro P"),
    Column("macro_recall", "macro R"),
    Column("macro_f1", "macro F1"),
)
"""The figures of lists."""


def list_tables(run: Run[DocumentAnswers]) -> Additions:
    """The scores of lists, in several kits those of each kit, then those over all; nothing if no
    question asks for a list."""
    several = len(run.strata) > 1
    scored: list[tuple[Result[DocumentAnswers], str, ListScore | None]] = []
    for kit in run.strata if several else ():
        for result in run.results:
            if kit in result.signatures:
                part = result.within(kit)
                scored.append((part, kit, list_score(part)))
    scored += [(result, "all", list_score(result)) for result in run.results]
    if not any(score is not None and score.questions for _, _, score in scored):
        return Additions()
    table = Table(
        (SYSTEM, *([Column("domain", kind="key")] if several else []), *LIST_COLUMNS),
        tuple(
            (result.name, *([kit] if several else []), *_record(score).values())
            for result, kit, score in scored
        ),
        name="lists",
        signatures=tuple(str(result.signature) for result, _, _ in scored),
    )
    if len(run.results) > 1:
        figures = [column.name for column in LIST_COLUMNS[4:]]
        table = mark_best(table, group=lambda row: row[1 : 1 + several], figures=figures)
    members = {
        result.name: {"lists": _record(score)}
        for result, kit, score in scored
        if kit == "all" and score is not None
    }
    return Additions(tables=[table], members=members)


def _record(score: ListScore | None) -> Mapping[str, int | float | None]:
    return {
        column.name: None if score is None else getattr(score, column.name)
        for column in LIST_COLUMNS
    }
