"""Formats of annotation tools, in which projects choose the names of their types."""

from __future__ import annotations

__all__: list[str] = []
