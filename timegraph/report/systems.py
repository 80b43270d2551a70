"""The report of systems and their scores, the same for every measure: tables and JSON objects.

A measure says what its figures are (:class:`Layout`) and gives the scores of each system
(:class:`SystemScores`); everything else about the report is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import zip_longest
from typing import Any

from timegraph.report.comparison import (
    INTERVAL,
    confidence_notes,
    confidence_record,
    interval_title,
    mark_best,
    significance,
)
from timegraph.report.formats import Format
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
from timegraph.scoring.statistics import INTERVAL_METHOD

__all__ = [
    "NAME",
    "Figure",
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

Scores = Mapping[Labels, CountedScore]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a score: its machine name, its title, the attribute of the score that has it (by
    default of the same name), and whether tables show it; JSON always does."""

    name: str
    title: str = ""
    attribute: str = ""
    shown: bool = True

    def of(self, score: CountedScore) -> Any:
        """The value of the figure."""
        return getattr(score, self.attribute or self.name)

    def column(self, *, interval: bool) -> Column:
        """The column of the figure; that of F1 with its ``interval``, if there is one. Recall and
        F1 are read with the precision before them."""
        follows = self.name in FIGURES[1:]
        if interval and self.name == "f1":
            title = interval_title(self.title or self.name)
            return Column(self.name, title, interval=INTERVAL, follows=follows)
        return Column(self.name, self.title, follows=follows)


@dataclass(frozen=True, slots=True)
class Layout:
    """What a measure prints: the figures of a score, and the columns of labels before them."""

    figures: tuple[Figure, ...]
    labels: tuple[Column, ...] = ()

    def columns(self, *, intervals: bool = False) -> tuple[Column, ...]:
        """The columns of labels and figures in tables; F1 with its interval, if wanted."""
        figures = (one.column(interval=intervals) for one in self.figures if one.shown)
        return (*self.labels, *figures)

    def cells(
        self, labels: Labels, score: CountedScore, confidence: Confidence | None = None
    ) -> tuple[Cell, ...]:
        """The cells below :attr:`columns`. A missing label is an empty cell, since a dash would
        mean that a figure is undefined."""
        cells: list[Cell] = [label or "" for label in labels]
        for one in self.figures:
            if not one.shown:
                continue
            value = one.of(score)
            if confidence is not None and one.name == "f1":
                interval = confidence.intervals["f1"]
                value = Estimate(value, interval.low, interval.high)
            cells.append(value)
        return tuple(cells)

    def every_column(self, groups: Sequence[str]) -> tuple[Column, ...]:
        """All columns that a report may have, with ``groups`` for kinds of groups."""
        by = (Column(one, kind="key") for one in groups)
        return (NAME, *by, *self.columns(intervals=True), _P)

    def record(self, score: CountedScore) -> dict[str, Any]:
        """All figures by name, for JSON."""
        return {one.name: one.of(score) for one in self.figures}


@dataclass(frozen=True, slots=True)
class SystemScores:
    """The scores of one system as a report shows them.

    ``groups`` has, by kind of group (``document``) and name of group, the scores of each group.
    ``details`` are further members of the JSON object.
    """

    name: str
    signature: Signature
    warnings: tuple[str, ...]
    scores: Scores
    groups: Mapping[str, Mapping[str, Scores]]
    confidence: Mapping[Labels, Confidence] | None = None
    details: Mapping[str, object] = field(default_factory=dict)

    @property
    def printed_signature(self) -> Signature:
        """The signature, with the method of the intervals where there are any."""
        if self.confidence is None:
            return self.signature
        return self.signature.adding(intervals=INTERVAL_METHOD)


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
    intervals = systems[0].confidence is not None
    group = [Column(by, kind="key")] if by else []
    tested = [_P] if intervals and several else []
    columns = (NAME, *group, *layout.columns(intervals=intervals), *tested)
    rows: list[tuple[tuple[Cell, ...], str]] = []
    owners = []
    for system in systems:
        for name, scores in _groups(system, by, options.format):
            for labels, score in scores.items():
                own = None
                if system.confidence is not None and scores is system.scores:
                    own = system.confidence[labels]
                p = None if own is None else own.p_holm
                head = (system.name, name) if by else (system.name,)
                cells = (*head, *layout.cells(labels, score, own), *[p] * len(tested))
                rows.append((cells, significance(p)))
                owners.append(system)
    if several and not by and layout.labels:
        # What is compared stands together: first every system's first score, then the second ...
        each = len(systems[0].scores)
        order = [k for first in range(each) for k in range(first, len(rows), each)]
        rows, owners = [rows[k] for k in order], [owners[k] for k in order]
    notes: tuple[str, ...] = ()
    if intervals:
        labelled = bool(layout.labels)
        notes = confidence_notes(options.seed, systems=len(systems), labelled=labelled)
    for one in options.unusable:
        empty = ("",) * (bool(by) + len(layout.labels))
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
    table = signed(table, owners, options.format)
    if not (several and mark):
        return table
    compared = slice(1, 1 + bool(by) + len(layout.labels))
    return mark_best(table, group=lambda row: row[compared])


def _groups(system: SystemScores, by: str | None, format: Format) -> Iterator[tuple[str, Scores]]:
    if by is not None:
        yield from system.groups[by].items()
    if by is None or format != "csv":  # programs that read CSV add up its rows
        yield "all", system.scores


def signed(table: Table, owners: Sequence[SystemScores], format: Format) -> Table:
    """``table`` with the signatures of its rows' ``owners``, in notes above the others.

    CSV cannot have notes, so there the signatures are a column.
    """
    if format == "csv":
        # Rows without an owner are of systems that could not be measured.
        signed_rows = zip_longest(
            table.rows, (str(own.printed_signature) for own in owners), fillvalue=""
        )
        rows = tuple((*row, signature) for row, signature in signed_rows)
        return replace(
            table, columns=(*table.columns, Column("signature", kind="provenance")), rows=rows
        )
    signatures = dict.fromkeys(str(owner.printed_signature) for owner in owners)
    notes = (f"signature: {signature}" for signature in signatures)
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
        f"by_{kind}": [
            {kind: group, **_records(scores, layout)}
            for group, scores in system.groups[kind].items()
        ]
        for kind in by
    }
    return {
        "name": system.name,
        **figures,
        "signature": str(system.printed_signature),
        "warnings": list(system.warnings),
        **system.details,
        **groups,
    }


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
