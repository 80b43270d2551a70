"""Marked texts: the plain format in which people mark events and times and write questions."""

from __future__ import annotations

__all__: list[str] = []
