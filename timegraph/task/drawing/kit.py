"""Drawn questions as the files of a kit: the question set, its key, and the proofs."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace

import timeml
from timegraph.answer import Answer
from timegraph.qa.answering import proof_in_words
from timegraph.qa.questions import Kind, Question
from timegraph.task.drawing.draw import Drawn, DrawnDocument
from timegraph.task.drawing.pool import Candidate
from timegraph.task.submissions import kit_files
from timeml import Document, Event, Instance, RelType, Timex3

# What was asked of a drawn set, and what was got.


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many questions have ``value`` in this ``part``; ``asked`` is ``None`` if nothing was
    asked of it."""

    part: str
    value: str
    asked: int | None
    got: int

    @property
    def met(self) -> bool:
        """Whether that is what was asked for."""
        return self.asked in (None, self.got)


def outcomes(drawn: Drawn) -> list[Outcome]:
    """The counts of all questions, of answers, relations, near and distant ones, and of those that
    a TLINK annotates and that take inference (of the questions answered yes or no)."""
    shares, questions = drawn.shares, drawn.questions
    results = [Outcome("questions", "all", len(drawn.asked), len(questions))]
    answers = Counter(question.answer for question in questions)
    wanted_answers = Counter(cell.answer for cell in drawn.asked)
    for answer in (Answer.YES, Answer.NO, Answer.UNKNOWN):
        results.append(Outcome("answer", str(answer), wanted_answers[answer], answers[answer]))
    relations = Counter(question.relation for question in questions)
    wanted_relations = Counter(cell.relation for cell in drawn.asked)
    for relation in shares.relations or sorted(relations, key=lambda relation: relation.value):
        asked = wanted_relations[relation] if shares.weighted else None
        results.append(Outcome("relation", relation.value, asked, relations[relation]))
    near = Counter(question.near for question in questions)
    for close, name in ((True, "near"), (False, "distant")):
        results.append(Outcome("distance", name, None, near[close]))
    implied = Counter(question.implied for question in questions)
    for inferred, name in ((False, "annotated"), (True, "implied")):
        results.append(Outcome("support", name, None, implied[inferred]))
    return results


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
            words = in_words(candidate, document.document)
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
        timex for timex in document.timexes if timex.tid in asked or timex is document.dct
    )
    bare = tuple(timex if timex is document.dct else _bare_timex(timex) for timex in timexes)
    return replace(
        document, events=events, timexes=bare, signals=(), tlinks=(), slinks=(), alinks=()
    )


def _bare(event: Event) -> Event:
    instances = tuple(
        Instance(instance.eiid, instance.event_id, line=instance.line)
        for instance in event.instances
    )
    return replace(event, class_=None, instances=instances, extra=())


def _bare_timex(timex: Timex3) -> Timex3:
    return Timex3(timex.tid, None, None, timex.start, timex.end, timex.text, line=timex.line)


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


def in_words(question: Candidate, document: Document) -> str:
    """The question with the words of its entities; no field separator is among them."""
    words = []
    for entity in (question.a, question.b):
        annotation = document.entity(entity)
        quoted = f"'{' '.join(annotation.text.replace('|', '/').split())}'"
        words.append(f"the creation time {quoted}" if annotation is document.dct else quoted)
    a, b = words
    return _TEMPLATES[question.relation].format(a=a, b=b)
