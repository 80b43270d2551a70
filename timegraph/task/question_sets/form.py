"""The form of a question set: its lines, ids and words, and questions that are asked again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from timegraph._wording.counting import counted
from timegraph.answer import Answer
from timegraph.findings import Finding
from timegraph.qa import QuestionSet
from timegraph.task.question_sets.asked import Asked, AskedDocument
from timegraph.task.question_sets.reporting import Reporter
from timegraph.torque.inflection import related
from timeml import Document

__all__ = ["FEWEST", "MOST", "form_findings", "repeated_pairs", "set_findings"]

FEWEST, MOST = 6, 12
"""How many questions the task asks for about each document."""

_WORD = re.compile(r"\w+")


def set_findings(sets: Sequence[tuple[str, QuestionSet]]) -> Iterator[Finding]:
    """Lines that name no document, and numbers that two questions of one set have."""
    for path, question_set in sets:
        first: dict[str, int | None] = {}
        for question in question_set.questions:
            asked = Asked(path, question)
            reporter = Reporter(AskedDocument(question.document or path, (asked,)))
            if not question.document:
                yield reporter.finding("faulty-question", asked, question.problem or "no document")
            if question.number in first:
                message = (
                    f"question {question.number} ({question.query}): line {first[question.number]}"
                    " has this number, too"
                )
                yield reporter.finding("repeated-number", asked, message)
            else:
                first[question.number] = question.line


def form_findings(asked_document: AskedDocument, reporter: Reporter) -> Iterator[Finding]:
    """What is wrong with the questions about one document by themselves."""
    questions = asked_document.questions
    if asked_document.problem:
        code = "unreadable" if asked_document.unreadable else "unknown-document"
        count = counted(len(questions), "question")
        yield reporter.finding(
            code, questions[0], f"{asked_document.problem}; {count} cannot be checked against it"
        )
    for asked in questions:
        question = asked.question
        if question.problem is not None:
            message = f"{reporter.label(asked)} ({question.query}): {question.problem}"
            yield reporter.finding("faulty-question", asked, message)
        elif question.kind is not None and question.kind.value == "IS" and question.answer is None:
            yield reporter.finding("no-answer", asked, f"{reporter.in_words(asked)} has no answer")
        if asked_document.document is not None and asked.missing:
            ids = ", ".join(asked.missing)
            message = f"{reporter.label(asked)} ({question.query}): the document has no {ids}"
            yield reporter.finding("unknown-id", asked, message)
        if asked.entities is not None and asked.entities[0] == asked.entities[1]:
            yield reporter.finding("same-entity", asked, reporter.in_words(asked))
        if asked_document.document is not None:
            yield from _other_words(asked, asked_document.document, reporter)
    yield from _repeated(questions, reporter)
    if len(questions) < FEWEST:
        message = f"{counted(len(questions), 'question')}, fewer than {FEWEST}"
        yield reporter.finding("few-questions", questions[0], message)
    if len(questions) > MOST:
        message = f"{len(questions)} questions, more than {MOST}"
        yield reporter.finding("many-questions", questions[0], message)


def _other_words(asked: Asked, document: Document, reporter: Reporter) -> Iterator[Finding]:
    """Whether the natural language holds a form of some word of each id's words. The creation time
    is seldom named by its own words, so it is not looked for."""
    question = asked.question.question
    if question is None or not asked.question.text:
        return
    written = _WORD.findall(asked.question.text)
    unnamed = []
    for argument in question.args:
        entity = document.resolve(argument)
        if entity is None:
            continue
        annotation = document.entity(entity)
        words = _WORD.findall(annotation.text)
        if annotation is document.dct or not words:
            continue
        if not any(related(word, other) for word in words for other in written):
            unnamed.append(f'{argument} "{" ".join(annotation.text.split())}"')
    if unnamed:
        message = (
            f"{reporter.label(asked)} does not name {' and '.join(unnamed)}: {asked.question.text}"
        )
        yield reporter.finding("other-words", asked, message)


def repeated_pairs(questions: Sequence[Asked]) -> Iterator[tuple[str, Asked, Asked]]:
    """Each question that repeats an earlier one about the same pair, with the first such one: its
    ``duplicate-question`` or ``converse-question``; or a ``negated-question``, a no to another
    relation than the one that a yes says, with this yes, whichever comes first. What contradicts
    each other is not among them."""
    by_pair: dict[tuple[str, str], list[Asked]] = {}
    for asked in questions:
        if asked.pair is None:
            continue
        a, relation, b = asked.pair
        earlier = by_pair.setdefault((a, b), [])
        answer = asked.question.answer
        for other in earlier:
            assert other.pair is not None
            same = other.pair[1] is relation
            if same and other.question.answer is answer:
                turned = other.entities != asked.entities
                yield ("converse-question" if turned else "duplicate-question"), asked, other
                break
            if not same and {answer, other.question.answer} == {Answer.YES, Answer.NO}:
                no, yes = (asked, other) if answer is Answer.NO else (other, asked)
                yield "negated-question", no, yes
                break
        earlier.append(asked)


def _repeated(questions: Sequence[Asked], reporter: Reporter) -> Iterator[Finding]:
    asks = {
        "duplicate-question": "asks the same as {}",
        "converse-question": "asks the converse of {}",
        "negated-question": "asks about the same pair as {}",
    }
    for code, asked, other in repeated_pairs(questions):
        what = asks[code].format(reporter.in_words(other))
        yield reporter.finding(code, asked, f"{reporter.in_words(asked)} {what}", others=(other,))
