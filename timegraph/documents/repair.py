"""A document without the links that a repair leaves out, and its file without them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import timeml
from timeml import TimeMLError, TLink

if TYPE_CHECKING:
    from timegraph.links import AnyLink
    from timeml import Document

__all__ = ["file_without_links", "without_links"]

_LINK = re.compile(rb"""<TLINK\b(?:[^>"']|"[^"]*"|'[^']*')*?(?:/>|>.*?</TLINK\s*>)""", re.DOTALL)
_LINE_AROUND = re.compile(rb"[ \t]*(?:\r\n|\r|\n)")


def without_links(document: Document, links: Iterable[AnyLink]) -> Document:
    """The document without the TLINKs that are the sources of ``links``, each removed once, where
    it stands in the file; links of other sources are not in a document."""
    removed = _removed(document, links)
    kept = (tlink for k, tlink in enumerate(document.tlinks) if k not in removed)
    return replace(document, tlinks=tuple(kept))


def file_without_links(document: Document, links: Sequence[AnyLink], data: bytes = b"") -> bytes:
    """The file of :func:`without_links`: ``data``, from which the document was read, without the
    elements of the links and nothing else changed, so that the two files differ in nothing more.

    Where that does not give this document (other encodings than those that extend ASCII, TLINKs
    in comments, files of other formats), it is written by :func:`timeml.write`.
    """
    repaired = without_links(document, links)
    elements = list(_LINK.finditer(data))
    if data and len(elements) == len(document.tlinks):
        edited = data
        for k in sorted(_removed(document, links), reverse=True):
            edited = _without_element(edited, *elements[k].span())
        try:
            if timeml.read(edited, name=document.name) == repaired:
                return edited
        except TimeMLError:
            pass
    return timeml.write(repaired)


def _removed(document: Document, links: Iterable[AnyLink]) -> set[int]:
    """The numbers of the document's TLINKs that are the sources of ``links``."""
    sources = (link.source for link in links)
    gone = Counter((link, link.line) for link in sources if isinstance(link, TLink))
    removed = set()
    for k, tlink in enumerate(document.tlinks):
        if gone[tlink, tlink.line]:
            gone[tlink, tlink.line] -= 1
            removed.add(k)
    return removed


def _without_element(data: bytes, begin: int, end: int) -> bytes:
    """The file without these bytes, and without their line where nothing else is in it."""
    line = data[max(data.rfind(b"\n", 0, begin), data.rfind(b"\r", 0, begin)) + 1 : begin]
    after = _LINE_AROUND.match(data, end)
    if after and not line.strip():
        begin, end = begin - len(line), after.end()
    return data[:begin] + data[end:]
