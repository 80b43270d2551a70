"""Reports: what commands print, as text, JSON, CSV, Markdown and LaTeX."""

from __future__ import annotations

from timegraph.report.tables import FORMATS, Cell, Column, Format, Table, render, render_json

__all__ = ["FORMATS", "Cell", "Column", "Format", "Table", "render", "render_json"]
