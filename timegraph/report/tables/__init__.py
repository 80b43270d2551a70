"""The tables of reports: one description, whatever the format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.report.tables.choosing import UnknownColumnError, choose_columns
    from timegraph.report.tables.table import Cell, Column, Estimate, Table

__all__ = ["Cell", "Column", "Estimate", "Table", "UnknownColumnError", "choose_columns"]

_HOMES = {
    "choosing": "UnknownColumnError choose_columns",
    "table": "Cell Column Estimate Table",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
