"""The report of any measure: systems and their scores, groups of them, and the statistics.

A measure says what its figures are (:class:`~timegraph.scoring.measure.Measure`), a run has the
results (:class:`~timegraph.scoring.run.Run`); everything else about the report is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import Any

from timegraph.findings import Finding
from timegraph.report.tables import (
    SYSTEM,
    Cell,
    Column,
    Estimate,
    FindingsSection,
    Report,
    Table,
)
from timegraph.scoring.measure import (
    FIGURES,
    AnyScore,
    Confidence,
    Figure,
    Grouping,
    Labels,
    Measure,
    Result,
    Statistics,
    figure_intervals,
)
from timegraph.scoring.run import Run
from timegraph.scoring.signature import Signature
from timegraph.scoring.statistics import INTERVAL_METHOD, LEVEL, TRIALS, Interval

_P = Column("p_holm", "p", needs="--against")
_ALL = "all"


def measure_report(
    run: Run[Any],
    groupings: Sequence[Grouping[Any]] = (),
    *,
    tables: Sequence[Table] = (),
    rows: Sequence[Table] = (),
    findings: Sequence[FindingsSection] = (),
    members: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
    problems: Sequence[Finding] = (),
) -> Report:
    """The report of a run: the figures of all systems, or a table for each of ``groupings``.

    The best figures of several systems are marked. Further ``tables`` follow, and stand in JSON
    under their names; rows that name a system get its signature. Where systems are compared by
    several figures, a last table has the comparisons. Where nothing has a score, such as in a set
    that asks only for lists, the further tables stand alone, if there are any.

    ``findings`` stand below the tables, ``rows`` are tables for CSV alone. ``members`` are further
    members of each system's JSON object, by its name, ``problems`` findings about the input.
    """
    further = [*tables, *_tests(run)]
    units = [unit for result in run.results for unit in result.units]
    scored = not further or any(run.measure.scores(unit.value) for unit in units)
    scores = [
        replace(table, notes=(*table.notes, *run.measure.notes))
        for table in (run_tables(run, groupings) if scored else ())
    ]
    every = [*scores, *_signed(run, further)]
    return Report(
        tables=every,
        rows=[*every, *_signed(run, rows)],
        record=partial(
            measure_record, run, groupings, tables=further, members=members, problems=problems
        ),
        notes=() if scores else (*_notes(run, ()), *run.measure.notes),
        findings=findings,
        remarks=run.remarks,
    )


def _tests(run: Run[Any]) -> Iterator[Table]:
    """The comparisons of systems, a row for each, if these are by several figures."""
    measure, statistics = run.measure, run.statistics
    if not measure.also_tested or statistics is None or len(run.results) < 2:
        return
    columns = _tests_columns(measure)
    rows: list[tuple[Cell, ...]] = []
    marks: dict[tuple[int, int], str] = {}
    compared = [
        (name, labels, confidence.comparisons)
        for name, scores in statistics.by_system.items()
        for labels, confidence in scores.items()
    ]
    for figure, (name, labels, comparisons) in product(measure.compared, compared):
        comparison = comparisons[figure]
        difference = comparison.difference
        if difference is None:  # the system that the others are compared with
            continue
        if mark := significance(comparison.p_holm):
            marks[len(rows), len(columns) - 1] = mark
        figures = (difference.difference, difference.p, comparison.p_holm)
        shown = (label or "" for label in labels)
        rows.append((figure, name, *shown, comparison.against, *figures))
    notes = _notes(run, _shown_intervals(run, None))
    yield Table(columns, tuple(rows), notes, name="tests", marks=marks)


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
    tests = _tests_columns(measure) if measure.also_tested else (_P,)
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
    for system, group, (labels, value, confidence) in _rows(run, grouping):
        comparisons = {} if confidence is None else confidence.comparisons
        p = comparisons[measure.tested].p_holm if comparisons else None
        if grouping is not None and group is None:
            totals.add(len(rows))
        for figure, comparison in comparisons.items():
            if mark := significance(comparison.p_holm):
                marks[len(rows), places[figure]] = mark
        known = {} if confidence is None else confidence.intervals
        cells = [
            estimate(each.of(value), known.get(each.name) if each.name in intervals else None)
            for each in figures
        ]
        keys = group or [_ALL for _ in group_columns]
        shown = ("" if label is None else label for label in labels)
        rows.append((system.name, *keys, *shown, *cells, *[p for _ in tested]))
        signatures.append(str(printed_signature(run, system, [grouping] if grouping else ())))
    for unusable in run.unusable:
        named = len(group_columns) + len(measure.labels)
        rows.append((unusable.name, *("",) * named, *(None,) * (len(columns) - 1 - named)))
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


_Score = tuple[Labels, AnyScore, Confidence | None]
"""A score with what distinguishes it from others of its system or group, and its statistics."""


def _rows(
    run: Run[Any], grouping: Grouping[Any] | None
) -> Iterator[tuple[Result[Any], tuple[str, ...] | None, _Score]]:
    """The scores of a table with their systems and groups (``None``: of all). What is compared
    stands together: first every system's first score, then the second; with groups, system by
    system, each with its total below."""
    if grouping is not None:
        for system in run.results:
            yield from ((system, *row) for row in _group_scores(run, system, grouping))
            yield from ((system, None, score) for score in _totals(run, system))
        return
    scores = [list(_totals(run, system)) for system in run.results]
    for k in range(max(map(len, scores), default=0)):
        for system, of_system in zip(run.results, scores, strict=True):
            yield from ((system, None, score) for score in of_system[k : k + 1])


def _totals(run: Run[Any], system: Result[Any]) -> Iterator[_Score]:
    statistics = {} if run.statistics is None else run.statistics.by_system[system.name]
    for labels, score in system.scores.items():
        yield labels, score, statistics.get(labels)


def _group_scores(
    run: Run[Any], system: Result[Any], grouping: Grouping[Any]
) -> Iterator[tuple[tuple[str, ...], _Score]]:
    drawn = run.statistics is not None and grouping.drawn
    figures = [name for name in run.measure.intervals if grouping.has(name)]
    for group, by_labels in system.group_scores(grouping).items():
        for labels, scores in by_labels.items():
            intervals = figure_intervals(run.measure, scores, figures) if drawn else {}
            confidence = Confidence(intervals, {}) if drawn else None
            yield group, (labels, sum(scores, run.measure.empty), confidence)


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
    run: Run[Any],
    groupings: Sequence[Grouping[Any]] = (),
    *,
    tables: Sequence[Table] = (),
    members: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
    problems: Sequence[Finding] = (),
) -> dict[str, object]:
    """The JSON object of the report of a run (:func:`record_of`)."""
    systems = [
        {**_system_record(run, result, groupings), **members.get(result.name, {})}
        for result in run.results
    ]
    none: dict[str, object] = {"signature": None, "warnings": [], "scores": []}
    systems += ({"name": system.name, **none, "error": system.reason} for system in run.unusable)
    return record_of(
        run.measure.name,
        systems,
        tables=tables,
        seed=None if run.statistics is None else run.statistics.seed,
        notes=[*_notes(run, _shown_intervals(run, None)), *run.measure.notes],
        warnings=[*run.warnings, *run.remarks],
        problems=problems,
    )


def _system_record(
    run: Run[Any], result: Result[Any], groupings: Sequence[Grouping[Any]]
) -> dict[str, object]:
    groups = {
        grouping.name: [
            {grouping.name: group[0], **_score_record(run, score, grouping)}
            for group, score in _group_scores(run, result, grouping)
        ]
        for grouping in groupings
    }
    return {
        "name": result.name,
        "signature": str(printed_signature(run, result, groupings)),
        "warnings": [*map(str, result.notices)],
        "scores": [_score_record(run, score) for score in _totals(run, result)],
        **({"groups": groups} if groups else {}),
    }


def _score_record(
    run: Run[Any], score: _Score, grouping: Grouping[Any] | None = None
) -> dict[str, object]:
    measure = run.measure
    labels, value, confidence = score
    record: dict[str, object] = dict(zip(measure.labels, labels, strict=True))
    figures = measure.record(value)
    record |= {n: value for n, value in figures.items() if grouping is None or grouping.has(n)}
    if confidence is not None and confidence.intervals:
        record["intervals"] = {
            name: [interval.low, interval.high] for name, interval in confidence.intervals.items()
        }
    if confidence is not None and confidence.comparisons:
        comparison = confidence.comparisons[measure.tested]
        difference = comparison.difference
        record["against"] = difference and {
            "system": comparison.against,
            f"{measure.tested}_difference": difference.difference,
            "p": difference.p,
            "p_holm": comparison.p_holm,
        }
    return record


def record_of(
    measure: str,
    systems: Sequence[Mapping[str, object]],
    *,
    tables: Sequence[Table] = (),
    seed: int | None = None,
    notes: Sequence[str] = (),
    warnings: Sequence[str] = (),
    problems: Sequence[Finding] = (),
) -> dict[str, object]:
    """The JSON object of a report on systems, the same for every measure: ``measure``, ``systems``
    (each with ``name``, ``signature``, ``warnings`` and ``scores``), ``tables`` by name, ``notes``,
    ``warnings``, ``problems``; and the ``seed`` of tests, if there were any.
    ``measure.schema.json`` next to this file describes it."""
    return {
        "measure": measure,
        "systems": list(systems),
        "tables": {table.name: table.records for table in tables},
        **({} if seed is None else {"seed": seed}),
        "notes": list(notes),
        "warnings": list(warnings),
        "problems": [problem.to_json() for problem in problems],
    }


# Several systems in one table: intervals, marks of significance, and the best of each column.


_LEVELS = ((0.01, "‡"), (0.05, "†"))


def estimated(column: Column) -> Column:
    """The column of a figure that is shown with its interval."""
    ends = f"{column.name}_low", f"{column.name}_high"
    return replace(column, title=f"{column.shown} [{LEVEL:.0%} interval]", interval=ends)


def estimate(value: float | None, interval: Interval | None) -> Cell:
    """The cell of a figure, with its interval if there is one."""
    return value if interval is None else Estimate(value, interval.low, interval.high)


def significance(p: float | None) -> str:
    """The mark of a corrected p: ``"‡"`` below 0.01, ``"†"`` below 0.05, else nothing."""
    return next((mark for level, mark in _LEVELS if p is not None and p < level), "")


def statistics_notes(
    measure: Measure[Any],
    statistics: Statistics,
    *,
    systems: int,
    shown: Collection[str] = ("f1",),
) -> tuple[str, ...]:
    """The methods behind the figures and what the marks mean, for the lines below a table of so
    many ``systems``; ``shown`` are the figures with intervals."""
    tested = "the figure" if measure.also_tested else measure.titles[measure.tested]
    what = f"{tested} " if tuple(shown) == (measure.tested,) else ""
    interval = (
        f"{what}{LEVEL:.0%} interval: jackknife over {measure.units}, Student's t, arcsine scale"
    )
    if systems < 2:
        return (interval,)
    if statistics.against:
        other = statistics.against
        comparisons = "comparison" if systems == 2 else f"{systems - 1} comparisons"
        correction = f"p is corrected by Holm's method for the {comparisons} with {other}"
    else:
        other = "the best system"
        pairs = systems * (systems - 1) // 2
        family = "the pair" if pairs == 1 else f"all {pairs} pairs"
        each = ", each kind of row by itself" if measure.labels else ""
        each += ", each figure by itself" if measure.also_tested else ""
        correction = (
            f"p is corrected by Holm's method for {family} of the {systems} systems{each}, since "
            "the best is chosen by these scores"
        )
    test = (
        f"p: {tested} against that of {other}, paired approximate randomisation over "
        f"{measure.units}, {TRIALS} trials (all there are, if fewer), seed {statistics.seed}"
    )
    return (interval, significance_note(f"{tested} differs from that of {other}"), test, correction)


def _tests_columns(measure: Measure[Any]) -> tuple[Column, ...]:
    return (
        Column("figure", kind="key"),
        SYSTEM,
        *(Column(label, kind="key") for label in measure.labels),
        Column("against", kind="key", needs="--against"),
        Column("difference", needs="--against"),
        Column("p", follows=True, needs="--against"),
        Column("p_holm", "Holm", follows=True, needs="--against"),
    )


def significance_note(what: str) -> str:
    """What the marks of :func:`significance` mean, where they are printed."""
    (strong, very), (level, mark) = _LEVELS
    return f"{mark}: {what} with p < {level}; {very}: with p < {strong}"


def mark_best(
    table: Table,
    *,
    group: Callable[[tuple[Cell, ...]], object],
    figures: Collection[str] = FIGURES,
) -> Table:
    """``table`` with the highest of the ``figures`` of each group of rows marked; only rows with an
    equal ``group`` are compared."""
    best = set()
    for column, name in enumerate(column.name for column in table.columns):
        if name not in figures:
            continue
        cells = [row[column] for row in table.rows]
        values = [cell.value if isinstance(cell, Estimate) else cell for cell in cells]
        highest: dict[object, float] = {}
        for row, value in zip(table.rows, values, strict=True):
            if isinstance(value, float):
                highest[group(row)] = max(value, highest.get(group(row), value))
        best |= {
            (number, column)
            for number, (row, value) in enumerate(zip(table.rows, values, strict=True))
            if value is not None and value == highest.get(group(row))
        }
    return replace(table, best=frozenset(best))
