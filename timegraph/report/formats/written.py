"""Reports as CSV: a line for each row, columns by their machine names, a signature in each line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape

from timegraph._version import __version__
from timegraph.report.plain_text import printable
from timegraph.report.report import Report, TableOptions
from timegraph.report.tables import (
    DECIMALS,
    LEGEND,
    SIGNATURE,
    Estimate,
    Plain,
    Table,
    choose_columns,
    interval_text,
    is_numeric,
    shown,
    with_lines_below,
)

_DECIMALS = 6


def render_csv(report: Report, options: TableOptions) -> str:
    """The rows of the report; several tables stand below each other with an empty line between.
    Notes are left out."""
    decimals = _DECIMALS if options.decimals is None else options.decimals
    tables = report.tables if report.rows is None else report.rows
    safe = _harmless if options.spreadsheet else lambda cell: cell
    return "\n".join(
        _csv(table, decimals, safe) for table in choose_columns(tables, options.columns)
    )


def _csv(table: Table, decimals: int, safe: Callable[[str | int], str | int]) -> str:
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
        csv.writer(out, lineterminator="\r\n").writerow(
            [safe(_cell(cell, decimals)) for cell in row]
        )
        lines.append(out.getvalue()[:-2])
    return "".join(f"{line}\n" for line in lines)


def _cell(cell: Plain, decimals: int) -> str | int:
    if cell is None:
        return ""
    return f"{cell:.{decimals}f}" if isinstance(cell, float) else cell


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")


def _harmless(cell: str | int) -> str | int:
    """A field that spreadsheets do not take for a formula: text that begins like one gets an
    apostrophe before it. Numbers stay numbers."""
    if isinstance(cell, str) and cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell


# Reports as HTML: their tables, as a page of its own or for a page that has more.


_STYLE = """\
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
caption { text-align: left; font-weight: 600; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid #8888; text-align: left; }
.right { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
"""


def render_html(report: Report, options: TableOptions) -> str:
    """A page with the tables, that needs nothing else."""
    decimals = DECIMALS if options.decimals is None else options.decimals
    tables = with_lines_below(choose_columns(report.tables, options.columns), report.notes)
    body = "".join(
        table_html(table, caption=table.name.replace("_", " ").capitalize(), decimals=decimals)
        for table in tables
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>timegraph</title><style>{_STYLE}</style></head>\n<body>\n{body}</body></html>\n"
    )


def table_html(table: Table, *, caption: str, decimals: int = DECIMALS) -> str:
    """``table`` as an HTML element that scrolls where it is too wide, with its notes below it."""
    heads = "".join(
        f'<th scope="col"{_class(right)}>{escape(column.shown)}</th>'
        for column, right in zip(table.columns, is_numeric(table), strict=True)
    )
    rows = "".join(f"<tr>{_row(table, i, decimals)}</tr>" for i in range(len(table.rows)))
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


def _row(table: Table, i: int, decimals: int) -> str:
    parts = []
    for k, (cell, right) in enumerate(zip(table.rows[i], is_numeric(table), strict=True)):
        text = escape(shown(cell.value if isinstance(cell, Estimate) else cell, decimals))
        text = f"<b>{text}</b>" if (i, k) in table.best else text
        text += escape(table.marks.get((i, k), ""))
        if isinstance(cell, Estimate):
            text += f" <small>{escape(interval_text(cell, decimals))}</small>"
        parts.append(f"<td{_class(right)}>{text}</td>")
    return "".join(parts)


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
    for i, row in enumerate(table.rows):
        cells = []
        for k, cell in enumerate(row):
            value = cell.value if isinstance(cell, Estimate) else cell
            text = _latex_escaped(shown(value, decimals))
            text = f"\\textbf{{{text}}}" if (i, k) in table.best else text
            if (i, k) in table.marks:
                text += f"\\textsuperscript{{{_latex_escaped(table.marks[i, k])}}}"
            text += f" {interval_text(cell, decimals)}" if isinstance(cell, Estimate) else ""
            cells.append(text)
        out += _latex_line(cells)
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
    for i, row in enumerate(table.rows):
        cells = []
        for k, cell in enumerate(row):
            value = cell.value if isinstance(cell, Estimate) else cell
            text = _markdown_escaped(shown(value, decimals))
            text = f"**{text}**" if (i, k) in table.best else text
            text += table.marks.get((i, k), "")
            text += f" {interval_text(cell, decimals)}" if isinstance(cell, Estimate) else ""
            cells.append(text)
        out += _markdown_line(cells)
    return out + "".join(f"\n`{note.replace('`', chr(39))}`\n" for note in notes)


def _markdown_line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |\n"


def _markdown_escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\|_*`" else "&lt;" if c == "<" else c for c in text)
