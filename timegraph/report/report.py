"""A report: what a command prints, as data. ``formats.py`` turns it into text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from timegraph._wording import counted
from timegraph.report.tables import SYSTEM, Cell, Column, Estimate, Table
from timegraph.scoring.measure import FIGURES, Comparison, Measure, Statistics
from timegraph.scoring.run import Run
from timegraph.scoring.statistics import LEVEL, TRIALS, Interval

if TYPE_CHECKING:
    from timegraph.findings import CitedLink, Finding, Rule


@dataclass(frozen=True, slots=True)
class Advice:
    """What is known of the contradictions of a document as a whole.

    ``at_least`` is a number of links of which it is certain that so many have to go, ``None`` if
    it was not looked for. ``repair`` are links without which all others agree, ``None`` without
    a repair; ``how`` says how they were found, ``hint`` how the user can see such links.
    """

    at_least: int | None = None
    repair: tuple[CitedLink, ...] | None = None
    how: str = ""
    hint: str = "--repair says which"


@dataclass(frozen=True, slots=True)
class FindingsSection:
    """Findings below a ``heading``.

    ``rules`` say what the codes mean, in the order in which text shows them; ``advice`` is what is
    known of the contradictions of a document. Text shows at most ``most`` findings of each rule
    (0: all), and those in ``hidden`` not at all.
    """

    findings: Sequence[Finding]
    rules: Mapping[str, Rule]
    advice: Mapping[str, Advice] = field(default_factory=dict)
    most: int = 0
    heading: str = ""
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Report:
    """What is printed, whatever the format.

    ``tables`` are for people; ``rows``, by default the same, are those that CSV has. ``record`` has
    the members of the JSON object, or makes them when somebody reads them; by default they are the
    rows of the tables by their names and the notes. ``notes`` stand below the last table.
    ``findings`` are all that formats for findings have; text has them after the tables, or before
    these if ``findings_first``. ``heading`` and ``lines`` are for text alone and come first and
    last; ``plain`` lines stand in text in place of the tables. ``remarks`` say what weakens the
    figures: commands print them as warnings, and LaTeX has them as comments, which go into the
    paper's source.
    """

    tables: Sequence[Table] = ()
    record: Mapping[str, object] | Callable[[], Mapping[str, object]] | None = None
    rows: Sequence[Table] | None = None
    notes: Sequence[str] = ()
    findings: Sequence[FindingsSection] = ()
    findings_first: bool = False
    heading: Sequence[str] = ()
    plain: Sequence[str] | None = None
    lines: Sequence[str] = ()
    remarks: Sequence[str] = ()

    def __repr__(self) -> str:
        findings = sum(len(section.findings) for section in self.findings)
        tables = counted(len(self.tables), "table")
        return f"<Report: {tables}, {counted(findings, 'finding')}>"

    @property
    def content(self) -> Mapping[str, object]:
        """The members of the JSON object."""
        if self.record is not None:
            return self.record() if callable(self.record) else self.record
        content: dict[str, object] = {table.name: table.records for table in self.tables}
        return content | {"notes": self.all_notes}

    @property
    def all_notes(self) -> list[str]:
        """What stands below the tables, each line once, and the notes of the report."""
        notes = [note for table in self.tables for note in table.lines_below]
        return [*dict.fromkeys(notes), *self.notes]


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


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How a report is printed.

    ``columns`` are those that the user chooses, in this order (``()``: all), ``decimals`` those of
    figures (``None``: as the format has them). The others are for text: ``width`` is the most
    columns of a line (``None``: no limit), ``terminal`` says that the text goes to one, so that
    signatures are broken as well, and ``colour`` that ANSI codes may stand in it.
    """

    format: str = "text"
    width: int | None = None
    columns: tuple[str, ...] = ()
    decimals: int | None = None
    terminal: bool = False
    colour: bool = False


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


def tests_columns(measure: Measure[Any]) -> tuple[Column, ...]:
    """The columns of :func:`tests_table`."""
    return (
        Column("figure", kind="key"),
        SYSTEM,
        *(Column(label, kind="key") for label in measure.labels),
        Column("against", kind="key", needs="--against"),
        Column("difference", needs="--against"),
        Column("p", follows=True, needs="--against"),
        Column("p_holm", "Holm", follows=True, needs="--against"),
    )


def tests_table(run: Run[Any]) -> Table:
    """The comparisons of systems by every figure that is tested, a row for each; the notes of
    :func:`statistics_notes` have to stand below it. Raises ``ValueError`` for a run without
    statistics."""
    if run.statistics is None:
        raise ValueError("the run has no statistics")
    rows: list[tuple[Cell, ...]] = []
    marks: dict[tuple[int, int], str] = {}
    columns = tests_columns(run.measure)
    for figure in run.measure.compared:
        for name, labels, comparison in _comparisons(run.statistics, figure):
            difference = comparison.difference
            if difference is None:  # the system that the others are compared with
                continue
            if mark := significance(comparison.p_holm):
                marks[len(rows), len(columns) - 1] = mark
            figures = (difference.difference, difference.p, comparison.p_holm)
            rows.append((figure, name, *labels, comparison.against, *figures))
    return Table(columns, tuple(rows), name="tests", marks=marks)


def _comparisons(
    statistics: Statistics, figure: str
) -> Iterator[tuple[str, tuple[str, ...], Comparison]]:
    for name, scores in statistics.by_system.items():
        for labels, confidence in scores.items():
            yield name, tuple(label or "" for label in labels), confidence.comparisons[figure]


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
