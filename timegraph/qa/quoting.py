"""Quoting what a user wrote."""

from __future__ import annotations

__all__ = ["quoted"]


def quoted(text: str, longest: int = 60) -> str:
    """``text`` in quotes, with single blanks and cut to its beginning: a question file may be any
    file at all, and an error must not print a megabyte of it."""
    text = " ".join(text.split())
    return repr(text if len(text) <= longest else text[: longest - 1] + "…")
