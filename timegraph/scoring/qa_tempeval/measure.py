"""The QA TempEval score of a system: how well its annotations answer the questions of the key.

The task is that of Llorens et al. (2015, "SemEval-2015 Task 5: QA TempEval"). Each document that
questions are about is read, its ids are renamed to those of the key's document
(:func:`timeml.align_ids`), a graph is built from its links (:func:`timegraph.build`), and the graph
answers the questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from timegraph.corpus import Documents, Item, Progress, Source
from timegraph.corpus.sources import source_of
from timegraph.options import Interpretation
from timegraph.qa import Listed, QuestionSet, SetQuestion, missing_entities
from timegraph.scoring.measure import (
    FIGURES,
    PRF,
    Figure,
    Measure,
    Measured,
    Result,
    Scores,
    single,
)
from timegraph.scoring.notices import Notice
from timegraph.scoring.qa_tempeval.answered_questions import DocumentAnswers
from timegraph.scoring.qa_tempeval.ask_document import ask_document, sorted_out, unanswered
from timegraph.scoring.qa_tempeval.counts import Score
from timegraph.scoring.run import Task, Workers, run_measure
from timegraph.scoring.signature import Signature, ordered

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph.options import Choices
    from timeml import Collection, Document
    from timeml.normalize import AlignBy

__all__ = [
    "QA_TEMPEVAL",
    "WITH_CONSISTENCY",
    "KeyFilesError",
    "questions_beside_key",
    "questions_task",
    "read_key",
    "score_system",
]

_SHOWN = 5

# The fields of the signature in the order in which they were added; further ones follow.
_SIGNATURE = (
    *("questions", "align", "on_conflict", "during", "calendar", "lenient"),
    *("coarse", "lists", "align_by"),
)


class KeyFilesError(ValueError):
    """The key lacks documents that questions are about, or some of them cannot be read.

    ``problems`` names every one of them, the message the first few, ``in_full`` is the message
    with all.
    """

    def __init__(
        self, message: str, problems: Sequence[str] = (), in_full: str | None = None
    ) -> None:
        super().__init__(message)
        self.problems = tuple(problems)
        self.in_full = in_full or message


def read_key(key: Collection, questions: QuestionSet) -> Documents:
    """The key's document for each document that ``questions`` name.

    Raises :class:`KeyFilesError` for documents that the key lacks, that several of its files may
    be, or that cannot be read: without them ids cannot be aligned, and a score would be wrong.
    """
    names: dict[str, str] = {}
    problems = []
    for name in _asked(questions):
        try:
            file = key.match(name)
        except ValueError as error:
            problems.append(str(error))
        else:
            if file is None:
                problems.append(f"{name}: document missing, but questions ask about it")
            else:
                names[name] = file
    documents = Documents(key, names)
    for name in documents:
        try:
            documents[name]
        except (ValueError, OSError) as error:
            problems.append(str(error))
    if problems:
        brief, full = (_key_message(key, problems, most) for most in (_SHOWN, len(problems)))
        raise KeyFilesError(brief, problems, full)
    return documents


def _key_message(key: Collection, problems: Sequence[str], most: int) -> str:
    more = len(problems) - most
    lines = [f"the key {key.path} cannot serve these questions:"]
    lines += [f"  {problem}" for problem in problems[:most]]
    if more > 0:
        lines.append(f"  and {more} more")
    lines += ["give the folder of the key documents, or score without alignment (--align off)"]
    return "\n".join(lines)


def questions_beside_key(questions: QuestionSet, key: Mapping[str, Document]) -> list[Notice]:
    """A notice for each id in ``questions`` that the key's document does not have. No system can
    answer such a question; most often the question or the key is wrong."""
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


def questions_task(
    *,
    system: Collection,
    questions: QuestionSet,
    key: Mapping[str, Document] | None,
    name: str = "",
    interpretation: Interpretation = Interpretation(),
    listed: Listed = "all",
    explain: bool = False,
    align_by: AlignBy = "overlap",
    kit: str = "",
) -> Task[DocumentAnswers]:
    """The task that asks ``system`` the ``questions``. Each document is read, aligned and closed
    once.

    ``key`` has, by the names in questions, the documents whose ids questions use
    (:func:`read_key`); with ``None``, ids are not aligned (files that were normalised before).
    ``align_by`` is that of :func:`timeml.align_ids`, ``interpretation`` that of
    :func:`timegraph.build`; ``listed`` says which entities LIST questions are about. With
    ``explain``, every yes and no has its proof, and WHEN and HOW LONG questions are answered.
    ``kit`` names the kit of the questions, if there are several.

    If a document is missing, cannot be read, or contradicts itself under ``on_conflict="error"``,
    all answers about it are UNKNOWN, and the result names it; the other documents are scored all
    the same.
    """
    questions = _one_name_each(questions, system)
    about: dict[str, list[tuple[int, SetQuestion]]] = {}
    for position, question in enumerate(questions.questions):
        about.setdefault(question.document, []).append((position, question))
    # Lines that name no document, if reading was lenient.
    silent = about.pop("", [])
    title = name or system.path.name

    def items(as_bytes: bool) -> Iterator[Item]:
        for asked, numbered in about.items():
            key_source = None if key is None else source_of(key, asked, as_bytes=as_bytes)
            sources = (Source.matching(system, asked), key_source)
            yield Item(f"{kit} {title}: {asked}".lstrip(), sources, (asked, tuple(numbered)))

    def finish(units: Sequence[Measured[DocumentAnswers]]) -> Sequence[Measured[DocumentAnswers]]:
        if not silent:
            return units
        faulty = sorted_out(unanswered(question, position) for position, question in silent)
        return (*units, Measured("", faulty))

    return Task(
        system=title,
        stratum=kit,
        items=items,
        count=partial(
            ask_document,
            interpretation=interpretation,
            listed=listed,
            explain=explain,
            align_by=align_by,
        ),
        finish=finish,
        total=len(about),
        remarks=partial(_not_asked_about, system),
        signature=Signature.of(
            "qa-tempeval",
            **ordered(
                _SIGNATURE,
                questions=questions.digest or "none",
                align="none" if key is None else "text",
                **interpretation.signature(system.schemes),
                lenient="yes" if questions.lenient else "no",
                lists=listed,
                align_by="-" if key is None else align_by,
            ),
        ),
    )


def _scores(answers: DocumentAnswers) -> Scores:
    score = answers.score
    return single(score) if score.questions else {}


QA_TEMPEVAL: Measure[DocumentAnswers] = Measure(
    name="qa-tempeval",
    figures=(*map(Figure, ("questions", "answered", "correct", "coverage")), *PRF),
    empty=Score(),
    scores=_scores,
    intervals=("coverage", *FIGURES),
    decisive=("questions", "answered", "correct"),
    task=questions_task,
)
"""The score of QA TempEval."""

WITH_CONSISTENCY = replace(
    QA_TEMPEVAL, figures=(*QA_TEMPEVAL.figures, Figure("consistent", attribute="consistent_share"))
)
"""The same, with the share of documents of which one world makes everything true that the system
says."""


def score_system(
    system: Collection,
    *,
    questions: QuestionSet,
    key: Mapping[str, Document] | None,
    name: str = "",
    interpretation: Interpretation = Interpretation(),
    listed: Listed = "all",
    explain: bool = False,
    align_by: AlignBy = "overlap",
    progress: Progress | None = None,
    workers: Workers = Workers(),
    **choices: Unpack[Choices],
) -> Result[DocumentAnswers]:
    """The answers of ``system`` to ``questions``, and their score: :data:`QA_TEMPEVAL` run on one
    system, with the inputs of :func:`questions_task` and the choices by keyword of
    :func:`timegraph.build`.

    ``progress`` is called with the name of each document when it is done; ``workers`` are those of
    :func:`timegraph.scoring.run_measure`. :func:`timegraph.scoring.answers_of` has the answers.
    """
    task = questions_task(
        system=system,
        questions=questions,
        key=key,
        name=name,
        interpretation=replace(interpretation, **choices),
        listed=listed,
        explain=explain,
        align_by=align_by,
    )
    return run_measure(QA_TEMPEVAL, [task], workers=workers, progress=progress).results[0]


def _one_name_each(questions: QuestionSet, system: Collection) -> QuestionSet:
    """The questions with one name for each document of ``system``: the first of the names that
    they use (``a`` and ``a.tml``), so that the document is read and counted once."""
    first: dict[str, str] = {}
    names: dict[str, str] = {}
    for name in _asked(questions):
        source = Source.matching(system, name)
        names[name] = name if source is None else first.setdefault(source.name or name, name)
    if len(set(names.values())) == len(names):
        return questions
    renamed = (replace(q, document=names.get(q.document, q.document)) for q in questions.questions)
    return replace(questions, questions=tuple(renamed))


def _asked(questions: QuestionSet) -> Iterable[str]:
    # A malformed line that was read leniently may not name a document.
    return (name for name in questions.documents if name)


def _not_asked_about(system: Collection, measured: Iterable[Measured[Any]]) -> Iterator[Notice]:
    used = {unit.file for unit in measured}
    for name in system.names:
        if name not in used:
            yield Notice("extra-document", name, f"{name}: no question is about it", name)
