"""Documents without their text, whose annotations keep their spans in it.

The public files of THYME are such, and what systems write for Clinical TempEval. As long as both
documents are about one text, the spans say what stands at the same place.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar

from timeml._alignment.text_alignment import TextAlignment
from timeml._model.annotations import Event, Timex3
from timeml.document import Document

__all__ = ["placed", "same_places"]

_One = TypeVar("_One", Event, Timex3)
_PIECE = re.compile(r"(\d{1,18}),(\d{1,18})")


def placed(document: Document, other: Document) -> Document:
    """A document without its text, with its annotations where their spans say that they stand: in
    the text of the ``other`` document, if that has one. Any other document as it is."""
    every: list[Event | Timex3] = [*document.events, *document.timexes]
    has_spans = any(name == "span" for annotation in every for name, _ in annotation.extra)
    if document.text.strip() or (document.layout.format == "timeml" and not has_spans):
        return document
    length = len(other.text) if other.text.strip() else None
    timexes = tuple(_placed(timex, length) for timex in document.timexes)
    return replace(
        document,
        text=other.text,
        events=tuple(_placed(event, length) for event in document.events),
        timexes=timexes,
        dct=timexes[0] if document.dct is not None else None,
    )


def same_places(*documents: Document) -> TextAlignment:
    """The alignment of a text that is not there with itself."""
    every: list[Event | Timex3] = []
    for document in documents:
        every += (*document.events, *document.timexes)
    length = max((annotation.end or 0 for annotation in every), default=0)
    return TextAlignment([(0, 0, length)] if length else [], (length, length))


def _placed(one: _One, length: int | None) -> _One:
    pieces = [_PIECE.fullmatch(piece) for piece in dict(one.extra).get("span", "").split(";")]
    spans = [(int(piece[1]), int(piece[2])) for piece in pieces if piece is not None]
    if one.start is not None or len(spans) < len(pieces):
        return one
    start, end = min(spans)[0], max(end for _, end in spans)
    if start > end or (length is not None and end > length):
        return one
    return replace(one, start=start, end=end)
