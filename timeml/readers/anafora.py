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

from timeml import _xml_tree as xml_tree
from timeml._model import LABEL_SCHEME
from timeml.document import Document
from timeml.readers.draft import DOC_TIME_REL, Draft, Span
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
    relative: list[tuple[str, str, int | None]] = []
    for element in tree.root.iter("entity"):
        label = _add_entity(draft, element, tree.line(element))
        if label not in NOTHING:
            relative.append((_value(element, "id"), label, tree.line(element)))
    for element in tree.root.iter("relation"):
        _add_relation(draft, element, tree.line(element))
    dct = draft.creation_time("DOCTIME") if relative else ""
    for id, label, line in relative:
        lid = f"{id}@{DOC_TIME_REL}"
        draft.link(label, id, dct, lid=lid, layer=DOC_TIME_REL, line=line)
    yield draft.document(scheme=(tree.root.findtext(f"info/{LABEL_SCHEME}") or "").strip())


def _text(file: File, name: str) -> str | None:
    for beside in (name, f"{name}.txt"):
        data = file.beside(beside) if beside != file.base else None
        if data is not None:
            return decoded(data, beside)
    return None


def _add_entity(draft: Draft, element: Any, line: int | None) -> str:
    """Add an entity; how it is related to the creation time, if it is an event."""
    id, kind = _value(element, "id"), _value(element, "type")
    spans = _spans(draft, id, element, line)
    properties = _properties(element)
    if kind == "EVENT":
        extra = tuple((k, v) for k, v in properties.items() if v not in NOTHING)
        draft.event(id, spans, extra=extra, line=line)
        return properties.get(DOC_TIME_REL, "")
    if kind in ("TIMEX3", "SECTIONTIME", "DOCTIME"):
        values = [properties.pop(name, "") or None for name in TIMEX_PROPERTIES]
        extra = tuple((k, v) for k, v in properties.items() if v not in NOTHING)
        draft.timex(
            *(id, spans),
            type=values[0],
            value=values[1],
            mod=values[2],
            dct=kind == "DOCTIME",
            extra=((ENTITY, kind), *extra) if kind != "TIMEX3" else extra,
            line=line,
        )
    return ""


def _add_relation(draft: Draft, element: Any, line: int | None) -> None:
    id, kind = _value(element, "id"), _value(element, "type")
    properties = _properties(element)
    ends = properties.get("Source", ""), properties.get("Target", "")
    label = properties.get("Type", "")
    if kind == "TLINK":
        draft.link(label, *ends, lid=id, layer="TLINK", line=line)
    elif kind == "ALINK":
        draft.alink(id, label, *ends, line)
    else:
        draft.unread(kind, line)


def _spans(draft: Draft, id: str, element: Any, line: int | None) -> list[Span]:
    text = _value(element, "span")
    spans = []
    for part in text.split(";") if text else ():
        match = _SPAN.fullmatch(part)
        if match is None:
            message = f"entity {id}: its span {text!r} is not of the form 12,17;20,24"
            draft.fault("bad-span", f"{message}; it gets no position in the text", id, line)
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
