"""Text from a user or a file, short enough for a message."""

from __future__ import annotations

__all__ = ["quoted", "shortened"]


def quoted(text: str, longest: int = 60) -> str:
    """``text`` in quotes, with single blanks and cut to its beginning: a question file may be any
    file at all, and an error must not print a megabyte of it."""
    return repr(shortened(" ".join(text.split()), longest))


def shortened(text: str, longest: int = 200) -> str:
    """``text``, cut to its beginning."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
