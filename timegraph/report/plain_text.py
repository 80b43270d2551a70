"""Text for people: nothing in it steers the terminal, and lines fit its width."""

from __future__ import annotations

import unicodedata

_NARROWEST = 20
"""Columns below which nothing can be read, so that lines are left to the terminal."""


def printable(text: str) -> str:
    """``text`` with control characters spelt out: a file name must not steer the terminal."""
    if text.isprintable():  # nearly always, and many times as fast
        return text
    return "".join(
        c if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp") else ascii(c)[1:-1]
        for c in text
    )


def coloured(text: str, code: str) -> str:
    """``text`` in the ANSI code ``code`` (``"1"`` is bold); as it is without a code or letters."""
    return f"\x1b[{code}m{text}\x1b[0m" if code and text.strip() else text


def display_width(text: str) -> int:
    """How many terminal columns ``text`` takes: none for combining marks, two for wide letters."""
    return sum(
        0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


def wrapped(line: str, width: int | None) -> list[str]:
    """``line`` in lines of at most ``width`` columns, broken at blanks; a word that is longer has
    a line of its own. Lines after the first are indented by two more than the first. ``None`` is
    no limit."""
    if width is None or width < _NARROWEST or display_width(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip(" ")))
    lines, current = [], indent
    for word in line.split():
        blank = "" if current.isspace() or not current else " "
        if blank and display_width(current) + 1 + display_width(word) > width:
            lines.append(current)
            current, blank = indent + "  ", ""
        current += blank + word
    return [*lines, current]
