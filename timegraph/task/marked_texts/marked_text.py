"""A marked text as data: a text with marks and questions.

As a file it has header lines, a blank line, the text with its marks, a line ``---`` and a
question on each line::

    document: farkas
    created: 1998-04-18
    title: A short life

    Farkas [became]{e19} a general [in 1970]{t3 1970}.
    ---
    IS e19 BEFORE t0 | Was Farkas a general before the report? | yes

The creation time is ``t0``; another id follows the value: ``created: 1998-04-18 {t27}``. In the
text ``\\`` takes its meaning from each of ``[ ] { } \\`` and from a line ``---``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from timegraph.qa import Question, parse_question
from timeml import Position

__all__ = [
    "CREATED_ID",
    "ID",
    "SEPARATOR",
    "Mark",
    "MarkedQuestion",
    "MarkedText",
    "file_name",
]

CREATED_ID = "t0"
"""The id of the creation time where none is given."""

ID = re.compile(r"[eEtT][\w.\-]*")
"""The ids of events begin with ``e``, those of times with ``t``."""

SEPARATOR = re.compile(r"---[ \t]*$", re.MULTILINE)
"""The line between text and questions."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters ``[start, end)`` of the text that are marked: an event or, if the id begins with
    ``t``, a time. Only times have values."""

    id: str
    start: int
    end: int
    value: str | None = None
    position: Position | None = field(default=None, compare=False)

    @property
    def is_time(self) -> bool:
        """Whether the mark is a TIMEX3."""
        return self.id[:1] in ("t", "T")


@dataclass(frozen=True, slots=True)
class MarkedQuestion:
    """A question as its author wrote it, with single blanks. ``rest`` are the fields after the
    natural language: the answer and who contributed it, or what a LIST question expects."""

    query: str
    text: str
    rest: tuple[str, ...] = ()
    position: Position | None = field(default=None, compare=False)

    @property
    def question(self) -> Question:
        """The question, parsed. Raises ``ValueError`` if it is not one."""
        return parse_question(self.query)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the question's line."""
        return (self.query, self.text, *self.rest)


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text with its marks, in text order and never one within another, and its questions.

    ``document`` is the name as the author typed it. The text is empty or ends in a line feed.
    """

    document: str
    text: str
    created: str | None = None
    created_id: str = CREATED_ID
    title: str | None = None
    marks: tuple[Mark, ...] = ()
    questions: tuple[MarkedQuestion, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the creation time and of all marks."""
        created = (self.created_id,) if self.created is not None else ()
        return (*created, *(mark.id for mark in self.marks))

    def words(self, mark: Mark) -> str:
        """The characters of a mark."""
        return self.text[mark.start : mark.end]


def file_name(document: str) -> str:
    """The name of a document's file: its own, with the ending ``.tml``."""
    return document if document.lower().endswith(".tml") else f"{document}.tml"
