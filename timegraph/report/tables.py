"""A report: what a command prints, as data, with its tables. ``formats.py`` turns it into text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from timegraph._wording import counted
from timegraph.report.plain_text import printable

if TYPE_CHECKING:
    from timegraph.findings import CitedLink, Finding, Rule


# What a table holds, whatever the format in which it is printed.
#
# A cell is text, a count, a figure (nearly always a ratio in [0, 1]), a figure with its interval,
# or ``None`` for what is undefined.


DECIMALS = 3
"""Decimals of figures, unless the user chooses how many."""

UNDEFINED = "-"

LEGEND = "bold: best of the systems"
"""What bold cells mean."""

MARKS = ("†", "‡")
"""How a note begins that says what marks mean."""

SIGNATURE = "signature: "
"""How a note begins that is a signature."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval, in one cell; in CSV and JSON they are three."""

    value: float | None
    low: float | None
    high: float | None


Plain = str | int | float | None
Cell = Plain | Estimate


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its machine name, and the title that people read (by default the name).

    ``kind`` is ``"key"`` for columns that say what a row is about, and ``"provenance"`` for those
    that say how it came about (a signature); both stay when a user chooses others. ``interval``
    has the machine names of the two ends where cells may be an :class:`Estimate`. A column that
    ``follows`` is not understood without the one before it, and is never split from it. ``needs``
    is the option without which a report does not have the column.
    """

    name: str
    title: str = ""
    kind: Literal["figure", "key", "provenance"] = "figure"
    interval: tuple[str, str] | None = None
    follows: bool = False
    needs: str = ""

    @property
    def shown(self) -> str:
        """The heading of the column."""
        return self.title or self.name

    @property
    def names(self) -> tuple[str, ...]:
        """The machine names of the column: three with an interval, else one."""
        return (self.name, *(self.interval or ()))

    def plain(self, cell: Cell) -> tuple[Plain, ...]:
        """What ``cell`` has for each of :attr:`names`."""
        if isinstance(cell, Estimate):
            return (cell.value, cell.low, cell.high)
        return (cell, None, None) if self.interval else (cell,)


SYSTEM = Column("name", "system", kind="key")
"""The column of the systems' names."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns, with notes (such as a signature) below them.

    ``name`` is the name of the list of rows in JSON. ``best`` holds the (row, column) numbers of
    the cells that are the best of their column: marked with ``*`` in text, bold in Markdown and
    LaTeX, not at all in JSON and CSV. ``marks`` are signs behind other cells, such as ``†``, for
    the same formats; a note has to say what they mean. ``signatures`` has that of each row, if any
    (``""`` where a row has none): a column in CSV, else a note. The rows numbered in ``totals`` add
    up others, so that CSV leaves them out. Raises ``ValueError`` for a row that does not have one
    cell per column.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    name: str = "rows"
    best: frozenset[tuple[int, int]] = frozenset()
    marks: Mapping[tuple[int, int], str] = field(default_factory=dict)
    signatures: tuple[str, ...] = ()
    totals: frozenset[int] = frozenset()

    def __repr__(self) -> str:
        return f"<Table {self.name!r}: {len(self.columns)} columns, {len(self.rows)} rows>"

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{len(row)} cells in a row under {len(self.columns)} columns")

    @property
    def lines_below(self) -> tuple[str, ...]:
        """The notes, after a line for each signature; what marks mean, only if there are any."""
        signatures = dict.fromkeys(filter(None, self.signatures))
        notes = [note for note in self.notes if self.marks or note[:1] not in MARKS]
        return (*(f"{SIGNATURE}{signature}" for signature in signatures), *notes)

    @property
    def keys(self) -> list[int]:
        """The numbers of the columns that say what a row is about: by default the first."""
        keys = [k for k, column in enumerate(self.columns) if column.kind == "key"]
        return keys or [0]

    @property
    def plain_columns(self) -> list[str]:
        """The machine names of all columns, the ends of intervals among them."""
        return [name for column in self.columns for name in column.names]

    def plain_rows(self) -> Iterator[list[Plain]]:
        """The cells of each row below :attr:`plain_columns`."""
        for row in self.rows:
            cells = zip(self.columns, row, strict=True)
            yield [part for column, cell in cells for part in column.plain(cell)]

    @property
    def records(self) -> list[dict[str, Plain]]:
        """The rows as objects by column name."""
        names = self.plain_columns
        return [dict(zip(names, row, strict=True)) for row in self.plain_rows()]


def with_lines_below(tables: Sequence[Table], notes: Sequence[str] = ()) -> Iterator[Table]:
    """The tables, each with the lines below it as its notes: a line that stands below several
    tables is left to the last of them, which also has the ``notes`` of the report."""
    later: set[str] = set(notes)
    done: list[Table] = []
    for table in reversed(tables):
        lines = [line for line in dict.fromkeys(table.lines_below) if line not in later]
        later.update(lines)
        done.append(replace(table, notes=(*lines, *([] if done else notes)), signatures=()))
    return reversed(done)


