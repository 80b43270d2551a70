"""Reports as LaTeX with booktabs, ready to be read into a paper."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from timegraph.report.plain_text import printable
from timegraph.report.report import Report, TableOptions
from timegraph.report.tables.choosing import choose_columns
from timegraph.report.tables.table import (
    DECIMALS,
    SIGNATURE,
    Estimate,
    Table,
    interval_text,
    is_numeric,
    shown,
)

__all__ = ["render_latex"]

LEGEND = "Bold: best of the systems."

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
    return remarks + "\n".join(_table(table, decimals) for table in tables)


def _table(table: Table, decimals: int) -> str:
    """A floating table that needs the package booktabs and nothing else.

    Signatures stand in comments, where nothing can break them; what readers need to understand
    the marks and figures is printed below the table.
    """
    signatures = [note for note in table.lines_below if note.startswith(SIGNATURE)]
    notes = [LEGEND] if table.best else []
    notes += [f"{_escaped(note)}." for note in table.lines_below if note not in signatures]
    out = "% requires booktabs: \\usepackage{booktabs}\n"
    out += "".join(f"% {printable(note)}\n" for note in signatures)
    out += "\\begin{table}\n\\centering\n% \\caption{...}\\label{...}\n"
    layout = "".join("r" if right else "l" for right in is_numeric(table))
    out += f"\\begin{{tabular}}{{{layout}}}\n\\toprule\n"
    out += _line(_escaped(column.shown) for column in table.columns) + "\\midrule\n"
    for i, row in enumerate(table.rows):
        cells = []
        for k, cell in enumerate(row):
            value = cell.value if isinstance(cell, Estimate) else cell
            text = _escaped(shown(value, decimals))
            text = f"\\textbf{{{text}}}" if (i, k) in table.best else text
            if (i, k) in table.marks:
                text += f"\\textsuperscript{{{_escaped(table.marks[i, k])}}}"
            text += f" {interval_text(cell, decimals)}" if isinstance(cell, Estimate) else ""
            cells.append(text)
        out += _line(cells)
    out += "\\bottomrule\n\\end{tabular}\n"
    if notes:
        out += "\n\\smallskip\n{\\footnotesize\n" + "\n".join(notes) + "\\par}\n"
    return out + "\\end{table}\n"


def _line(cells: Iterable[str]) -> str:
    line = " & ".join(cells)
    # After the end of a row LaTeX would take these for an option of it.
    return ("{}" if line[:1] in ("[", "*") else "") + line + r" \\" + "\n"


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(c, c) for c in printable(text))
