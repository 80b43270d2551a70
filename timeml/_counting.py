"""Numbers with their nouns, for messages and reprs."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """``1 link``, ``2 links`` or ``1,000 links``; ``plural`` is for nouns that take more than an s
    (``entities``)."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
