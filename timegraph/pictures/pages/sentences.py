"""Sentences as HTML, with their marks."""

from __future__ import annotations

from html import escape

from timegraph.findings import Sentence

__all__ = ["marked_sentence"]


def marked_sentence(sentence: Sentence) -> str:
    """A sentence with its words marked and their ids; of marks that overlap, the first stays."""
    parts: list[str] = []
    at = 0
    for mark in sorted(sentence.marks, key=lambda mark: (mark.start, -mark.end)):
        if mark.start < at:
            continue
        words = escape(sentence.text[mark.start : mark.end])
        parts.append(escape(sentence.text[at : mark.start]))
        parts.append(f"<mark>{words} <small>{escape(mark.id)}</small></mark>")
        at = mark.end
    return "".join((*parts, escape(sentence.text[at:])))
