"""The QA TempEval score of a system: its annotations are asked the questions of the key.

The task is that of Llorens et al. (2015, "SemEval-2015 Task 5: QA TempEval"). For every document
asked about, the system's annotation is read, its ids are renamed to those of the key's document
(:func:`timeml.align_ids`), a graph is built from its links (:func:`timegraph.build`) and every
question about the document is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timegraph.answer import Answer
from timegraph.builder import During, build
from timegraph.graph import Policy
from timegraph.links import ContradictionError
from timegraph.qa import Kind, QuestionSet, SetQuestion, answer_question, missing_entities
from timegraph.qa.answering import explain_question
from timegraph.scoring.notices import Notice, annotation_faults, left_out, links_left_out
from timegraph.scoring.results import AnsweredQuestion, SystemResult
from timegraph.scoring.signature import Signature
from timeml import align_ids

if TYPE_CHECKING:
    from timegraph.proofs import Proof
    from timeml import Collection, Document

__all__ = ["KeyFilesError", "questions_beside_key", "read_key", "score_system"]

_SHOWN = 5


class KeyFilesError(ValueError):
    """The key lacks documents that questions are about, or has some that cannot be read."""


def read_key(key: Collection, questions: QuestionSet) -> dict[str, Document]:
    """The key's document for each document that ``questions`` name, each read once.

    Raises :class:`KeyFilesError` naming the documents that the key lacks or has under several
    names, or that cannot be read: without them nothing can be aligned, and a score would be wrong.
    """
    documents = {}
    problems = []
    for name in _asked(questions):
        try:
            found = key.match(name)
            if found is None:
                problems.append(f"{name}: not there, but questions are about it")
            else:
                documents[name] = key.read(found)
        except (ValueError, OSError) as error:
            problems.append(str(error))
    if problems:
        more = len(problems) - _SHOWN
        lines = [f"the key {key.path} cannot serve these questions:"]
        lines += [f"  {problem}" for problem in problems[:_SHOWN]]
        lines += [f"  and {more} more"] * (more > 0)
        lines += ["give the folder of the key documents, or score without alignment (--no-align)"]
        raise KeyFilesError("\n".join(lines))
    return documents


def questions_beside_key(questions: QuestionSet, key: Mapping[str, Document]) -> list[Notice]:
    """The ids in ``questions`` that the key's documents do not have: no system can answer these,
    so that most often the question or the key is wrong."""
    return [
        Notice(
            "not-in-key",
            question.document,
            f"{question.document}: question {question.number} ({question.query}): the key has no"
            f" {arg}",
            f"question {question.number} {arg}",
        )
        for question in questions.questions
        if question.question is not None and question.document in key
        for arg in missing_entities(key[question.document], question.question)
        if arg not in question.question.dates
    ]


def score_system(
    system: Collection,
    *,
    questions: QuestionSet,
    key: Mapping[str, Document] | None,
    name: str = "",
    on_conflict: Policy = "drop-constraint",
    during: During = "simultaneous",
    explain: bool = False,
    progress: Callable[[str], object] | None = None,
) -> SystemResult:
    """Ask the documents of ``system`` the ``questions``; each document is read, aligned and closed
    once.

    ``key`` holds, by the name that questions use, the documents whose ids questions use
    (:func:`read_key`); with ``None`` the system's own ids are taken to be the key's (files that
    were normalised before). ``on_conflict`` and ``during`` are those of :func:`timegraph.build`.
    With ``explain`` every yes and no comes with its proof. ``progress`` is called with the name of
    each document before it is read.

    A document that is missing, cannot be read, or contradicts itself under
    ``on_conflict="error"`` answers UNKNOWN throughout and is named in the result; it never stops
    the others.
    """
    indices: dict[str, list[int]] = {}
    for index, question in enumerate(questions.questions):
        indices.setdefault(question.document, []).append(index)
    answers: list[tuple[Answer, Proof | None]] = [(Answer.UNKNOWN, None)] * len(questions)
    outcomes = []
    for asked in _asked(questions):
        if progress is not None:
            progress(asked)
        own = [questions.questions[index] for index in indices[asked]]
        own_key = None if key is None else key[asked]
        outcome = _ask(system, asked, own, own_key, on_conflict, during, explain)
        outcomes.append(outcome)
        for index, answer in zip(indices[asked], outcome.answers, strict=True):
            answers[index] = answer
    return SystemResult(
        name=name or system.path.name,
        answers=tuple(
            AnsweredQuestion(question, answer, proof)
            for question, (answer, proof) in zip(questions.questions, answers, strict=True)
            if question.question is None or question.question.kind is Kind.IS
        ),
        signature=Signature.of(
            "qa-tempeval",
            questions=questions.digest or "none",
            align="none" if key is None else "text",
            on_conflict=on_conflict,
            during=during,
            calendar="off",
            lenient="yes" if questions.lenient else "no",
        ),
        warnings=(
            *(notice for outcome in outcomes for notice in outcome.notices),
            *_extra(system, {outcome.file for outcome in outcomes}),
        ),
        found=tuple(outcome.document for outcome in outcomes if outcome.status == "found"),
        missing=tuple(outcome.document for outcome in outcomes if outcome.status == "missing"),
        failed=tuple(outcome.document for outcome in outcomes if outcome.status == "failed"),
    )


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of one document: ``found``, ``missing`` or ``failed``; an answer a question."""

    document: str
    file: str | None
    status: str
    answers: list[tuple[Answer, Proof | None]]
    notices: list[Notice]


