"""Marks: a plain text, and a JSON file that says what in it happened when.

The form is that of :mod:`timeml.readers.marks`. Entities have the ids that links name them by:
those of event instances, of which each says its ``event``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from timeml.document import Document
from timeml.readers.marks import places_of
from timeml.writers.flat import EVENT, Entity, Flat, flat
from timeml.writers.losses import Losses

__all__ = ["write"]


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
    for entity in whole.entities:
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
