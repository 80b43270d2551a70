"""Reports as text for people: no line is wider than they want it to be.

What is too wide for one line is split into blocks below each other, each with the columns that say
what a row is about. Where these are wide themselves, they get lines of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from timegraph.report.findings import findings_text
from timegraph.report.plain_text import coloured, display_width, printable, wrapped
from timegraph.report.report import FindingsSection, Report, TableOptions
from timegraph.report.tables import (
    DECIMALS,
    SIGNATURE,
    Estimate,
    Table,
    choose_columns,
    interval_text,
    is_numeric,
    shown,
    with_lines_below,
)

BEST = "*"
LEGEND = f"{BEST}: best of the systems"

_GAP = "  "
_HEADING, _GOOD, _MARKED, _NOTE = "1", "1;32", "33", "2"
"""ANSI codes: bold, bold green, yellow, dim."""

_Row = Sequence[str]


def render_text(report: Report, options: TableOptions) -> str:
    """The tables below each other with their notes, the findings by cause, and other lines."""
    tables = with_lines_below(choose_columns(report.tables, options.columns), report.notes)
    parts = ["\n".join(table_text(table, options) for table in tables)]
    if report.plain is not None:
        parts = [f"{line}\n" for line in report.plain]
    first = report.findings_first or not report.tables
    findings = "".join(_findings(section, options, first=first) for section in report.findings)
    if report.findings_first and findings and report.tables:
        findings = f"{findings.rstrip()}\n\n"
    parts.insert(0 if report.findings_first else 1, findings)
    parts[:0] = (f"{part}\n" for line in report.heading for part in wrapped(line, options.width))
    parts += (f"{part}\n" for line in report.lines for part in wrapped(line, options.width))
    # The empty line above a heading parts it from what stands before.
    return "".join(parts).removeprefix("\n")


def _findings(section: FindingsSection, options: TableOptions, *, first: bool) -> str:
    text = findings_text(section, width=options.width, colour=options.colour)
    if not section.heading:
        return text if first or not text else f"\n{text.rstrip()}\n"
    below = f"\n{text.rstrip()}\n" if text else ""
    return f"\n{printable(section.heading)}\n{below}"


def table_text(table: Table, options: TableOptions) -> str:
    """``table`` as text of at most ``options.width`` columns.

    A signature keeps its line, since people and programs copy it, unless the text goes to a
    terminal; there it is broken at its bars.
    """
    decimals = DECIMALS if options.decimals is None else options.decimals
    width, colour = options.width, options.colour
    rows = [[column.shown for column in table.columns], *_cells(table, decimals)]
    widths = [max(map(display_width, cells)) for cells in zip(*rows, strict=True)]
    numeric = is_numeric(table)

    def line(row: int, columns: Sequence[int]) -> str:
        """The cells of one row (0 is the heading) in these columns."""
        padded = []
        for k in columns:
            cell = rows[row][k]
            space = " " * (widths[k] - display_width(cell))
            cell = space + cell if numeric[k] else cell + space
            padded.append(coloured(cell, _code(table, row, k)) if colour else cell)
        return _GAP.join(padded)

    lines = list(_lines(table, widths, width, line))
    notes = [LEGEND] if table.best else []
    notes += map(printable, table.lines_below)
    for note in notes:
        parts = _note(note, width, options.terminal)
        lines += (coloured(part, _NOTE) if colour else part for part in parts)
    return "".join(f"{text.rstrip()}\n" for text in lines)


def _cells(table: Table, decimals: int) -> Iterator[list[str]]:
    """All cells as text, with figures, marks and intervals of a column aligned."""
    plain = [[_plain(cell, decimals) for cell in row] for row in table.rows]
    marks = [[_mark(table, i, k) for k in range(len(row))] for i, row in enumerate(table.rows)]
    marked = [max(map(len, column)) for column in zip(*marks, strict=True)]
    intervals = [
        [interval_text(cell, decimals) if isinstance(cell, Estimate) else "" for cell in row]
        for row in table.rows
    ]
    reach = [max(map(len, column)) for column in zip(*intervals, strict=True)]
    for i in range(len(table.rows)):
        yield [
            plain[i][k]
            + marks[i][k].ljust(marked[k])
            + (f" {intervals[i][k]:>{reach[k]}}" if reach[k] else "")
            for k in range(len(table.columns))
        ]


def _plain(cell: object, decimals: int) -> str:
    value = cell.value if isinstance(cell, Estimate) else cell
    return shown(value, decimals)  # type: ignore[arg-type]


def _mark(table: Table, row: int, column: int) -> str:
    return BEST * ((row, column) in table.best) + table.marks.get((row, column), "")


def _lines(
    table: Table,
    widths: Sequence[int],
    width: int | None,
    line: Callable[[int, Sequence[int]], str],
) -> Iterator[str]:
    rows, every = range(len(table.rows) + 1), list(range(len(widths)))
    keys = table.keys
    others = [k for k in every if k not in keys]
    room = 0 if width is None else width - _width(widths, keys) - len(_GAP)
    if width is None or _width(widths, every) <= width or not others:
        yield from (line(row, every) for row in rows)
    elif _width(widths, keys) <= width * 5 // 8 and max(widths[k] for k in others) <= room:
        for number, part in enumerate(_parts(table, others, widths, room)):
            if number:
                yield ""
            yield from (line(row, sorted([*keys, *part], key=_first(keys))) for row in rows)
    else:
        yield from _folded(table, widths, width, line)


def _first(keys: Sequence[int]) -> Callable[[int], tuple[bool, int]]:
    return lambda k: (k not in keys, k)


def _parts(
    table: Table, columns: Sequence[int], widths: Sequence[int], room: int
) -> Iterator[list[int]]:
    """``columns`` in runs, each as long as fits into ``room``; at least one column each. What
    follows another one stays with it, if both fit."""
    units: list[list[int]] = []
    for k in columns:
        joined = units and table.columns[k].follows and _width(widths, [*units[-1], k]) <= room
        if joined:
            units[-1].append(k)
        else:
            units.append([k])
    part: list[int] = []
    for unit in units:
        if part and _width(widths, [*part, *unit]) > room:
            yield part
            part = []
        part = [*part, *unit]
    yield part


def _folded(
    table: Table, widths: Sequence[int], width: int, line: Callable[[int, Sequence[int]], str]
) -> Iterator[str]:
    """Rows that say what they are about on a line of its own, and have their figures below it, on
    as many lines as they need."""
    keys = table.keys
    others = [k for k in range(len(widths)) if k not in keys]
    heading = _GAP.join(table.columns[k].shown for k in keys)
    beside = display_width(heading) + len(_GAP)
    if beside + _width(widths, others) <= width:  # then headings fit on the line of the first
        yield heading + _GAP + line(0, others)
        parts, indent, begin = [others], " " * beside, 1
    else:
        parts, indent, begin = list(_parts(table, others, widths, width - len(_GAP))), _GAP, 0
    for row in range(begin, len(table.rows) + 1):
        # Even names may be too long for one line together.
        together = _width(widths, keys) <= width
        yield from [line(row, keys)] if together else (line(row, [k]).strip() for k in keys)
        yield from (indent + line(row, part) for part in parts)


def _width(widths: Sequence[int], columns: Sequence[int]) -> int:
    return sum(widths[k] for k in columns) + len(_GAP) * (len(columns) - 1)


def _note(note: str, width: int | None, terminal: bool) -> list[str]:
    if width is None or len(note) <= width or (note.startswith(SIGNATURE) and not terminal):
        return [note]
    if not note.startswith(SIGNATURE):
        return wrapped(note, width)
    lines = [""]
    for field in note.replace("|", "|\0").split("\0"):
        if len(lines[-1]) + len(field) > width and lines[-1].strip():
            lines.append(_GAP)
        lines[-1] += field
    return lines


def _code(table: Table, row: int, column: int) -> str:
    if row == 0:
        return _HEADING
    if (row - 1, column) in table.best:
        return _GOOD
    return _MARKED if (row - 1, column) in table.marks else ""
