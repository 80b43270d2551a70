"""Reports: what commands print, as text, JSON, CSV, Markdown and LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timegraph._lazy import lazily

if TYPE_CHECKING:
    from timegraph.report.formats import FORMATS, Format
    from timegraph.report.tables import Cell, Column, Table, render, render_json

__all__ = ["FORMATS", "Cell", "Column", "Format", "Table", "render", "render_json"]

_HOMES = {
    "FORMATS": "formats",
    "Cell": "tables",
    "Column": "tables",
    "Format": "formats",
    "Table": "tables",
    "render": "tables",
    "render_json": "tables",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
