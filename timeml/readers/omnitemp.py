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
from timeml.readers.files import File, field, line_of, value, whole
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
    record = value(file, whole(file), dict, "the file", 1)
    text, places = _text(file, field(file, record, ("tokens",), list, 1))
    draft = Draft(file, file.base.rpartition(".")[0] or file.base, text)
    for item in field(file, record, ("allMentions",), list, 1):
        mention = value(file, item, dict, "a mention", 1)
        _add_mention(file, draft, mention, places)
    intervals = False
    for item in field(file, record, ("allPairs",), list, 1):
        pair = value(file, item, dict, "a pair", 1)
        line = line_of(pair)
        first, second, label = (
            field(file, pair, (name,), str, line) for name in ("_firstId", "_secondId", "_relation")
        )
        intervals = intervals or AXIS in pair or label.upper() in _INCLUSIONS
        draft.link(label, first, second, line=line)
    draft.unread_fields(record, ("allPairs",), 1)
    named = record.get(LABEL_SCHEME)
    yield draft.document(
        scheme=named if isinstance(named, str) and named else "tbd" if intervals else ""
    )


def _text(file: File, tokens: list[Any]) -> tuple[str, list[Span]]:
    """The text that the tokens make, and the place of each."""
    places: list[Span] = []
    length = 0
    for token in tokens:
        word = value(file, token, str, "a token", 1)
        places.append((length, length + len(word)))
        length += len(word) + 1
    return " ".join(tokens), places


def _add_mention(file: File, draft: Draft, mention: dict[str, Any], places: list[Span]) -> None:
    line = line_of(mention)
    id = field(file, mention, ("m_id",), str, line)
    numbers = [
        value(file, number, int, f"a token of {id}", line)
        for number in field(file, mention, ("tokens_ids",), list, line)
    ]
    inside = numbers and all(0 <= number < len(places) for number in numbers)
    span = (places[min(numbers)][0], places[max(numbers)][1]) if inside else (-1, -1)
    axis, kind = mention.get("axisType"), mention.get("event_class")
    draft.event(
        id,
        [span],
        class_=kind if isinstance(kind, str) else None,
        line=line,
        extra=((AXIS_TYPE, axis),) if isinstance(axis, str) and axis != "main" else (),
    )


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
