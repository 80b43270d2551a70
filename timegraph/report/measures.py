"""The report of any measure: systems and their scores, groups of them, and the statistics.

A measure says what its figures are (:class:`~timegraph.scoring.measure.Measure`), a run has the
results (:class:`~timegraph.scoring.run.Run`); everything else about the report is decided here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from timegraph.findings import Finding
from timegraph.report.report import (
    FindingsSection,
    Report,
    estimated,
    mark_best,
    record_of,
    significance,
    statistics_notes,
    tests_columns,
    tests_table,
)
from timegraph.report.tables import SYSTEM, Cell, Column, Estimate, Table
from timegraph.scoring.measure import (
    AnyScore,
    Confidence,
    Figure,
    Grouping,
    Labels,
    Measure,
    Result,
    figure_intervals,
)
from timegraph.scoring.run import Run
from timegraph.scoring.signature import Signature
from timegraph.scoring.statistics import INTERVAL_METHOD, Interval

if TYPE_CHECKING:
    from timegraph.scoring.qa_tempeval.comparison import AnsweredQuestion, DocumentAnswers


_P = Column("p_holm", "p", needs="--against")
_ALL = "all"


@dataclass(frozen=True, slots=True)
class Additions:
    """What a report has besides the scores of a measure.

    ``tables`` follow those of the scores, and stand in JSON under their names; rows that name a
    system get its signature. ``members`` are further members of each system's JSON object, by its
    name. ``findings`` stand below the tables, ``rows`` are tables for CSV alone. ``problems`` are
    findings about the input.
    """

    tables: Sequence[Table] = ()
    members: Mapping[str, Mapping[str, object]] | None = None
    findings: Sequence[FindingsSection] = ()
    rows: Sequence[Table] = ()
    problems: Sequence[Finding] = ()
    notes: Sequence[str] = ()

    def with_others(self, other: Additions) -> Additions:
        """These additions, and the ``other`` ones after them."""
        members = {name: dict(values) for name, values in (self.members or {}).items()}
        for name, values in (other.members or {}).items():
            members.setdefault(name, {}).update(values)
        return Additions(
            tables=(*self.tables, *other.tables),
            members=members,
            findings=(*self.findings, *other.findings),
            rows=(*self.rows, *other.rows),
            problems=(*self.problems, *other.problems),
            notes=(*self.notes, *other.notes),
        )


def measure_report(
    run: Run[Any],
    groupings: Sequence[Grouping[Any]] = (),
    additions: Additions = Additions(),
) -> Report:
    """The report of a run: the figures of all systems, or a table for each of ``groupings``.

    The best figures of several systems are marked. Where systems are compared by several figures,
    a last table has the comparisons.
    Where nothing has a score, such as in a set that asks only for lists, the tables of
    ``additions`` stand alone, if there are any.
    """
    additions = _with_tests(run, additions)
    tables: list[Table] = []
    below = (*run.measure.notes, *additions.notes)
    units = [unit for result in run.results for unit in result.units]
    if not additions.tables or any(run.measure.scores(unit.value) for unit in units):
        tables = [
            replace(table, notes=(*table.notes, *below)) for table in run_tables(run, groupings)
        ]
    more = _signed(run, additions.tables)
    return Report(
        tables=(*tables, *more),
        rows=(*tables, *more, *_signed(run, additions.rows)),
        record=partial(measure_record, run, groupings, additions),
        notes=() if tables else (*_notes(run, ()), *below),
        findings=additions.findings,
        remarks=run.remarks,
    )


def _with_tests(run: Run[Any], additions: Additions) -> Additions:
    """The additions with the table of the comparisons, if these are by several figures."""
    if not run.measure.also_tested or run.statistics is None or len(run.results) < 2:
        return additions
    notes = _notes(run, _shown_intervals(run, None))
    tests = replace(tests_table(run), notes=notes)
    return replace(additions, tables=(*additions.tables, tests))


def _signed(run: Run[Any], tables: Sequence[Table]) -> list[Table]:
    """The tables, with the signature of the system that each row is about."""
    signatures = {result.name: str(printed_signature(run, result)) for result in run.results}
    signed = []
    for table in tables:
        if SYSTEM.name in table.plain_columns and not table.signatures:
            place = table.plain_columns.index(SYSTEM.name)
            names = (row[place] for row in table.plain_rows())
            row_signatures = tuple(signatures.get(str(name), "") for name in names)
            table = replace(table, signatures=row_signatures)
        signed.append(table)
    return signed


def run_tables(run: Run[Any], groupings: Sequence[Grouping[Any]] = ()) -> list[Table]:
    """The table of the systems' scores, or one for each kind of groups."""
    return [_table(run, grouping) for grouping in groupings or (None,)]


def columns_of(measure: Measure[Any], kinds: Sequence[str] = ()) -> tuple[Column, ...]:
    """All columns that a report of the measure may have, with ``kinds`` of groups."""
    groups = (Column(kind, kind="key", needs=f"--by {kind}") for kind in kinds)
    tests = tests_columns(measure) if measure.also_tested else (_P,)
    figures = _columns(measure, measure.figures, measure.intervals)
    return tuple(dict.fromkeys((SYSTEM, *groups, *figures, *tests)))


