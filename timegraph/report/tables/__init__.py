"""The tables that commands print: one description, five formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.report.tables.choosing import UnknownColumnError, choose_columns
    from timegraph.report.tables.model import Cell, Column, Estimate, Table
    from timegraph.report.tables.printing import (
        TableOptions,
        json_pieces,
        render,
        render_json,
        render_tables,
    )

__all__ = [
    "Cell",
    "Column",
    "Estimate",
    "Table",
    "TableOptions",
    "UnknownColumnError",
    "choose_columns",
    "json_pieces",
    "render",
    "render_json",
    "render_tables",
]

_HOMES = {
    "Cell": "model",
    "Column": "model",
    "Estimate": "model",
    "Table": "model",
    "TableOptions": "printing",
    "UnknownColumnError": "choosing",
    "choose_columns": "choosing",
    "json_pieces": "printing",
    "render": "printing",
    "render_json": "printing",
    "render_tables": "printing",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
