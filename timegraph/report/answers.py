"""Every answer of systems as tab-separated values, one question per line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from timegraph.qa import SetQuestion
from timegraph.scoring import QuestionContext, SystemResult

__all__ = ["answers_to_tsv"]

_COLUMNS = (
    *("system", "question", "document", "query", "expected", "predicted", "words", "proof"),
    *("correct", "text", "sentence", "reason"),
)


def answers_to_tsv(
    results: Sequence[SystemResult] | Mapping[str, Sequence[SystemResult]],
) -> str:
    """Every question of every system, in the order of the question set. With ``results`` by kit
    there is a column ``domain`` with the name of the kit.

    Yes and no come with their ``proof``, unknown with its ``reason``, and
    all with the question in words (``text``) and the ``sentence`` that it is about. ``correct`` is
    yes or no, and empty for what is not scored. For LIST questions ``predicted`` has the entities,
    joined by ``|``, ``words`` the words that they stand for, and ``correct`` says whether the list
    is exactly the expected one; for WHEN and HOW LONG questions ``predicted`` has the answer in
    words.
    """
    by_kit = results if isinstance(results, Mapping) else {None: results}
    columns = ("domain", *_COLUMNS) if isinstance(results, Mapping) else _COLUMNS
    lines = ["\t".join(columns) + "\n"]
    for kit, own in by_kit.items():
        for result in own:
            for row in sorted(_rows(result), key=lambda row: row.asked.line or 0):
                fields = ([] if kit is None else [kit]) + _fields(result.name, row)
                lines.append("\t".join(" ".join(one.split()) for one in fields) + "\n")
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


def _rows(result: SystemResult) -> Iterator[_Row]:
    for answered in result.answers:
        asked, correct = answered.question, answered.correct
        yield _Row(
            *(asked, answered.context, asked.expected, str(answered.predicted)),
            correct=correct if asked.scored else None,
            proof=answered.why,
        )
    for listed in result.lists:
        yield _Row(
            *(listed.question, listed.context),
            *("|".join(listed.expected or ()), "|".join(listed.predicted)),
            correct=listed.exact,
            words=listed.in_words,
        )
    for timed in result.times:
        yield _Row(timed.question, timed.context, timed.question.expected, timed.predicted)
