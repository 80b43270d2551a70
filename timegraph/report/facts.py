"""Reports about dated facts: answers, scores of answers, consistency."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from timegraph.facts.answering.model import Reply
from timegraph.findings.record import Finding
from timegraph.report.formats import Format
from timegraph.report.significance import (
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
from timegraph.scoring.answers.consistency import Consistency
from timegraph.scoring.answers.measures import FIGURES, Figures, Measure
from timegraph.scoring.answers.systems import AnswerOptions, SystemAnswers, group_of, score_of
from timegraph.scoring.signature import Signature
from timegraph.scoring.statistics import (
    Difference,
    Interval,
    holm,
    jackknife_intervals,
    paired_randomisation,
)

__all__ = ["Asked", "ScoreReport", "ask_report", "consistency_report", "score_report"]

_SYSTEM = Column("system", kind="key")
_TITLES = {
    "set_accuracy": "Set Acc",
    "answer_f1": "Answer F1",
    "exact_match": "EM",
    "token_f1": "Token F1",
}
_ORACLE = "oracle facts: the engine is given the facts; figures of open-book readers differ in kind"
_UNIT = "intervals: jackknife over groups of facts; p: paired randomisation, set accuracy, Holm"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it was typed, its reply or why there is none, and the lines of why."""

    text: str
    reply: Reply | None
    problem: str = ""
    why: tuple[str, ...] = ()


def ask_report(asked: Sequence[Asked], format_: Format) -> str:
    """The answers, one per line in text (with the question if there are several)."""
    if format_ == "json":
        return render_json({"answers": [_asked_object(one) for one in asked]})
    if format_ == "text":
        lines = []
        for one in asked:
            answer = f"not answered: {one.problem}" if one.reply is None else one.reply.text
            lines.append(f"{one.text}\n  {answer}" if len(asked) > 1 else answer)
            lines += [f"  {line}" for line in one.why]
        return "".join(f"{line}\n" for line in lines)
    columns = tuple(map(Column, ("question", "answer", "certain", "possible", "reading", "why")))
    return render(Table(columns, tuple(map(_asked_row, asked)), name="answers"), format_)


def _asked_row(one: Asked) -> tuple[Cell, ...]:
    reply = one.reply
    if reply is None:
        return one.text, f"not answered: {one.problem}", None, None, None, None
    sets = (None if s is None else "; ".join(s) for s in (reply.certain, reply.possible))
    return (one.text, reply.text, *sets, reply.reading, " | ".join(one.why) or None)


def _asked_object(one: Asked) -> dict[str, object]:
    if one.reply is None:
        return {"question": one.text, "problem": one.problem}
    return one.reply.to_json() | {"known": one.reply.known, "why": list(one.why)}


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """What a report of scores shows, beside the systems."""

    signature: Signature
    options: AnswerOptions
    measures: tuple[Measure, ...]
    by: tuple[str, ...] = ()
    confidence: bool = False
    published: Mapping[str, Figures] | None = None
    problems: tuple[Finding, ...] = ()


def score_report(
    systems: Sequence[SystemAnswers], report: ScoreReport, options: TableOptions
) -> str:
    """The scores of systems: a table of all questions, and one for each of ``by``; the neutral
    figures beside the official ones."""
    tables = [_scores(systems, report)]
    tables += [_grouped(systems, report, by) for by in report.by]
    if report.confidence and len(systems) > 1:
        tables.append(_differences(systems, report))
    notes = (_ORACLE, *((_UNIT,) if report.confidence else ()))
    last = tables[-1]
    tables[-1] = replace(last, notes=(*last.notes, *notes, f"signature: {report.signature}"))
    if options.format == "json":
        content: dict[str, object] = {table.name: table.records for table in tables}
        content |= {"signature": str(report.signature), "notes": [_ORACLE]}
        return render_json(content | {"problems": [one.to_json() for one in report.problems]})
    if options.format == "csv":
        tables = [_with_signature(table, report.signature) for table in tables]
    return render_tables(tables, options)


def _with_signature(table: Table, signature: Signature) -> Table:
    """The table with what CSV has no notes for."""
    rows = tuple((*row, "oracle", str(signature)) for row in table.rows)
    added = (Column(name, kind="provenance") for name in ("facts", "signature"))
    return replace(table, columns=(*table.columns, *added), rows=rows)


def _columns(report: ScoreReport) -> list[Column]:
    several = len(report.measures) > 1
    return [
        Column(
            f"{measure.replace('-', '_')}_{figure}" if several else figure,
            f"{_TITLES[figure]} ({measure})" if several else _TITLES[figure],
        )
        for measure in report.measures
        for figure in FIGURES
    ]


