"""Results of systems that are made up, for tests of what is done with results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from timegraph.scoring import (
    QA_TEMPEVAL,
    AnsweredList,
    AnsweredQuestion,
    AnsweredTime,
    DocumentAnswers,
    Measure,
    Measured,
    Result,
    Signature,
)
from timeml import Collection, Document
from timeml.normalize import AlignBy

V = TypeVar("V")


@dataclass(frozen=True)
class Texts:
    """What questions of a kit are grouped by: a KitTexts."""

    key: Mapping[str, Document] | None = None
    gold: Collection | None = None
    align_by: AlignBy = "overlap"


def result_of(
    measure: Measure[V], name: str, units: Mapping[str, V], signature: Signature | None = None
) -> Result[V]:
    """A system with these units, all of them there."""
    return Result(
        name=name,
        measure=measure,
        units=tuple(Measured(unit, value) for unit, value in units.items()),
        signatures={"": signature or Signature.of("test", of=name)},
    )


def answered(
    name: str,
    answers: Iterable[AnsweredQuestion] = (),
    lists: Iterable[AnsweredList] = (),
    times: Iterable[AnsweredTime] = (),
) -> Result[DocumentAnswers]:
    """A system that gives these answers, a unit for each document that they are about."""
    every = tuple(answers), tuple(lists), tuple(times)
    documents = dict.fromkeys(answer.question.document for kind in every for answer in kind)
    units = {
        document: DocumentAnswers(
            tuple(answer for answer in every[0] if answer.question.document == document),
            tuple(answer for answer in every[1] if answer.question.document == document),
            tuple(answer for answer in every[2] if answer.question.document == document),
        )
        for document in documents
    }
    return result_of(QA_TEMPEVAL, name, units)
