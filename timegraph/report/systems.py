"""The report of systems and their scores, the same for every measure: tables and JSON objects.

A measure says what its figures are (:class:`Layout`) and gives the scores of each system
(:class:`SystemScores`); everything else about the report is decided here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import zip_longest
from typing import Any

from timegraph.report.formats import Format
from timegraph.report.significance import (
    confidence_notes,
    confidence_record,
    interval_names,
    interval_title,
    intervals_record,
    mark_best,
    significance,
)
from timegraph.report.tables import (
    Cell,
    Column,
    Estimate,
    Table,
    TableOptions,
    render_json,
    render_tables,
)
from timegraph.scoring.confidence import FIGURES, Confidence
from timegraph.scoring.ratios import CountedScore
from timegraph.scoring.signature import Signature
from timegraph.scoring.statistics import INTERVAL_METHOD, STRATIFIED_METHOD, Interval

__all__ = [
    "NAME",
    "Figure",
    "Group",
    "Labels",
    "Layout",
    "ReportOptions",
    "Scores",
    "SystemScores",
    "UnusableSystem",
    "score_tables",
    "signed",
    "system_objects",
    "system_report",
]

NAME = Column("name", "system", kind="key")
"""The column of the systems' names."""

_P = Column("p_holm", "p")

Labels = tuple[str | None, ...]
"""What tells the scores of one system apart, one label per column; ``()`` if there is only one."""

Scores = Mapping[Labels, "CountedScore | None"]
"""``None`` where there is no score: its figures are undefined."""

Group = str | tuple[str, ...]
"""The name of a group, or one for each of several kinds that are crossed."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a score: its machine name, its title, the attribute of the score that has it (by
    default of the same name), and whether tables show it; JSON always does."""

    name: str
    title: str = ""
    attribute: str = ""
    shown: bool = True

    def of(self, score: CountedScore | None) -> Any:
        """The value of the figure."""
        return None if score is None else getattr(score, self.attribute or self.name)

    def column(self, *, interval: bool) -> Column:
        """The column of the figure, with its ``interval`` if it has one. Recall and F1 are read
        with the precision before them."""
        follows = self.name in FIGURES[1:]
        if interval:
            title = interval_title(self.title or self.name)
            return Column(self.name, title, interval=interval_names(self.name), follows=follows)
        return Column(self.name, self.title, follows=follows)


@dataclass(frozen=True, slots=True)
class Layout:
    """What a measure prints: the figures of a score, and the columns of labels before them."""

    figures: tuple[Figure, ...]
    labels: tuple[Column, ...] = ()

    def columns(self, *, intervals: Collection[str] = ()) -> tuple[Column, ...]:
        """The columns of labels and figures in tables; those of ``intervals`` with theirs."""
        figures = (one.column(interval=one.name in intervals) for one in self.figures if one.shown)
        return (*self.labels, *figures)

    def cells(
        self,
        labels: Labels,
        score: CountedScore | None,
        intervals: Mapping[str, Interval] | None = None,
        *,
        within: Collection[str] = ("f1",),
    ) -> tuple[Cell, ...]:
        """The cells below :attr:`columns`, the figures ``within`` an interval with theirs. A
        missing label is an empty cell, since a dash would mean that a figure is undefined."""
        cells: list[Cell] = [label or "" for label in labels]
        for one in self.figures:
            if not one.shown:
                continue
            value = one.of(score)
            if intervals is not None and one.name in within:
                interval = intervals[one.name]
                value = Estimate(value, interval.low, interval.high)
            cells.append(value)
        return tuple(cells)

    def every_column(
        self, groups: Sequence[str], *, intervals: Collection[str] = ("f1",)
    ) -> tuple[Column, ...]:
        """All columns that a report may have, with ``groups`` for kinds of groups."""
        by = (Column(one, kind="key") for one in groups)
        return (NAME, *by, *self.columns(intervals=intervals), _P)

    def record(self, score: CountedScore | None) -> dict[str, Any]:
        """All figures by name, for JSON."""
        return {one.name: one.of(score) for one in self.figures}