def _ask(
    system: Collection,
    asked: str,
    questions: list[SetQuestion],
    key: Document | None,
    on_conflict: Policy,
    during: During,
    explain: bool,
) -> _Outcome:
    """Ask one document of the system all the questions about it."""
    notices: list[Notice] = []
    unknown: list[tuple[Answer, Proof | None]] = [(Answer.UNKNOWN, None)] * len(questions)
    file = None
    try:
        file = system.match(asked)
        if file is None:
            message = f"{asked}: not there, but questions are about it"
            missing = Notice("missing-document", asked, message, asked)
            return _Outcome(asked, None, "missing", unknown, [missing])
        document = system.read(file)
        notices += annotation_faults(document, file)
        if key is not None:
            alignment = align_ids(system=document, key=key)
            document = alignment.document
            notices += [
                Notice("differing-text", asked, f"{file}: {warning}", asked)
                for warning in alignment.warnings
            ]
        graph = build(document, on_conflict=on_conflict, during=during)
        notices += links_left_out(graph, file)
    except Exception as error:
        if not _is_about_input(error):
            raise
        failure = Notice("failed-document", asked, _told(error, file or asked), asked)
        return _Outcome(asked, file, "failed", unknown, [*notices, failure])
    answers = list(unknown)
    for index, question in enumerate(questions):
        if question.question is not None and question.question.kind is Kind.IS:
            answer = answer_question(graph, document, question.question, during=during)
            proof = None
            if explain and answer is not Answer.UNKNOWN:
                proof = explain_question(graph, document, question.question, during=during)
            answers[index] = answer, proof
            notices += _unresolved(document, question)
    return _Outcome(asked, file, "found", answers, notices)


def _asked(questions: QuestionSet) -> Iterable[str]:
    # A line that is malformed, and was read leniently, may name no document.
    return (name for name in questions.documents if name)


def _is_about_input(error: Exception) -> bool:
    """Whether the error is one that our code raises on purpose, or the file system; any other is a
    fault of ours, and must not be told as the document's."""
    home = type(error).__module__.partition(".")[0]
    return isinstance(error, OSError) or home in ("timegraph", "timeml")


def _told(error: Exception, file: str) -> str:
    if isinstance(error, ContradictionError):  # its own message does not know of documents
        return left_out(error.conflict, file).message
    return str(error) if file in str(error) else f"{file}: {error}"


def _unresolved(document: Document, question: SetQuestion) -> Iterable[Notice]:
    assert question.question is not None
    dates = question.question.dates
    for arg in missing_entities(document, question.question):
        where = f"{question.document}: question {question.number} ({question.query})"
        if arg in dates:
            code, message = "literal-date", f"{where}: the date {arg} needs the calendar, now off"
        else:
            code, message = "missing-entity", f"{where}: the system has no {arg}"
        yield Notice(code, question.document, message, f"question {question.number} {arg}")


def _extra(system: Collection, used: set[str | None]) -> Iterable[Notice]:
    for name in system.names:
        if name not in used:
            yield Notice("extra-document", name, f"{name}: no question is about it", name)
