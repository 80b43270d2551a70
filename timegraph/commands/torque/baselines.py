"""``timegraph torque baselines``: answers that ignore the text, scored or written."""

from __future__ import annotations

from pathlib import Path

import click

from timegraph.commands._shared.command import Call, command_with
from timegraph.commands._shared.options import message_options, output_option
from timegraph.commands._shared.table_options import table_options
from timegraph.commands.torque._inputs import (
    empty_option,
    finish,
    groups_in,
    groups_option,
    passages_argument,
)
from timegraph.report.measures import Additions, measure_report
from timegraph.scoring.torque.measure import score_torque
from timegraph.scoring.torque.score import Empty
from timegraph.torque.baselines import BASELINES, answers_of
from timegraph.torque.passages import read_passages
from timegraph.torque.predictions import prediction_lines

__all__ = ["command"]

_EPILOG = f"""\b
Examples (from the project root):
  timegraph torque baselines examples/torque/passages.json
  timegraph torque baselines examples/torque/passages.json \\
      text-order --output text-order.jsonl

BASELINE is one of {", ".join(BASELINES)}; docs/torque.md says what each answers.
"""


@command_with(
    passages_argument,
    groups_option,
    click.Argument(
        ["baseline"], metavar="[BASELINE]", required=False, type=click.Choice(list(BASELINES))
    ),
    message_options,
    empty_option,
    table_options(),
    output_option,
    epilog=_EPILOG,
    progress="answering",
)
def command(
    call: Call,
    *,
    passages: Path,
    groups: Path | None,
    baseline: str | None,
    empty: Empty,
) -> None:
    """Score answers that ignore the text, or write those of one BASELINE as predictions."""
    questions = read_passages(passages)
    if baseline is not None:
        call.write(prediction_lines(answers_of(BASELINES[baseline], questions).items()))
    else:
        measured = score_torque(
            questions,
            {name: answers_of(answers, questions) for name, answers in BASELINES.items()},
            groups=groups_in(groups, questions),
            empty=empty,
        )
        problems = [problem.finding for problem in questions.problems]
        call.print(measure_report(measured, additions=Additions(problems=problems)))
    finish(call, questions.problems)
