"""``timegraph facts consistency``: whether questions that ask for the same are answered alike."""

from __future__ import annotations

from pathlib import Path

from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.measure_command import (
    finish_measure,
    measure_options,
    table_pages,
)
from timegraph.commands.shared.score_options import Statistics
from timegraph.facts.commands._systems import Asked, answers_to, asked_options
from timegraph.facts.scoring.measure import CONSISTENCY, score_consistency
from timegraph.report.measures import Additions

_EPILOG = """\b
Example (from the project root):
  timegraph facts consistency examples/facts/perturbed.jsonl

Questions ask for the same if they have the same id, in one file or in several (TimeQA's easy and
hard questions), or the same "fact", as timegraph facts generate writes it.
"""


@command_with(
    asked_options(several=True),
    *measure_options(CONSISTENCY),
    epilog=_EPILOG,
    progress="answering",
)
def command(
    call: Call,
    *,
    asked: Asked,
    statistics: Statistics,
    html: Path | None,
) -> None:
    """Say how many sets of questions that ask for the same are answered alike, and how many alike
    and right."""
    if not asked.data:
        raise BadUsage("no questions: name the files")
    answered = answers_to(asked, call, score_consistency, statistics)
    pages = table_pages(html, answered.run, (), "Consistency of answers")
    finish_measure(call, answered.run, (), Additions(problems=answered.problems), pages=pages)
