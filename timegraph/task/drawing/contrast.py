"""Contrast questions in the manner of TORQUE, drawn from gold: one anchor, several relations.

A question asks which events of a passage stand in a relation to an anchor. It is drawn only where
gold decides that for every event of the passage, and in the same way whether before compares
starts or whole intervals (Ning et al. 2020 leave that open). A group keeps the anchor and changes
the relation; no two of its questions have the same answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from timegraph._pace.limits import TimeLimitError, time_limit
from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.documents.build import build
from timegraph.findings.record import Sentences
from timegraph.graph import TimeGraph
from timegraph.links import ContradictionError
from timegraph.options import Interpretation
from timegraph.proofs import explain
from timegraph.torque.answers import relations_asked
from timegraph.torque.passages import Span
from timeml import Collection, Document, Event, TimeMLError

_SENTENCES = 2


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a question asks: an event is an answer if its relations to the anchor are all among
    ``surely``, and none if none is among ``possibly``. The two differ where readings do."""

    words: str
    surely: AllenSet
    possibly: AllenSet

    def answer(self, relations: AllenSet) -> Answer:
        if relations <= self.surely:
            return Answer.YES
        return Answer.UNKNOWN if relations & self.possibly else Answer.NO


def _read_twice(order: str) -> tuple[AllenSet, AllenSet]:
    """What both readings of before or after ask for, and what either does."""
    asked = "before" if order == "before" else "after"
    starts = relations_asked(asked, None, None, "starts")
    intervals = relations_asked(asked, None, None, "intervals")
    return starts & intervals, starts | intervals


_WHILE = relations_asked("overlap", None, None, "starts")
_BEGUN = relations_asked("before", "start", "start", "starts")
_GOING_ON = AllenSet(relation for relation in Allen if relation.signs[0] < 0 < relation.signs[2])

ASKED = {
    "before": _Asked("What happened before {}?", *_read_twice("before")),
    "after": _Asked("What happened after {}?", *_read_twice("after")),
    "while": _Asked("What was happening at some time during {}?", _WHILE, _WHILE),
    "begun": _Asked("What had begun before {} began?", _BEGUN, _BEGUN),
    "going on": _Asked("What was still going on when {} began?", _GOING_ON, _GOING_ON),
}
"""The relations that are asked for, in the order in which a group keeps the first of equal ones."""


@dataclass(frozen=True, slots=True)
class Group:
    """The questions about one anchor. ``relations`` has what gold leaves possible between each
    other event and the anchor, by ids; ``answers`` what that makes of each event, by question."""

    anchor: str
    relations: dict[str, AllenSet]
    answers: dict[str, dict[str, Answer]]

    def chosen(self, asked: str) -> tuple[str, ...]:
        """The events that are an answer to a question."""
        return tuple(event for event, answer in self.answers[asked].items() if answer is Answer.YES)


@dataclass(frozen=True)
class Window:
    """Sentences of a document as a passage: its text, its events by id with their spans there,
    the groups whose every answer is proven, and those with open events."""

    name: str
    document: Document
    graph: TimeGraph
    text: str
    events: dict[str, Span]
    groups: tuple[Group, ...]
    open: tuple[Group, ...]

    def words(self, event: str) -> str:
        """What an event reads."""
        return self.text[slice(*self.events[event])]

    def question(self, group: Group, asked: str) -> str:
        """A question in words. The anchor is quoted, with what follows where its words occur
        twice."""
        start, end = self.events[group.anchor]
        while self.text.count(self.text[start:end]) > 1:
            if end < len(self.text):
                end = self.text.find(" ", end + 1) % (len(self.text) + 1)
            else:
                start = self.text.rfind(" ", 0, start - 1) + 1
        return ASKED[asked].words.format(f'"{self.text[start:end]}"')


@dataclass(frozen=True)
class Contrasts:
    """The passages drawn, in the order of gold; ``warnings`` name the documents that cannot be
    read."""

    windows: tuple[Window, ...]
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Contrasts: {len(self.groups)} groups in {len(self.windows)} passages>"

    @property
    def groups(self) -> tuple[Group, ...]:
        """All groups whose every answer is proven."""
        return tuple(group for window in self.windows for group in window.groups)


