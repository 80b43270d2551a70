"""OmniTemp's JSON (Eirew et al. 2025), in which MATRES, NT-6 and TimeBank-Dense are released too.

A file is a document: its ``tokens``, the mentions of events (``allMentions``) and the pairs of them
that were looked at (``allPairs``). The text is made of the tokens. OmniTemp and MATRES compare
starts; pairs of the corpora that compare intervals have an axis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from timeml._model import LABEL_SCHEME
from timeml.document import Document
from timeml.readers.draft import Draft, Span
from timeml.readers.files import File, field, line_of, value, whole

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
