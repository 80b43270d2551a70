"""Weights of links: adding heaviest first, and what contradicts a link by weight."""

from __future__ import annotations

__all__: list[str] = []
