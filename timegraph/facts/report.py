"""Reports about dated facts with their scores: answers, and figures from papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass

from timegraph.facts.answering.answers import Reply
from timegraph.facts.fact import Fact
from timegraph.facts.quadruple_table import Quadruple
from timegraph.facts.scoring.measure import (
    ERROR_KINDS,
    AnswerError,
    answers_of,
    errors_among,
)
from timegraph.facts.scoring.systems import AnsweredGroup
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


# The wrong answers about dated facts: how many of each kind, and each with its facts.


_KINDS = (SYSTEM, Column("wrong"), *(Column(kind.replace(" ", "_"), kind) for kind in ERROR_KINDS))
_EACH = (
    SYSTEM,
    Column("id", "question", kind="key"),
    *(Column(name, kind="key") for name in ("error", "asked", "expected", "answered")),
    *(Column(name, kind="key") for name in ("facts_of_answer", "facts_of_gold")),
)
ERROR_COLUMNS = (*_KINDS, *_EACH[1:])
"""The columns of the tables of :func:`answer_errors`."""


def answer_errors(results: Sequence[Result[AnsweredGroup]]) -> Additions:
    """A table of the kinds of errors of each system, and one of the errors, with the facts behind
    the answer and behind the expected one."""
    errors = [(result.name, list(errors_among(answers_of(result)))) for result in results]
    counts: list[tuple[Cell, ...]] = []
    for name, of_system in errors:
        kinds = Counter(error.kind for error in of_system)
        counts.append((name, len(of_system), *(kinds[kind] for kind in ERROR_KINDS)))
    each = tuple(row for name, of_system in errors for row in _error_rows(name, of_system))
    return Additions(
        tables=[
            Table(_KINDS, tuple(counts), name="error_kinds"),
            *([Table(_EACH, each, name="errors")] if each else []),
        ]
    )


def _error_rows(name: str, errors: Sequence[AnswerError]) -> Iterator[tuple[Cell, ...]]:
    for error in errors:
        answered = error.answered
        record = answered.record
        yield (
            *(name, record.id, error.kind, record.question, _listed(record.golds or ())),
            *("-" if answered.predicted is None else _listed(answered.predicted),),
            *(_facts(error.predicted), _facts(error.gold)),
        )


def _listed(items: Sequence[str]) -> str:
    return "; ".join(filter(None, items)) or "nothing"


def _facts(facts: Sequence[Fact]) -> str:
    return "; ".join(map(str, facts))
