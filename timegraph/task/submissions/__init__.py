"""Submissions to a shared task: whether they can be scored, and what to correct in them."""

from __future__ import annotations

__all__: list[str] = []
