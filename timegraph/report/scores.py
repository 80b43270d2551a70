"""The report of QA TempEval: scores of systems, of their lists, and their wrong answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from timegraph.report.comparison import mark_best
from timegraph.report.systems import (
    NAME,
    Figure,
    Layout,
    ReportOptions,
    Scores,
    SystemScores,
    score_tables,
    signed,
    system_objects,
)
from timegraph.report.tables import Column, Table, render_tables
from timegraph.report.wrong_answers import (
    wrong_answers_table,
    wrong_answers_text,
    wrong_answers_to_json,
)
from timegraph.scoring import ListScore, Score, SystemResult
from timegraph.scoring.confidence import Confidence, confidence

__all__ = ["COLUMNS", "GROUPS", "score_overviews", "score_report"]

GROUPS = ("document", "relation")
"""The kinds of groups that a table can have rows for."""

_LAYOUT = Layout(
    figures=(
        *map(Figure, ("questions", "answered", "correct", "coverage")),
        Figure("precision", "P"),
        Figure("recall", "R"),
        Figure("f1", "F1"),
    )
)

_LIST_COLUMNS = (
    Column("questions", "lists"),
    *map(Column, ("predicted", "expected", "correct")),
    Column("precision", "P"),
    Column("recall", "R"),
    Column("f1", "F1"),
    Column("macro_precision", "macro P"),
    Column("macro_recall", "macro R"),
    Column("macro_f1", "macro F1"),
)


COLUMNS = (*_LAYOUT.every_column(GROUPS), *_LIST_COLUMNS)
"""All columns that the report may have."""


def score_report(
    results: Sequence[SystemResult],
    options: ReportOptions,
    *,
    statistics: bool = False,
    errors: bool = False,
    warnings: Sequence[str] = (),
) -> str:
    """The figures of all systems, with ``statistics`` and the wrong and unknown answers
    (``errors``) if wanted.

    ``warnings`` are about questions and key. Wrong answers are for text, JSON and CSV alone.
    """
    systems = _systems(results, options, statistics=statistics, errors=errors)
    if options.format == "json":
        return system_objects(systems, _LAYOUT, options, warnings=warnings)
    with_lists = any(result.list_score.questions for result in results)
    mark = statistics or options.format in ("markdown", "latex")
    tables = []
    if any(result.score.questions for result in results) or not with_lists:
        tables += score_tables(systems, _LAYOUT, options, mark=mark)
    if with_lists:
        rows = tuple((one.name, *_list_record(one.list_score).values()) for one in results)
        table = Table((NAME, *_LIST_COLUMNS), rows)
        if mark and len(results) > 1:
            figures = [column.name for column in _LIST_COLUMNS[4:]]
            table = mark_best(table, group=lambda row: None, figures=figures)
        owners = [replace(one, confidence=None) for one in systems]  # lists have no intervals
        tables.append(signed(table, owners, options.format))
    if errors and options.format == "csv":
        tables.append(wrong_answers_table(results))
    report = render_tables(tables, options)
    if not errors or options.format == "csv":
        return report
    return report + "".join(
        wrong_answers_text(result, options.width, colour=options.colour) for result in results
    )


def score_overviews(
    results: Sequence[SystemResult], options: ReportOptions, *, statistics: bool = False
) -> list[Table]:
    """The tables of the systems' scores: of all questions, then by each kind of group in
    ``options.by``. With fewer than two documents there are no ``statistics``."""
    statistics = statistics and all(len(one.by_document()) > 1 for one in results)
    systems = _systems(results, options, statistics=statistics)
    tables = score_tables(systems, _LAYOUT, replace(options, by=()))
    return tables + (score_tables(systems, _LAYOUT, options) if options.by else [])


def _systems(
    results: Sequence[SystemResult],
    options: ReportOptions,
    *,
    statistics: bool,
    errors: bool = False,
) -> list[SystemScores]:
    drawn: Sequence[Confidence | None] = [None] * len(results)
    if statistics:
        scores = [(one.name, list(one.by_document().values())) for one in results]
        drawn = confidence(scores, seed=options.seed)
    return [_system(result, own, errors=errors) for result, own in zip(results, drawn, strict=True)]


def _system(result: SystemResult, drawn: Confidence | None, *, errors: bool) -> SystemScores:
    details: dict[str, object] = {}
    if result.list_score.questions:
        details["lists"] = _list_record(result.list_score)
    if errors:
        details["errors"] = wrong_answers_to_json(result)
    return SystemScores(
        name=result.name,
        signature=result.signature,
        warnings=tuple(map(str, result.warnings)),
        scores={(): result.score},
        groups={
            "document": _groups(result.by_document()),
            "relation": _groups(result.by_relation()),
        },
        confidence=None if drawn is None else {(): drawn},
        details=details,
    )


def _groups(scores: Mapping[str, Score]) -> dict[str, Scores]:
    return {name: {(): score} for name, score in scores.items()}


def _list_record(score: ListScore) -> dict[str, int | float | None]:
    return {column.name: getattr(score, column.name) for column in _LIST_COLUMNS}