@dataclass(frozen=True, slots=True)
class SystemScores:
    """The scores of one system as a report shows them.

    ``groups`` has, by kind of group (``document``, or ``source,distance`` for two that are crossed)
    and name of group, the scores of each group; ``intervals`` their intervals, for those kinds
    that have some, ``fields`` what the kind adds to the signature. ``strata`` is what documents are
    drawn within (``kit``), if not from all. ``details`` are further members of the JSON object.
    """

    name: str
    signature: Signature
    warnings: tuple[str, ...]
    scores: Scores
    groups: Mapping[str, Mapping[Any, Scores]]
    confidence: Mapping[Labels, Confidence] | None = None
    details: Mapping[str, object] = field(default_factory=dict)
    intervals: Mapping[str, Mapping[Any, Mapping[str, Interval]]] = field(default_factory=dict)
    fields: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    strata: str = ""

    def printed_signature(self, by: Sequence[str] = ()) -> Signature:
        """The signature where groups of the kinds ``by`` are printed, with the method of the
        intervals where there are any."""
        added = {key: value for kind in by for key, value in self.fields.get(kind, {}).items()}
        if self.confidence is not None:
            added["intervals"] = STRATIFIED_METHOD if self.strata else INTERVAL_METHOD
        return self.signature.adding(**added)