def draw_contrasts(
    gold: Collection,
    *,
    number: int | None = None,
    seed: int = 0,
    interpretation: Interpretation = Interpretation(),
    seconds: float | None = None,
) -> Contrasts:
    """The contrast questions of the documents of ``gold``, or ``number`` groups of them, which the
    same ``seed`` chooses again. A passage has two sentences; the same text is not taken twice. A
    document that cannot be read, contradicts itself or is not closed within so many ``seconds``
    gives a warning."""
    windows: list[Window] = []
    warnings: list[str] = []
    seen: set[str] = set()
    for name in gold.names:
        try:
            document = gold.read(name)
            with time_limit(seconds):
                graph = build(document, interpretation)
                len(graph.conflicts)  # closes the links
        except (OSError, TimeMLError) as error:
            warnings.append(str(error))
        except (TimeLimitError, ContradictionError) as error:
            reason = error.conflict if isinstance(error, ContradictionError) else error
            warnings.append(f"{name}: {reason}")
        else:
            for window in _windows(name, document, graph):
                if window.text not in seen:
                    seen.add(window.text)
                    windows.append(window)
    if number is not None:
        windows = _chosen(windows, number, Random(seed))
    return Contrasts(tuple(windows), tuple(warnings))


def _chosen(windows: list[Window], number: int, random: Random) -> list[Window]:
    """The passages with only ``number`` of their groups, taken at random."""
    every = [(k, group.anchor) for k, window in enumerate(windows) for group in window.groups]
    kept = set(random.sample(every, min(number, len(every))))
    thinned = []
    for k, window in enumerate(windows):
        groups = tuple(group for group in window.groups if (k, group.anchor) in kept)
        thinned.append(replace(window, groups=groups))
    return thinned


def _windows(name: str, document: Document, graph: TimeGraph) -> Iterator[Window]:
    split = Sentences(document.text)
    placed: dict[int, list[Event]] = {}
    for event in sorted(document.events, key=lambda event: event.start or 0):
        if event.start is not None and event.text.strip():
            placed.setdefault(split.number(event.start), []).append(event)
    for first in range(0, max(placed, default=-1) + 1, _SENTENCES):
        events = [event for k in range(first, first + _SENTENCES) for event in placed.get(k, ())]
        if len(events) > 1:
            reach = split.reach(first, _SENTENCES)
            yield _window(f"docid_{name}_sentid_{first}", document, graph, events, reach)


def _window(
    name: str, document: Document, graph: TimeGraph, events: list[Event], reach: tuple[int, int]
) -> Window:
    begin, end = reach
    spans: dict[str, Span] = {}
    last = 0
    for event in events:
        assert event.start is not None
        assert event.end is not None
        first = event.start + len(event.text) - len(event.text.lstrip())
        start = len(_flat(document.text[begin:first]))
        after = start + len(_flat(document.text[first : event.end]).rstrip())
        if last <= start:  # of events that overlap the first counts
            spans[event.ids[0]] = start, after
            last = after
    groups: list[Group] = []
    unproven: list[Group] = []
    for event in events:
        if event.ids[0] in spans and _happens(event):
            group = _group(graph, event.ids[0], spans)
            decided = _contrasting(group)
            if decided is not None:
                groups.append(decided)
            elif any(Answer.UNKNOWN in answers.values() for answers in group.answers.values()):
                unproven.append(group)
    text = _flat(document.text[begin:end]).rstrip()
    return Window(name, document, graph, text, spans, tuple(groups), tuple(unproven))


def _flat(text: str) -> str:
    """The text in one line."""
    return re.sub(r"\s+", " ", text).removeprefix(" ")


def _happens(event: Event) -> bool:
    """Whether an event is neither negated nor modal; corpora write NONE for no modality, too."""
    return not any(
        instance.polarity == "NEG" or (instance.modality or "NONE").upper() != "NONE"
        for instance in event.instances
    )