def printed_signature(
    run: Run[Any], result: Result[Any], groupings: Sequence[Grouping[Any]] = ()
) -> Signature:
    """The signature of a system where groups of these kinds are printed, with the method of the
    intervals where there are any."""
    added = {key: value for grouping in groupings for key, value in grouping.fields.items()}
    if run.statistics is not None:
        added["intervals"] = INTERVAL_METHOD
    return result.signature.adding(**added)


def _columns(
    measure: Measure[Any], figures: Sequence[Figure], intervals: Collection[str]
) -> Iterator[Column]:
    yield from (Column(label, kind="key") for label in measure.labels)
    for figure in figures:
        # Recall and F1 are read with the precision before them.
        follows = figure.name in ("recall", "f1")
        column = Column(figure.name, figure.title, follows=follows)
        yield estimated(column) if figure.name in intervals else column


def _table(run: Run[Any], grouping: Grouping[Any] | None) -> Table:
    measure = run.measure
    compared = sum(bool(result.scores) for result in run.results)
    intervals = _shown_intervals(run, grouping)
    figures = [
        figure for figure in _shown_figures(run) if grouping is None or grouping.has(figure.name)
    ]
    drawn = run.statistics is not None and compared > 1
    tested = [_P] if drawn and not measure.also_tested else []
    group_columns = [] if grouping is None else [Column(grouping.name, kind="key")]
    columns = (SYSTEM, *group_columns, *_columns(measure, figures, intervals), *tested)
    rows: list[tuple[Cell, ...]] = []
    signatures: list[str] = []
    totals: set[int] = set()
    marks: dict[tuple[int, int], str] = {}
    places = {column.name: k for k, column in enumerate(columns)}
    for score in _scores(run, grouping):
        comparisons = {} if score.statistics is None else score.statistics.comparisons
        p = comparisons[measure.tested].p_holm if comparisons else None
        if grouping is not None and score.is_total:
            totals.add(len(rows))
        for figure, comparison in comparisons.items():
            if mark := significance(comparison.p_holm):
                marks[len(rows), places[figure]] = mark
        cells = _cells(figures, intervals, score)
        labels = ("" if label is None else label for label in score.labels)
        rows.append((score.system.name, *score.group, *labels, *cells, *[p for _ in tested]))
        signatures.append(str(printed_signature(run, score.system, [grouping] if grouping else ())))
    for system in run.unusable:
        keys = len(group_columns) + len(measure.labels)
        figures_missing = len(columns) - 1 - keys
        rows.append((system.name, *("",) * keys, *(None,) * figures_missing))
        signatures.append("")
    table = Table(
        columns,
        tuple(rows),
        _notes(run, intervals),
        name="systems" if grouping is None else f"by_{grouping.name}",
        marks=marks,
        signatures=tuple(signatures),
        totals=frozenset(totals),
    )
    if len(run.results) < 2:
        return table
    alike = slice(1, 1 + len(group_columns) + len(measure.labels))
    return mark_best(table, group=lambda row: row[alike], figures=measure.best)


@dataclass(frozen=True, slots=True)
class _Score:
    """One row: a score of a system, of all units or of a group."""

    system: Result[Any]
    group: tuple[str, ...]
    labels: Labels
    score: AnyScore | None
    intervals: Mapping[str, Interval]
    statistics: Confidence | None = None
    is_total: bool = False


def _scores(run: Run[Any], grouping: Grouping[Any] | None) -> Iterator[_Score]:
    """The rows of a table. What is compared stands together: first every system's first score, then
    the second; with groups, system by system, each with its total below."""
    if grouping is None:
        rows = [list(_totals(run, system, ())) for system in run.results]
        for k in range(max(map(len, rows), default=0)):
            yield from (scores[k] for scores in rows if k < len(scores))
        return
    for system in run.results:
        yield from _group_rows(run, system, grouping)
        yield from _totals(run, system, (_ALL,))


def _totals(run: Run[Any], system: Result[Any], group: tuple[str, ...]) -> Iterator[_Score]:
    statistics = None if run.statistics is None else run.statistics.by_system[system.name]
    for labels, score in system.scores.items():
        estimates = None if statistics is None else statistics.get(labels)
        intervals = {} if estimates is None else estimates.intervals
        yield _Score(system, group, labels, score, intervals, estimates, is_total=True)


def _group_rows(run: Run[Any], system: Result[Any], grouping: Grouping[Any]) -> Iterator[_Score]:
    for group, by_labels in system.group_scores(grouping).items():
        for labels, scores in by_labels.items():
            total = sum(scores, run.measure.empty)
            drawn = run.statistics is not None and grouping.drawn
            figures = [name for name in run.measure.intervals if grouping.has(name)]
            intervals = figure_intervals(run.measure, scores, figures) if drawn else {}
            yield _Score(system, group, labels, total, intervals)


