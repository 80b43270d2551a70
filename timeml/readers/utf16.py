"""Places in texts that other programs count in units of UTF-16, as Java and JavaScript do.

A character beyond the Basic Multilingual Plane, such as an emoji, is one character here and two
units there.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["characters_at"]


def characters_at(text: str) -> Sequence[int]:
    """The number of characters before each unit of ``text``, from 0 to the number of its units;
    the second unit of a character counts as its end."""
    if not text or max(text) < "\U00010000":
        return range(len(text) + 1)
    numbers = [0]
    for number, character in enumerate(text, start=1):
        numbers += [number] * (2 if character >= "\U00010000" else 1)
    return numbers
