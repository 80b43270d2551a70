"""TimeML, one file for each document: ``NAME.tml``.

A document that was read from TimeML keeps its layout. XML tags nest, and their attributes have the
names of XML: what does not fit is lost. Of annotations that cross each other the later ones keep
their spans as the attribute ``span``, without a place in the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from timeml.document import Attributes, Document, Event, Timex3
from timeml.writer import write as write_timeml
from timeml.writers import Losses

_Span = TypeVar("_Span", Event, Timex3)
_NAME = re.compile(r"[^\W\d][\w.-]*")
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(documents: Mapping[str, Document], losses: Losses) -> dict[str, bytes]:
    """A file for each document. Raises ``ValueError`` for characters that XML cannot hold."""
    return {f"{name}.tml": _file(name, document, losses) for name, document in documents.items()}


def _file(name: str, document: Document, losses: Losses) -> bytes:
    if document.layout.format != "timeml":
        document = _fitting(name, document, losses)
    try:
        return write_timeml(document)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _fitting(name: str, document: Document, losses: Losses) -> Document:
    """The document with what XML can hold."""
    document = _nesting(name, document, losses)

    def kept(id: str, extra: Attributes) -> Attributes:
        fit = tuple(
            pair for pair in extra if _NAME.fullmatch(pair[0]) and not _NOT_XML.search(pair[1])
        )
        for _ in range(len(extra) - len(fit)):
            losses.add("attributes whose name or value XML does not allow", name, id)
        return fit

    timexes = tuple(
        replace(timex, extra=kept(timex.tid, timex.extra)) for timex in document.timexes
    )
    return replace(
        document,
        events=tuple(
            replace(event, extra=kept(event.eid, event.extra)) for event in document.events
        ),
        timexes=timexes,
        dct=None if document.dct is None else timexes[0],
        tlinks=tuple(
            replace(tlink, extra=kept(tlink.lid, tlink.extra)) for tlink in document.tlinks
        ),
    )


def _nesting(name: str, document: Document, losses: Losses) -> Document:
    """The document without the places of annotations that cross an earlier one; signals are in
    TimeML only, where nothing crosses."""
    order: list[Event | Timex3] = [*document.timexes, *document.events]
    spans = [
        (annotation.start, annotation.end, annotation)
        for annotation in order
        if annotation.start is not None and annotation.end is not None
    ]
    spans.sort(key=lambda span: (span[0], -span[1]))
    open_: list[int] = []
    crossing: set[int] = set()
    for start, end, annotation in spans:
        while open_ and open_[-1] <= start:
            open_.pop()
        if open_ and open_[-1] < end:
            crossing.add(id(annotation))
            named = annotation.eid if isinstance(annotation, Event) else annotation.tid
            losses.add("positions of annotations that cross another", name, named)
        else:
            open_.append(end)
    if not crossing:
        return document

    def moved(one: _Span) -> _Span:
        if id(one) not in crossing:
            return one
        pieces: Attributes = (
            () if "span" in dict(one.extra) else (("span", f"{one.start},{one.end}"),)
        )
        return replace(one, start=None, end=None, extra=(*one.extra, *pieces))

    timexes = tuple(map(moved, document.timexes))
    return replace(
        document,
        events=tuple(map(moved, document.events)),
        timexes=timexes,
        dct=None if document.dct is None else timexes[0],
    )
