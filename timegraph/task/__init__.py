"""Running a shared task: input documents, marked texts, question sets and submissions."""

from __future__ import annotations

__all__: list[str] = []
