"""The compiled search of networks."""

from __future__ import annotations

__all__: list[str] = []
