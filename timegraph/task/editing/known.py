"""What the questions of a marked text decide already: each new one is compared with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from timegraph.answer import Answer
from timegraph.qa import Session, answer_in_words, read_questions
from timegraph.task.marked_texts.keys import key_document, question_lines
from timegraph.task.marked_texts.marked_text import MarkedQuestion, MarkedText
from timegraph.task.question_sets.asked import Asked, resolved_question
from timegraph.task.question_sets.contradictions import consistency
from timegraph.task.question_sets.implied import determined
from timegraph.task.question_sets.search import Deadline, UndecidedError
from timegraph.task.question_sets.statements import Statement
from timeml import Document, RelType, TLink

__all__ = ["TIME_LIMIT", "known_so_far"]

TIME_LIMIT = 5.0
"""Seconds; a person waits for the reply."""


def known_so_far(
    marked: MarkedText, question: MarkedQuestion, *, time_limit: float | None = TIME_LIMIT
) -> str:
    """What the answers in ``marked`` say about ``question``, in words.

    For an IS question about a relation that is decided exactly, with the meaning that ``questions
    check`` gives to yes and no; for others it is what the relations of the yes answers entail.
    """
    key = key_document(marked)
    asked = _resolved(replace(marked, questions=(*marked.questions, question)), key)
    last = asked[-1]
    if last.entities is None or last.relation is None:
        return _entailed(key, asked)
    numbered = [(n, question.statement) for n, question in enumerate(asked[:-1], 1)]
    numbers = [n for n, statement in numbered if statement is not None]
    statements = [statement for _, statement in numbered if statement is not None]
    probe = Statement(last.entities[0], last.relation, last.entities[1], holds=True)
    try:
        whole = consistency(statements, time_limit=time_limit)
        if whole.consistent is None:
            raise UndecidedError
        if not whole.consistent:
            core = [numbers[n] for n in whole.contradictions[0]] if whole.contradictions else []
            return f"the answers so far contradict each other{_by(core, ': ')}; drop one of them"
        follows = determined(statements, probe, Deadline(time_limit))
    except UndecidedError:
        return f"not decided within {time_limit:g} s: whether it follows from the answers so far"
    expected = last.question.answer
    if follows is None:
        return "new: the answers so far leave it open"
    by = _by([numbers[n] for n in follows.premises], ", which follows from ")
    if expected is None:
        return f"the answer is {follows.answer}{by}"
    if expected is follows.answer:
        return f"not new: the answer is already {follows.answer}{by}"
    if expected is Answer.UNKNOWN:
        return f"not unknown: the answer is {follows.answer}{by}"
    return f"a contradiction: the answer is {follows.answer}{by}; drop one of them"


def _resolved(marked: MarkedText, key: Document) -> list[Asked]:
    lines = "".join(f"{line}\n" for line in question_lines(marked))
    return [
        resolved_question("", question, key)
        for question in read_questions(lines.encode()).questions
    ]


def _by(numbers: Sequence[int], before: str) -> str:
    if not numbers:
        return ""
    *first, last = map(str, numbers)
    if not first:
        return f"{before}question {last}"
    return f"{before}questions {', '.join(first)} and {last}"


def _entailed(key: Document, asked: Sequence[Asked]) -> str:
    """The answer to the last question from the relations of the yes answers."""
    last = asked[-1].question.question
    assert last is not None
    session = Session(replace(key, tlinks=tuple(_links(asked))), calendar=False)
    words = answer_in_words(session.document, session.ask(last))
    return f"certain from the yes answers so far: {words}"


def _links(asked: Iterable[Asked]) -> Iterator[TLink]:
    for number, entry in enumerate(asked, start=1):
        relation = None if entry.question.question is None else entry.question.question.relation
        if (
            entry.question.answer is Answer.YES
            and entry.entities is not None
            and isinstance(relation, RelType)
            and relation.annotated
        ):
            yield TLink(f"l{number}", relation.value, *entry.entities, "eventID", "relatedToEvent")
