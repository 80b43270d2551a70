"""``timegraph questions check``: form, agreement and gold's answers of question sets."""

from __future__ import annotations

import click

from timegraph.commands.shared.check_options import ShownRules, selection_options
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.options import (
    FINDING_FORMATS,
    format_option_of,
    interpretation_options,
    message_options,
    option,
    output_option,
    switch,
)
from timegraph.commands.shared.terminal.progress import progress
from timegraph.options import Interpretation
from timegraph.report import FindingFormat
from timegraph.task.question_sets.rules import RULES
from timegraph.task.question_sets.suggestions import check_question_sets
from timegraph.task.questions._inputs import SetInputs, gold_signature, inputs_options
from timegraph.task.report import question_check_report

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


@command_with(
    inputs_options,
    interpretation_options(),
    selection_options(RULES, "docs/question-sets.md"),
    option(
        "--time-limit SECONDS",
        "How long each document may take to decide, to explain and to find what follows; past "
        "it the document is reported as not decided.",
        type=click.FloatRange(min=0, min_open=True),
        default=10.0,
    ),
    switch(
        "--suggest",
        "With --gold, for each question that gold leaves open, the fewest links that would answer "
        "it; for each that it contradicts, the fewest to remove.",
    ),
    message_options,
    format_option_of(
        FINDING_FORMATS,
        " markdown has the counts alone.",
    ),
    output_option,
    epilog=_EPILOG,
    progress="checking",
)
def command(
    call: Call,
    *,
    inputs: SetInputs,
    interpretation: Interpretation,
    shown: ShownRules,
    suggest: bool,
    format_: FindingFormat,
) -> None:
    """Check question sets: their form, whether their answers can all be true, which follow from
    others, and what gold says of them."""
    sets, key, gold = inputs.open()
    if suggest and gold is None:
        raise BadUsage("--suggest says what gold lacks: add --gold DIR")
    documents = {question.document for _, asked in sets for question in asked.questions}
    with progress("checking", len(documents)) as step:
        checked = check_question_sets(
            sets,
            key=key,
            gold=gold,
            selection=shown.selection,
            interpretation=interpretation,
            time_limit=call.time_limit,
            suggest=suggest,
            progress=step,
        )
    for finding in checked.findings:
        if finding.code == "unreadable":
            call.messages.warn(finding.message)
    call.messages.lines(checked.warnings)
    report = question_check_report(
        checked, most=shown.most, signature=gold_signature(interpretation)
    )
    call.print(report, format_)
    call.finish(complete=checked.clean)
