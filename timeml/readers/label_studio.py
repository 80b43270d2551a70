"""Label Studio JSON: a list of tasks, each with its text and the annotations of it.

Each annotation of a task is a document of its own: annotators of one text are kept apart. Those
that were skipped (``was_cancelled``) are left out; a task without the field ``annotations``, as
before it is imported, has its predictions instead. Regions whose label is that of a time expression
are timexes (:mod:`timeml.readers.draft`), others are events; relations are links, named by
their label and read from left to right unless their direction says otherwise; ``bi`` is both
ways. The choice DocTimeRel of a region is a link of the layer ``DocTimeRel`` with the creation
time. A task is called by the field ``name``, ``document``, ``docid`` or ``id`` of its data, else by
its own id; of several annotations the later ones are called ``NAME@ID``.

The text of a task is the field of its data that its results name (``source``), or is called
``text``, or the one that has the words of all regions. Places count characters or, in files of
older versions, units of UTF-16: what agrees with the words that regions repeat.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from timeml._model import LABEL_SCHEME
from timeml.document import Document
from timeml.readers.draft import (
    DOC_TIME_REL,
    Draft,
    characters_at,
    is_creation_time,
    is_timex,
    timex_type,
)
from timeml.readers.files import File, Line, line_of, string, whole
from timeml.readers.formats import LIF
from timeml.readers.marks import InText, in_text
from timeml.writers import Losses
from timeml.writers.flat import Entity, Flat, flat

_NAMES = ("name", "document", "docid", "id")
_TEXTS = ("text", "Text", "content")


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The documents of one export. Raises :class:`timeml.TimeMLError` if it is not one."""
    (file,) = files
    content = whole(file)
    tasks = content if isinstance(content, list) else [content]
    for number, listed in enumerate(tasks, start=1):
        what, at = f"task {number}", Line(file, 1).of(listed)
        task = at.value(listed, dict, what)
        _check_kind(at, task)
        data = at.field(task, "data", dict)
        named = [data.get(name) for name in _NAMES] + [task.get("id"), number]
        name = str(next(label for label in named if isinstance(label, (str, int)) and label != ""))
        annotations = at.field(task, "annotations completions predictions", list)
        text = _text(data, annotations)
        if text is None:
            message = f"{what} has no text: its data has no field {_TEXTS[0]!r}"
            message += ", and none with the words of all regions; add the text there"
            raise file.error(message, line_of(data))
        done = 0
        for count, annotation in enumerate(annotations):
            within = at.of(annotation)
            one = within.value(annotation, dict, f"an annotation of {what}")
            if one.get("was_cancelled") is True:
                continue
            title = name if done == 0 else f"{name}@{one.get('id', count + 1)}"
            done += 1
            document = _document(within, title, text, within.field(one, "result", list))
            yield replace(document, scheme=string(data, LABEL_SCHEME) or "")


def _check_kind(at: Line, task: Mapping[str, Any]) -> None:
    """Raise :class:`timeml.TimeMLError` for a file of another format that looks like this one."""
    if "data" in task:
        return
    context = str(task.get("@context", task.get("discriminator", "")))
    if LIF.search(context) or isinstance(task.get("views"), list):
        message = "is LIF, the format of LAPPS Grid, which is not read; export its annotations"
        raise at.error(f"{message} to TimeML, or name events and times in a file of marks")
    lists = [found for found in task.values() if isinstance(found, list)]
    spans = (span for found in lists for span in found if isinstance(span, dict))
    if any("start" in span and "end" in span for span in spans):
        message = "is Label Studio's JSON-MIN, which has no relations and no ids of regions"
        raise at.error(f"{message}; export the project as JSON")


