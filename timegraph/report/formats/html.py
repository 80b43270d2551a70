"""Reports as HTML: their tables, as a page of its own or for a page that has more."""

from __future__ import annotations

from html import escape

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

__all__ = ["render_html", "table_html"]

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
