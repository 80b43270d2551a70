"""Reports on question sets."""

from __future__ import annotations

__all__: list[str] = []
