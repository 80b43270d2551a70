"""Closing and explaining graphs that have distances; only such graphs load it."""

from __future__ import annotations

__all__: list[str] = []
