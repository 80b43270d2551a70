"""Annotations that ignore the text, others that know the answers, and those of a model: floors and
ceilings of a task, as documents that are scored like any system's.

Each has the entities of the key, with an instance for each event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal, get_args

import timeml
from timegraph.annotation import Annotator, annotate
from timegraph.answer import Answer
from timegraph.qa import Kind, SetQuestion
from timeml import Document, Event, Instance, RelType, TLink

Baseline = Literal["nothing", "text-order", "creation-time", "answers", "gold", "learned"]
BASELINES: tuple[Baseline, ...] = get_args(Baseline)

_Link = tuple[str, RelType, str]


def baseline_document(
    baseline: Baseline,
    key: Document,
    *,
    gold: Document | None = None,
    questions: Iterable[SetQuestion] = (),
    model: Annotator | None = None,
) -> tuple[Document, tuple[str, ...]]:
    """The annotations of a baseline for the document ``key``, and what was left out of them.

    * ``nothing``: no link;
    * ``text-order``: each event is BEFORE the next in the text;
    * ``creation-time``: each event is BEFORE the creation time;
    * ``answers``: the relations that ``questions`` with the answer yes ask for;
    * ``gold``: ``gold`` itself, all its entities and links, with the key's ids;
    * ``learned``: the links that ``model`` finds between them.

    The links of the key, if it has any, are left out. Raises ``ValueError`` for ``gold`` without a
    gold document, and ``learned`` without a model.
    """
    if baseline == "gold":
        if gold is None:
            raise ValueError("the baseline gold needs a gold document")
        return timeml.align_ids(system=gold, key=key).document, ()
    bare = _with_instances(replace(key, tlinks=(), slinks=(), alinks=()))
    if baseline == "learned":
        if model is None:
            raise ValueError("the baseline learned needs a model")
        return annotate(bare, model), ()
    links: Iterable[_Link] = ()
    left_out: list[str] = []
    events = _in_text_order(bare)
    if baseline == "text-order":
        links = (
            (a, RelType.BEFORE, b)
            for event, other in pairwise(events)
            for a in event.ids
            for b in other.ids
        )
    elif baseline == "creation-time":
        if bare.dct is None:
            left_out.append("the document has no creation time")
        else:
            dct = bare.dct.tid
            links = ((id, RelType.BEFORE, dct) for event in events for id in event.ids)
    elif baseline == "answers":
        links = _of_answers(key, bare, questions, left_out)
    tlinks = tuple(
        _tlink(f"l{number}", link, bare) for number, link in enumerate(dict.fromkeys(links), 1)
    )
    return replace(bare, tlinks=tlinks), tuple(left_out)


def _in_text_order(document: Document) -> list[Event]:
    owners = (document.entity(id) for id in document.entities)
    return [owner for owner in dict.fromkeys(owners) if isinstance(owner, Event)]


def _with_instances(document: Document) -> Document:
    """The document with an instance ``eiN`` for each event ``eN`` that has none, as the task's
    normaliser numbers them; another free number if that id is taken."""
    taken = {timex.tid for timex in document.timexes}
    taken.update(event.eid for event in document.events)
    taken.update(instance.eiid for instance in document.instances)
    events = []
    for event in document.events:
        if not event.instances and event.eid in document.entities:
            eiid = f"ei{event.eid[1:] if event.eid.startswith('e') else event.eid}"
            eiid = next(name for name in _names(eiid) if name not in taken)
            taken.add(eiid)
            event = replace(event, instances=(Instance(eiid, event.eid),))
        events.append(event)
    return replace(document, events=tuple(events))


def _names(first: str) -> Iterator[str]:
    yield first
    number = 2
    while True:
        yield f"{first}-{number}"
        number += 1


def _of_answers(
    key: Document, bare: Document, questions: Iterable[SetQuestion], left_out: list[str]
) -> Iterator[_Link]:
    for asked in questions:
        question = asked.question
        if asked.answer is not Answer.YES or question is None or question.kind is not Kind.IS:
            continue
        relation = question.relation
        # The key decides what an id means: instances of ours may have ids that mean another.
        ends = [_renamed(key, bare, id) for id in question.args]
        if not isinstance(relation, RelType) or not relation.annotated:
            left_out.append(f"question {asked.number}: {question} cannot be written as a TLINK")
        elif None in ends:
            lost = question.args[ends.index(None)]
            left_out.append(f"question {asked.number}: the key has no {lost}")
        else:
            yield str(ends[0]), relation, str(ends[1])


def _renamed(key: Document, bare: Document, id: str) -> str | None:
    entity = key.resolve(id)
    if entity is None or entity in bare.entities:
        return entity
    owner = key.entity(entity)
    assert isinstance(owner, Event)
    return next(event.ids[0] for event in bare.events if event.eid == owner.eid)


def _tlink(lid: str, link: _Link, document: Document) -> TLink:
    source, relation, target = link
    timexes: Sequence[str] = [timex.tid for timex in document.timexes]
    return TLink(
        lid,
        relation.value,
        source,
        target,
        "timeID" if source in timexes else "eventInstanceID",
        "relatedToTime" if target in timexes else "relatedToEventInstance",
    )
