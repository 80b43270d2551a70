"""Question sets of several sources as one kit."""

from __future__ import annotations

__all__: list[str] = []
