"""``timegraph torque answer``: the questions asked of TimeML annotations."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click

from timegraph.commands._shared.files import BadUsage, check_writable, write_result
from timegraph.commands._shared.options import output_option
from timegraph.commands._shared.terminal.progress import shows_progress
from timegraph.commands.torque._documents import aligned_in
from timegraph.commands.torque._inputs import (
    finish,
    passages_argument,
    passages_in,
    timeml_option,
)
from timegraph.report.torque_reasons import reasons_of
from timegraph.torque.answers import (
    AnsweredTorque,
    TorquePolicy,
    TorqueReading,
    answer_passages,
)
from timegraph.torque.problems import Problem

__all__ = ["command"]

_EPILOG = """\b
Examples (from the project root):
  timegraph torque answer --timeml examples/torque/timeml \\
      examples/torque/passages.json
  timegraph torque answer --timeml examples/torque/timeml \\
      examples/torque/passages.json --why

Without --why the output is a prediction file that "timegraph torque score" reads.
"""


@click.command(epilog=_EPILOG)
@passages_argument
@timeml_option
@click.option(
    "--policy",
    type=click.Choice(["entailed", "possible", "all-but-excluded"]),
    default="entailed",
    show_default=True,
    help="Which events are in an answer: those of which the annotation entails it, also those of "
    "which it leaves it open, or also those that are not annotated.",
)
@click.option(
    "--reading",
    type=click.Choice(["starts", "intervals"]),
    default="starts",
    show_default=True,
    help="Before means: starts before the other starts, or ends before the other starts.",
)
@click.option("--question", metavar="TEXT", help="Only questions that contain TEXT.")
@click.option("--passage", "name", metavar="NAME", help="Only the passage of this name.")
@click.option(
    "--why", is_flag=True, help="Say for each event why it is in the answer, or what is missing."
)
@click.option("--verbose", is_flag=True, help="Name every problem.")
@output_option
@click.pass_context
@shows_progress("answering")
def command(
    context: click.Context,
    *,
    passages: Path,
    folders: tuple[Path, ...],
    policy: TorquePolicy,
    reading: TorqueReading,
    question: str | None,
    name: str | None,
    why: bool,
    verbose: bool,
    output: Path | None,
) -> None:
    """Answer the questions from annotations, as predictions or with reasons (--why)."""
    check_writable(output)
    read = passages_in(passages)
    if len(folders) != 1:
        raise BadUsage("answers are those of one annotation; give --timeml once")
    if name is not None and name not in read.by_name:
        raise BadUsage(f"{passages}: has no passage {name}")
    aligned, found = aligned_in(folders[0], read)
    problems = [*read.problems, *found]
    wanted = [one for one in aligned.values() if name in (None, one.passage.name)]
    answered = [
        (one, answer)
        for one in answer_passages(wanted, reading=reading, policy=policy)
        for answer in one.answers
        if question is None or question.casefold() in answer.question.text.casefold()
    ]
    problems += [
        Problem("not-understood", a.question.passage, a.question.text, "says no order")
        for _, a in answered
        if a.asked is None
    ]
    if why:
        text = "\n".join(f"{reasons_of(one, answer)}\n" for one, answer in answered)
    else:
        text = "".join(_lines(answer for _, answer in answered))
    write_result(text, output)
    finish(context, problems, verbose=verbose)


def _lines(answered: Iterable[AnsweredTorque]) -> Iterable[str]:
    for one in answered:
        content = {
            "passage": one.question.passage,
            "question": one.question.text,
            "events": sorted(one.answer),
        }
        yield json.dumps(content, ensure_ascii=False) + "\n"
