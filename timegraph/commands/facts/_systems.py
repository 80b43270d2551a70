"""The systems whose answers are scored: the engine, files of predictions, fields of the data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.messages import Messages
from timegraph.commands._shared.terminal.progress import progress
from timegraph.commands.facts._inputs import predictions_in
from timegraph.corpus import Pool, WorkerError
from timegraph.facts.readers.records import Record
from timegraph.facts.succession import close_open_ends
from timegraph.findings.record import Finding
from timegraph.scoring.answers.systems import (
    AnswerOptions,
    SystemAnswers,
    answer_records,
    column_answers,
    predicted_answers,
)

__all__ = ["SystemChoice", "answers_of_all", "name_gaps", "systems_options"]

R = TypeVar("R")
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class SystemChoice:
    """Which systems are to be scored, and on how many processes the engine works."""

    predictions: tuple[Path, ...]
    fields: tuple[str, ...]
    engine: bool
    jobs: int


def systems_options(command: Callable[..., R]) -> Callable[..., R]:
    """The options ``--predictions``, ``--field``, ``--engine`` and ``--jobs``; the command receives
    them as one argument, ``systems``."""

    @wraps(command)
    def collected(
        *args: Any,
        predictions: tuple[Path, ...],
        fields: tuple[str, ...],
        engine: bool,
        jobs: int,
        **options: Any,
    ) -> R:
        return command(*args, systems=SystemChoice(predictions, fields, engine, jobs), **options)

    decorated: Callable[..., R] = collected
    for option in (
        click.option(
            "--jobs",
            type=click.IntRange(min=1),
            default=1,
            show_default=True,
            metavar="N",
            help="Answer in N processes. Results are the same, in the same order.",
        ),
        click.option(
            "--engine/--no-engine", default=True, help="Whether to score the engine's own answers."
        ),
        click.option(
            "--field",
            "fields",
            multiple=True,
            metavar="NAME",
            help="Also score the answers in this field of DATA. May be repeated.",
        ),
        click.option(
            "--predictions",
            multiple=True,
            type=click.Path(path_type=Path),
            metavar="FILE",
            help='Also score a system\'s answers, JSON lines {"id": ..., "answer": ...} or '
            '"answers": [...]; with "facts" instead, the engine answers from these facts. '
            "May be repeated.",
        ),
    ):
        decorated = option(decorated)
    return decorated


def answers_of_all(
    records: Sequence[Record], choice: SystemChoice, options: AnswerOptions
) -> tuple[list[SystemAnswers], list[Finding]]:
    """The answers of all chosen systems, names told apart, and the problems of their files;
    :class:`BadUsage` if there is nothing to score or a field is not in the data."""
    systems: list[SystemAnswers] = []
    problems: list[Finding] = []
    if choice.engine:
        systems.append(_engine(records, choice.jobs, options))
    for path in choice.predictions:
        predictions = predictions_in(path)
        problems += predictions.problems
        systems.append(predicted_answers(records, predictions, options))
    for field in choice.fields:
        try:
            systems.append(column_answers(records, field, options))
        except KeyError:
            known = sorted({name for record in records for name in record.columns})
            raise BadUsage(
                f"--field {field}: no question has it; there are: {', '.join(known) or 'none'}"
            ) from None
    if not systems:
        raise BadUsage("nothing to score: give --predictions or --field, or leave out --no-engine")
    return list(_distinct(systems)), problems


def _distinct(systems: Sequence[SystemAnswers]) -> Iterator[SystemAnswers]:
    """The systems, those of equal names with a number."""
    seen: dict[str, int] = {}
    for system in systems:
        seen[system.name] = count = seen.get(system.name, 0) + 1
        yield system if count == 1 else replace(system, name=f"{system.name} ({count})")


def _engine(records: Sequence[Record], jobs: int, options: AnswerOptions) -> SystemAnswers:
    with progress("answering", len(records), "questions") as step:
        return (
            _answer(records, options, step)
            if jobs == 1
            else _in_parts(records, jobs, options, step)
        )


def _in_parts(
    records: Sequence[Record],
    jobs: int,
    options: AnswerOptions,
    step: Callable[[str], object] | None,
) -> SystemAnswers:
    size = -(-len(records) // jobs)
    parts = [records[begin : begin + size] for begin in range(0, len(records), size)]
    try:
        with Pool(jobs) as pool:
            futures = [pool.submit(_answer, part, options) for part in parts]
            found: list[SystemAnswers] = []
            for part, future in zip(parts, futures, strict=True):
                found.append(future.result())
                if step is not None:
                    for record in part:
                        step(record.id)
    except WorkerError as error:
        raise BadUsage(str(error)) from None
    return replace(found[0], answers=tuple(one for part in found for one in part.answers))


def _answer(
    records: Sequence[Record],
    options: AnswerOptions,
    step: Callable[[str], object] | None = None,
) -> SystemAnswers:
    prepare = close_open_ends if options.close_open_ends else None
    return answer_records(records, options, prepare=prepare, progress=step)


def name_gaps(messages: Messages, systems: Sequence[SystemAnswers], *, missing: str) -> bool:
    """Say on stderr what each system does not answer and which of its ids are not those of a
    question. Returns whether there was anything to say."""
    found = False
    for system in systems:
        silent = [one for one in system.answers if one.predicted is None]
        if silent:
            found = True
            count = f"{len(silent)} of {len(system.answers)} questions not answered"
            meaning = "they are left out" if missing == "skip" else "they count as wrong"
            messages.warn(f"{system.name}: {count}; {meaning}")
            shown = len(silent) if messages.verbosity == "verbose" else _SHOWN
            for one in silent[:shown]:
                why = one.notes[0] if one.notes else "no prediction"
                messages.warn(f"  {one.record.id}: {why}")
        if system.extra:
            found = True
            shown_ids = ", ".join(system.extra[:_SHOWN])
            more = f" and {len(system.extra) - _SHOWN} more" if len(system.extra) > _SHOWN else ""
            messages.warn(f"{system.name}: predicts unknown questions: {shown_ids}{more}")
    return found
