"""Contrast questions as files: TORQUE's own format, the proofs, and what gold leaves open."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from timegraph.answer import Answer
from timegraph.proofs import explain
from timegraph.task.drawing.contrast import Contrasts, Group, Window

__all__ = ["OPEN_FILE", "PASSAGE_FILE", "PROOF_FILE", "contrast_files"]

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
