"""Dates in graphs: how they are given, and dates that are entities."""

from __future__ import annotations

__all__: list[str] = []
