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
from timeml.readers.files import File, Line, lines, string

_KNOWN = (
    *("temporal_relations", "temporal_event_relation"),
    *("causal_relations", "subevent_relations"),  # not about time
)

_Places = Mapping[Hashable, Span]


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The documents of one file. Raises :class:`timeml.TimeMLError` for a line that is not one."""
    (file,) = files
    for line, content in lines(file):
        at = Line(file, line)
        yield _document(at, at.value(content, dict, "the line"))


def _document(at: Line, record: dict[str, Any]) -> Document:
    head = at.value(record.get("doc", record), dict, "the field 'doc'")
    name = at.field(head, "id", str)
    text = TokenText()
    for number, sentence in enumerate(at.field(head, "tokens", list)):
        for place, token in enumerate(at.value(sentence, list, "a sentence")):
            text.add((number, place), number, at.value(token, str, "a token"))
    draft, places, line = Draft(at.file, name, text.text), text.places, at.number
    for event in at.field(record, "events event_mentions candidates", list):
        one = at.value(event, dict, "an event")
        id = at.field(one, "id", str)
        mentions = one.get("mention", one.get("mentions", [one]))
        spans = [
            _span(at, at.value(mention, dict, f"a mention of {id}"), places)
            for mention in at.value(mentions, list, f"the mentions of {id}")
        ]
        others = ";".join(f"{start},{end}" for start, end in spans[1:])
        extra = (("mentions", others),) if others else ()
        draft.event(id, spans[:1], class_=string(one, "type"), line=line, extra=extra)
    for timex in at.value(record.get("TIMEX", record.get("TIMEX3", [])), list, "TIMEX"):
        one = at.value(timex, dict, "a timex")
        id, span = at.field(one, "id", str), _span(at, one, places)
        draft.timex(id, [span], type=string(one, "type"), line=line)
    relations = record.get("temporal_relations", record.get("temporal_event_relation", {}))
    for label, pairs in at.value(relations, dict, "the temporal relations").items():
        for pair in at.value(pairs, list, f"the relation {label!r}"):
            ends = at.value(pair, list, f"a pair of {label!r}")
            if len(ends) != 2:
                raise at.error(f"a pair of {label!r} has {counted(len(ends), 'id')}, not 2")
            source, target = (at.value(end, str, f"an id of {label!r}") for end in ends)
            draft.link(label.upper(), source, target, line=line)
    draft.unread_fields(record, _KNOWN, line)
    return draft.document()


def _span(at: Line, mention: dict[str, Any], places: _Places) -> Span:
    """The place of a mention; a span outside the text where its tokens are not there."""
    sentence, offset = at.field(mention, "sent_id", int), at.field(mention, "offset", list)
    if len(offset) != 2:
        raise at.error(f"the offset {offset} is not a pair of numbers")
    first, end = (at.value(number, int, "an offset") for number in offset)
    begin, last = places.get((sentence, first)), places.get((sentence, end - 1))
    return (-1, -1) if begin is None or last is None or first >= end else (begin[0], last[1])
