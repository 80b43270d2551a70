"""Reports of TORQUE beside its scores: agreement of annotators, pairs of events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple

from timegraph.report.report import Report
from timegraph.report.tables import Column, Table
from timegraph.scoring.ratios import MatchScore
from timegraph.scoring.torque.pair_differences import PairDifference
from timegraph.torque.pairs import PairCounts
from timegraph.torque.problems import Problem

__all__ = ["agreement_report", "pairs_report"]

_AGREEMENT = (
    Column("compared"),
    Column("precision", "P"),
    Column("recall", "R"),
    Column("f1", "F1"),
)
_PAIRS = (
    Column("annotation"),
    Column("pairs"),
    Column("decided"),
    Column("yes_in_gold", "gold of yes"),
    Column("no_in_gold", "gold of no"),
    Column("unknown_in_gold", "gold of unknown"),
    Column("accuracy"),
    Column("constant", "constant answer"),
)
_DIFFERENCES = (
    Column("annotation"),
    Column("against"),
    Column("both", "both decide"),
    Column("only_first", "only the annotation right"),
    Column("only_second", "only the other right"),
    Column("p"),
    Column("p_holm", "p (Holm)"),
)


def agreement_report(
    rows: Iterable[tuple[str, MatchScore]],
    gini: float | None,
    questions: int,
    problems: Sequence[Problem] = (),
) -> Report:
    """How far annotators agree with their majority, and the Gini coefficient of their shares of the
    work; ``problems`` are those of the passages."""
    table = Table(
        _AGREEMENT,
        tuple(
            (name, agreement.precision, agreement.recall, agreement.f1) for name, agreement in rows
        ),
        (
            f"{questions} questions; events pooled over all of them",
            f"Gini coefficient of the annotators' shares: {'-' if gini is None else f'{gini:.2f}'}",
        ),
        name="agreement",
    )
    return _report([table], problems, gini=gini)


def pairs_report(
    folders: Sequence[tuple[str, PairCounts]],
    differences: Sequence[PairDifference],
    problems: Sequence[Problem] = (),
) -> Report:
    """What each folder of annotations says of the pairs that questions decide, and how each
    differs from the first on the pairs that both decide
    (:func:`timegraph.scoring.torque.pair_differences.pair_differences`)."""
    rows = tuple(
        (
            name,
            counts.total,
            counts.decided,
            counts.share_in_answer("yes"),
            counts.share_in_answer("no"),
            counts.share_in_answer("unknown"),
            counts.accuracy,
            counts.constant_accuracy,
        )
        for name, counts in folders
    )
    note = "gold of yes: the share of the pairs answered yes that are in the majority's answers"
    tables = [Table(_PAIRS, rows, (note,), name="annotations")]
    if differences:
        tested = "p: McNemar's exact test on the pairs that both annotations decide"
        cells = tuple(map(astuple, differences))
        tables.append(Table(_DIFFERENCES, cells, (tested,), name="differences"))
    return _report(tables, problems)


def _report(tables: Sequence[Table], problems: Sequence[Problem], **figures: object) -> Report:
    rows: dict[str, object] = {table.name: table.records for table in tables}
    record = {
        **rows,
        **figures,
        "notes": [note for table in tables for note in table.notes],
        "problems": [problem.finding.to_json() for problem in problems],
    }
    return Report(tables=tables, record=record)
