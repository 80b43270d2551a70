"""Folders of pages, and the frame of every page."""

from __future__ import annotations

__all__: list[str] = []
