"""The systems whose answers are scored: the engine, files of predictions, fields of the data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from timegraph.commands.shared.command import BadUsage, Bundle, Call
from timegraph.commands.shared.measure_command import working
from timegraph.commands.shared.options import option, path_argument, path_option
from timegraph.commands.shared.score_options import Statistics
from timegraph.facts.answering.answers import Reading
from timegraph.facts.commands._inputs import (
    check_relations,
    ends_options,
    only_notes,
    questions_in,
    reading_option,
    report_problems,
)
from timegraph.facts.readers.lines import Record
from timegraph.facts.relations import ONE_AT_A_TIME, OneAtATime
from timegraph.facts.scoring.scorers import read_predictions
from timegraph.facts.scoring.systems import (
    ENGINE,
    AnsweredGroup,
    AnsweringSystem,
    AnswerOptions,
    parts_of,
    told_apart,
)
from timegraph.findings.record import Finding
from timegraph.scoring.run import Run


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked and of whom: the files ``data`` of questions, the file of facts, where the
    questions have none, the files of systems' answers that stand behind them, more such files and
    fields, whether the engine is a
    system, the reading by which it answers (``None``: that of each question's benchmark), and how
    open ends are read."""

    data: tuple[Path, ...] = ()
    files: tuple[Path, ...] = ()
    facts: Path | None = None
    predictions: tuple[str, ...] = ()
    engine: bool = True
    reading: Reading | None = None
    one_at_a_time: OneAtATime = ONE_AT_A_TIME


_OPTIONS = (
    path_option(
        "--facts FILE",
        "The facts, if DATA has only questions: TimeQA's groups, or facts for all questions.",
    ),
    option(
        "--predictions FILE|FIELD",
        'Also score a system\'s answers: a file of JSON lines {"id": ..., "answer": ...} '
        'or "answers": [...]; with "facts" instead, the engine answers from these facts. Or '
        "the answers in this field of DATA. May be repeated.",
        multiple=True,
    ),
    option("--engine/--no-engine", "Whether to score the engine's own answers.", default=True),
    reading_option(
        None, "Answer by one reading; by default each question by that of its benchmark."
    ),
    ends_options,
)


def asked_options(*, several: bool) -> Bundle[Asked]:
    """The argument DATA, with ``several`` for any number of files, else with files of predictions
    behind it, and the options for facts,
    systems and how questions are answered; the command receives one argument, ``asked``."""
    data = (
        path_argument("data", "DATA...", nargs=-1)
        if several
        else path_argument("data", callback=lambda context, argument, path: (path,))
    )
    files = path_argument("files", "[PREDICTIONS...]", nargs=-1)
    return Bundle("asked", (data, *([] if several else [files]), *_OPTIONS), Asked)


def chosen_systems(
    records: Sequence[Record], asked: Asked
) -> tuple[list[AnsweringSystem], list[Finding]]:
    """The chosen systems, and the problems of their files; :class:`BadUsage` if there is nothing to
    score or a field is not in the data."""
    systems = [ENGINE] if asked.engine else []
    problems: list[Finding] = []
    for name in (*map(str, asked.files), *asked.predictions):
        path = Path(name)
        if path.is_dir():
            raise BadUsage(f"{path}: is a folder; name a file of predictions in it")
        if path.exists():
            predictions = read_predictions(path)
            problems += predictions.problems
            systems.append(AnsweringSystem(predictions.name, predictions))
            continue
        fields = sorted({field for record in records for field in record.columns})
        if name not in fields:
            raise BadUsage(
                f"--predictions {name}: is neither a file nor a field of the questions; the fields "
                f"are: {', '.join(fields) or 'none'}"
            )
        systems.append(AnsweringSystem(name, column=name))
    if not systems:
        raise BadUsage("nothing to score: give --predictions, or leave out --no-engine")
    return systems, problems


@dataclass(frozen=True, slots=True)
class Answered:
    """The run over the systems, the questions, and what is wrong with the files."""

    run: Run[AnsweredGroup]
    records: Sequence[Record]
    problems: Sequence[Finding]


def answers_to(
    asked: Asked,
    call: Call,
    score: Callable[..., Run[AnsweredGroup]],
    statistics: Statistics,
) -> Answered:
    """``score``, one of the functions of :mod:`timegraph.facts.scoring`, over the systems on the
    questions that are ``asked``. What is wrong with the files is printed."""
    read = [questions_in(path, asked.facts) for path in asked.data]
    records = [record for dataset in read for record in dataset.records]
    if asked.one_at_a_time:
        bases = {id(record.base): record.base for record in records if record.base is not None}
        check_relations(
            asked.one_at_a_time, [fact for base in bases.values() for fact in base.facts]
        )
    systems, problems = chosen_systems(records, asked)
    problems = [*(problem for dataset in read for problem in dataset.problems), *problems]
    names = [system.title for system in told_apart(systems)]
    options = AnswerOptions(reading=asked.reading, one_at_a_time=asked.one_at_a_time)
    total = len(list(parts_of(records))) * len(systems)
    units = "groups of questions"
    with working(call, total, names, statistics, label="answering", units=units) as running:
        try:
            run = score(
                records,
                systems,
                options=options,
                **running,
            )
        except ValueError as error:
            raise BadUsage(f"{', '.join(dataset.name for dataset in read)}: {error}") from None
    report_problems(call.messages, problems)
    return Answered(
        replace(run, incomplete=run.incomplete or not only_notes(problems)), records, problems
    )