@dataclass(frozen=True, slots=True)
class UnusableSystem:
    """A system that could not be measured, and why; its row has no figures."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReportOptions(TableOptions):
    """How a report is printed: as its tables are, with the kinds of groups that get a table each,
    the seed of the statistics, and the systems that have a row although they could not be
    measured."""

    by: tuple[str, ...] = ()
    seed: int = 0
    unusable: tuple[UnusableSystem, ...] = ()

    @classmethod
    def of(
        cls,
        tables: TableOptions,
        *,
        by: tuple[str, ...] = (),
        seed: int = 0,
        unusable: tuple[UnusableSystem, ...] = (),
    ) -> ReportOptions:
        """The options of a report whose tables are printed as ``tables`` says."""
        shared = {one.name: getattr(tables, one.name) for one in fields(TableOptions)}
        return cls(**shared, by=by, seed=seed, unusable=unusable)


def system_report(
    systems: Sequence[SystemScores],
    layout: Layout,
    options: ReportOptions,
    *,
    warnings: Sequence[str] = (),
) -> str:
    """The report in the format of ``options``; ``warnings`` are about the input that all systems
    share, and stand in JSON alone."""
    if options.format == "json":
        return system_objects(systems, layout, options, warnings=warnings)
    return render_tables(score_tables(systems, layout, options), options)


def score_tables(
    systems: Sequence[SystemScores], layout: Layout, options: ReportOptions, *, mark: bool = True
) -> list[Table]:
    """The table of the systems' scores, or one table for each kind of group in ``options.by``.

    With several systems the best figures are marked, unless ``mark`` is false.
    """
    return [_table(systems, layout, options, by, mark) for by in options.by or (None,)]


def _table(
    systems: Sequence[SystemScores],
    layout: Layout,
    options: ReportOptions,
    by: str | None,
    mark: bool,
) -> Table:
    several = len(systems) > 1
    compared = sum(None not in system.scores.values() for system in systems)
    with_intervals = systems[0].confidence is not None
    within: Collection[str] = ("f1",) if with_intervals else ()
    for system in systems:
        for own in system.intervals.get(by or "", {}).values():
            within = tuple(own)
    kinds = by.split(",") if by else []
    tested = [_P] if with_intervals and compared > 1 else []
    group = [Column(kind, kind="key") for kind in kinds]
    columns = (NAME, *group, *layout.columns(intervals=within), *tested)
    rows: list[tuple[tuple[Cell, ...], str]] = []
    owners = []
    for system in systems:
        for name, scores, intervals in _groups(system, by, options.format):
            for labels, score in scores.items():
                p = None
                if system.confidence is not None and scores is system.scores:
                    intervals = system.confidence[labels].intervals
                    p = system.confidence[labels].p_holm
                cells = layout.cells(labels, score, intervals, within=within)
                rows.append(((system.name, *name, *cells, *[p] * len(tested)), significance(p)))
                owners.append(system)
    if several and not by and layout.labels:
        # What is compared stands together: first every system's first score, then the second ...
        each = len(systems[0].scores)
        order = [k for first in range(each) for k in range(first, len(rows), each)]
        rows, owners = [rows[k] for k in order], [owners[k] for k in order]
    notes: tuple[str, ...] = ()
    if with_intervals:
        notes = confidence_notes(
            options.seed,
            systems=compared,
            labelled=bool(layout.labels),
            within=systems[0].strata,
            figures="F1 " if tuple(within) == ("f1",) else "",
        )
    for one in options.unusable:
        empty = ("",) * (len(kinds) + len(layout.labels))
        undefined = (None,) * (len(columns) - 1 - len(empty))
        rows.append(((one.name, *empty, *undefined), ""))
        notes = (*notes, f"{one.name}: not scored: {one.reason}")
    f1 = next((k for k, column in enumerate(columns) if column.name == "f1"), 0)
    table = Table(
        columns,
        tuple(cells for cells, _ in rows),
        notes,
        marks={(number, f1): mark for number, (_, mark) in enumerate(rows) if mark},
    )
    table = signed(table, owners, options.format, [by] if by else ())
    if not (several and mark):
        return table
    alike = slice(1, 1 + len(kinds) + len(layout.labels))
    return mark_best(table, group=lambda row: row[alike])


def _groups(
    system: SystemScores, by: str | None, format: Format
) -> Iterator[tuple[tuple[str, ...], Scores, Mapping[str, Interval] | None]]:
    """The names of each group below the columns of ``by``, its scores and their intervals."""
    if by is not None:
        intervals = system.intervals.get(by, {})
        for name, scores in system.groups[by].items():
            yield (name,) if isinstance(name, str) else name, scores, intervals.get(name)
    if by is None or format != "csv":  # programs that read CSV add up its rows
        every = () if by is None else ("all",) * len(by.split(","))
        yield every, system.scores, None


def signed(
    table: Table, owners: Sequence[SystemScores], format: Format, by: Sequence[str] = ()
) -> Table:
    """``table``, of groups of the kinds ``by``, with the signatures of its rows' ``owners``, in
    notes above the others.

    CSV cannot have notes, so there the signatures are a column.
    """
    printed = [str(own.printed_signature(by)) for own in owners]
    if format == "csv":
        # Rows without an owner are of systems that could not be measured.
        signed_rows = zip_longest(table.rows, printed, fillvalue="")
        rows = tuple((*row, signature) for row, signature in signed_rows)
        return replace(
            table, columns=(*table.columns, Column("signature", kind="provenance")), rows=rows
        )
    notes = (f"signature: {signature}" for signature in dict.fromkeys(printed))
    return replace(table, notes=(*notes, *table.notes))


def system_objects(
    systems: Sequence[SystemScores],
    layout: Layout,
    options: ReportOptions,
    *,
    warnings: Sequence[str] = (),
) -> str:
    """The report as JSON."""
    drawn = {} if systems[0].confidence is None else {"seed": options.seed}
    objects = [_object(system, layout, options.by) for system in systems]
    objects += [{"name": one.name, "error": one.reason} for one in options.unusable]
    return render_json({"systems": objects, **drawn, "warnings": list(warnings)})


def _object(system: SystemScores, layout: Layout, by: Sequence[str]) -> dict[str, object]:
    figures = _records(system.scores, layout, system.confidence)
    groups = {
        f"by_{kind.replace(',', '_')}": [
            {**_named(kind, name), **_records(scores, layout), **_intervals(system, kind, name)}
            for name, scores in system.groups[kind].items()
        ]
        for kind in by
    }
    return {
        "name": system.name,
        **figures,
        "signature": str(system.printed_signature(by)),
        "warnings": list(system.warnings),
        **system.details,
        **groups,
    }


def _named(by: str, name: Group) -> dict[str, str]:
    names = (name,) if isinstance(name, str) else name
    return dict(zip(by.split(","), names, strict=True))


def _intervals(system: SystemScores, by: str, name: Group) -> dict[str, object]:
    intervals = system.intervals.get(by, {}).get(name)
    return {} if intervals is None else {"confidence": intervals_record(intervals)}


def _records(
    scores: Scores, layout: Layout, confidence: Mapping[Labels, Confidence] | None = None
) -> dict[str, Any]:
    """The figures themselves where a measure has one score, else a list of them under ``rows``."""
    names = [column.name for column in layout.labels]
    rows = [
        {
            **dict(zip(names, labels, strict=True)),
            **layout.record(score),
            **({} if confidence is None else confidence_record(confidence[labels])),
        }
        for labels, score in scores.items()
    ]
    return {"rows": rows} if layout.labels else rows[0]
