"""OmniTemp's JSON: a file for each document, with its words, mentions of events and pairs of them.

Words are what stands between blanks, cut where a mention begins or ends. Times have no place there.
Labels of another scheme than OmniTemp's are named by the field ``LabelScheme``.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from timeml._model import LABEL_SCHEME
from timeml.document import Document
from timeml.readers.omnitemp import AXIS_TYPE
from timeml.writers import Losses
from timeml.writers.flat import Entity, Flat, Span, flat

_SCHEME = "matres"
"""The labels that the reader expects."""
_OWN = {AXIS_TYPE, "eventID"}
_CONSTANTS = {"eventIndex": -1, "rootAxisEventId": -1, "corefState": "unknown"}


def write(documents: Mapping[str, Document], losses: Losses) -> dict[str, bytes]:
    """``NAME.json`` for each document."""
    files = {}
    for name, document in documents.items():
        record = _record(name, flat(document, name, losses), losses)
        if document.scheme not in ("", _SCHEME):
            record[LABEL_SCHEME] = document.scheme
        text = json.dumps(record, ensure_ascii=False, indent=1)
        files[f"{name}.json"] = f"{text}\n".encode()
    return files


def _record(name: str, whole: Flat, losses: Losses) -> dict[str, Any]:
    mentions = [entity for entity in whole.entities if entity.placed and not entity.is_timex]
    words = _words(
        whole.text, {edge for mention in mentions for span in mention.spans for edge in span}
    )
    if " ".join(whole.text[start:end] for start, end in words) != whole.text:
        losses.add("the blanks of texts (words are read back with one between them)", name)
    placed: dict[str, dict[str, Any]] = {}
    for entity in whole.entities:
        numbers = _numbers(words, entity.spans) if entity in mentions else []
        if numbers:
            placed[entity.id] = _mention(name, entity, numbers, whole.text, losses)
        else:
            kind = "times" if entity.is_timex else "events without words in the text"
            losses.add(kind, name, entity.id)
    pairs = []
    for link in whole.links:
        if link.source not in placed or link.target not in placed:
            losses.add("links with a time, or an event that has no words", name, link.lid)
            continue
        pairs.append({"_firstId": link.source, "_secondId": link.target, "_relation": link.label})
        if link.layer or link.attributes:
            losses.add("attributes of links", name, link.lid)
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


def _mention(
    name: str, one: Entity, numbers: list[int], text: str, losses: Losses
) -> dict[str, Any]:
    if len(one.spans) > 1:
        losses.add("separate pieces of annotations (one span covers them)", name, one.id)
    attributes = dict(one.attributes)
    if attributes.keys() - _OWN or attributes.get("eventID", one.id) != one.id:
        losses.add("attributes of events", name, one.id)
    return {
        "m_id": one.id,
        "tokens": " ".join(text[slice(*span)] for span in one.spans),
        "tokens_ids": numbers,
        "axisType": attributes.get(AXIS_TYPE, "main"),
        **_CONSTANTS,
        **({} if one.kind is None else {"event_class": one.kind}),
    }
