"""Editing a marked text word by word and question by question."""

from __future__ import annotations

__all__: list[str] = []
