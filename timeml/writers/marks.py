"""Marks: a plain text, and a JSON file that says what in it happened when.

The form is that of :mod:`timeml.readers.marks`. Entities have the ids that links name them by:
those of event instances, of which each says its ``event``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from timeml.document import Document
from timeml.readers.draft import DOC_TIME_REL
from timeml.readers.marks import places_of
from timeml.writers import Losses
from timeml.writers.flat import EVENT, Entity, Flat, Link, flat

# Entities and links for formats whose annotations all stand in the text.
#
# A creation time outside the text is not an annotation there: how an entity is related to it is
# expressed by an attribute of the entity.


@dataclass(frozen=True, slots=True)
class InText:
    """The links between entities in the text, and the label of the link of an entity with the
    creation time, by the entity's id."""

    links: tuple[Link, ...]
    relative: Mapping[str, str]


def in_text(whole: Flat, name: str, placed: Collection[str], losses: Losses) -> InText:
    """What marks can express of the links of a document with the ids ``placed`` in its text; the
    rest, and the entities elsewhere, are lost."""
    dct = None if whole.dct in placed else whole.dct
    links: list[Link] = []
    relative: dict[str, str] = {}
    for link in whole.links:
        layers: tuple[str, ...] = ("",)
        if link.source in placed and link.target in placed:
            links.append(link)
        elif link.source not in placed or link.target != dct:
            what = "links from the creation time" if link.source == dct else "links"
            losses.add(f"{what} with an entity that is not in the text", name, link.lid)
            continue
        elif link.source in relative:
            losses.add("further links of an entity with the creation time", name, link.lid)
            continue
        else:
            relative[link.source] = link.label
            layers = ("", DOC_TIME_REL)
        if link.attributes or link.layer not in layers:
            losses.add("attributes of links", name, link.lid)
    for entity in whole.entities:
        if entity.id == dct:
            # An entity that is related to it brings it back, but not what it is.
            if entity.value or entity.kind or entity.attributes or not relative:
                what = "creation times outside the text (their values and ids)"
                losses.add(what, name, entity.id)
        elif entity.id not in placed:
            losses.add("entities without a position in the text", name, entity.id)
    return InText(tuple(links), relative)


def write(documents: Mapping[str, Document], losses: Losses) -> dict[str, bytes]:
    """Two files for each document: its text, and its marks."""
    files = {}
    for name, document in documents.items():
        marks = _marks(flat(document, name, losses, instances=True), name, losses)
        if document.scheme != "tml":
            marks["labels"] = document.scheme
        files[f"{name}.txt"] = document.text.encode()
        files[f"{name}.marks.json"] = _listed(marks).encode()
    return files


def _marks(whole: Flat, name: str, losses: Losses) -> dict[str, Any]:
    marks: dict[str, Any] = {"marks": 1, "text": f"{name.rpartition('/')[2]}.txt"}
    events: list[Any] = []
    times: list[Any] = []
    unnamed = {entity.id for entity in whole.entities if len(entity.id.split()) != 1}
    for entity in whole.entities:
        if entity.id in unnamed:  # statements have names, marks ids
            losses.add("entities whose names have blanks", name, entity.id)
            continue
        if len(entity.spans) > 1:
            losses.add("separate pieces of annotations (one span covers them)", name, entity.id)
        mark = dict(_mark(entity, whole.text))
        if entity.placed and "quote" not in mark:
            losses.add("places of annotations without words", name, entity.id)
        if entity.is_dct:
            marks["created"] = mark
        else:
            (times if entity.is_timex else events).append(mark)
    links = []
    for link in whole.links:
        if link.source in unnamed or link.target in unnamed:
            losses.add("links of an entity whose name has blanks", name, link.lid)
            continue
        links.append({"id": link.lid, "a": link.source, "relation": link.label, "b": link.target})
        if link.attributes or link.layer:
            losses.add("attributes of links", name, link.lid)
    return marks | {"events": events, "times": times, "links": links}


def _mark(entity: Entity, text: str) -> Iterator[tuple[str, Any]]:
    yield "id", entity.id
    more = dict(entity.attributes)
    if not entity.is_timex and EVENT in more:
        yield "event", more.pop(EVENT)
    start, quote = 0, ""
    if entity.placed:
        start, end = min(entity.spans)[0], max(last for _, last in entity.spans)
        quote = text[start:end]
    if quote.strip():  # a place is named by its words
        yield "quote", quote
        places = places_of(text, quote)
        if len(places) > 1:
            yield "occurrence", places.index(start) + 1
    elif entity.words:
        yield "words", entity.words
    if entity.is_timex:
        own = (("type", entity.kind), ("value", entity.value), ("mod", entity.mod))
        yield from ((key, value) for key, value in own if value is not None)
    elif entity.kind is not None:
        yield "class", entity.kind
    if more:
        yield "attributes", more


def _listed(marks: dict[str, Any]) -> str:
    """JSON with a mark a line."""
    parts = []
    for key, found in marks.items():
        if isinstance(found, list):
            lines = ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in found)
            parts.append(f'"{key}": [\n{lines}\n]' if found else f'"{key}": []')
        else:
            parts.append(f'"{key}": {json.dumps(found, ensure_ascii=False)}')
    return "{" + ",\n".join(parts) + "}\n"
