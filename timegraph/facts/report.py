"""Reports about dated facts with their scores: answers, and figures from papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass

from timegraph.facts.answers import Reply
from timegraph.facts.quadruple_table import Quadruple, QuadrupleAnswer
from timegraph.facts.scoring.measure import (
    Answered,
    AnsweredGroup,
    answers_of,
    facts_behind,
    is_wrong,
)
from timegraph.report.report import Report
from timegraph.report.tables import SYSTEM, Cell, Column, Table
from timegraph.scoring.measure import Result

ANSWERS = tuple(map(Column, ("question", "answer", "certain", "possible", "reading", "why")))
READINGS = tuple(map(Column, ("question", "answer", "why")))
"""The columns of answers to questions in English, and to readings."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question or reading as it was typed, its answer in a line, or why there is none, and the
    lines of why; the further ``cells`` of its row, and the answer as JSON data."""

    text: str
    answer: str
    why: tuple[str, ...]
    cells: tuple[Cell, ...]
    record: Mapping[str, object]
    is_answered: bool = True

    @classmethod
    def reply(cls, text: str, reply: Reply, why: tuple[str, ...]) -> Asked:
        """A question in English with its reply."""
        sets = (None if s is None else "; ".join(s) for s in (reply.certain, reply.possible))
        cells = (*sets, reply.reading, " | ".join(why) or None)
        record = reply.to_json() | {"known": reply.known, "why": list(why)}
        return cls(text, reply.text, why, cells, record)

    @classmethod
    def reading(cls, text: str, answer: QuadrupleAnswer, facts: Sequence[Quadruple]) -> Asked:
        """A reading with its answer, the facts behind it, and the lines left out that may be facts
        of this kind."""
        unread = (f"note: line {line} is left out: it cannot be read" for line in answer.left_out)
        why = (*(" | ".join(astuple(fact)) for fact in facts), *unread)
        record = {
            "question": text,
            "answers": list(answer.answers),
            "known": answer.known,
            "why": [asdict(fact) for fact in facts],
        }
        line = "; ".join(answer.answers) or ("nothing" if answer.known else "unknown")
        return cls(text, line, why, ("; ".join(why) or None,), record)

    @classmethod
    def unanswered(cls, text: str, problem: str, **members: object) -> Asked:
        """A question without an answer; ``members`` are further ones of its JSON data."""
        record = {"question": text, "problem": problem, **members}
        cells = (None,) * (len(READINGS if members else ANSWERS) - 2)
        return cls(text, f"not answered: {problem}", (), cells, record, is_answered=False)


def ask_report(asked: Sequence[Asked], columns: tuple[Column, ...] = ANSWERS) -> Report:
    """The answers: in text one per line, with the question if there are several, in other formats a
    table."""
    lines = []
    for question in asked:
        lines.append(f"{question.text}\n  {question.answer}" if asked[1:] else question.answer)
        lines += [f"  {line}" for line in question.why]
    rows = tuple((question.text, question.answer, *question.cells) for question in asked)
    return Report(
        tables=[Table(columns, rows, name="answers")],
        record={"answers": [question.record for question in asked]},
        plain=[part for line in lines for part in line.split("\n")],
    )


# The wrong answers about dated facts, each with its facts.


ERROR_COLUMNS = (
    SYSTEM,
    Column("id", "question", kind="key"),
    *(Column(name, kind="key") for name in ("asked", "expected", "answered")),
    *(Column(name, kind="key") for name in ("facts_of_answer", "facts_of_gold")),
)
"""The columns of the table of :func:`answer_errors`."""


def answer_errors(results: Sequence[Result[AnsweredGroup]]) -> list[Table]:
    """A table of the wrong answers of each system, with the facts behind the answer and behind the
    expected one; nothing if all are right."""
    rows = tuple(
        (result.name, *_error(answered))
        for result in results
        for answered in answers_of(result)
        if is_wrong(answered)
    )
    return [Table(ERROR_COLUMNS, rows, name="errors")] if rows else []


def _error(answered: Answered) -> tuple[str, ...]:
    record, predicted = answered.record, answered.predicted
    golds = record.golds or ()
    wrong = [item for item in answered.items or () if item not in golds]
    return (
        record.id,
        record.question,
        _listed(golds),
        "-" if predicted is None else _listed(predicted),
        "; ".join(map(str, facts_behind(answered, wrong))),
        "; ".join(map(str, facts_behind(answered, golds))),
    )


def _listed(items: Sequence[str]) -> str:
    return "; ".join(filter(None, items)) or "nothing"
