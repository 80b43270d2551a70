"""OmniTemp's JSON (Eirew et al. 2025), in which MATRES, NT-6 and TimeBank-Dense are released too.

A file is a document: its ``tokens``, the mentions of events (``allMentions``) and the pairs of them
that were looked at (``allPairs``). The text is made of the tokens. OmniTemp and MATRES compare
starts; pairs of the corpora that compare intervals have an axis.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from timeml._model import LABEL_SCHEME
from timeml.document import Document
from timeml.readers.draft import Draft, Span
from timeml.readers.files import File, Line, line_of, string, whole
from timeml.writers import Losses
from timeml.writers.flat import Entity, Flat, flat

AXIS_TYPE = "axisType"
"""The attribute of an event that is on another axis than the main one."""

AXIS = "_axisId"
"""The field of pairs whose labels compare intervals."""

_INCLUSIONS = {"INCLUDES", "IS_INCLUDED"}


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The document of one file. Raises :class:`timeml.TimeMLError` if it is not one."""
    (file,) = files
    first = Line(file, 1)
    record = first.value(whole(file), dict, "the file")
    text, places = _text(first, first.field(record, "tokens", list))
    draft = Draft(file, file.base.rpartition(".")[0] or file.base, text)
    for item in first.field(record, "allMentions", list):
        _add_mention(draft, first.value(item, dict, "a mention"), places)
    intervals = False
    for item in first.field(record, "allPairs", list):
        pair = first.value(item, dict, "a pair")
        at = Line(file, line_of(pair))
        names = ("_firstId", "_secondId", "_relation")
        source, target, label = (at.field(pair, name, str) for name in names)
        intervals = intervals or AXIS in pair or label.upper() in _INCLUSIONS
        draft.link(label, source, target, line=at.number)
    draft.unread_fields(record, ("allPairs",), 1)
    yield draft.document(scheme=string(record, LABEL_SCHEME) or ("tbd" if intervals else ""))


def _text(first: Line, tokens: list[Any]) -> tuple[str, list[Span]]:
    """The text that the tokens make, and the place of each."""
    places: list[Span] = []
    length = 0
    for token in tokens:
        word = first.value(token, str, "a token")
        places.append((length, length + len(word)))
        length += len(word) + 1
    return " ".join(tokens), places


def _add_mention(draft: Draft, mention: dict[str, Any], places: list[Span]) -> None:
    at = Line(draft.file, line_of(mention))
    id = at.field(mention, "m_id", str)
    listed = at.field(mention, "tokens_ids", list)
    numbers = [at.value(number, int, f"a token of {id}") for number in listed]
    inside = numbers and all(0 <= number < len(places) for number in numbers)
    span = (places[min(numbers)][0], places[max(numbers)][1]) if inside else (-1, -1)
    axis = string(mention, AXIS_TYPE)
    extra = ((AXIS_TYPE, axis),) if axis is not None and axis != "main" else ()
    kind = string(mention, "event_class")
    draft.event(id, [span], class_=kind, line=at.number, extra=extra)


_SCHEME = "matres"
"""The labels that the reader expects."""
_OWN = {AXIS_TYPE, "eventID"}
_CONSTANTS = {"eventIndex": -1, "rootAxisEventId": -1, "corefState": "unknown"}


def write(documents: Mapping[str, Document], losses: Losses) -> dict[str, bytes]:
    """``NAME.json`` for each document: its words, mentions of events and pairs of them.

    Words are what stands between blanks, cut where a mention begins or ends. Times have no place
    there. Labels of another scheme than OmniTemp's are named by the field ``LabelScheme``.
    """
    files = {}
    for name, document in losses.each(documents):
        record = _record(flat(document, losses), losses)
        if document.scheme not in ("", _SCHEME):
            record[LABEL_SCHEME] = document.scheme
        text = json.dumps(record, ensure_ascii=False, indent=1)
        files[f"{name}.json"] = f"{text}\n".encode()
    return files


def _record(whole: Flat, losses: Losses) -> dict[str, Any]:
    mentions = [entity for entity in whole.entities if entity.placed and not entity.is_timex]
    words = _words(
        whole.text, {edge for mention in mentions for span in mention.spans for edge in span}
    )
    if " ".join(whole.text[start:end] for start, end in words) != whole.text:
        losses.add("the blanks of texts (words are read back with one between them)")
    placed: dict[str, dict[str, Any]] = {}
    for entity in whole.entities:
        numbers = _numbers(words, entity.spans) if entity in mentions else []
        if numbers:
            placed[entity.id] = _mention(entity, numbers, whole.text, losses)
        else:
            kind = "times" if entity.is_timex else "events without words in the text"
            losses.add(kind, entity.id)
    pairs = []
    for link in whole.links:
        if link.source not in placed or link.target not in placed:
            losses.add("links with a time, or an event that has no words", link.lid)
            continue
        pairs.append({"_firstId": link.source, "_secondId": link.target, "_relation": link.label})
        if link.layer or link.attributes:
            losses.add("attributes of links", link.lid)
    return {
        "tokens": [whole.text[start:end] for start, end in words],
        "allMentions": list(placed.values()),
        "allPairs": pairs,
    }


def _words(text: str, edges: set[int]) -> list[Span]:
    """What stands between blanks, cut at the edges."""
    words: list[Span] = []
    ordered = sorted(edges)
    for match in re.finditer(r"\S+", text):
        start, end = match.span()
        inside = ordered[bisect_right(ordered, start) : bisect_left(ordered, end)]
        words += zip([start, *inside], [*inside, end], strict=True)
    return words


def _numbers(words: Sequence[Span], spans: Sequence[Span]) -> list[int]:
    """The words that stand in spans."""
    starts = [start for start, _ in words]
    return [
        number
        for first, last in spans
        for number in range(bisect_left(starts, first), bisect_left(starts, last))
    ]


def _mention(one: Entity, numbers: list[int], text: str, losses: Losses) -> dict[str, Any]:
    if len(one.spans) > 1:
        losses.add("separate pieces of annotations (one span covers them)", one.id)
    attributes = dict(one.attributes)
    if attributes.keys() - _OWN or attributes.get("eventID", one.id) != one.id:
        losses.add("attributes of events", one.id)
    return {
        "m_id": one.id,
        "tokens": " ".join(text[slice(*span)] for span in one.spans),
        "tokens_ids": numbers,
        "axisType": attributes.get(AXIS_TYPE, "main"),
        **_CONSTANTS,
        **({} if one.kind is None else {"event_class": one.kind}),
    }
