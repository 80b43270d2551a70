"""``timegraph questions check``: form, agreement and gold's answers of question sets."""

from __future__ import annotations

from pathlib import Path

import click

from timegraph.checking.selection import Selection
from timegraph.commands._shared.check_options import selection_options
from timegraph.commands._shared.files import (
    BadUsage,
    check_writable,
    open_documents,
    terminal_width,
    write_result,
)
from timegraph.commands._shared.kit import open_kit
from timegraph.commands._shared.messages import Messages, message_options
from timegraph.commands._shared.options import interpretation_options, output_option
from timegraph.commands._shared.parallel import progress_over
from timegraph.commands.questions._inputs import gold_signature, sets_in
from timegraph.options import Interpretation
from timegraph.report.check import CHECK_FORMATS, CheckFormat
from timegraph.report.question_check import render_question_check
from timegraph.task.question_sets.check import check_question_sets
from timegraph.task.question_sets.rules import RULES

__all__ = ["command"]

_EPILOG = """\b
Examples (from the project root):
  timegraph questions check --kit examples/kit
  timegraph questions check --kit examples/kit --gold examples/kit/gold
  timegraph questions check --kit examples/kit --select contradicting-answers --format json

Several sets are checked together, as one. A finding is an error or a warning, or a note, which is
shown with --severity note. Decisions are exact: whether answers can all be true, which follow from
others, and what gold says of each.

Exit code 0: no error and no warning is shown; 1: some are; 2: bad usage, or a set that holds no
question at all.
"""


@click.command(epilog=_EPILOG)
@click.argument("sets", metavar="SET...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--key",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The documents whose ids the questions use.",
)
@click.option(
    "--kit",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Take the key from a kit; SET is then the name of a question set in it, by default its "
    "only one.",
)
@click.option(
    "--gold",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Annotated documents: say of each answer whether their links give it, contradict it or "
    "leave it open. Without --key, the ids of the questions are theirs; else they may have "
    "ids of their own.",
)
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
def command(
    context: click.Context,
    *,
    sets: tuple[Path, ...],
    key: Path | None,
    kit: Path | None,
    gold: Path | None,
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
    if kit is not None:
        if key is not None:
            raise BadUsage("--key and --kit exclude each other: a kit has its own key")
        opened = open_kit(kit, with_systems=False)
        names: list[str | None] = [str(name) for name in sets] or [None]
        sets, key = tuple(opened.question_file(name) for name in names), opened.key
    if not sets:
        raise BadUsage("no question set: name the files to check, or give --kit DIR")
    if key is None and gold is None:
        raise BadUsage("no key: give --key DIR, the documents whose ids the questions use")
    read = sets_in(sets, lenient=True)
    gold_documents = None if gold is None else open_documents(gold, "--gold")
    key_documents = gold_documents if key is None else open_documents(key, "--key")
    assert key_documents is not None
    count = len({question.document for _, one in read for question in one.questions})
    with progress_over(count, "checking") as step:
        checked = check_question_sets(
            read,
            key=key_documents,
            gold=gold_documents,
            selection=selection,
            interpretation=interpretation,
            time_limit=time_limit,
            progress=step,
        )
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
