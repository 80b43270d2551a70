"""Closures that take further constraints one by one, and give them back."""

from __future__ import annotations

__all__: list[str] = []
