"""What commands share that score several kits."""

from __future__ import annotations

__all__: list[str] = []
