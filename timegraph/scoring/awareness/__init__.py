"""The scores of TempEval-3: temporal awareness, events and time expressions."""

from __future__ import annotations

__all__: list[str] = []
