"""From a document to a graph and back: what it says, its calendar and lengths, its closure."""

from __future__ import annotations

__all__: list[str] = []
