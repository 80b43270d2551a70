"""``timegraph facts score``: the engine and other systems on a benchmark's questions."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from timegraph.commands.shared.command import (
    BadUsage,
    Call,
    check_writable,
    command_with,
    write_result,
)
from timegraph.commands.shared.measure_command import (
    finish_measure,
    measure_options,
    table_pages,
)
from timegraph.commands.shared.options import choice_option, path_option, switch
from timegraph.commands.shared.score_options import Statistics, by_option
from timegraph.facts.commands._systems import Asked, answers_to, asked_options
from timegraph.facts.report import (
    ERROR_COLUMNS,
    WORLD_COLUMNS,
    answer_contradictions,
    answer_errors,
)
from timegraph.facts.scoring.measure import (
    ANSWERS,
    GROUPS,
    answer_grouping,
    answers_of,
    score_facts,
    with_consistency,
    with_times,
)
from timegraph.facts.scoring.scorers import SCORERS, Scorer, prediction_lines
from timegraph.report.measures import Additions

_EPILOG = """\b
Example (from the project root):
  timegraph facts score examples/facts/questions.jsonl \\
      --predictions examples/facts/reader.jsonl --by kind

DATA holds questions with answers and facts: JSON or JSON lines in the form of Complex-TR,
TempReason, TimeQA (with --facts), TGQA, TISER or timegraph's own. The first figures of a question
are those of its benchmark's own scorer, with its quirks; beside them stand neutral ones.
Where expected answers are times, "time" is the share answered with that time or a finer one,
as timegraph times score reads them.
With --columns ...,consistent: the share of subjects and relations about which one world makes all
of a system's answers true.
"""


@command_with(
    asked_options(several=False),
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
    switch("--errors", "Also print each wrong answer with its kind and the facts that show it."),
    *measure_options(
        with_times(with_consistency(ANSWERS["complex-tr"])),
        GROUPS,
        (*ERROR_COLUMNS, *WORLD_COLUMNS),
    ),
    epilog=_EPILOG,
    progress="scoring",
)
def command(
    call: Call,
    *,
    asked: Asked,
    by: tuple[str, ...],
    answers: Path | None,
    scorer: Scorer | None,
    errors: bool,
    statistics: Statistics,
    html: Path | None,
) -> None:
    """Score the engine's answers to the questions in DATA, and those of other systems."""
    check_writable(answers, "--answers")
    score = partial(score_facts, scorer=scorer, consistency="consistent" in call.tables.columns)
    answered = answers_to(asked, call, score, statistics)
    run = answered.run
    if "time" in call.tables.columns and run.measure.figures[-1].name != "time":
        raise BadUsage("--columns time: no expected answer is a time; leave the column out")
    if answers is not None:
        given = [
            (answer.record.id, answer.predicted)
            for answer in answers_of(run.results[0])
            if answer.predicted is not None
        ]
        write_result(prediction_lines(given), answers)
    if not any(record.golds is not None for record in answered.records):
        if answers is None:
            raise BadUsage(
                f"{asked.data[0]}: no question has an answer to compare with; give --answers FILE"
            )
        call.finish(complete=run.complete)
        return
    groupings = [answer_grouping(kind) for kind in by]
    pages = table_pages(html, run, groupings, "Answers about dated facts")
    additions = Additions(problems=answered.problems)
    additions = additions.with_others(answer_contradictions(run))
    if errors:
        additions = additions.with_others(answer_errors(run.results))
    finish_measure(call, run, groupings, additions, pages=pages)
