"""Reports about dated facts with their scores: answers, and figures from papers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass

from timegraph.facts.answers import Reply
from timegraph.facts.quadruple_table import Quadruple
from timegraph.facts.scoring.measure import answers_of, facts_behind, is_wrong
from timegraph.facts.scoring.systems import Answered, AnsweredGroup
from timegraph.report.measures import Additions
from timegraph.report.report import Report
from timegraph.report.tables import SYSTEM, Cell, Column, Table
from timegraph.scoring.measure import Result

_ANSWERS = tuple(map(Column, ("question", "answer", "certain", "possible", "reading", "why")))


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it was typed, its reply or why there is none, and the lines of why."""

    text: str
    reply: Reply | None
    problem: str = ""
    why: tuple[str, ...] = ()

    @property
    def answer(self) -> str:
        """The answer in a line, or why there is none."""
        return f"not answered: {self.problem}" if self.reply is None else self.reply.text


def ask_report(asked: Sequence[Asked]) -> Report:
    """The answers: in text one per line, with the question if there are several, in other formats a
    table."""
    return Report(
        tables=[Table(_ANSWERS, tuple(map(_row, asked)), name="answers")],
        record={"answers": [_fact_record(question) for question in asked]},
        plain=_plain(asked),
    )


def _plain(asked: Sequence[Asked | AskedReading]) -> list[str]:
    lines = []
    for question in asked:
        answer = question.answer
        lines.append(f"{question.text}\n  {answer}" if len(asked) > 1 else answer)
        lines += [f"  {line}" for line in question.why]
    return [part for line in lines for part in line.split("\n")]


def _row(asked: Asked) -> tuple[Cell, ...]:
    reply = asked.reply
    if reply is None:
        return asked.text, asked.answer, None, None, None, None
    sets = (None if s is None else "; ".join(s) for s in (reply.certain, reply.possible))
    return (asked.text, asked.answer, *sets, reply.reading, " | ".join(asked.why) or None)


def _fact_record(asked: Asked) -> dict[str, object]:
    if asked.reply is None:
        return {"question": asked.text, "problem": asked.problem}
    return asked.reply.to_json() | {"known": asked.reply.known, "why": list(asked.why)}


@dataclass(frozen=True, slots=True)
class AskedReading:
    """A reading as it was typed or is called, and the answers, or the problem. ``known`` is false
    if the table has no such relation, subject or object; ``facts`` are those behind the answers."""

    text: str
    answers: tuple[str, ...] = ()
    known: bool = True
    facts: tuple[Quadruple, ...] = ()
    problem: str = ""
    left_out: tuple[int, ...] = ()

    @property
    def answer(self) -> str:
        """The answers in a line."""
        if self.problem:
            return f"not answered: {self.problem}"
        return "; ".join(self.answers) or ("nothing" if self.known else "unknown")

    @property
    def why(self) -> tuple[str, ...]:
        """The facts, each in a line, and the lines left out that may be facts of this kind."""
        unread = (f"note: line {line} is left out: it cannot be read" for line in self.left_out)
        return (*(" | ".join(astuple(fact)) for fact in self.facts), *unread)


def readings_report(asked: Sequence[AskedReading]) -> Report:
    """The answers to readings, in the form of :func:`ask_report`."""
    columns = tuple(map(Column, ("question", "answer", "why")))
    rows = tuple((answer.text, answer.answer, "; ".join(answer.why) or None) for answer in asked)
    records = [
        {
            "question": answer.text,
            **({"problem": answer.problem} if answer.problem else {}),
            "answers": list(answer.answers),
            "known": answer.known and not answer.problem,
            "why": [asdict(fact) for fact in answer.facts],
        }
        for answer in asked
    ]
    return Report(
        tables=[Table(columns, rows, name="answers")],
        record={"answers": records},
        plain=_plain(asked),
    )


# The wrong answers about dated facts, each with its facts.


ERROR_COLUMNS = (
    SYSTEM,
    Column("id", "question", kind="key"),
    *(Column(name, kind="key") for name in ("asked", "expected", "answered")),
    *(Column(name, kind="key") for name in ("facts_of_answer", "facts_of_gold")),
)
"""The columns of the table of :func:`answer_errors`."""


def answer_errors(results: Sequence[Result[AnsweredGroup]]) -> Additions:
    """A table of the wrong answers of each system, with the facts behind the answer and behind the
    expected one; nothing if all are right."""
    rows = tuple(
        (result.name, *_error(answered))
        for result in results
        for answered in answers_of(result)
        if is_wrong(answered)
    )
    return Additions(tables=[Table(ERROR_COLUMNS, rows, name="errors")] if rows else [])


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