def _group(graph: TimeGraph, anchor: str, events: dict[str, Span]) -> Group:
    relations = {event: graph.relations(event, anchor) for event in events if event != anchor}
    answers = {
        name: {event: asked.answer(possible) for event, possible in relations.items()}
        for name, asked in ASKED.items()
    }
    return Group(anchor, relations, answers)


def _contrasting(group: Group) -> Group | None:
    """The group with its decided questions that have different answers; ``None`` if these are
    fewer than two."""
    kept: dict[tuple[str, ...], str] = {}
    for name, answers in group.answers.items():
        if Answer.UNKNOWN not in answers.values():
            kept.setdefault(group.chosen(name), name)
    if len(kept) < 2:
        return None
    return Group(
        group.anchor, group.relations, {name: group.answers[name] for name in kept.values()}
    )


# Contrast questions as files: TORQUE's own format, the proofs, and what gold leaves open.


PASSAGE_FILE = "passages.json"
PROOF_FILE = "proofs.jsonl"
OPEN_FILE = "open.jsonl"

_MARKS = {Answer.YES: "answer", Answer.NO: "non-answer", Answer.UNKNOWN: "open"}


def contrast_files(drawn: Contrasts) -> dict[str, bytes]:
    """The files by name: passages with their questions as TORQUE has them, a line with anchor,
    answers, non-answers and proofs for each question, and one for each anchor with open events."""
    asked = [window for window in drawn.windows if window.groups]
    passages = {window.name: _passage(window) for window in asked}
    proofs = (
        line for window in asked for group in window.groups for line in _proved(window, group)
    )
    left = (_left_open(window, group) for window in drawn.windows for group in window.open)
    text = json.dumps(passages, ensure_ascii=False, indent=1)
    return {PASSAGE_FILE: text.encode(), PROOF_FILE: _lines(proofs), OPEN_FILE: _lines(left)}


def _lines(records: Iterable[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def _passage(window: Window) -> dict[str, Any]:
    questions: dict[str, Any] = {}
    for cluster, group in enumerate(window.groups):
        source = window.question(group, next(iter(group.answers)))
        for name in group.answers:
            spans = _spans(window, group.chosen(name))
            questions[window.question(group, name)] = {
                "answer": spans,
                "cluster_id": str(cluster),
                "derived_from_question": source,
                "individual_answers": [{**spans, "workerId": "gold"}],
                "is_default_question": False,
                "passageID": window.name,
                "validated_by": 1,
            }
    events = {"answer": _spans(window, window.events), "passageID": window.name}
    return {"events": events, "passage": window.text, "question_answer_pairs": questions}


def _spans(window: Window, events: Iterable[str]) -> dict[str, list[str]]:
    listed = list(events)
    indices = ["({},{})".format(*window.events[event]) for event in listed]
    return {"indices": indices, "spans": [window.words(event) for event in listed]}


def _proved(window: Window, group: Group) -> Iterator[dict[str, Any]]:
    """A line for each question. An event has one proof, of its relations to the anchor: they say
    for every question whether it is an answer."""
    proofs = {
        event: explain(window.graph, event, relations, group.anchor).to_json()
        for event, relations in group.relations.items()
    }
    for name, answers in group.answers.items():
        record = _about(window, group, name)
        for mark, key in ((Answer.YES, "answers"), (Answer.NO, "non_answers")):
            record[key] = [
                {**_event(window, event), "proof": proofs[event]}
                for event, answer in answers.items()
                if answer is mark
            ]
        yield record


def _about(window: Window, group: Group, asked: str) -> dict[str, Any]:
    return {
        "passage": window.name,
        "document": window.document.name,
        "question": window.question(group, asked),
        "relation": asked,
        "anchor": _event(window, group.anchor),
    }


def _event(window: Window, event: str) -> dict[str, Any]:
    return {"id": event, "span": list(window.events[event]), "words": window.words(event)}


def _left_open(window: Window, group: Group) -> dict[str, Any]:
    return {
        "passage": window.name,
        "document": window.document.name,
        "text": window.text,
        "anchor": _event(window, group.anchor),
        "questions": [
            {
                "question": window.question(group, name),
                "relation": name,
                "events": {event: _MARKS[answer] for event, answer in answers.items()},
            }
            for name, answers in group.answers.items()
        ],
    }
