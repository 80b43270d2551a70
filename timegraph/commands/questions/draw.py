"""``timegraph questions draw``: a kit whose questions and answers come from gold annotations."""

from __future__ import annotations

from pathlib import Path

import click

from timegraph.answer import Answer
from timegraph.commands._shared.files import (
    BadUsage,
    open_documents,
    terminal_width,
    write_result,
)
from timegraph.commands._shared.folders import check_folder, output_folder_option, write_files
from timegraph.commands._shared.messages import Messages, message_options
from timegraph.commands._shared.options import format_option, interpretation_options
from timegraph.commands._shared.terminal.progress import progress, shows_progress
from timegraph.commands.questions._inputs import check_new_kit, gold_signature
from timegraph.options import Interpretation
from timegraph.report import Column, Format, Table, render
from timegraph.task.drawing.draw import Drawn, draw_questions
from timegraph.task.drawing.kit import drawn_files
from timegraph.task.drawing.outcome import outcomes
from timegraph.task.drawing.shares import Shares
from timeml import RelType

__all__ = ["command"]

_EPILOG = """\b
Examples (from the project root):
  timegraph questions draw examples/kit/gold --number 40 --seed 7 --output kit
  timegraph questions draw examples/kit/gold --number 40 --output kit \\
      --near 0.5 --implied 0.25 \\
      --answers yes=60,no=40 --relations BEFORE=2,AFTER=2,INCLUDES=1

An answer is yes or no if the links of gold determine it, and unknown if they leave it open: that is
so of most pairs of entities of a text, whatever an annotator would answer. Each pair is asked about
once, and not if the answers drawn before it determine it.

\b
KIT gets eval-questions/question-set.txt, the key in
eval-questions/question-events/, and the proof of each answer in
eval-questions/proofs.jsonl; "timegraph score --kit KIT SYSTEM" runs on it.

Exit code 1: gold does not have what was asked for (what was got is printed), or a document of it
cannot be read; 2: bad usage, nothing is written.
"""


@click.command(epilog=_EPILOG)
@click.argument("gold", metavar="GOLD", type=click.Path(path_type=Path))
@output_folder_option("KIT")
@click.option(
    "--number",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    metavar="N",
    help="How many questions to draw, as evenly as possible from all documents.",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="S",
    help="Draws the same questions again.",
)
@click.option(
    "--answers",
    default="yes=50,no=50,unknown=0",
    show_default=True,
    metavar="SHARES",
    help="The shares of the answers.",
)
@click.option(
    "--relations",
    default="",
    metavar="SHARES",
    help="The relations to ask, as BEFORE=60,AFTER=40; names alone (BEFORE,AFTER) may be asked in "
    "any proportion.  [default: any relation]",
)
@click.option(
    "--near",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    help="The share of questions about entities in the same or in neighbouring sentences.",
)
@click.option(
    "--implied",
    type=click.FloatRange(0, 1),
    metavar="SHARE",
    help="Of the questions answered yes or no, the share of those that no TLINK joins, so that the "
    "answer takes inference.",
)
@click.option(
    "--allow-implied",
    is_flag=True,
    help="Also draw questions that the answers drawn before them determine.",
)
@interpretation_options()
@message_options
@format_option
@click.pass_context
@shows_progress("drawing")
def command(
    context: click.Context,
    *,
    gold: Path,
    output: Path,
    number: int,
    seed: int,
    answers: str,
    relations: str,
    near: float | None,
    implied: float | None,
    allow_implied: bool,
    interpretation: Interpretation,
    messages: Messages,
    format_: Format,
) -> None:
    """Draw yes/no questions with proven answers from the annotated documents in GOLD."""
    shares = Shares(_answers(answers), _relations(relations), near, implied)
    check_folder(output, [(gold, "gold")])
    check_new_kit(output)
    documents = open_documents(gold, "GOLD")
    with progress("drawing", number, "questions") as step:
        drawn = draw_questions(
            documents,
            number=number,
            shares=shares,
            seed=seed,
            allow_implied=allow_implied,
            interpretation=interpretation,
            progress=step,
        )
    messages.lines(drawn.warnings)
    if not drawn.questions:
        raise BadUsage(f"GOLD {gold}: no question can be drawn from it")
    write_files(output, drawn_files(drawn))
    result = outcomes(drawn)
    write_result(_report(drawn, seed, interpretation, format_), None)
    messages.close()
    missed = [one for one in result if not one.met]
    for one in missed:
        messages.warn(f"{one.part} {one.value}: {one.got} instead of {one.asked}")
    if missed or drawn.warnings:
        context.exit(1)


def _report(drawn: Drawn, seed: int, interpretation: Interpretation, format_: Format) -> str:
    columns = map(Column, ("part", "value", "asked", "got"))
    rows = tuple((one.part, one.value, one.asked, one.got) for one in outcomes(drawn))
    notes = (
        f"{len(drawn.documents)} documents, seed {seed}",
        f"gold: {gold_signature(interpretation)}",
    )
    table = Table(tuple(columns), rows, notes, name="shares")
    return render(table, format_, width=terminal_width())


def _answers(text: str) -> dict[Answer, float]:
    known = {answer.value: answer for answer in Answer}
    weights = {}
    for name, weight in _weights(text, "--answers"):
        if name.lower() not in known:
            raise BadUsage(f"--answers {text}: {name!r} is not yes, no or unknown")
        if weight is None:
            raise BadUsage(f"--answers {text}: {name} has no share; write {name}=50")
        weights[known[name.lower()]] = weight
    if not sum(weights.values()):
        raise BadUsage(f"--answers {text!r}: no answer has a share; write yes=50,no=50")
    return weights


def _relations(text: str) -> dict[RelType, float]:
    weights: dict[RelType, float] = {}
    parsed = _weights(text, "--relations") if text else []
    if len({weight is None for _, weight in parsed}) > 1:
        raise BadUsage(f"--relations {text}: give every relation a share, or none")
    for name, weight in parsed:
        try:
            weights[RelType.parse(name)] = weight or 0
        except ValueError as error:
            raise BadUsage(f"--relations {text}: {error}") from None
    if any(weight is not None for _, weight in parsed) and not sum(weights.values()):
        raise BadUsage(f"--relations {text}: no relation has a share")
    return weights


def _weights(text: str, option: str) -> list[tuple[str, float | None]]:
    """The names in ``name=share,...``, each once, with their shares, ``None`` if there is none."""
    found: dict[str, float | None] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, share = (piece.strip() for piece in part.partition("="))
        try:
            weight = float(share) if equals else None
        except ValueError:
            weight = -1.0
        if weight is not None and not 0 <= weight < float("inf"):
            raise BadUsage(f"{option} {text}: {part!r} is not NAME=SHARE with a positive number")
        if name in found:
            raise BadUsage(f"{option} {text}: {name} is given twice")
        found[name] = weight
    return list(found.items())
