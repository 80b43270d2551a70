"""What commands share that write pages."""

from __future__ import annotations

__all__: list[str] = []
