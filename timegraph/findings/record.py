"""The one record of a finding, whatever found it and however it is printed.

A finding never speaks in ids alone: each id that it names comes with the words that it stands on,
and with the sentence that they are in. Reports are made from the fields; no program has to parse
a message.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from timeml import Position

__all__ = ["SEVERITIES", "CitedLink", "Finding", "Mark", "Mention", "Sentence", "Severity"]

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""From the most to the least severe."""


@dataclass(frozen=True, slots=True)
class Mention:
    """An id and the words that it stands on; ``words`` is ``""`` if it stands on none.

    ``kind`` is ``"event"``, ``"timex"``, ``"signal"``, ``"creation time"``, ``"instant"`` of the
    calendar, or ``"unknown"`` for an id that nothing in the document has. ``without_text`` is
    true in documents without text, such as lists of links, where it is not worth saying that an
    id has no words.
    """

    id: str
    words: str
    kind: str = "event"
    without_text: bool = False

    def __str__(self) -> str:
        """``ei3 "dreamt"``."""
        if self.words:
            return f'{self.id} "{self.words}"' if self.id else f'"{self.words}"'
        if self.kind == "unknown":
            return f"{self.id or 'nothing'} (not in the document)"
        if self.kind == "instant" or self.without_text:
            return self.id
        return f"{self.id} ({self.kind} without words)"

    def to_json(self) -> dict[str, Any]:
        """The mention as JSON data."""
        return {"id": self.id, "words": self.words, "kind": self.kind}


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters ``[start, end)`` of a sentence that the annotation ``id`` stands on."""

    start: int
    end: int
    id: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a document with the words of interest marked, in text order.

    Runs of white space are one blank. ``...`` at either end stands for what was left out of a
    sentence that is too long to show.
    """

    text: str
    marks: tuple[Mark, ...] = ()

    def __str__(self) -> str:
        """The sentence with its marks in brackets: ``She [ate ei1] and [slept ei2].``"""
        pieces: list[str] = []
        inserts = [(mark.start, 1, -mark.end, "[") for mark in self.marks]
        inserts += [(mark.end, 0, -mark.start, f" {mark.id}]") for mark in self.marks]
        done = 0
        for place, _, _, bracket in sorted(inserts):
            pieces += self.text[done:place], bracket
            done = place
        return "".join((*pieces, self.text[done:]))

    def to_json(self) -> dict[str, Any]:
        """The sentence as JSON data; the offsets of its marks are half-open."""
        marks = [{"start": mark.start, "end": mark.end, "id": mark.id} for mark in self.marks]
        return {"text": self.text, "marks": marks}


@dataclass(frozen=True, slots=True)
class CitedLink:
    """A link that a finding involves: ``source relation target``, with the words of its ends.

    ``id`` is its lid, ``""`` if it has none; a constraint of the calendar has ``origin``
    ``"calendar"``. ``uses`` are the endpoint constraints of the link that matter here.
    """

    id: str
    source: Mention
    relation: str
    target: Mention
    line: int | None = None
    uses: tuple[str, ...] = ()
    origin: str = "TLINK"

    def __str__(self) -> str:
        """``l3: ei3 "dreamt" BEFORE ei1 "ate"``."""
        text = f"{self.source} {self.relation} {self.target}"
        name = self.id or ("" if self.origin == "TLINK" else self.origin)
        return f"{name}: {text}" if name else text

    def to_json(self) -> dict[str, Any]:
        """The link as JSON data."""
        return {
            "id": self.id or None,
            "line": self.line,
            "source": self.source.to_json(),
            "relation": self.relation,
            "target": self.target.to_json(),
            "uses": list(self.uses),
            "origin": self.origin,
            "text": str(self),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something to report about a document.

    ``code`` is the stable short name of the rule or reason, ``document`` the path or name that
    reports use. ``ids`` are the annotations that the finding is about, and with code and document
    say which finding it is, whatever its line. ``links`` are the links involved, the one that the
    finding is about first; of a long chain they are those at its two ends, and ``links_between`` is
    how many stand between these. ``fix`` says how to fix it.
    """

    code: str
    severity: Severity
    document: str
    message: str
    ids: tuple[str, ...] = ()
    position: Position | None = None
    mentions: tuple[Mention, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    links: tuple[CitedLink, ...] = ()
    links_between: int = 0
    fix: str = ""

    @property
    def key(self) -> tuple[str, str, tuple[str, ...]]:
        """What says whether two findings are the same: code, document and ids."""
        return self.code, self.document, self.ids

    @property
    def file(self) -> str:
        """The file of the document: a document in a file of many is called ``FILE#NAME``, and
        a TimeML file ends in ``.tml``."""
        file, mark, name = self.document.rpartition("#")
        return file if mark and not name.lower().endswith((".tml", ".xml")) else self.document

    @property
    def place(self) -> str:
        """``path``, ``path:line`` or ``path:line:column``, as far as it is known."""
        if self.position is None:
            return self.document
        place = f"{self.document}:{self.position.line}"
        return place if self.position.column is None else f"{place}:{self.position.column}"

    def __str__(self) -> str:
        """``path:line:column: message [code]``."""
        return f"{self.place}: {self.message} [{self.code}]"

    def to_json(self) -> dict[str, Any]:
        """The finding as JSON data; what is not known is ``None``."""
        at = self.position
        return {
            "code": self.code,
            "severity": self.severity,
            "document": self.document,
            "line": None if at is None else at.line,
            "column": None if at is None else at.column,
            "end_line": None if at is None else at.end_line,
            "end_column": None if at is None else at.end_column,
            "ids": list(self.ids),
            "mentions": [mention.to_json() for mention in self.mentions],
            "sentences": [sentence.to_json() for sentence in self.sentences],
            "message": self.message,
            "links": [link.to_json() for link in self.links],
            "links_between": self.links_between,
            "mend": self.fix or None,
        }
