"""What position may claim: bands, the dated axis, and the arrows for the rest."""

from __future__ import annotations

__all__: list[str] = []
