"""Numbers with their nouns, for messages."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, noun: str, plural: str | None = None, *, separator: str = ",") -> str:
    """``1 link``, ``2 links`` or ``1,000 links``; ``plural`` is for nouns that take more than an s
    (``entities``). An empty ``separator`` is for what is read again (``1000 links``)."""
    return f"{number:{separator}} {noun if number == 1 else plural or f'{noun}s'}"
