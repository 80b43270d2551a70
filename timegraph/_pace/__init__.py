"""How far the work on a document is, and until when it may take."""

from __future__ import annotations

__all__: list[str] = []
