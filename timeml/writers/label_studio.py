"""Label Studio JSON: one list of tasks, a task with one annotation for each document.

Regions have the control ``label`` for their class or type, ``value`` for the value of a timex, and
``DocTimeRel`` for how they are related to a creation time outside the text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from timeml._model import LABEL_SCHEME
from timeml.document import Document
from timeml.readers.draft import CREATION_TIME, DOC_TIME_REL, is_timex, timex_type
from timeml.writers import Losses
from timeml.writers.flat import Entity, Flat, flat
from timeml.writers.marks import InText, in_text


def write(documents: Mapping[str, Document], losses: Losses) -> dict[str, bytes]:
    """One file with a task for each document."""
    tasks = [
        {
            "id": number,
            # First, as in exports: the beginning of a file shows its format.
            "annotations": [{"id": number, "result": list(_results(name, document, losses))}],
            "data": {"text": document.text, "name": name, **_scheme(document)},
        }
        for number, (name, document) in enumerate(documents.items(), start=1)
    ]
    text = json.dumps(tasks, ensure_ascii=False, indent=1)
    return {"tasks.json": f"{text}\n".encode()}


def _scheme(document: Document) -> dict[str, str]:
    return {} if document.scheme == "tml" else {LABEL_SCHEME: document.scheme}


def _results(name: str, document: Document, losses: Losses) -> Iterator[dict[str, Any]]:
    whole = flat(document, name, losses)
    placed = {entity.id: entity for entity in whole.entities if entity.placed}
    said = in_text(whole, name, placed, losses)
    for entity in placed.values():
        yield from _region(entity, whole, said)
        if len(entity.spans) > 1:
            losses.add("separate pieces of annotations (one span covers them)", name, entity.id)
        label = _label(entity)
        kept = {timex_type(label) if entity.is_timex else label, None}
        names = [key for key, _ in entity.attributes]
        if entity.id in said.relative and DOC_TIME_REL in names:
            names.remove(DOC_TIME_REL)
        if names or entity.mod is not None or entity.kind not in kept:
            losses.add("attributes of entities", name, entity.id)
    for link in said.links:
        yield {
            "type": "relation",
            "from_id": link.source,
            "to_id": link.target,
            "direction": "right",
            "labels": [link.label] if link.label else [],
        }


def _region(one: Entity, whole: Flat, said: InText) -> Iterator[dict[str, Any]]:
    """The region of an entity, once for each control that says something of it."""
    start, end = min(one.spans)[0], max(last for _, last in one.spans)
    place = {"start": start, "end": end}

    def control(name: str, type: str, value: dict[str, Any]) -> dict[str, Any]:
        head = {"id": one.id, "from_name": name, "to_name": "text", "type": type}
        return {**head, "value": {**place, **value}}

    words = whole.text[start:end]
    yield control("label", "labels", {"text": words, "labels": [_label(one)]})
    if one.value is not None:
        yield control("value", "textarea", {"text": [one.value]})
    if one.id in said.relative:
        yield control(DOC_TIME_REL, "choices", {"choices": [said.relative[one.id]]})


def _label(one: Entity) -> str:
    """The label of a region, which says whether it is an event or a timex."""
    if one.is_dct:
        return CREATION_TIME
    if one.is_timex:
        return one.kind if one.kind and timex_type(one.kind) == one.kind else "TIMEX3"
    return one.kind if one.kind and not is_timex(one.kind) else "EVENT"
