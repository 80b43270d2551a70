"""Whether two texts have the same characters, and where they first differ."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["TextChange", "text_change"]

_BEFORE, _AFTER = 30, 40
"""Characters that are shown around a difference."""


@dataclass(frozen=True, slots=True)
class TextChange:
    """The first difference: what stands there in each text, with some words around it.

    ``case_only`` says that the texts differ in upper and lower case alone.
    """

    expected: str
    found: str
    case_only: bool = False


def text_change(expected: str, found: str) -> TextChange | None:
    """The first difference between two texts, white space aside; ``None`` if there is none."""
    one, other = "".join(expected.split()), "".join(found.split())
    if one == other:
        return None
    folded = one.casefold(), other.casefold()
    case_only = folded[0] == folded[1]
    pairs = enumerate(zip(one, other, strict=False))
    index = next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))
    return TextChange(_around(expected, index), _around(found, index), case_only)


def _around(text: str, index: int) -> str:
    """The words around the character that has so many others, not white space, before it."""
    offset = _offset(text, index)
    start = text.rfind(" ", 0, max(offset - _BEFORE, 0)) + 1 if offset > _BEFORE else 0
    shown = text[start : offset + _AFTER]
    words = " ".join(shown.split())
    before = "..." if text[:start].strip() else ""
    after = "..." if text[offset + _AFTER :].strip() else ""
    return f"{before}{words}{after}"


def _offset(text: str, index: int) -> int:
    for offset, character in enumerate(text):
        if not character.isspace():
            if not index:
                return offset
            index -= 1
    return len(text)
