"""``timegraph questions check``: form, agreement and gold's answers of question sets."""

from __future__ import annotations

from pathlib import Path

import click

from timegraph.checking.selection import Selection
from timegraph.commands._shared.check_options import selection_options
from timegraph.commands._shared.files import (
    check_writable,
    terminal_width,
    write_result,
)
from timegraph.commands._shared.messages import Messages, message_options
from timegraph.commands._shared.options import interpretation_options, output_option
from timegraph.commands._shared.terminal.progress import progress, shows_progress
from timegraph.commands.questions._inputs import SetInputs, gold_signature, inputs_options
from timegraph.options import Interpretation
from timegraph.report.check import CHECK_FORMATS, CheckFormat
from timegraph.report.question_sets.check import render_question_check
from timegraph.task.question_sets.check import check_question_sets
from timegraph.task.question_sets.rules import RULES

__all__ = ["command"]

_EPILOG = """\b
Examples (from the project root):
  timegraph questions check --kit examples/kit
  timegraph questions check --kit examples/kit --gold examples/kit/gold
  timegraph questions check --kit examples/kit --format json \\
      --select contradicting-answers

Several sets are checked together, as one. A finding is an error or a warning, or a note, which is
shown with --severity note. Decisions are exact: whether answers can all be true, which follow from
others, and, with --gold, whether its links give each answer, contradict it or leave it open.

Exit code 0: no error and no warning is shown; 1: some are; 2: bad usage, or a set that holds no
question at all.
"""


@click.command(epilog=_EPILOG)
@inputs_options
@interpretation_options()
@selection_options(RULES, "docs/question-sets.md")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long each document may take to decide, to explain and to find what follows; past "
    "it the document is reported as not decided.",
)
@message_options
@click.option(
    "--format",
    "format_",
    type=click.Choice(CHECK_FORMATS),
    default="text",
    show_default=True,
    help="How results are printed. csv: a row for each finding; github: as annotations of GitHub "
    "Actions; sarif: SARIF 2.1.0; markdown, latex: the counts alone.",
)
@output_option
@click.pass_context
@shows_progress("checking")
def command(
    context: click.Context,
    *,
    inputs: SetInputs,
    interpretation: Interpretation,
    selection: Selection,
    most: int,
    time_limit: float,
    messages: Messages,
    format_: CheckFormat,
    output: Path | None,
) -> None:
    """Check question sets: their form, whether their answers can all be true, which follow from
    others, and what gold says of them."""
    check_writable(output)
    opened = inputs.open()
    with progress("checking", opened.documents) as step:
        checked = check_question_sets(
            opened.sets,
            key=opened.key,
            gold=opened.gold,
            selection=selection,
            interpretation=interpretation,
            time_limit=time_limit,
            progress=step,
        )
    for finding in checked.findings:
        if finding.code == "unreadable":
            messages.warn(finding.message)
    messages.lines(checked.warnings)
    report = render_question_check(
        checked,
        format_,
        most=most,
        width=terminal_width(),
        signature=gold_signature(interpretation),
    )
    write_result(report, output)
    messages.close()
    if not checked.clean:
        context.exit(1)
