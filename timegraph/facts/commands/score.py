"""``timegraph facts score``: the engine and other systems on a benchmark's questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from timegraph.commands.shared.command import (
    BadUsage,
    Bundle,
    Call,
    check_writable,
    command_with,
    write_result,
)
from timegraph.commands.shared.measure_command import (
    by_option,
    finish_measure,
    measure_call,
    table_pages,
    working,
)
from timegraph.commands.shared.options import (
    choice_option,
    option,
    path_argument,
    path_option,
    switch,
)
from timegraph.facts.commands._inputs import (
    check_relations,
    ends_options,
    only_notes,
    questions_in,
    report_problems,
)
from timegraph.facts.question_kinds import READINGS, Reading
from timegraph.facts.readers.lines import Record
from timegraph.facts.relations import OneAtATime
from timegraph.facts.scoring.measure import (
    ANSWERS,
    ENGINE,
    FURTHER,
    GROUPS,
    Answered,
    AnsweredGroup,
    AnsweringSystem,
    AnswerOptions,
    answer_grouping,
    answers_of,
    facts_behind,
    is_wrong,
    parts_of,
    score_facts,
    told_apart,
    with_figures,
)
from timegraph.facts.scoring.scorers import SCORERS, Scorer, prediction_lines, read_predictions
from timegraph.findings import Finding
from timegraph.report.tables import SYSTEM, Column, Table
from timegraph.scoring.measure import Result

_EPILOG = """\b
Example (from the project root):
  timegraph facts score examples/facts/questions.jsonl \\
      --predictions examples/facts/reader.jsonl --by kind

DATA holds questions with answers and facts: JSON or JSON lines in the form of Complex-TR,
TempReason, TimeQA (with --facts), TGQA, TISER or timegraph's own. The first figures of a question
are those of its benchmark's own scorer, with its quirks; with neutral ones.
Where expected answers are times, "time" is the share answered with that time or a finer one,
as timegraph times score reads them.
With --columns ...,identical,identical_right: of the
sets of questions that ask for the same, with one id or the same "fact", the shares answered alike,
and alike and right.
"""

_ERRORS = (
    SYSTEM,
    Column("id", "question", kind="key"),
    *(Column(name, kind="key") for name in ("asked", "expected", "answered")),
    *(Column(name, kind="key") for name in ("facts_of_answer", "facts_of_gold")),
)


def _named(
    files: tuple[Path, ...], predictions: tuple[str, ...], engine: bool
) -> tuple[tuple[str, ...], bool]:
    """The files and fields of systems' answers, and whether the engine is a system."""
    return (*map(str, files), *predictions), engine


_SYSTEMS = Bundle(
    "named",
    (
        path_argument("files", "[PREDICTIONS...]", nargs=-1),
        option(
            "--predictions FILE|FIELD",
            'Also score a system\'s answers: a file of JSON lines {"id": ..., "answer": ...} '
            'or "answers": [...]; with "facts" instead, the engine answers from these facts. Or '
            "the answers in this field of DATA. May be repeated.",
            multiple=True,
        ),
        option("--engine/--no-engine", "Whether to score the engine's own answers.", default=True),
    ),
    _named,
)


@command_with(
    path_argument("data"),
    path_option(
        "--facts FILE",
        "The facts, if DATA has only questions: TimeQA's groups, or facts for all questions.",
    ),
    _SYSTEMS,
    choice_option(
        "--reading",
        READINGS,
        "Answer by one reading; by default each question by that of its benchmark.",
    ),
    ends_options,
    by_option(*GROUPS),
    path_option(
        "--answers FILE",
        "Write the answers of the first system to FILE, in the form of --predictions.",
    ),
    choice_option(
        "--scorer",
        SCORERS,
        "Score all questions by this scorer; by default each by that of its benchmark.",
    ),
    switch(
        "--errors",
        "Also print each wrong answer, with the facts behind it and behind gold.",
    ),
    call=measure_call(
        with_figures(ANSWERS["complex-tr"], FURTHER),
        GROUPS,
        _ERRORS,
    ),
    epilog=_EPILOG,
    progress="scoring",
)
def command(
    call: Call,
    *,
    data: Path,
    facts: Path | None,
    named: tuple[tuple[str, ...], bool],
    reading: Reading | None,
    one_at_a_time: OneAtATime,
    by: tuple[str, ...],
    answers: Path | None,
    scorer: Scorer | None,
    errors: bool,
) -> None:
    """Score the engine's answers to the questions in DATA, and those of other systems."""
    check_writable(answers, "--answers")
    further = [name for name in FURTHER if name in call.tables.columns]
    read = questions_in(data, facts)
    records = read.records
    if one_at_a_time:
        bases = {id(record.base): record.base for record in records if record.base is not None}
        check_relations(one_at_a_time, [fact for base in bases.values() for fact in base.facts])
    systems, problems = _chosen_systems(records, *named)
    problems = [*read.problems, *problems]
    names = [system.title for system in told_apart(systems)]
    total = len(list(parts_of(records))) * len(systems)
    units = "groups of questions"
    with working(call, total, names, label="answering", units=units) as running:
        run = score_facts(
            records,
            systems,
            scorer=scorer,
            options=AnswerOptions(reading=reading, one_at_a_time=one_at_a_time),
            further=further,
            **running,
        )
    report_problems(call.messages, problems)
    run = replace(run, incomplete=run.incomplete or not only_notes(problems))
    if "time" in call.tables.columns and run.measure.figures[-1].name != "time":
        raise BadUsage("--columns time: no expected answer is a time; leave the column out")
    if answers is not None:
        given = [
            (answer.record.id, answer.predicted)
            for answer in answers_of(run.results[0])
            if answer.predicted is not None
        ]
        write_result(prediction_lines(given), answers)
    if not any(record.golds is not None for record in records):
        if answers is None:
            raise BadUsage(
                f"{data}: no question has an answer to compare with; give --answers FILE"
            )
        call.finish(complete=run.complete)
        return
    groupings = [answer_grouping(kind) for kind in by]
    tables = answer_errors(run.results) if errors else []
    draw = table_pages(run, groupings, "Answers about dated facts", tables)
    finish_measure(call, run, groupings, tables=tables, problems=problems, draw=draw)


def _chosen_systems(
    records: Sequence[Record], names: Sequence[str], engine: bool = True
) -> tuple[list[AnsweringSystem], list[Finding]]:
    """The chosen systems, and the problems of their files; :class:`BadUsage` if there is nothing to
    score or a field is not in the data."""
    systems = [ENGINE] if engine else []
    problems: list[Finding] = []
    for name in names:
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


def answer_errors(results: Sequence[Result[AnsweredGroup]]) -> list[Table]:
    """A table of the wrong answers of each system, with the facts behind the answer and behind the
    expected one; nothing if all are right."""
    rows = tuple(
        (result.name, *_error(answered))
        for result in results
        for answered in answers_of(result)
        if is_wrong(answered)
    )
    return [Table(_ERRORS, rows, name="errors")] if rows else []


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
