"""From a marked text to its key document and question set, and back.

A key has bare tags, as the keys of QA TempEval: ``<EVENT eid>``, and ``<TIMEX3 tid>`` with a value
where one was given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from timegraph.qa import SetQuestion
from timegraph.task.marked_texts.marked_text import (
    CREATED_ID,
    ID,
    Mark,
    MarkedQuestion,
    MarkedText,
    file_name,
)
from timeml import Document, Event, Timex3
from timeml.plain_text import creation_time, make_document, plain_text, title_of

__all__ = ["UnmarkableError", "key_document", "marked_text", "question_lines"]


class UnmarkableError(ValueError):
    """A document that cannot be a marked text; the message says why."""


def key_document(marked: MarkedText) -> Document:
    """The key document of a marked text."""
    events = []
    timexes = []
    for mark in marked.marks:
        words = marked.words(mark)
        if mark.is_time:
            timexes.append(Timex3(mark.id, None, mark.value, mark.start, mark.end, words))
        else:
            events.append(Event(mark.id, None, mark.start, mark.end, words))
    created = None
    if marked.created is not None:
        created = creation_time(marked.created, marked.created_id)
    return make_document(
        marked.text,
        docid=marked.document,
        created=created,
        title=marked.title,
        events=tuple(events),
        timexes=tuple(timexes),
    )


def question_lines(marked: MarkedText, first: int = 1) -> list[str]:
    """The questions as lines of a question set, numbered from ``first`` on."""
    document = file_name(marked.document)
    return [
        "|".join((str(number), document, *question.fields))
        for number, question in enumerate(marked.questions, start=first)
    ]


def marked_text(document: Document, name: str, questions: Sequence[SetQuestion] = ()) -> MarkedText:
    """The marked text of a key document in the file ``name``, with the questions about it.

    Of a key that :func:`key_document` made it is the marked text that it was made of. Instances,
    links and all attributes but ids and values are left out. Raises :class:`UnmarkableError` for
    what the format does not have: an annotation within another or outside the text, ids that
    begin with other letters, a creation time without value, a question about an instance whose id
    would mean another event where there are no instances.
    """
    text = plain_text(document)
    shift = len(document.text) - len(text)
    marks = tuple(_marks(document, shift))
    if (text and not text.endswith("\n")) or any(mark.end == len(text) for mark in marks):
        text += "\n"  # which no mark can hold: it ends the last line of the text
    dct = document.dct
    if dct is not None and not dct.value:
        raise UnmarkableError(f"the creation time {dct.tid} has no value; give it one")
    _check_instances(document, questions)
    stem = name[:-4] if name.lower().endswith(".tml") else name
    return MarkedText(
        document=document.docid if document.docid in (name, stem) else stem,
        text=text,
        created=None if dct is None else dct.value,
        created_id=CREATED_ID if dct is None else dct.tid,
        title=title_of(document),
        marks=marks,
        questions=tuple(
            MarkedQuestion(question.query, question.text, _rest(question.rest))
            for question in questions
        ),
    )


def _check_instances(document: Document, questions: Sequence[SetQuestion]) -> None:
    ids = {event.eid for event in document.events}
    for asked in questions:
        for id in () if asked.question is None else asked.question.args:
            entity = document.resolve(id)
            meant = None if entity is None else document.entity(entity)
            if isinstance(meant, Event) and id not in ids and id != f"ei{meant.eid[1:]}":
                raise UnmarkableError(
                    f"question {asked.number} names {id}, an instance of {meant.eid} "
                    f"{meant.text!r}; marks have no instances, so write {meant.eid}"
                )


def _rest(fields: Iterable[str]) -> tuple[str, ...]:
    """The fields after the words; answers are written in lower case."""
    rest = list(fields)
    if rest and rest[0].lower() in ("yes", "no", "unknown"):
        rest[0] = rest[0].lower()
    return tuple(rest)


def _marks(document: Document, shift: int) -> Iterable[Mark]:
    spans: list[Event | Timex3] = [*document.events, *document.timexes[document.dct is not None :]]
    marks = []
    for span in spans:
        id = span.eid if isinstance(span, Event) else span.tid
        if span.start is None or span.end is None:
            raise UnmarkableError(f"{id} {span.text!r} is outside the text; remove it")
        if not ID.fullmatch(id) or (id[0] in "tT") != isinstance(span, Timex3):
            raise UnmarkableError(
                f"the id {id} of {span.text!r} does not begin with e (events) or t (times)"
            )
        value = span.value if isinstance(span, Timex3) else None
        start, end = max(span.start - shift, 0), max(span.end - shift, 0)
        marks.append(Mark(id, start, end, value or None))
    marks.sort(key=lambda mark: (mark.start, mark.end))
    for mark, other in pairwise(marks):
        if other.start < mark.end or mark.start == mark.end == other.start == other.end:
            raise UnmarkableError(
                f"{mark.id} and {other.id} are marked on the same words; marks cannot nest, so "
                "remove one of them"
            )
    return marks
