"""The formats in which reports are printed.

A format is a function from a :class:`~timegraph.report.tables.Report` and
:class:`~timegraph.report.tables.TableOptions` to text, called ``render_`` and its name. Nothing
else asks which format it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape

from timegraph._version import __version__
from timegraph.findings import Finding
from timegraph.report.findings import findings_text
from timegraph.report.plain_text import coloured, display_width, printable, wrapped
from timegraph.report.tables import (
    DECIMALS,
    LEGEND,
    SIGNATURE,
    Estimate,
    FindingsSection,
    Plain,
    Report,
    Table,
    TableOptions,
    choose_columns,
    interval_text,
    is_numeric,
    shown,
    with_lines_below,
)

LISTING_FORMATS = ("text", "json", "csv")
"""Those in which findings stand below the tables; the others are for a paper."""

RECORD_FORMATS = ("json", "csv")
"""Those for programs, which have all that there is; the others are read by people."""


def seen(report: Report, options: TableOptions) -> frozenset[str]:
    """The notes that stand before the user's eyes once the report is printed, so that no message
    has to say them, too: those below tables of text on a terminal."""
    if not options.terminal or options.format != "text":
        return frozenset()
    return frozenset(report.all_notes)


# Reports as text for people: no line is wider than they want it to be.
#
# What is too wide for one line is split into blocks below each other, each with the columns that
# say what a row is about. Where these are wide themselves, they get lines of their own.


BEST = "*"
_BEST_IS_MARKED = f"{BEST}: best of the systems"

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
    notes = [_BEST_IS_MARKED] if table.best else []
    notes += map(printable, table.lines_below)
    for note in notes:
        parts = _note(note, width, options.terminal)
        lines += (coloured(part, _NOTE) if colour else part for part in parts)
    return "".join(f"{text.rstrip()}\n" for text in lines)


def _cells(table: Table, decimals: int) -> Iterator[list[str]]:
    """All cells as text, with figures, marks and intervals of a column aligned."""
    plain = [[_plain(cell, decimals) for cell in row] for row in table.rows]
    marks = [
        [BEST * ((i, k) in table.best) + table.marks.get((i, k), "") for k in range(len(row))]
        for i, row in enumerate(table.rows)
    ]
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
    if width is None or _width(widths, every) <= width:
        yield from (line(row, every) for row in rows)
    elif not others:  # texts in every column: a line for each cell
        for row in rows[1:]:
            for k, column in enumerate(table.columns):
                yield from wrapped(f"{column.shown}: {line(row, [k]).strip()}", width)
            yield ""
    elif _width(widths, keys) <= width * 5 // 8 and max(widths[k] for k in others) <= room:
        for number, part in enumerate(_parts(table, others, widths, room)):
            if number:
                yield ""
            yield from (line(row, [*keys, *part]) for row in rows)
    else:
        yield from _folded(table, widths, width, line)


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
    indent_of_figures = display_width(heading) + len(_GAP)
    if (
        indent_of_figures + _width(widths, others) <= width
    ):  # then headings fit on the line of the first
        yield heading + _GAP + line(0, others)
        parts, indent, begin = [others], " " * indent_of_figures, 1
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


# Reports as CSV: a line for each row, columns by their machine names, a signature in each line.


_DECIMALS = 6


def render_csv(report: Report, options: TableOptions) -> str:
    """The rows of the report; several tables stand below each other with an empty line between.
    Notes are left out."""
    decimals = _DECIMALS if options.decimals is None else options.decimals
    tables = report.tables if report.rows is None else report.rows
    return "\n".join(_csv(table, decimals) for table in choose_columns(tables, options.columns))


def _csv(table: Table, decimals: int) -> str:
    import csv
    import io

    signed = any(table.signatures)
    rows: list[list[Plain]] = [[*table.plain_columns, *(["signature"] if signed else [])]]
    for number, row in enumerate(table.plain_rows()):
        # Programs that read CSV add up its rows themselves.
        if number not in table.totals:
            rows.append([*row, table.signatures[number]] if signed else row)
    lines = []
    for row in rows:
        out = io.StringIO()
        # With \r\n for line ends, the writer quotes both characters; with \n, \r is left bare.
        csv.writer(out, lineterminator="\r\n").writerow([_cell(cell, decimals) for cell in row])
        lines.append(out.getvalue()[:-2])
    return "".join(f"{line}\n" for line in lines)


def _cell(cell: Plain, decimals: int) -> str | int:
    if cell is None:
        return ""
    return f"{cell:.{decimals}f}" if isinstance(cell, float) else cell


# Tables of pages, in HTML.


def table_html(table: Table, *, caption: str) -> str:
    """``table`` as an HTML element that scrolls where it is too wide, with its notes below it."""
    heads = "".join(
        f'<th scope="col"{_class(right)}>{escape(column.shown)}</th>'
        for column, right in zip(table.columns, is_numeric(table), strict=True)
    )
    rows = "".join(f"<tr>{_row(table, i)}</tr>" for i in range(len(table.rows)))
    notes = [LEGEND] if table.best else []
    notes += map(printable, table.lines_below)
    below = "".join(f"<p><small>{escape(note)}</small></p>" for note in notes)
    if len(notes) > 1:  # the signature, and how figures were made
        below = f"<details><summary><small>Notes</small></summary>{below}</details>"
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>{below}\n"
    )


def _row(table: Table, i: int) -> str:
    parts = _cells_of(table, i, DECIMALS, escape, best="<b>{}</b>", interval=" <small>{}</small>")
    return "".join(
        f"<td{_class(right)}>{text}</td>"
        for text, right in zip(parts, is_numeric(table), strict=True)
    )


def _cells_of(
    table: Table,
    i: int,
    decimals: int,
    escaped: Callable[[str], str],
    *,
    best: str,
    mark: str = "{}",
    interval: str = " {}",
) -> Iterator[str]:
    """The cells of a row in a markup: what is ``escaped`` stands within templates where it is
    ``best``, a ``mark`` of significance, or an ``interval``."""
    for k, cell in enumerate(table.rows[i]):
        text = escaped(_plain(cell, decimals))
        text = best.format(text) if (i, k) in table.best else text
        if (i, k) in table.marks:
            text += mark.format(escaped(table.marks[i, k]))
        if isinstance(cell, Estimate):
            text += interval.format(escaped(interval_text(cell, decimals)))
        yield text


def _class(right: bool) -> str:
    return ' class="right"' if right else ""


# Reports as JSON: all figures with all their digits.


SCHEMA = 2
"""The version of the shape of what is written."""


def render_json(report: Report, options: TableOptions) -> str:
    """The record of the report; columns and decimals do not change it."""
    return json_object(report.content)


def json_object(content: Mapping[str, object]) -> str:
    """``content`` as a JSON object that begins with ``schema`` and ``version``, as every command
    writes it; ends in a line feed. ``None`` becomes ``null``."""
    import json  # here, since most commands print text

    whole = {"schema": SCHEMA, "version": __version__, **content}
    return json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def json_pieces(
    content: Mapping[str, object], name: str, items: Iterable[Mapping[str, object]]
) -> Iterator[str]:
    """The text of :func:`json_object` for ``content`` with the list ``items`` as its last member
    ``name``, piece by piece: the list need not fit into memory."""
    import json

    yield json_object({**content, name: []}).removesuffix("]\n}\n")
    encode = json.JSONEncoder(ensure_ascii=False, indent=2, allow_nan=False).encode
    before = "\n    "
    for item in items:
        yield before + encode(item).replace("\n", "\n    ")
        before = ",\n    "
    yield "]\n}\n" if before == "\n    " else "\n  ]\n}\n"


# Reports as LaTeX with booktabs, ready to be read into a paper.


LATEX_LEGEND = "Bold: best of the systems."

_ESCAPES = {c: f"\\{c}" for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "†": r"\dag{}",
    "‡": r"\ddag{}",
}


def render_latex(report: Report, options: TableOptions) -> str:
    """The tables below each other, each with all of its notes, for a paper takes one of them; the
    remarks of the report are comments above them."""
    decimals = DECIMALS if options.decimals is None else options.decimals
    tables = choose_columns(report.tables, options.columns)
    if tables:
        tables[-1] = replace(tables[-1], notes=(*tables[-1].notes, *report.notes))
    remarks = "".join(f"% warning: {printable(remark)}\n" for remark in report.remarks)
    return remarks + "\n".join(_latex_table(table, decimals) for table in tables)


def _latex_table(table: Table, decimals: int) -> str:
    """A floating table that needs the package booktabs and nothing else.

    Signatures stand in comments, where nothing can break them; what readers need to understand
    the marks and figures is printed below the table.
    """
    signatures = [note for note in table.lines_below if note.startswith(SIGNATURE)]
    notes = [LATEX_LEGEND] if table.best else []
    notes += [f"{_latex_escaped(note)}." for note in table.lines_below if note not in signatures]
    out = "% requires booktabs: \\usepackage{booktabs}\n"
    out += "".join(f"% {printable(note)}\n" for note in signatures)
    out += "\\begin{table}\n\\centering\n% \\caption{...}\\label{...}\n"
    layout = "".join("r" if right else "l" for right in is_numeric(table))
    out += f"\\begin{{tabular}}{{{layout}}}\n\\toprule\n"
    out += _latex_line(_latex_escaped(column.shown) for column in table.columns) + "\\midrule\n"
    for i in range(len(table.rows)):
        best, mark = r"\textbf{{{}}}", r"\textsuperscript{{{}}}"
        out += _latex_line(_cells_of(table, i, decimals, _latex_escaped, best=best, mark=mark))
    out += "\\bottomrule\n\\end{tabular}\n"
    if notes:
        out += "\n\\smallskip\n{\\footnotesize\n" + "\n".join(notes) + "\\par}\n"
    return out + "\\end{table}\n"


def _latex_line(cells: Iterable[str]) -> str:
    line = " & ".join(cells)
    # After the end of a row LaTeX would take these for an option of it.
    return ("{}" if line[:1] in ("[", "*") else "") + line + r" \\" + "\n"


def _latex_escaped(text: str) -> str:
    return "".join(_ESCAPES.get(c, c) for c in printable(text))


# Reports as Markdown, in the dialect of GitHub.


def render_markdown(report: Report, options: TableOptions) -> str:
    """The tables below each other."""
    decimals = DECIMALS if options.decimals is None else options.decimals
    tables = with_lines_below(choose_columns(report.tables, options.columns), report.notes)
    return "\n".join(_markdown_table(table, decimals) for table in tables)


def _markdown_table(table: Table, decimals: int) -> str:
    """``table`` with its notes as code below it: one may hold anything, a signature has bars."""
    notes = [LEGEND] if table.best else []
    notes += map(printable, table.lines_below)
    out = _markdown_line(_markdown_escaped(column.shown) for column in table.columns)
    out += _markdown_line("---:" if right else "---" for right in is_numeric(table))
    for i in range(len(table.rows)):
        out += _markdown_line(_cells_of(table, i, decimals, _markdown_escaped, best="**{}**"))
    return out + "".join(f"\n`{note.replace('`', chr(39))}`\n" for note in notes)


def _markdown_line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |\n"


def _markdown_escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\|_*`" else "&lt;" if c == "<" else c for c in text)


# Findings as workflow commands of GitHub Actions, which show them next to the lines of a change.


_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def render_github(report: Report, options: TableOptions) -> str:
    """One command on one line for each finding, with what its code means."""
    return "".join(
        f"{_command(finding, rule.title if rule else '')}\n"
        for section in report.findings
        for finding in section.findings
        for rule in (section.rules.get(finding.code),)
    )


def _command(finding: Finding, title: str) -> str:
    properties = {"file": finding.file}
    at = finding.position
    if at is not None:
        properties["line"] = str(at.line)
        properties["endLine"] = str(at.end_line or at.line)
        if at.column is not None and at.end_column is not None and at.end_line == at.line:
            # Between two lines GitHub takes no columns. Its last one is the last character's.
            properties["col"] = str(at.column)
            properties["endColumn"] = str(max(at.column, at.end_column - 1))
    properties["title"] = f"{finding.code}: {title}" if title else finding.code
    named = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in properties.items())
    lines = [finding.message, *map(str, finding.sentences)]
    if finding.fix:
        lines.append(f"Fix: {finding.fix}")
    return f"::{_LEVELS[finding.severity]} {named}::{_escaped(chr(10).join(lines))}"


def _escaped(text: str, also: str = "") -> str:
    """Escaped as GitHub's own toolkit does; ``also`` are characters that end a property."""
    for character in "%\r\n" + also:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
