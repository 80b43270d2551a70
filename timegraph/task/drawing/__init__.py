"""Question sets drawn from gold annotations, with the shares that were asked for."""

from __future__ import annotations

__all__: list[str] = []
