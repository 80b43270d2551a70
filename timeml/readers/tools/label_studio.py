"""Label Studio JSON: a list of tasks, each with its text and the annotations of it.

Each annotation of a task is a document of its own: annotators of one text are kept apart. Regions
whose label is that of a time expression are timexes (:mod:`timeml.readers.tools.types`), others are
events; relations are links, named by their label and read from left to right unless their
direction says otherwise. The choice DocTimeRel of a region is a link of the layer ``DocTimeRel``
with the creation time. A task is called by the field ``name``, ``document``, ``docid`` or ``id``
of its data, else by its own id; of several annotations the later ones are called ``NAME@ID``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from timeml.document import Document
from timeml.readers.draft import Draft
from timeml.readers.files import File
from timeml.readers.json_text import field, value, whole
from timeml.readers.tools.types import DOC_TIME_REL, is_creation_time, is_timex, timex_type

__all__ = ["documents"]

_NAMES = ("name", "document", "docid", "id")
_TEXTS = ("text", "Text", "content")


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The documents of one export. Raises :class:`timeml.TimeMLError` if it is not one."""
    (file,) = files
    content = whole(file)
    tasks = content if isinstance(content, list) else [content]
    for number, found in enumerate(tasks, start=1):
        what = f"task {number}"
        task = value(file, found, dict, what, None)
        data = field(file, task, ("data",), dict, None)
        text = next((data[name] for name in _TEXTS if isinstance(data.get(name), str)), None)
        if text is None:
            raise file.error(f"{what} has no text: its data has no field {_TEXTS[0]!r}")
        named = [data.get(name) for name in _NAMES] + [task.get("id"), number]
        name = str(next(one for one in named if isinstance(one, (str, int)) and one != ""))
        annotations = field(file, task, ("annotations", "completions"), list, None)
        for count, annotation in enumerate(annotations):
            one = value(file, annotation, dict, f"an annotation of {what}", None)
            own = name if count == 0 else f"{name}@{one.get('id', count + 1)}"
            yield _document(file, own, text, field(file, one, ("result",), list, None))


def _document(file: File, name: str, text: str, result: list[Any]) -> Document:
    draft = Draft(file, name, text)
    regions: dict[str, dict[str, Any]] = {}
    links = []
    for found in result:
        one = value(file, found, dict, f"a result of {name}", None)
        if one.get("type") == "relation":
            links.append(one)
        elif isinstance(one.get("value"), dict):
            # A region comes once for each control that says something of it.
            id = field(file, one, ("id",), str, None)
            regions.setdefault(id, {}).update(one["value"])
            regions[id].setdefault(f"control {one.get('from_name')}", one["value"])
    for id, region in regions.items():
        _region(draft, id, region)
    for one in links:
        source = field(file, one, ("from_id",), str, None)
        target = field(file, one, ("to_id",), str, None)
        labels = value(file, one.get("labels") or [""], list, f"the labels of {source}", None)
        if one.get("direction") == "left":
            source, target = target, source
        for label in labels:
            draft.link(value(file, label, str, f"a label of {source}", None), source, target)
    for id, region in regions.items():
        control = region.get(f"control {DOC_TIME_REL}")
        chosen = control.get("choices") if isinstance(control, dict) else None
        for label in chosen if isinstance(chosen, list) else ():
            said = value(file, label, str, f"a choice of {id}", None)
            lid = f"{id}.{DOC_TIME_REL}"
            draft.link(said, id, draft.creation_time("DCT"), lid=lid, layer=DOC_TIME_REL)
    return draft.document()


def _region(draft: Draft, id: str, region: dict[str, Any]) -> None:
    start, end = region.get("start"), region.get("end")
    spans = []
    if isinstance(start, int) and isinstance(end, int):
        spans = [(start, end)]
    elif start is not None or end is not None:
        draft.fault("bad-span", f"region {id}: its start and end are not numbers", id)
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
        )
    else:
        draft.event(id, spans, class_=label)
