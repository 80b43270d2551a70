"""MAVEN-ERE (Wang et al. 2022): a line of JSON for each document.

Its relations are between events, each of which may have several mentions: an event here is one
event, in the place of its first mention. Both spellings of the release are read (``events`` with
``mention`` or ``mentions``, ``TIMEX`` or ``TIMEX3``, ``temporal_relations`` or
``temporal_event_relation``). The text is made of the tokens.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from timeml.document import Document
from timeml.errors import counted
from timeml.readers.draft import Draft, Span, TokenText
from timeml.readers.files import File, field, lines, value

_KNOWN = (
    *("temporal_relations", "temporal_event_relation"),
    *("causal_relations", "subevent_relations"),  # not about time
)

_Places = Mapping[Hashable, Span]


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The documents of one file. Raises :class:`timeml.TimeMLError` for a line that is not one."""
    (file,) = files
    for line, content in lines(file):
        yield _document(file, value(file, content, dict, "the line", line), line)


def _document(file: File, record: dict[str, Any], line: int) -> Document:
    head = record.get("doc", record)
    head = value(file, head, dict, "the field 'doc'", line)
    name = field(file, head, ("id",), str, line)
    sentences = field(file, head, ("tokens",), list, line)
    text = TokenText()
    for number, sentence in enumerate(sentences):
        for at, token in enumerate(value(file, sentence, list, "a sentence", line)):
            text.add((number, at), number, value(file, token, str, "a token", line))
    draft, places = Draft(file, name, text.text), text.places
    for event in field(file, record, ("events", "event_mentions", "candidates"), list, line):
        one = value(file, event, dict, "an event", line)
        id = field(file, one, ("id",), str, line)
        mentions = one.get("mention", one.get("mentions", [one]))
        spans = [
            _span(file, value(file, mention, dict, f"a mention of {id}", line), places, line)
            for mention in value(file, mentions, list, f"the mentions of {id}", line)
        ]
        others = ";".join(f"{start},{end}" for start, end in spans[1:])
        extra = (("mentions", others),) if others else ()
        kind = one.get("type")
        draft.event(
            id, spans[:1], class_=kind if isinstance(kind, str) else None, line=line, extra=extra
        )
    for timex in value(file, record.get("TIMEX", record.get("TIMEX3", [])), list, "TIMEX", line):
        one = value(file, timex, dict, "a timex", line)
        id, kind = field(file, one, ("id",), str, line), one.get("type")
        span = _span(file, one, places, line)
        draft.timex(id, [span], type=kind if isinstance(kind, str) else None, line=line)
    relations = record.get("temporal_relations", record.get("temporal_event_relation", {}))
    for label, pairs in value(file, relations, dict, "the temporal relations", line).items():
        for pair in value(file, pairs, list, f"the relation {label!r}", line):
            ends = value(file, pair, list, f"a pair of {label!r}", line)
            if len(ends) != 2:
                raise file.error(f"a pair of {label!r} has {counted(len(ends), 'id')}, not 2", line)
            source, target = (value(file, end, str, f"an id of {label!r}", line) for end in ends)
            draft.link(label.upper(), source, target, line=line)
    draft.unread_fields(record, _KNOWN, line)
    return draft.document()


def _span(file: File, mention: dict[str, Any], places: _Places, line: int) -> Span:
    """The place of a mention; a span outside the text where its tokens are not there."""
    sentence = field(file, mention, ("sent_id",), int, line)
    offset = field(file, mention, ("offset",), list, line)
    if len(offset) != 2:
        raise file.error(f"the offset {offset} is not a pair of numbers", line)
    first, end = (value(file, number, int, "an offset", line) for number in offset)
    begin, last = places.get((sentence, first)), places.get((sentence, end - 1))
    return (-1, -1) if begin is None or last is None or first >= end else (begin[0], last[1])
