"""Anafora XML, as in THYME and Clinical TempEval (Styler et al. 2014; Bethard et al. 2015).

One file for each document, ``NAME.Temporal-Relation.gold.completed.xml``; its text is in the file
``NAME`` or ``NAME.txt`` next to it, if it is there at all: the public files are without. Entities
of the types EVENT, TIMEX3, SECTIONTIME and DOCTIME become events, timexes and the creation time.
The relations TLINK become links of the layer ``TLINK``, the property DocTimeRel of each event a
link with the creation time of the layer ``DocTimeRel``, after all TLINKs; ALINK stays an ALINK.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from timeml._model.annotations import LABEL_SCHEME
from timeml._reading import xml_tree
from timeml.document import Document
from timeml.readers.draft import Draft, Span
from timeml.readers.files import File, decoded

ENTITY = "entity"
"""The attribute of a timex that is a SECTIONTIME or DOCTIME."""

TIMEX_PROPERTIES = ("Class", "Value", "Mod")
"""The properties of a timex that are its type, value and modifier; THYME has the first."""

NOTHING = ("", "N/A")
"""Values of properties that say nothing."""

_NAME = re.compile(r"(.+?)(?:\.[^.]+\.[^.]+\.(?:completed|inprogress))?\.xml", re.IGNORECASE)
_SPAN = re.compile(r"\s*(\d{1,18})\s*,\s*(\d{1,18})\s*")


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of one file. Raises :class:`timeml.TimeMLError` if it is not Anafora XML."""
    (file,) = files
    tree = xml_tree.parse_plain(file.data, file.path)
    if tree.root.tag != "data":
        raise file.error(f"the root element is <{tree.root.tag}>, not <data> as in Anafora", 1)
    named = _NAME.fullmatch(file.base)
    name = named[1] if named else file.base
    draft = Draft(file, name, _text(file, name))
    _Reading(draft, tree).read()
    yield draft.document(scheme=(tree.root.findtext(f"info/{LABEL_SCHEME}") or "").strip())


def _text(file: File, name: str) -> str | None:
    for beside in (name, f"{name}.txt"):
        data = file.beside(beside) if beside != file.base else None
        if data is not None:
            return decoded(data, beside)
    return None


class _Reading:
    """One pass over a file."""

    def __init__(self, draft: Draft, tree: xml_tree.Tree) -> None:
        self.draft = draft
        self.tree = tree
        self.relative_to_dct: list[tuple[str, str, int | None]] = []

    def read(self) -> None:
        """Add everything to the draft."""
        for element in self.tree.root.iter("entity"):
            self._entity(element)
        for element in self.tree.root.iter("relation"):
            self._relation(element)
        if self.relative_to_dct:
            dct = self.draft.creation_time("DOCTIME")
            for id, label, line in self.relative_to_dct:
                lid = f"{id}@DocTimeRel"
                self.draft.link(label, id, dct, lid=lid, layer="DocTimeRel", line=line)

    def _entity(self, element: Any) -> None:
        id, kind, line = _value(element, "id"), _value(element, "type"), self.tree.line(element)
        spans = self._spans(id, element, line)
        properties = _properties(element)
        if kind == "EVENT":
            extra = tuple((k, v) for k, v in properties.items() if v not in NOTHING)
            self.draft.event(id, spans, extra=extra, line=line)
            label = properties.get("DocTimeRel", "")
            if label not in NOTHING:
                self.relative_to_dct.append((id, label, line))
        elif kind in ("TIMEX3", "SECTIONTIME", "DOCTIME"):
            values = [properties.pop(name, "") or None for name in TIMEX_PROPERTIES]
            extra = tuple((k, v) for k, v in properties.items() if v not in NOTHING)
            self.draft.timex(
                *(id, spans),
                type=values[0],
                value=values[1],
                mod=values[2],
                dct=kind == "DOCTIME",
                extra=((ENTITY, kind), *extra) if kind != "TIMEX3" else extra,
                line=line,
            )

    def _relation(self, element: Any) -> None:
        id, kind, line = _value(element, "id"), _value(element, "type"), self.tree.line(element)
        properties = _properties(element)
        ends = properties.get("Source", ""), properties.get("Target", "")
        label = properties.get("Type", "")
        if kind == "TLINK":
            self.draft.link(label, *ends, lid=id, layer="TLINK", line=line)
        elif kind == "ALINK":
            self.draft.alink(id, label, *ends, line)
        else:
            self.draft.unread(kind, line)

    def _spans(self, id: str, element: Any, line: int | None) -> list[Span]:
        text = _value(element, "span")
        spans = []
        for part in text.split(";") if text else ():
            match = _SPAN.fullmatch(part)
            if match is None:
                message = f"entity {id}: its span {text!r} is not of the form 12,17;20,24"
                self.draft.fault(
                    "bad-span", f"{message}; it gets no position in the text", id, line
                )
                return []
            spans.append((int(match[1]), int(match[2])))
        return spans


def _value(element: Any, tag: str) -> str:
    return (element.findtext(tag) or "").strip()


def _properties(element: Any) -> dict[str, str]:
    properties = element.find("properties")
    if properties is None:
        return {}
    return {str(child.tag): (child.text or "").strip() for child in properties.iterchildren("*")}
