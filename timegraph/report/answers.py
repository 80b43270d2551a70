"""Every answer of systems as tab-separated values, one question per line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from timegraph.qa import SetQuestion
from timegraph.scoring import DocumentAnswers, QuestionContext, Result, answers_of

__all__ = ["answers_to_tsv"]

_COLUMNS = (
    *("system", "question", "document", "query", "expected", "predicted", "words", "proof"),
    *("correct", "text", "sentence", "reason"),
)


def answers_to_tsv(results: Sequence[Result[DocumentAnswers]]) -> str:
    """Every question of every system, in the order of the question set. With several kits there is
    a column ``domain`` with the name of the kit.

    Yes and no come with their ``proof``, unknown with its ``reason``, and
    all with the question in words (``text``) and the ``sentence`` that it is about. ``correct`` is
    yes or no, and empty for what is not scored. For LIST questions ``predicted`` has the entities,
    joined by ``|``, ``words`` the words that they stand for, and ``correct`` says whether the list
    is exactly the expected one; for WHEN and HOW LONG questions ``predicted`` has the answer in
    words.
    """
    kits = list(results[0].strata) if results else []
    several = len(kits) > 1
    lines = ["\t".join(("domain", *_COLUMNS) if several else _COLUMNS) + "\n"]
    for kit in kits:
        for result in results:
            if kit in result.signatures:
                for row in _rows(answers_of(result.within(kit))):
                    fields = ([kit] if several else []) + _fields(result.name, row)
                    lines.append("\t".join(" ".join(text.split()) for text in fields) + "\n")
    return "".join(lines)


@dataclass(frozen=True, slots=True)
class _Row:
    """What each kind of question fills in its own way."""

    asked: SetQuestion
    context: QuestionContext | None
    expected: str
    predicted: str
    correct: bool | None = None
    words: str = ""
    proof: str = ""


def _fields(system: str, row: _Row) -> list[str]:
    asked, context = row.asked, row.context or QuestionContext()
    return [
        *(system, asked.number, asked.document, asked.query),
        *(row.expected, row.predicted, row.words, row.proof),
        "" if row.correct is None else "yes" if row.correct else "no",
        asked.text,
        " ".join(map(str, context.sentences)),
        "" if context.unknown is None else str(context.unknown),
    ]


def _rows(answers: DocumentAnswers) -> list[_Row]:
    rows: list[tuple[int, _Row]] = []
    for answered in answers.answers:
        asked, correct = answered.question, answered.correct
        row = _Row(
            *(asked, answered.context, asked.expected, str(answered.predicted)),
            correct=correct if asked.scored else None,
            proof=answered.why,
        )
        rows.append((answered.position, row))
    for listed in answers.lists:
        row = _Row(
            *(listed.question, listed.context),
            *("|".join(listed.expected or ()), "|".join(listed.predicted)),
            correct=listed.exact,
            words=listed.in_words,
        )
        rows.append((listed.position, row))
    for timed in answers.times:
        row = _Row(timed.question, timed.context, timed.question.expected, timed.predicted)
        rows.append((timed.position, row))
    return [row for _, row in sorted(rows, key=lambda placed: placed[0])]
