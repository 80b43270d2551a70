"""MAE XML, as in the i2b2 challenge of 2012 (Sun et al. 2013): the text, and tags next to it.

EVENT tags are events, TIMEX3 and SECTIME tags timexes, TLINK tags links. Offsets count from 0 or,
as in the challenge, from 1: what agrees with the words that the tags repeat.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import Any

from timeml import _xml_tree as xml_tree
from timeml.document import Document
from timeml.readers.draft import Draft, Span
from timeml.readers.files import File

_TIMEXES = ("TIMEX3", "SECTIME")
_OWN = ("id", "start", "end", "spans", "text", "type", "val", "dvalue", "value", "mod")


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of one file. Raises :class:`timeml.TimeMLError` if it is not MAE XML."""
    (file,) = files
    tree = xml_tree.parse_plain(file.data, file.path)
    text, tags = tree.root.find("TEXT"), tree.root.find("TAGS")
    if text is None or tags is None:
        raise file.error("has no <TEXT> or no <TAGS>, as MAE files have", 1)
    name = re.sub(r"\.xml$", "", os.path.basename(file.name), flags=re.IGNORECASE)
    draft = Draft(file, name, "".join(text.itertext()))
    elements = list(tags.iterchildren("*"))
    first = _first_number(draft.text or "", elements)
    for element in elements:
        if element.tag == "EVENT" or element.tag in _TIMEXES:
            _annotation(draft, tree, element, first)
    for element in elements:
        if element.tag == "TLINK":
            ends = element.get("fromID", ""), element.get("toID", "")
            draft.link(
                element.get("type", ""), *ends, lid=element.get("id", ""), line=tree.line(element)
            )
        elif element.get("fromID") is not None and element.get("toID") is not None:
            draft.unread(str(element.tag), tree.line(element))
    yield draft.document()


def _spans(element: Any) -> list[Span] | None:
    """The spans as the file has them, ``None`` where they are not numbers."""
    parts = element.get("spans")
    pairs = [part.split("~") for part in parts.split(",")] if parts else None
    if pairs is None:
        if element.get("start") is None:
            return []
        pairs = [[element.get("start", ""), element.get("end", "")]]
    try:
        return [(int(start), int(end)) for start, end in pairs]
    except ValueError:
        return None


def _first_number(text: str, elements: Sequence[Any]) -> int:
    """The number of the first character: 1 where more tags agree with their words then."""
    agree = [0, 0]
    for element in elements:
        words = "".join((element.get("text") or "").split())
        spans = _spans(element)
        if words and spans:
            for first in (0, 1):
                start, end = spans[0][0] - first, spans[-1][1] - first
                agree[first] += start >= 0 and "".join(text[start:end].split()) == words
    return int(agree[1] > agree[0])


def _annotation(draft: Draft, tree: xml_tree.Tree, element: Any, first: int) -> None:
    id, line = element.get("id", ""), tree.line(element)
    spans = _spans(element)
    if spans is None:
        draft.fault("bad-span", f"{element.tag} {id}: its offsets are not numbers", id, line)
        spans = []
    spans = [(start - first, end - first) for start, end in spans if start != end]
    words = element.get("text") or ""
    extra = tuple((k, v) for k, v in element.attrib.items() if k not in _OWN)
    kind = element.get("type") or None
    if element.tag == "EVENT":
        draft.event(id, spans, class_=kind, words=words, line=line, extra=extra)
        return
    section = element.tag == "SECTIME"
    mod = element.get("mod")
    draft.timex(
        *(id, spans),
        type="DATE" if section else kind,
        value=element.get("val") or element.get("dvalue") or element.get("value"),
        mod=None if mod in (None, "", "NA") else mod,
        words=words,
        line=line,
        extra=(*extra, *((("section", kind),) if section and kind else ())),
    )
