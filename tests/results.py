"""Results of systems that are made up, for tests of what is done with results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from timegraph.options import CHOICES, Interpretation
from timegraph.scoring import (
    AWARENESS,
    ENTITIES,
    QA_TEMPEVAL,
    RELATIONS,
    AnsweredList,
    AnsweredQuestion,
    AnsweredTime,
    DocumentAnswers,
    Grouping,
    Measure,
    Measured,
    Result,
    Signature,
    Workers,
    run_measure,
)
from timegraph.scoring.qa_tempeval.measure import groupings

V = TypeVar("V")


def grouped_by(*kinds: str) -> dict[str, Grouping[DocumentAnswers]]:
    """Groupings of questions by their names, without a key."""
    return {each.name: each for each in groupings(kinds, key=None)}


def result_of(
    measure: Measure[V], name: str, units: Mapping[str, V], signature: Signature | None = None
) -> Result[V]:
    """A system with these units, all of them there."""
    return Result(
        name=name,
        measure=measure,
        units=tuple(Measured(unit, value) for unit, value in units.items()),
        signature=signature or Signature.of("test", of=name),
    )


def answered(
    name: str,
    answers: Iterable[AnsweredQuestion] = (),
    lists: Iterable[AnsweredList] = (),
    times: Iterable[AnsweredTime] = (),
) -> Result[DocumentAnswers]:
    """A system that gives these answers, a unit for each document that they are about."""
    every = (*answers, *lists, *times)
    documents = dict.fromkeys(answer.question.document for answer in every)
    units = {
        document: DocumentAnswers(
            tuple(answer for answer in every if answer.question.document == document)
        )
        for document in documents
    }
    return result_of(QA_TEMPEVAL, name, units)


def scored_system(
    measure: Measure[V],
    *,
    workers: Workers | None = None,
    progress: Callable[[str], object] | None = None,
    **options: Any,
) -> Result[V]:
    """The result of one system; the ``options`` are those of the measure's task, with the choices
    of an interpretation by keyword."""
    choices = {name: options.pop(name) for name in CHOICES if name in options}
    if choices:
        read = options.get("interpretation", Interpretation(on_conflict="drop-link"))
        options["interpretation"] = replace(read, **choices)
    task = measure.task(**options)
    return run_measure(measure, [task], workers=workers or Workers(), progress=progress).results[0]


score_awareness_system = partial(scored_system, AWARENESS)
score_entities_system = partial(scored_system, ENTITIES)
score_relations_system = partial(scored_system, RELATIONS)
