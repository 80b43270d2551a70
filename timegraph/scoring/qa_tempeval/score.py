"""The QA TempEval score of a system: how well its annotations answer the questions of the key.

The task is that of Llorens et al. (2015, "SemEval-2015 Task 5: QA TempEval"). Each document that
questions are about is read, its ids are renamed to those of the key's document
(:func:`timeml.align_ids`), a graph is built from its links (:func:`timegraph.build`), and the graph
answers the questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from timegraph.corpus import Documents, Item, Journal, Progress, Source
from timegraph.corpus.sources import source_of
from timegraph.options import Interpretation
from timegraph.qa import Kind, Listed, QuestionSet, SetQuestion, missing_entities
from timegraph.scoring.notices import Notice
from timegraph.scoring.qa_tempeval.ask_document import NOTHING, AskOptions, Reply, ask_document
from timegraph.scoring.qa_tempeval.lists import AnsweredList
from timegraph.scoring.qa_tempeval.results import AnsweredQuestion, AnsweredTime, SystemResult
from timegraph.scoring.signature import Signature, ordered
from timegraph.scoring.system_result import Measured, measure_documents, reported

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph.options import Choices
    from timeml import Collection, Document
    from timeml.normalize import AlignBy

__all__ = ["KeyFilesError", "questions_beside_key", "read_key", "score_system"]

_SHOWN = 5

_Answered = tuple[SetQuestion, Reply]

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
                problems.append(f"{name}: not there, but questions are about it")
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
    lines += [f"  and {more} more"] * (more > 0)
    lines += ["give the folder of the key documents, or score without alignment (--no-align)"]
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
    jobs: int = 1,
    executor: Executor | None = None,
    resume: Journal | None = None,
    **choices: Unpack[Choices],
) -> SystemResult:
    """The answers of ``system`` to ``questions``, and their score. Each document is read, aligned
    and closed once.

    ``key`` has, by the names in questions, the documents whose ids questions use
    (:func:`read_key`); with ``None``, ids are not aligned (files that were normalised before).
    ``align_by`` is that of :func:`timeml.align_ids`. ``interpretation`` and the choices by keyword
    are those of :func:`timegraph.build`; ``listed`` says which entities LIST questions are about.
    With ``explain``, every yes and no has its proof, and WHEN and HOW LONG questions are answered.
    ``progress`` is called with the name of each document when it is done; ``jobs``, ``executor``
    and ``resume`` are those of :func:`timegraph.corpus.run`.

    If a document is missing, cannot be read, or contradicts itself under ``on_conflict="error"``,
    all answers about it are UNKNOWN, and the result names it; the other documents are scored all
    the same.
    """
    interpretation = replace(interpretation, **choices)
    questions = _one_name_each(questions, system)
    indices: dict[str, list[int]] = {}
    for index, question in enumerate(questions.questions):
        indices.setdefault(question.document, []).append(index)
    options = AskOptions(interpretation, listed, explain, align_by)
    as_bytes = executor is not None or jobs > 1 or resume is not None
    title = name or system.path.name
    documents = tuple(_asked(questions))

    def items() -> Iterator[Item]:
        for asked in documents:
            own = tuple(questions.questions[index] for index in indices[asked])
            own_key = None if key is None else source_of(key, asked, as_bytes=as_bytes)
            sources = (Source.matching(system, asked), own_key)
            yield Item(f"{title}: {asked}", sources, (asked, own))

    measured = measure_documents(
        partial(ask_document, options=options),
        items(),
        total=len(documents),
        progress=progress,
        jobs=jobs,
        executor=executor,
        resume=resume,
    )
    replies: list[Reply] = [NOTHING] * len(questions)
    for one in measured:
        for index, reply in zip(indices[one.document], one.value, strict=True):
            replies[index] = reply
    answered = list(zip(questions.questions, replies, strict=True))
    return SystemResult(
        name=title,
        answers=_answers(answered),
        lists=_lists(answered),
        times=_times(answered),
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
        **reported(measured, _not_asked_about(system, measured)),
    )


def _answers(answered: Iterable[_Answered]) -> tuple[AnsweredQuestion, ...]:
    """The answers to questions of a relation, and to lines that are not questions."""
    return tuple(
        AnsweredQuestion(question, reply.answer, reply.proof, reply.context)
        for question, reply in answered
        if question.kind is None or question.kind is Kind.IS
    )


def _lists(answered: Iterable[_Answered]) -> tuple[AnsweredList, ...]:
    return tuple(
        AnsweredList(question, reply.listed, reply.expected, reply.words, reply.context)
        for question, reply in answered
        if question.kind is Kind.LIST
    )


def _times(answered: Iterable[_Answered]) -> tuple[AnsweredTime, ...]:
    return tuple(
        AnsweredTime(question, reply.words, reply.context)
        for question, reply in answered
        if question.kind in (Kind.WHEN, Kind.HOW_LONG)
    )


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
    used = {one.file for one in measured}
    for name in system.names:
        if name not in used:
            yield Notice("extra-document", name, f"{name}: no question is about it", name)
