"""Tables of TORQUE: scores of systems, agreement of annotators, pairs of events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from timegraph.report.formats import Format
from timegraph.report.significance import (
    interval_names,
    interval_title,
    mark_best,
    significance,
    significance_note,
)
from timegraph.report.tables import (
    Cell,
    Column,
    Estimate,
    Table,
    TableOptions,
    render,
    render_json,
    render_tables,
)
from timegraph.scoring.statistics import LEVEL, holm
from timegraph.scoring.torque.agreement import Agreement
from timegraph.scoring.torque.pair_differences import PairDifference
from timegraph.scoring.torque.score import Empty, TorqueScore
from timegraph.scoring.torque.systems import (
    FIGURES,
    TorqueResult,
    compare_torque,
    grouped_scores,
    torque_signature,
)
from timegraph.torque.groupings import Grouping
from timegraph.torque.pairs import PairCounts
from timegraph.torque.passages import PassageSet
from timegraph.torque.problems import Problem

__all__ = ["agreement_report", "pairs_report", "score_report"]

_PLAIN = TableOptions()

_COLUMNS = (
    Column("system", kind="key"),
    Column("questions"),
    Column("f1", "F1"),
    Column("exact_match", "EM"),
    Column("groups"),
    Column("consistency", "C"),
)


def score_report(
    passages: PassageSet,
    results: Sequence[TorqueResult],
    *,
    empty: Empty,
    grouped: bool,
    groupings: Mapping[str, Grouping] | None = None,
    confidence: bool = False,
    problems: Sequence[Problem] = (),
    options: TableOptions = _PLAIN,
) -> str:
    """The scores of systems, all and by each of the ``groupings``, with the signature below."""
    signature = torque_signature(passages, empty=empty, grouped=grouped)
    tables = [_scores(results, confidence)]
    for name, grouping in (groupings or {}).items():
        tables.append(_grouped(passages, results, name, grouping, empty))
    if confidence and len(results) > 1:
        tables.append(_differences(results))
    note = "span-level: token-level scores of the leaderboard are not comparable"
    tables[-1] = replace(tables[-1], notes=(*tables[-1].notes, note, f"signature: {signature}"))
    if options.format == "json":
        return _as_json(tables, str(signature), problems)
    return render_tables(tables, options)


def _scores(results: Sequence[TorqueResult], confidence: bool) -> Table:
    columns = list(_COLUMNS)
    rows = [_row(result.name, result.score) for result in results]
    notes: tuple[str, ...] = ()
    if confidence:
        f1 = next(k for k, column in enumerate(columns) if column.name == "f1")
        columns[f1] = Column("f1", interval_title("F1"), interval=interval_names("f1"))
        for row, result in zip(rows, results, strict=True):
            interval = result.intervals()["f1"]
            row[f1] = Estimate(result.score.f1, interval.low, interval.high)
        notes = (f"F1 {LEVEL:.0%} interval: jackknife over passages, Student's t, arcsine scale",)
    table = Table(tuple(columns), tuple(map(tuple, rows)), notes, name="systems")
    return mark_best(table, group=lambda row: None, figures=FIGURES) if len(results) > 1 else table


def _row(name: str, score: TorqueScore) -> list[Cell]:
    figures = [getattr(score, figure) for figure in FIGURES]
    return [name, score.questions, figures[0], figures[1], score.groups, figures[2]]


def _grouped(
    passages: PassageSet,
    results: Sequence[TorqueResult],
    by: str,
    grouping: Grouping,
    empty: Empty,
) -> Table:
    columns = (_COLUMNS[0], Column(by, kind="key"), *_COLUMNS[1:4])
    rows = tuple(
        (result.name, name, score.questions, score.f1, score.exact_match)
        for result in results
        for name, score in grouped_scores(passages, result, grouping, empty=empty).items()
    )
    return Table(columns, rows, name=f"by_{by}")


def _differences(results: Sequence[TorqueResult]) -> Table:
    columns = (
        Column("system", kind="key"),
        Column("against", kind="key"),
        Column("f1_difference", "F1 difference"),
        Column("p"),
        Column("p_holm", "p (Holm)"),
    )
    compared = list(compare_torque(results))
    rows = tuple(
        (name, first, difference.difference, difference.p, corrected)
        for name, first, difference, corrected in compared
    )
    marks = {
        (number, 4): mark
        for number, (*_, corrected) in enumerate(compared)
        if (mark := significance(corrected))
    }
    notes = (
        "p: paired randomisation over passages; Holm over the pairs of this table",
        significance_note("the two systems differ"),
    )
    return Table(columns, rows, notes, name="differences", marks=marks)


def agreement_report(
    rows: Iterable[tuple[str, Agreement]], gini: float | None, questions: int, format_: Format
) -> str:
    """How far annotators agree with their majority."""
    columns = (
        Column("compared"),
        Column("precision", "P"),
        Column("recall", "R"),
        Column("f1", "F1"),
    )
    table = Table(
        columns,
        tuple((name, one.precision, one.recall, one.f1) for name, one in rows),
        (
            f"{questions} questions; events pooled over all of them",
            f"Gini coefficient of the annotators' shares: {'-' if gini is None else f'{gini:.2f}'}",
        ),
        name="agreement",
    )
    if format_ == "json":
        return _as_json([table], "", (), gini=gini)
    return render(table, format_)


def pairs_report(
    folders: Sequence[tuple[str, PairCounts]],
    differences: Sequence[PairDifference],
    format_: Format,
) -> str:
    """What each folder of annotations says of the pairs that questions decide, and how each
    differs from the first on the pairs that both decide."""
    columns = (
        Column("annotation"),
        Column("pairs"),
        Column("decided"),
        Column("yes_in_gold", "gold of yes"),
        Column("no_in_gold", "gold of no"),
        Column("unknown_in_gold", "gold of unknown"),
        Column("accuracy"),
        Column("constant", "constant answer"),
    )
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
    tables = [Table(columns, rows, (note,), name="annotations")]
    if differences:
        tables.append(_pair_differences(differences))
    if format_ == "json":
        return _as_json(tables, "", ())
    return render_tables(tables, TableOptions(format_))


def _pair_differences(differences: Sequence[PairDifference]) -> Table:
    columns = (
        Column("annotation"),
        Column("against"),
        Column("both", "both decide"),
        Column("only_first", "only it right"),
        Column("only_second", "only the other right"),
        Column("p"),
        Column("p_holm", "p (Holm)"),
    )
    rows = tuple(
        (one.name, one.against, one.both, one.only_first, one.only_second, one.p, corrected)
        for one, corrected in zip(differences, holm([d.p for d in differences]), strict=True)
    )
    note = "p: McNemar's exact test on the pairs that both annotations decide"
    return Table(columns, rows, (note,), name="differences")


def _as_json(
    tables: Sequence[Table], signature: str, problems: Sequence[Problem], **more: object
) -> str:
    content: dict[str, object] = {table.name: table.records for table in tables}
    if signature:
        content["signature"] = signature
    content |= more
    content["problems"] = [problem.to_json() for problem in problems]
    return render_json(content)
