"""A marked text as its author would write it."""

from __future__ import annotations

import re

from timegraph.task.marked_texts.marked_text import (
    CREATED_ID,
    SEPARATOR,
    Mark,
    MarkedQuestion,
    MarkedText,
)

__all__ = ["question_line", "render_marked_text"]

_SPECIAL = re.compile(r"[\[\]{}\\]")


def render_marked_text(marked: MarkedText) -> str:
    """The file that :func:`~timegraph.task.marked_texts.parse.parse_marked_text` reads as
    ``marked``. A text without line feed at its end gets one."""
    headers = [f"document: {marked.document}"]
    if marked.created is not None:
        id = "" if marked.created_id == CREATED_ID else f" {{{marked.created_id}}}"
        headers.append(f"created: {marked.created}{id}")
    if marked.title is not None:
        headers.append(f"title: {marked.title}")
    pieces: list[str] = []
    done = 0
    for mark in marked.marks:
        pieces += _escaped(marked.text[done : mark.start]), "[", _escaped(marked.words(mark)), "]"
        pieces.append(_label(mark))
        done = mark.end
    pieces.append(_escaped(marked.text[done:]))
    text = SEPARATOR.sub(_protected, "".join(pieces))
    if text and not text.endswith("\n"):
        text += "\n"
    lines = [*headers, "", text + "---", *map(question_line, marked.questions)]
    return "".join(f"{line}\n" for line in lines)


def question_line(question: MarkedQuestion) -> str:
    """The line of a question."""
    return " | ".join(question.fields)


def _label(mark: Mark) -> str:
    return f"{{{mark.id}}}" if mark.value is None else f"{{{mark.id} {mark.value}}}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


def _protected(match: re.Match[str]) -> str:
    at_line_start = match.start() == 0 or match.string[match.start() - 1] == "\n"
    return f"\\{match[0]}" if at_line_start else match[0]
