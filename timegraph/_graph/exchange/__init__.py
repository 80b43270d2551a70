"""Graphs in the forms of other programs: one file for each form. Loaded when it is asked for."""

from __future__ import annotations

__all__: list[str] = []
