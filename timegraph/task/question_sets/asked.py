"""The questions of one or more sets, by document, with the entities that they are about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from timegraph.allen import Allen
from timegraph.answer import Answer
from timegraph.documents.build import relation_for
from timegraph.options import During
from timegraph.qa import Kind, QuestionSet, SetQuestion
from timegraph.task.question_sets.statements import Statement
from timeml import Collection, Document, RelType, TimeMLError

__all__ = ["Asked", "AskedDocument", "ask_sets", "resolved_question"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the set in ``file``.

    ``entities`` are those of the key that an IS question is about (a literal date stands for
    itself) and ``relation`` what it asks of them; both are ``None`` for other questions and for
    ids that the key does not have. ``missing`` are these ids.
    """

    file: str
    question: SetQuestion
    entities: tuple[str, str] | None = None
    relation: Allen | None = None
    missing: tuple[str, ...] = ()

    @property
    def statement(self) -> Statement | None:
        """What the answer says; ``None`` unless it is a yes or a no about entities of the key."""
        answer = self.question.answer
        if self.entities is None or self.relation is None or answer in (None, Answer.UNKNOWN):
            return None
        a, b = self.entities
        return Statement(a, self.relation, b, answer is Answer.YES, self)

    @property
    def pair(self) -> tuple[str, Allen, str] | None:
        """What is asked, with the two entities in the order of their ids, so that a question and
        its converse have the same."""
        if self.entities is None or self.relation is None:
            return None
        (a, b), relation = self.entities, self.relation
        return (a, relation, b) if a <= b else (b, relation.converse, a)


@dataclass(frozen=True)
class AskedDocument:
    """A document and the questions about it, in the order of the sets. ``document`` is ``None`` if
    the key does not have it or it cannot be read; ``problem`` says why."""

    name: str
    questions: tuple[Asked, ...]
    document: Document | None = None
    problem: str = ""
    unreadable: bool = False
    statements: tuple[Statement, ...] = field(init=False)

    def __post_init__(self) -> None:
        statements = (asked.statement for asked in self.questions)
        object.__setattr__(self, "statements", tuple(filter(None, statements)))


def ask_sets(
    sets: Sequence[tuple[str, QuestionSet]],
    key: Collection,
    *,
    during: During = "simultaneous",
) -> list[AskedDocument]:
    """The questions of ``sets``, each with its path, by document of ``key``, in the order of the
    first question about each. ``during`` says what DURING and DURING_INV mean."""
    questions: dict[str, list[tuple[str, SetQuestion]]] = {}
    files: dict[str, tuple[str | None, str]] = {}
    for path, question_set in sets:
        for question in question_set.questions:
            if not question.document:
                continue
            if question.document not in files:
                files[question.document] = _file(key, question.document)
            name = files[question.document][0] or question.document
            questions.setdefault(name, []).append((path, question))
    problems = {file or asked: problem for asked, (file, problem) in files.items()}
    return [
        _asked(name, of_document, key, problems[name], during)
        for name, of_document in questions.items()
    ]


def _file(key: Collection, name: str) -> tuple[str | None, str]:
    try:
        file = key.match(name)
    except TimeMLError as error:
        return None, error.message
    return file, "" if file is not None else f"{key.path} has no document {name}"


def _asked(
    name: str,
    questions: Sequence[tuple[str, SetQuestion]],
    key: Collection,
    problem: str,
    during: During,
) -> AskedDocument:
    document = None
    unreadable = False
    if not problem:
        try:
            document = key.read(name)
        except (OSError, TimeMLError) as error:
            problem, unreadable = str(error), True
    resolved = tuple(
        resolved_question(path, question, document, during) for path, question in questions
    )
    return AskedDocument(name, resolved, document, problem, unreadable)


def resolved_question(
    path: str,
    question: SetQuestion,
    document: Document | None,
    during: During = "simultaneous",
) -> Asked:
    """The question of the set ``path``, about entities of ``document``; without a document ids are
    taken as they are typed."""
    asked = question.question
    if asked is None:
        return Asked(path, question)
    meant: list[str] = []
    missing: list[str] = []
    for argument in asked.args:
        entity = argument if document is None else document.resolve(argument)
        if entity is None and argument in asked.dates:
            entity = argument
        if entity is None:
            missing.append(argument)
        else:
            meant.append(entity)
    # Without the document ids are taken as they are typed: equal ids are the same entity.
    if missing or asked.kind is not Kind.IS or not isinstance(asked.relation, RelType):
        return Asked(path, question, missing=tuple(dict.fromkeys(missing)))
    a, b = meant
    return Asked(path, question, (a, b), relation_for(asked.relation, during=during))
