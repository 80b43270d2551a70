"""The wrong answers about dated facts: how many of each kind, and each with its facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from timegraph.facts.fact import Fact
from timegraph.report.measures import Additions
from timegraph.report.tables.table import SYSTEM, Cell, Column, Table
from timegraph.scoring.answers.errors import ERROR_KINDS, AnswerError, errors_among
from timegraph.scoring.answers.measure import answers_of
from timegraph.scoring.answers.systems import AnsweredGroup
from timegraph.scoring.measure import Result

__all__ = ["ERROR_COLUMNS", "answer_errors"]

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
    each = tuple(row for name, of_system in errors for row in _rows(name, of_system))
    return Additions(
        tables=[
            Table(_KINDS, tuple(counts), name="error_kinds"),
            *([Table(_EACH, each, name="errors")] if each else []),
        ]
    )


def _rows(name: str, errors: Sequence[AnswerError]) -> Iterator[tuple[Cell, ...]]:
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
