"""The QA TempEval score of a system: its annotations are asked the questions of the key.

The task is that of Llorens et al. (2015, "SemEval-2015 Task 5: QA TempEval"). For every document
asked about, the system's annotation is read, its ids are renamed to those of the key's document
(:func:`timeml.align_ids`), a graph is built from its links (:func:`timegraph.build`) and every
question about the document is asked once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from timegraph.answer import Answer
from timegraph.builder import During, build
from timegraph.graph import Policy
from timegraph.qa import Kind, QuestionSet, SetQuestion, answer_question, missing_entities
from timegraph.scoring.counts import Score, score_answers
from timegraph.scoring.notices import Notice, annotation_faults, links_left_out
from timegraph.scoring.signature import Signature
from timeml import Collection, Document, RelType, align_ids

__all__ = [
    "AnsweredQuestion",
    "KeyFilesError",
    "SystemResult",
    "read_key",
    "score_system",
]


class KeyFilesError(ValueError):
    """The key lacks documents that questions are about, or has some that cannot be read."""


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question with the system's answer, UNKNOWN where the question itself is faulty."""

    question: SetQuestion
    predicted: Answer

    @property
    def correct(self) -> bool:
        return self.predicted is self.question.answer


@dataclass(frozen=True)
class SystemResult:
    """The answers of one system to all questions that can be answered yes, no or unknown, in the
    order of the question set, and what happened on the way.

    ``failed`` names the documents that questions are about and that the system lacks or that could
    not be used; they were scored as empty ones.
    """

    name: str
    answers: tuple[AnsweredQuestion, ...]
    signature: Signature
    warnings: tuple[Notice, ...] = ()
    failed: tuple[str, ...] = ()

    @cached_property
    def score(self) -> Score:
        """The score over all questions; those without an expected answer do not count."""
        return _score(self.answers)

    def by_document(self) -> dict[str, Score]:
        """The score of each document, in the order of its first question; they add up to
        :attr:`score`."""
        groups: dict[str, list[AnsweredQuestion]] = {}
        for answered in self.answers:
            groups.setdefault(answered.question.document, []).append(answered)
        return {name: _score(group) for name, group in groups.items()}

    def by_relation(self) -> dict[str, Score]:
        """The score of each relation asked about, in TimeML's order; faulty questions, if reading
        was lenient, come last as ``(malformed)``."""
        groups: dict[str, list[AnsweredQuestion]] = {kind.value: [] for kind in RelType}
        for answered in self.answers:
            question = answered.question.question
            relation = question.relation if question is not None else None
            name = relation.value if relation is not None else "(malformed)"
            groups.setdefault(name, []).append(answered)
        return {name: _score(group) for name, group in groups.items() if group}


def read_key(key: Collection, questions: QuestionSet) -> dict[str, Document]:
    """The key's document for each document that ``questions`` name, each read once.

    Raises :class:`KeyFilesError` naming all documents that the key lacks (or has twice) or that
    cannot be read: without them nothing can be aligned, and a score would be wrong.
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
        shown = problems[:5] + [f"... and {len(problems) - 5} more"] * (len(problems) > 5)
        raise KeyFilesError(
            f"the key {key.path} cannot serve the questions:\n"
            + "\n".join(f"  {problem}" for problem in shown)
            + "\ngive the folder with the key documents, or score without alignment (--no-align)"
        )
    return documents


def score_system(
    system: Collection,
    *,
    questions: QuestionSet,
    key: Mapping[str, Document] | None,
    name: str = "",
    on_conflict: Policy = "drop-constraint",
    during: During = "simultaneous",
    progress: Callable[[str], object] | None = None,
) -> SystemResult:
    """Ask the documents of ``system`` the ``questions``.

    ``key`` holds, by the name that questions use, the documents whose ids questions use
    (:func:`read_key`); with ``None`` the system's own ids are taken to be the key's (files that
    were normalised before). ``on_conflict`` and ``during`` are those of
    :func:`timegraph.build`. ``progress`` is called with the name of each document before it is
    read.

    A document that is missing, cannot be read, or contradicts itself under
    ``on_conflict="error"`` answers UNKNOWN throughout and is named in the result's ``warnings``
    and ``failed``; it never stops the others.
    """
    by_document: dict[str, list[int]] = {}
    for index, question in enumerate(questions.questions):
        by_document.setdefault(question.document, []).append(index)
    predicted = [Answer.UNKNOWN] * len(questions)
    warnings: list[Notice] = []
    failed: list[str] = []
    for asked in _asked(questions):
        if progress is not None:
            progress(asked)
        try:
            document = _document(system, asked, key, warnings)
            graph = build(document, on_conflict=on_conflict, during=during)
        except (ValueError, OSError) as error:
            if not _is_about_input(error):
                raise
            failed.append(asked)
            code = "missing-document" if isinstance(error, _Missing) else "failed-document"
            warnings.append(Notice(code, asked, str(error), asked))
            continue
        warnings += links_left_out(graph, asked)
        for index in by_document[asked]:
            question = questions.questions[index]
            if question.question is None or question.question.kind is not Kind.IS:
                continue
            predicted[index] = answer_question(graph, document, question.question, during=during)
            warnings += _unresolved(document, question)
    warnings += _extra(system, questions, key)
    return SystemResult(
        name=name or str(system.path),
        answers=tuple(
            AnsweredQuestion(question, answer)
            for question, answer in zip(questions.questions, predicted, strict=True)
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
        warnings=tuple(warnings),
        failed=tuple(failed),
    )


class _Missing(ValueError):
    pass


def _asked(questions: QuestionSet) -> Iterable[str]:
    # A line that is malformed, and was read leniently, may name no document.
    return (name for name in questions.documents if name)


def _is_about_input(error: Exception) -> bool:
    """Whether the error is about the annotations; any other is a fault of ours, and not to be told
    as theirs."""
    home = type(error).__module__.partition(".")[0]
    return isinstance(error, OSError) or home in ("timegraph", "timeml")


def _document(
    system: Collection,
    asked: str,
    key: Mapping[str, Document] | None,
    warnings: list[Notice],
) -> Document:
    found = system.match(asked)
    if found is None:
        raise _Missing(f"{asked}: not there, but questions are about it")
    document = system.read(found)
    warnings += annotation_faults(document, found)
    if key is None:
        return document
    alignment = align_ids(system=document, key=key[asked])
    warnings += [
        Notice("differing-text", asked, f"{found}: {warning}", asked)
        for warning in alignment.warnings
    ]
    return alignment.document


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


def _extra(
    system: Collection, questions: QuestionSet, key: Mapping[str, Document] | None
) -> Iterable[Notice]:
    used = set()
    for name in _asked(questions):
        try:
            used.add(system.match(name))
        except ValueError:  # told before, as a failed document
            continue
    for name in system.names:
        if name not in used:
            yield Notice("extra-document", name, f"{name}: no question is about it", name)


def _score(answers: Iterable[AnsweredQuestion]) -> Score:
    scored = [answered for answered in answers if answered.question.scored]
    return score_answers(
        expected=[answered.question.answer for answered in scored],
        predicted=[answered.predicted for answered in scored],
    )
