"""Reports as Markdown, in the dialect of GitHub."""

from __future__ import annotations

from collections.abc import Iterable

from timegraph.report.plain_text import printable
from timegraph.report.report import Report, TableOptions
from timegraph.report.tables.choosing import choose_columns
from timegraph.report.tables.table import (
    DECIMALS,
    LEGEND,
    Estimate,
    Table,
    interval_text,
    is_numeric,
    shown,
    with_lines_below,
)

__all__ = ["render_markdown"]


def render_markdown(report: Report, options: TableOptions) -> str:
    """The tables below each other."""
    decimals = DECIMALS if options.decimals is None else options.decimals
    tables = with_lines_below(choose_columns(report.tables, options.columns), report.notes)
    return "\n".join(_table(table, decimals) for table in tables)


def _table(table: Table, decimals: int) -> str:
    """``table`` with its notes as code below it: one may hold anything, a signature has bars."""
    notes = [LEGEND] if table.best else []
    notes += map(printable, table.lines_below)
    out = _line(_escaped(column.shown) for column in table.columns)
    out += _line("---:" if right else "---" for right in is_numeric(table))
    for i, row in enumerate(table.rows):
        cells = []
        for k, cell in enumerate(row):
            value = cell.value if isinstance(cell, Estimate) else cell
            text = _escaped(shown(value, decimals))
            text = f"**{text}**" if (i, k) in table.best else text
            text += table.marks.get((i, k), "")
            text += f" {interval_text(cell, decimals)}" if isinstance(cell, Estimate) else ""
            cells.append(text)
        out += _line(cells)
    return out + "".join(f"\n`{note.replace('`', chr(39))}`\n" for note in notes)


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |\n"


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\|_*`" else "&lt;" if c == "<" else c for c in text)
