"""``timegraph torque agreement``: how far the annotators of a passage file agree."""

from __future__ import annotations

from pathlib import Path

from timegraph.commands.shared.command import Call, command_with
from timegraph.commands.shared.options import (
    format_option,
    message_options,
    output_option,
    path_argument,
)
from timegraph.report import Format
from timegraph.torque.commands._inputs import name_problems
from timegraph.torque.passages import read_passages
from timegraph.torque.report import agreement_report
from timegraph.torque.scoring import agreement_with_majority, first_with_majority, gini

_EPILOG = """\b
Example (from the project root):
  timegraph torque agreement examples/torque/passages.json

The majority has the events that more than half of the annotators chose.
"""


@command_with(
    path_argument("passages", "PASSAGES.json"),
    format_option,
    call=(
        message_options,
        output_option,
    ),
    epilog=_EPILOG,
    progress="comparing",
)
def command(
    call: Call,
    *,
    passages: Path,
    format_: Format,
) -> None:
    """Compare each annotator, and the first of each question, with the majority."""
    read = read_passages(passages)
    rows = [
        ("each annotator with the majority", agreement_with_majority(read.questions)),
        ("the first annotator with the majority", first_with_majority(read.questions)),
    ]
    shares = gini(read.annotated)
    call.print(agreement_report(rows, shares, len(read.questions), read.problems), format_)
    call.finish(complete=not name_problems(call, read.problems))
