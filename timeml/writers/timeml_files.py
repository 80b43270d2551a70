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

from timeml.document import Attributes, Document, Event, Timex3, TLink
from timeml.plain_text import UNWRITABLE
from timeml.writer import write as write_timeml
from timeml.writers import Losses

_One = TypeVar("_One", Event, Timex3, TLink)
_NAME = re.compile(r"[^\W\d][\w.-]*")


def write(documents: Mapping[str, Document], losses: Losses) -> dict[str, bytes]:
    """A file for each document. Raises ``ValueError`` for characters that XML cannot hold."""
    files = {}
    for name, document in losses.each(documents):
        if document.layout.format != "timeml":
            document = _fitting(document, losses)
        try:
            files[f"{name}.tml"] = write_timeml(document)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    return files


def _fitting(document: Document, losses: Losses) -> Document:
    """The document with what XML can hold: names and values that it allows, and places that
    nest."""
    crossing = _crossing(document, losses)

    def fitting(one: _One, name: str) -> _One:
        extra: Attributes = one.extra
        if not isinstance(one, TLink) and id(one) in crossing:
            if "span" not in dict(extra):
                extra += (("span", f"{one.start},{one.end}"),)
            one = replace(one, start=None, end=None)
        fit = tuple(
            pair for pair in extra if _NAME.fullmatch(pair[0]) and not UNWRITABLE.search(pair[1])
        )
        for _ in range(len(extra) - len(fit)):
            losses.add("attributes whose name or value XML does not allow", name)
        return replace(one, extra=fit)

    timexes = tuple(fitting(timex, timex.tid) for timex in document.timexes)
    return replace(
        document,
        events=tuple(fitting(event, event.eid) for event in document.events),
        timexes=timexes,
        dct=None if document.dct is None else timexes[0],
        tlinks=tuple(fitting(link, link.lid) for link in document.tlinks),
    )


def _crossing(document: Document, losses: Losses) -> set[int]:
    """The annotations that cross an earlier one, by their identity; signals are in TimeML only,
    where nothing crosses."""
    every: list[Event | Timex3] = [*document.timexes, *document.events]
    spans = [
        (one.start, one.end, one) for one in every if one.start is not None and one.end is not None
    ]
    spans.sort(key=lambda span: (span[0], -span[1]))
    open_: list[int] = []
    crossing: set[int] = set()
    for start, end, one in spans:
        while open_ and open_[-1] <= start:
            open_.pop()
        if open_ and open_[-1] < end:
            crossing.add(id(one))
            named = one.eid if isinstance(one, Event) else one.tid
            losses.add("positions of annotations that cross another", named)
        else:
            open_.append(end)
    return crossing
