"""A report: what a command prints, as data. The formats in ``formats/`` turn it into text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from timegraph._wording.counting import counted
from timegraph.report.tables.table import Table

if TYPE_CHECKING:
    from timegraph.findings import CitedLink, Finding
    from timegraph.findings.rules import Rule

__all__ = ["Advice", "FindingsSection", "Report", "TableOptions", "record_of"]


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
    ``measure.schema.json`` beside this file describes it."""
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
    signatures are broken as well, and ``colour`` that ANSI codes may stand in it. With
    ``spreadsheet`` no field of CSV is a formula.
    """

    format: str = "text"
    width: int | None = None
    columns: tuple[str, ...] = ()
    decimals: int | None = None
    terminal: bool = False
    colour: bool = False
    spreadsheet: bool = False
