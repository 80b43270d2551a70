"""Reports as CSV: a line for each row, columns by their machine names, a signature in each line."""

from __future__ import annotations

import re
from collections.abc import Callable

from timegraph.report.report import Report, TableOptions
from timegraph.report.tables.choosing import choose_columns
from timegraph.report.tables.table import Plain, Table

__all__ = ["render_csv"]

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