def _scores(systems: Sequence[SystemAnswers], report: ScoreReport) -> Table:
    columns = [_SYSTEM, Column("questions"), *_columns(report)]
    if report.confidence:
        # The first figure of the first measure is the one that has an interval.
        columns[2] = replace(
            columns[2], title=interval_title(columns[2].shown), interval=("low", "high")
        )
    rows: list[tuple[Cell, ...]] = []
    for system in systems:
        scored, cells = _figures(system, report)
        if report.confidence:
            interval = _interval(system, report)
            value = cells[0]
            assert not isinstance(value, (str, Estimate))
            cells = (Estimate(value, interval.low, interval.high), *cells[1:])
        rows.append((_name(system), scored, *cells))
    table = Table(tuple(columns), tuple(rows), name="systems")
    if len(systems) > 1:
        table = mark_best(table, group=lambda row: None, figures=[c.name for c in columns[2:]])
    for name, figures in (report.published or {}).items():
        missing = (None,) * (len(columns) - 2 - len(FIGURES))
        cells = (*figures.counts[: len(FIGURES)], *missing)
        rows.append((f"{name} (published, not re-run, open book)", None, *cells))
    return replace(table, rows=tuple(rows))


def _name(system: SystemAnswers) -> str:
    return f"{system.name} (from its facts)" if system.kind == "facts" else system.name


def _figures(
    system: SystemAnswers, report: ScoreReport, by: str | None = None, group: str | None = None
) -> tuple[int, tuple[Cell, ...]]:
    """How many questions are scored, and the figures of each measure."""
    cells: list[Cell] = []
    scored = 0
    for measure in report.measures:
        figures = [
            one
            for answered, one in system.figures(measure, report.options)
            if by is None or group_of(answered, by) == group
        ]
        scored = len(figures)
        mean = score_of(figures)
        cells += (None,) * len(FIGURES) if mean is None else mean.counts[: len(FIGURES)]
    return scored, tuple(cells)


def _grouped(systems: Sequence[SystemAnswers], report: ScoreReport, by: str) -> Table:
    columns = (_SYSTEM, Column(by, kind="key"), Column("questions"), *_columns(report))
    rows: list[tuple[Cell, ...]] = []
    for system in systems:
        groups = dict.fromkeys(
            group_of(answered, by)
            for answered, _ in system.figures(report.measures[0], report.options)
        )
        for group in sorted(groups):
            scored, cells = _figures(system, report, by, group)
            rows.append((_name(system), group, scored, *cells))
    return Table(columns, tuple(rows), name=f"by_{by}")


def _counts(system: SystemAnswers, report: ScoreReport) -> dict[str, tuple[float, float]]:
    """The sum of set accuracy and the number of questions of each group of facts."""
    counts: dict[str, tuple[float, float]] = {}
    for answered, figures in system.figures(report.measures[0], report.options):
        right, questions = counts.get(answered.record.group, (0.0, 0.0))
        counts[answered.record.group] = (right + figures.set_accuracy, questions + 1.0)
    return counts


def _share(sums: Sequence[float]) -> float | None:
    return sums[0] / sums[1] if sums[1] else None


def _interval(system: SystemAnswers, report: ScoreReport) -> Interval:
    counts = list(_counts(system, report).values())
    return jackknife_intervals(counts, {"set_accuracy": _share})["set_accuracy"]


def _differences(systems: Sequence[SystemAnswers], report: ScoreReport) -> Table:
    columns = (
        _SYSTEM,
        Column("against", kind="key"),
        *(Column("difference"), Column("p"), Column("p_holm", "p (Holm)")),
    )
    first, *others = systems
    own = _counts(first, report)
    found: list[tuple[str, Difference]] = []
    for other in others:
        counts = _counts(other, report)
        groups = [group for group in own if group in counts]
        one, two = [own[group] for group in groups], [counts[group] for group in groups]
        found.append((_name(other), paired_randomisation(first=one, second=two, measure=_share)))
    corrected = holm([difference.p for _, difference in found])
    rows = tuple(
        (_name(first), name, difference.difference, difference.p, p)
        for (name, difference), p in zip(found, corrected, strict=True)
    )
    marks = {(k, 4): mark for k, p in enumerate(corrected) if (mark := significance(p))}
    notes = (significance_note("the two systems differ"),)
    return Table(columns, rows, notes, name="differences", marks=marks)


def consistency_report(
    rows: Sequence[tuple[str, Consistency]], signature: Signature, format_: Format
) -> str:
    """How alike each system answers questions that ask for the same."""
    columns = (
        _SYSTEM,
        Column("sets"),
        Column("identical"),
        Column("identical_share", "identical %"),
        Column("right", "identical and right"),
        Column("right_share", "identical and right %"),
    )
    cells = tuple(
        (name, c.sets, c.identical, c.identical_share, c.right, c.right_share) for name, c in rows
    )
    table = Table(columns, cells, (_ORACLE, f"signature: {signature}"), "consistency")
    if format_ == "csv":
        table = _with_signature(table, signature)
    return render(table, format_)
