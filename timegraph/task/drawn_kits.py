"""What was drawn as the files of a kit, and how much of what was asked for is there."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import timeml
from timegraph.answer import Answer
from timegraph.qa.answering import proof_in_words
from timegraph.qa.questions import Kind, Question
from timegraph.task.drawing import Drawn, DrawnDocument
from timegraph.task.submissions import kit_files
from timeml import Document, Event, Instance, RelType, Timex3


def outcomes(drawn: Drawn) -> list[tuple[str, str, int | None, int]]:
    """How many questions have each value of each part, and how many were asked for (``None``:
    nothing was): of all questions, of answers, relations, near and distant ones, and of those that
    a TLINK annotates and that take inference (of the questions answered yes or no)."""
    questions = drawn.questions
    answers = Counter(question.answer for question in questions)
    relations = Counter(question.relation for question in questions)
    near = Counter(question.near for question in questions)
    implied = Counter(question.implied for question in questions)
    return [
        ("questions", "all", sum(drawn.asked.values()), len(questions)),
        *(
            ("answer", str(answer), drawn.asked.get(answer, 0), answers[answer])
            for answer in (Answer.YES, Answer.NO, Answer.UNKNOWN)
        ),
        *(
            ("relation", relation.value, None, relations[relation])
            for relation in drawn.relations
            or sorted(relations, key=lambda relation: relation.value)
        ),
        ("distance", "near", None, near[True]),
        ("distance", "distant", None, near[False]),
        ("support", "annotated", None, implied[False]),
        ("support", "implied", None, implied[True]),
    ]


PROOF_FILE = "eval-questions/proofs.jsonl"


def drawn_files(drawn: Drawn) -> dict[str, bytes]:
    """The files by their relative path. The questions are numbered from 1 on, by document; the
    key has the entities that they name, and no links; the proofs are a JSON object a line."""
    lines: list[str] = []
    proofs: list[str] = []
    keys: dict[str, bytes] = {}
    for document in drawn.documents:
        keys[document.name] = timeml.write(key_of(document))
        for candidate, proof in document.questions:
            question = Question(Kind.IS, candidate.relation, (candidate.a, candidate.b))
            number = str(len(lines) + 1)
            words = in_words(document.document, candidate.a, candidate.relation, candidate.b)
            fields = (number, document.name, str(question), words, str(candidate.answer))
            lines.append("|".join(fields))
            record = {
                "number": number,
                "document": document.name,
                "question": str(question),
                "answer": str(candidate.answer),
                "near": candidate.near,
                "annotated": None if candidate.implied is None else not candidate.implied,
                "proof": {**proof.to_json(), "text": proof_in_words(proof, question)},
            }
            proofs.append(json.dumps(record, ensure_ascii=False) + "\n")
    return {**kit_files(lines, keys), PROOF_FILE: "".join(proofs).encode()}


def key_of(drawn: DrawnDocument) -> Document:
    """The document with the events and timexes that are asked about, by their ids alone, and with
    no links. Of an event all instances stay, since they are aligned by their order."""
    document = drawn.document
    asked = {entity for question, _ in drawn.questions for entity in (question.a, question.b)}
    events = tuple(_bare(event) for event in document.events if asked & set(event.ids))
    timexes = tuple(
        timex
        if timex is document.dct
        else Timex3(timex.tid, None, None, timex.start, timex.end, timex.text, line=timex.line)
        for timex in document.timexes
        if timex.tid in asked or timex is document.dct
    )
    return replace(
        document, events=events, timexes=timexes, signals=(), tlinks=(), slinks=(), alinks=()
    )


def _bare(event: Event) -> Event:
    instances = tuple(
        Instance(instance.eiid, instance.event_id, line=instance.line)
        for instance in event.instances
    )
    return replace(event, class_=None, instances=instances, extra=())


_TEMPLATES = {
    RelType.BEFORE: "Did {a} happen before {b}?",
    RelType.AFTER: "Did {a} happen after {b}?",
    RelType.IBEFORE: "Did {a} end exactly when {b} began?",
    RelType.IAFTER: "Did {a} begin exactly when {b} ended?",
    RelType.INCLUDES: "Did {a} begin before {b} and end after it?",
    RelType.IS_INCLUDED: "Did {a} happen during {b}?",
    RelType.BEGINS: "Did {a} begin together with {b} and end before it?",
    RelType.BEGUN_BY: "Did {a} begin together with {b} and end after it?",
    RelType.ENDS: "Did {a} end together with {b} and begin after it?",
    RelType.ENDED_BY: "Did {a} end together with {b} and begin before it?",
    RelType.SIMULTANEOUS: "Did {a} happen exactly at the time of {b}?",
    RelType.IDENTITY: "Was {a} the same event as {b}?",
    RelType.DURING: "Did {a} last exactly as long as {b}, at the same time?",
    RelType.DURING_INV: "Did {b} last exactly as long as {a}, at the same time?",
    RelType.OVERLAPS: "Did {a} begin before {b} and end during it?",
    RelType.OVERLAPPED_BY: "Did {a} begin during {b} and end after it?",
}


def in_words(document: Document, a: str, relation: RelType, b: str) -> str:
    """The question with the words of its entities; no field separator is among them."""
    words = []
    for entity in (a, b):
        annotation = document.entity(entity)
        quoted = f"'{' '.join(annotation.text.replace('|', '/').split())}'"
        words.append(f"the creation time {quoted}" if annotation is document.dct else quoted)
    return _TEMPLATES[relation].format(a=words[0], b=words[1])