def _cells(figures: Sequence[Figure], intervals: Collection[str], score: _Score) -> Iterator[Cell]:
    for figure in figures:
        value = figure.of(score.score)
        interval = score.intervals.get(figure.name)
        if interval is not None and figure.name in intervals:
            yield Estimate(value, interval.low, interval.high)
        else:
            yield value


def _shown_intervals(run: Run[Any], grouping: Grouping[Any] | None) -> Collection[str]:
    """The figures that tables show with their intervals: for all units those that are tested, for
    groups all that have one."""
    if run.statistics is None:
        return ()
    return (
        run.measure.intervals if grouping is not None and grouping.drawn else run.measure.compared
    )


def _shown_figures(run: Run[Any]) -> list[Figure]:
    scores = [score for result in run.results for score in result.scores.values()]
    return [
        figure
        for figure in run.measure.figures
        if not figure.rare or any(figure.of(score) for score in scores)
    ]


def _notes(run: Run[Any], intervals: Collection[str]) -> tuple[str, ...]:
    notes: tuple[str, ...] = ()
    if run.statistics is not None:
        compared = sum(bool(result.scores) for result in run.results)
        notes = statistics_notes(run.measure, run.statistics, systems=compared, shown=intervals)
    reasons = ((system.name, system.reason.replace("\n ", ";")) for system in run.unusable)
    return (*notes, *(f"{name}: not scored: {reason}" for name, reason in reasons))


def measure_record(
    run: Run[Any], groupings: Sequence[Grouping[Any]] = (), additions: Additions = Additions()
) -> dict[str, object]:
    """The JSON object of the report of a run (:func:`record_of`)."""
    systems = [_system_record(run, result, groupings, additions) for result in run.results]
    none: dict[str, object] = {"signature": None, "warnings": [], "scores": []}
    systems += ({"name": system.name, **none, "error": system.reason} for system in run.unusable)
    notes = [*_notes(run, _shown_intervals(run, None)), *run.measure.notes, *additions.notes]
    return record_of(
        run.measure.name,
        systems,
        tables=additions.tables,
        seed=None if run.statistics is None else run.statistics.seed,
        notes=notes,
        warnings=[*run.warnings, *run.remarks],
        problems=additions.problems,
    )


def _system_record(
    run: Run[Any],
    result: Result[Any],
    groupings: Sequence[Grouping[Any]],
    additions: Additions,
) -> dict[str, object]:
    members = (additions.members or {}).get(result.name, {})
    groups = {
        grouping.name: [
            {grouping.name: score.group[0], **_score_record(run, score, grouping)}
            for score in _group_rows(run, result, grouping)
        ]
        for grouping in groupings
    }
    return {
        "name": result.name,
        "signature": str(printed_signature(run, result, groupings)),
        "warnings": [*map(str, result.notices)],
        "scores": [_score_record(run, score) for score in _totals(run, result, ())],
        **({"groups": groups} if groups else {}),
        **members,
    }


def _score_record(
    run: Run[Any], score: _Score, grouping: Grouping[Any] | None = None
) -> dict[str, object]:
    measure = run.measure
    record: dict[str, object] = dict(zip(measure.labels, score.labels, strict=True))
    figures = measure.record(score.score)
    record |= {n: value for n, value in figures.items() if grouping is None or grouping.has(n)}
    if score.intervals:
        record["intervals"] = {
            name: [interval.low, interval.high] for name, interval in score.intervals.items()
        }
    if score.statistics is not None:
        comparison = score.statistics.comparisons[measure.tested]
        difference = comparison.difference
        record["against"] = difference and {
            "system": comparison.against,
            f"{measure.tested}_difference": difference.difference,
            "p": difference.p,
            "p_holm": comparison.p_holm,
        }
    return record


# The answers of files that cannot all be true, as a table with the scores.


CONTRADICTION_COLUMNS = (
    SYSTEM,
    Column("document", kind="key"),
    Column("contradiction", kind="key"),
)
"""The columns of the table of :func:`contradictions`."""


def contradictions(run: Run[DocumentAnswers]) -> Additions:
    """The table of documents about which a file of answers contradicts itself, each with the fewest
    answers that cannot all be true; nothing if there is none."""
    rows = tuple(row for result in run.results for row in _rows(result))
    if not rows:
        return Additions()
    note = "contradiction: the fewest answers to questions about the document that no world makes "
    table = Table(CONTRADICTION_COLUMNS, rows, (f"{note}all true",), name="contradictions")
    return Additions(tables=[table])


def _rows(result: Result[DocumentAnswers]) -> Iterator[tuple[Cell, ...]]:
    for unit in result.units:
        if unit.value.contradiction:
            answers = "; ".join(map(_in_words, unit.value.contradiction))
            yield (result.name, unit.name, answers)


def _in_words(answered: AnsweredQuestion) -> str:
    asked = answered.question
    words = asked.query if answered.context is None else answered.context.in_words(asked)
    return f"{asked.number} {words}: {answered.predicted}"
