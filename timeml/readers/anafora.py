"""Anafora XML, as in THYME and Clinical TempEval (Styler et al. 2014; Bethard et al. 2015).

One file for each document, ``NAME.Temporal-Relation.gold.completed.xml``; its text is in the file
``NAME`` or ``NAME.txt`` next to it, if it is there at all: the public files are without. Entities
of the types EVENT, TIMEX3, SECTIONTIME and DOCTIME become events, timexes and the creation time.
The relations TLINK become links of the layer ``TLINK``, the property DocTimeRel of each event a
link with the creation time of the layer ``DocTimeRel``, after all TLINKs; ALINK stays an ALINK.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from lxml import etree

from timeml import _xml_tree as xml_tree
from timeml._model import LABEL_SCHEME
from timeml.document import Document
from timeml.plain_text import UNWRITABLE
from timeml.readers.draft import DOC_TIME_REL, Draft, Span
from timeml.readers.files import File, decoded
from timeml.writers import Losses
from timeml.writers.flat import Entity, Flat, Link, flat

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
    for named in (name, f"{name}.txt"):
        data = file.next_to(named) if named != file.base else None
        if data is not None:
            return decoded(data, named)
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


_ENDING = "Temporal-Relation.gold.completed.xml"
_XML_NAME = re.compile(r"[^\W\d][\w.-]*")


def write(documents: Mapping[str, Document], losses: Losses) -> dict[str, bytes]:
    """``NAME.Temporal-Relation.gold.completed.xml`` for each document, and ``NAME.txt`` if it has a
    text.

    Links of the layer ``DocTimeRel`` are properties of their events, all others the relation TLINK.
    Labels are those of the document: THYME's guideline has its own.
    """
    files = {}
    for name, document in losses.each(documents):
        whole = flat(document, losses, alinks=True)
        if whole.text:
            files[f"{name}.txt"] = whole.file
        files[f"{name}.{_ENDING}"] = _File(whole, losses).data(document)
    return files


class _File:
    """The XML about one document."""

    def __init__(self, whole: Flat, losses: Losses) -> None:
        self.whole = whole
        self._lost = losses.add
        self.said = {entity.id: entity for entity in whole.entities if _fits(entity.id)}
        self.relative: dict[str, str] = {}

    def data(self, document: Document) -> bytes:
        """The file."""
        root = etree.Element("data")
        info = etree.SubElement(root, "info")
        etree.SubElement(info, "progress").text = "completed"
        if document.scheme != "thyme":
            etree.SubElement(info, LABEL_SCHEME).text = document.scheme
        schema = etree.SubElement(root, "schema", path="./", protocol="file")
        schema.text = "temporal.schema.xml"
        annotations = etree.SubElement(root, "annotations")
        links = [link for link in self.whole.links if self._is_relation(link)]
        for entity in self.whole.entities:
            if entity.id in self.said:
                self._entity(annotations, entity)
            else:
                self._lost("entities whose id has characters that XML does not allow", entity.id)
        lids: set[str] = set()
        for link in links:
            lid = _unused(link.lid, lids)
            ends = {"Source": link.source, "Type": link.label, "Target": link.target}
            _element(annotations, "relation", lid, "TLINK", ends.items())
        for alink in document.alinks:
            of, to = alink.event_instance_id, alink.related_to_event_instance
            if not all(map(_fits, (of, to))) or alink.rel_type != alink.rel_type.strip():
                self._lost("ALINKs", alink.lid)
                continue
            ends = {"Source": of, "Type": alink.rel_type, "Target": to}
            _element(annotations, "relation", _unused(alink.lid, lids), "ALINK", ends.items())
        written: bytes = etree.tostring(
            root, encoding="UTF-8", xml_declaration=True, pretty_print=True
        )
        return written

    def _is_relation(self, link: Link) -> bool:
        """Whether a link is a TLINK; if not, it is a property of its event, or lost."""
        if link.source not in self.said or link.target not in self.said:
            self._lost("links with an entity whose id XML does not allow", link.lid)
            return False
        if link.label and not _fits(link.label):
            self._lost("links whose label has outer blanks or is not allowed in XML", link.lid)
            return False
        is_property = (
            link.layer == DOC_TIME_REL
            and link.target == self.whole.dct
            and not self.said[link.source].is_timex
            and link.source not in self.relative
            and link.label not in NOTHING
        )
        if link.attributes or link.layer not in ("", "TLINK", DOC_TIME_REL if is_property else ""):
            self._lost("attributes of links", link.lid)
        if is_property:
            self.relative[link.source] = link.label
        return not is_property

    def _entity(self, annotations: Any, one: Entity) -> None:
        kind = "DOCTIME" if one.is_dct else "TIMEX3" if one.is_timex else "EVENT"
        properties: dict[str, str] = {}
        if one.is_timex:
            values = (one.kind, one.value, one.mod)
            named = zip(TIMEX_PROPERTIES, values, strict=True)
        else:
            named = zip(("Class", DOC_TIME_REL), (one.kind, self.relative.get(one.id)), strict=True)
        for key, value in (*named, *one.attributes):
            if value is None:
                continue
            if key == ENTITY and one.is_timex and value in ("SECTIONTIME", "DOCTIME"):
                kind = kind if one.is_dct else value if value == "SECTIONTIME" else kind
            elif key == DOC_TIME_REL and one.id in self.relative:
                properties[key] = self.relative[one.id]
            elif (
                key in (*properties, DOC_TIME_REL)
                or not _XML_NAME.fullmatch(key)
                or not _fits(value)
                or value in NOTHING
            ):
                self._lost(f"attributes whose name or value Anafora does not allow ({key})", one.id)
            else:
                properties[key] = value
        if one.words and not one.placed:
            self._lost("words of entities that are not in the text", one.id)
        spans = [(start, end) for start, end in one.spans if start < end]
        if len(spans) < len(one.spans):
            self._lost("empty spans", one.id)
        text = ";".join(f"{start},{end}" for start, end in spans)
        _element(annotations, "entity", one.id, kind, properties.items(), text)


def _element(
    parent: Any,
    tag: str,
    id: str,
    kind: str,
    properties: Iterable[tuple[str, str]],
    span: str | None = None,
) -> None:
    """Add an entity or a relation."""
    element = etree.SubElement(parent, tag)
    etree.SubElement(element, "id").text = id
    if span is not None:
        etree.SubElement(element, "span").text = span
    etree.SubElement(element, "type").text = kind
    etree.SubElement(element, "parentsType").text = (
        "TemporalEntities" if tag == "entity" else "TemporalRelations"
    )
    inner = etree.SubElement(element, "properties")
    for key, value in properties:
        etree.SubElement(inner, key).text = value


def _unused(lid: str, taken: set[str]) -> str:
    """The link's own id if it can be, else one that is new."""
    if not _fits(lid) or lid in taken:
        lid = next(new for new in map("l{}".format, count(1)) if new not in taken)
    taken.add(lid)
    return lid


def _fits(text: str) -> bool:
    """Whether XML can hold a text, which readers strip of blanks."""
    return bool(text) and text == text.strip() and not ("\r" in text or UNWRITABLE.search(text))