def _text(data: Mapping[str, Any], annotations: Iterable[Any]) -> str | None:
    """The text of a task: of the fields of its data that its results name, that are called so, or
    that have the words of all regions."""
    texts = {name: text for name, text in data.items() if isinstance(text, str)}
    lists = (each.get("result") for each in annotations if isinstance(each, dict))
    results = [
        part for each in lists if isinstance(each, list) for part in each if isinstance(part, dict)
    ]
    sources = [str(result.get("source", "")).removeprefix("$") for result in results]
    named = next((texts[name] for name in (*sources, *_TEXTS) if name in texts), None)
    if named is not None:
        return named
    regions = [result["value"] for result in results if isinstance(result.get("value"), dict)]
    words = [region["text"] for region in regions if isinstance(region.get("text"), str)]
    ends = [region["end"] for region in regions if isinstance(region.get("end"), int)]
    fitting = [
        text
        for text in texts.values()
        if max(ends, default=1) <= 2 * len(text) and all(word in text for word in words)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _document(at: Line, name: str, text: str, result: list[Any]) -> Document:
    draft = Draft(at.file, name, text)
    regions: dict[str, dict[str, Any]] = {}
    places: dict[str, Line] = {}
    links = []
    for content in result:
        place = at.of(content)
        one = place.value(content, dict, f"a result of {name}")
        if one.get("type") == "relation":
            links.append((place, one))
        elif "from_id" in one and "to_id" in one:
            draft.unread(str(one.get("type", "")), place.number)
        elif isinstance(one.get("value"), dict):
            # A region comes once for each control that says something of it.
            id = place.field(one, "id", str)
            places.setdefault(id, place)
            regions.setdefault(id, {}).update(one["value"])
            regions[id].setdefault(f"control {one.get('from_name')}", one["value"])
    characters = _characters(text, regions.values())
    for id, region in regions.items():
        _region(draft, id, region, characters, places[id].number)
    for place, link in links:
        source, target = place.field(link, "from_id", str), place.field(link, "to_id", str)
        labels = place.value(link.get("labels") or [""], list, f"the labels of {source}")
        direction = link.get("direction")
        if direction == "left":
            source, target = target, source
        for label in labels:
            said = place.value(label, str, f"a label of {source}")
            draft.link(said, source, target, line=place.number)
            if direction == "bi":
                draft.link(said, target, source, line=place.number)
    for id, region in regions.items():
        control = region.get(f"control {DOC_TIME_REL}")
        choices = control.get("choices") if isinstance(control, dict) else None
        for label in choices if isinstance(choices, list) else ():
            said = places[id].value(label, str, f"a choice of {id}")
            draft.relate_to_creation(id, said, places[id].number)
    return draft.document()


def _characters(text: str, regions: Iterable[dict[str, Any]]) -> Sequence[int]:
    """The characters before each place that regions may name."""
    plain, units = range(len(text) + 1), characters_at(text)
    agree = [0, 0]
    if len(units) > len(plain):
        for region in regions:
            start, end = region.get("start"), region.get("end")
            parts = [part for part in region.values() if isinstance(part, dict)]
            words = {part.get("text") for part in parts if isinstance(part.get("text"), str)}
            if isinstance(start, int) and isinstance(end, int):
                for number, at in enumerate((plain, units)):
                    if 0 <= start <= end < len(at):
                        agree[number] += text[at[start] : at[end]] in words
    return units if agree[1] > agree[0] else plain


def _region(
    draft: Draft, id: str, region: dict[str, Any], at: Sequence[int], line: int | None
) -> None:
    start, end = region.get("start"), region.get("end")
    spans = []
    if isinstance(start, int) and isinstance(end, int):
        # What lies outside the text stays outside.
        positions = range(len(at))
        spans = [(at[start] if start in positions else start, at[end] if end in positions else end)]
    elif start is not None or end is not None:
        draft.fault("bad-span", f"region {id}: its start and end are not numbers", id, line)
    labels = region.get("labels")
    label = labels[0] if isinstance(labels, list) and labels else None
    if not isinstance(label, str):
        return  # a choice or a text about the task as a whole
    if is_timex(label):
        texts = region.get("text")
        value = texts[0] if isinstance(texts, list) and texts else None
        draft.timex(
            *(id, spans),
            type=timex_type(label),
            value=value if isinstance(value, str) else None,
            dct=is_creation_time(label),
            line=line,
        )
    else:
        draft.event(id, spans, class_=label, line=line)


def write(documents: Mapping[str, Document], losses: Losses) -> dict[str, bytes]:
    """One file: a list of tasks, a task with one annotation for each document.

    Regions have the control ``label`` for their class or type, ``value`` for the value of a timex,
    and ``DocTimeRel`` for how they are related to a creation time outside the text.
    """
    tasks = [
        {
            "id": number,
            # First, as in exports: the beginning of a file shows its format.
            "annotations": [{"id": number, "result": list(_results(document, losses))}],
            "data": {"text": document.text, "name": name, **_scheme(document)},
        }
        for number, (name, document) in enumerate(losses.each(documents), start=1)
    ]
    text = json.dumps(tasks, ensure_ascii=False, indent=1)
    return {"tasks.json": f"{text}\n".encode()}


def _scheme(document: Document) -> dict[str, str]:
    return {} if document.scheme == "tml" else {LABEL_SCHEME: document.scheme}


def _results(document: Document, losses: Losses) -> Iterator[dict[str, Any]]:
    whole = flat(document, losses)
    placed = {entity.id: entity for entity in whole.entities if entity.placed}
    said = in_text(whole, placed, losses)
    for entity in placed.values():
        yield from _written_region(entity, whole, said)
        if len(entity.spans) > 1:
            losses.add("separate pieces of annotations (one span covers them)", entity.id)
        label = entity.label
        kept = {timex_type(label) if entity.is_timex else label, None}
        names = [key for key, _ in entity.attributes]
        if entity.id in said.relative and DOC_TIME_REL in names:
            names.remove(DOC_TIME_REL)
        if names or entity.mod is not None or entity.kind not in kept:
            losses.add("attributes of entities", entity.id)
    for link in said.links:
        yield {
            "type": "relation",
            "from_id": link.source,
            "to_id": link.target,
            "direction": "right",
            "labels": [link.label] if link.label else [],
        }


def _written_region(one: Entity, whole: Flat, said: InText) -> Iterator[dict[str, Any]]:
    """The region of an entity, once for each control that says something of it."""
    start, end = min(one.spans)[0], max(last for _, last in one.spans)
    place = {"start": start, "end": end}

    def control(name: str, type: str, value: dict[str, Any]) -> dict[str, Any]:
        head = {"id": one.id, "from_name": name, "to_name": "text", "type": type}
        return {**head, "value": {**place, **value}}

    words = whole.text[start:end]
    yield control("label", "labels", {"text": words, "labels": [one.label]})
    if one.value is not None:
        yield control("value", "textarea", {"text": [one.value]})
    if one.id in said.relative:
        yield control(DOC_TIME_REL, "choices", {"choices": [said.relative[one.id]]})