def shown(cell: Plain, decimals: int) -> str:
    """A cell as people read it, with so many decimals.

    A figure above 0 that they would show as 0 is shown as less than the smallest that they can.
    """
    if cell is None:
        return UNDEFINED
    if not isinstance(cell, float):
        return printable(str(cell))
    text = f"{cell:.{decimals}f}"
    return f"<{10**-decimals:.{decimals}f}" if cell > 0 and not float(text) else text


def interval_text(cell: Estimate, decimals: int) -> str:
    """The interval of a figure: ``[0.535, 0.738]``."""
    return f"[{shown(cell.low, decimals)}, {shown(cell.high, decimals)}]"


def is_numeric(table: Table) -> list[bool]:
    """Whether each column is flush right: those that hold only numbers and undefined cells."""
    return [
        bool(table.rows) and not any(isinstance(row[k], str) for row in table.rows)
        for k in range(len(table.columns))
    ]


# The columns that a user chooses, by machine name or by heading.


class UnknownColumnError(ValueError):
    """No column has the name, or several have; the message lists those there are."""


def machine_name(name: str, columns: Sequence[Column]) -> str:
    """The machine name of the column that a user calls ``name``: by that name or by its heading,
    where " [95% interval]" may be left out; case counts only where columns differ by nothing else.

    Raises :class:`UnknownColumnError` if there is none, or if several have the heading.
    """
    ambiguous: list[str] = []
    for fold in (str, str.casefold):
        for called in (lambda column: column.name, lambda column: column.shown, _heading):
            matching = dict.fromkeys(c.name for c in columns if fold(called(c)) == fold(name))
            if len(matching) == 1:
                return next(iter(matching))
            ambiguous = ambiguous or list(matching)
    if ambiguous:
        raise UnknownColumnError(f"several columns are called {name}: {', '.join(ambiguous)}")
    raise _unknown(name, columns)


def _heading(column: Column) -> str:
    """The heading without what an interval adds to it: "P" of "P [95% interval]"."""
    return column.shown.split(" [")[0]


def _unknown(name: str, columns: Sequence[Column]) -> UnknownColumnError:
    from difflib import get_close_matches

    names = {
        column.name: f"{column.name} (with {column.needs})" if column.needs else column.name
        for column in columns
        if column.kind != "provenance"
    }
    spelt = {
        title.casefold(): title for column in columns for title in (column.name, _heading(column))
    }
    begun = [title for title in spelt if title.startswith(name.casefold())]
    close = begun or get_close_matches(name.casefold(), spelt, n=1)
    guess = f"; did you mean {spelt[close[0]]}?" if close else "."
    machine_names = {column.name for column in columns}
    headings = [title for title in spelt.values() if title not in machine_names]
    also = f"; by their headings: {', '.join(headings)}" if headings else ""
    return UnknownColumnError(
        f"no column is called {name}{guess} Columns: {', '.join(names.values())}{also}"
    )


def choose_columns(tables: Sequence[Table], names: Sequence[str]) -> list[Table]:
    """``tables`` with the columns called ``names``, in this order.

    Columns that say what a row is about come before the others unless they are named, and
    signatures stay. A table none of whose figures is named is left as it is, if another one has
    some. Raises :class:`UnknownColumnError` for a name that no table has.
    """
    if not names:
        return list(tables)
    every = [column for table in tables for column in table.columns]
    order = dict.fromkeys(machine_name(name, every) for name in names)
    places = []
    for table in tables:
        place = {column.name: k for k, column in enumerate(table.columns)}
        places.append([place[name] for name in order if name in place])
    has_figures = [
        any(table.columns[k].kind == "figure" and k not in table.keys for k in numbers)
        for table, numbers in zip(tables, places, strict=True)
    ]
    return [
        _with_columns(table, numbers) if figures or not any(has_figures) else table
        for table, numbers, figures in zip(tables, places, has_figures, strict=True)
    ]


def _with_columns(table: Table, numbers: Sequence[int]) -> Table:
    keys = [k for k in table.keys if k not in numbers]
    last = [k for k, column in enumerate(table.columns) if column.kind == "provenance"]
    order = [*keys, *numbers, *(k for k in last if k not in numbers)]
    place = {old: new for new, old in enumerate(order)}
    rows = tuple(tuple(row[k] for k in order) for row in table.rows)
    marks = {(i, place[k]): mark for (i, k), mark in table.marks.items() if k in place}
    estimates = any(isinstance(cell, Estimate) for row in rows for cell in row)
    estimated = marks or estimates or any(table.columns[k].name in ("p", "p_holm") for k in order)
    return replace(
        table,
        columns=tuple(table.columns[k] for k in order),
        rows=rows,
        notes=tuple(n for n in table.notes if estimated or not _ON_INTERVALS.search(n)),
        best=frozenset((i, place[k]) for i, k in table.best if k in place),
        marks=marks,
    )


# The method of intervals and of tests, which a table without them does not need.
_ON_INTERVALS = re.compile(r"^p(:| is corrected)|% interval:")


# A report: tables, notes and findings.


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
