"""Question sets of a shared task: checked with the reasoner, drawn from gold, merged, studied."""

from __future__ import annotations

__all__: list[str] = []
