"""``timegraph questions draw``: a kit whose questions and answers come from gold annotations."""

from __future__ import annotations

from pathlib import Path

import click

from timegraph._wording.counting import counted
from timegraph.answer import Answer
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.folders import check_folder, output_folder_option, write_files
from timegraph.commands.shared.options import (
    format_option,
    interpretation_options,
    message_options,
    option,
    path_argument,
    time_limit_option,
)
from timegraph.commands.shared.terminal.progress import progress
from timegraph.corpus.runner import open_documents
from timegraph.options import Interpretation
from timegraph.report import Column, Format, Report, Table
from timegraph.task.drawing.draw import Drawn, draw_questions
from timegraph.task.drawing.kit import drawn_files, outcomes
from timegraph.task.drawing.pool import Shares
from timegraph.task.questions._inputs import check_new_kit, gold_signature
from timeml import RelType

_EPILOG = """\b
Examples (from the project root):
  timegraph questions draw examples/kit/gold --number 40 --seed 7 --output kit
  timegraph questions draw examples/kit/gold --number 40 --output kit \\
      --shares yes=60,no=40,BEFORE=2,AFTER=2,INCLUDES=1

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


_NO_MORE = (
    "gold has no more questions of this kind whose answers do not follow from those drawn; it may "
    "have some that it leaves open: add unknown to --shares (yes=40,no=40,unknown=20)"
)


@command_with(
    path_argument("gold", "GOLD"),
    output_folder_option("KIT"),
    option(
        "--number N",
        "How many questions to draw, as evenly as possible from all documents.",
        type=click.IntRange(min=1),
        default=100,
    ),
    option(
        "--seed S",
        "Seed of the draw: the same seed draws the same questions.",
        type=int,
        default=0,
    ),
    option(
        "--shares SHARES",
        "The shares of the answers yes, no and unknown and, of the relations to ask, as "
        "yes=60,no=40,BEFORE=2,AFTER=1. Relations alone (BEFORE,AFTER) may be asked in any "
        "proportion; without any, all relations are.",
        default="yes=50,no=50",
    ),
    interpretation_options(),
    message_options,
    time_limit_option,
    format_option,
    epilog=_EPILOG,
    progress="drawing",
)
def command(
    call: Call,
    *,
    gold: Path,
    target: Path,
    number: int,
    seed: int,
    shares: str,
    interpretation: Interpretation,
    format_: Format,
) -> None:
    """Draw yes/no questions with proven answers from the annotated documents in GOLD."""
    wanted = _shares(shares)
    check_folder(target, [(gold, "gold")])
    check_new_kit(target)
    documents = open_documents(gold, "GOLD")
    with progress("drawing", number, "questions") as step:
        drawn = draw_questions(
            documents,
            number=number,
            shares=wanted,
            seed=seed,
            interpretation=interpretation,
            progress=step,
            seconds=call.time_limit,
        )
    call.messages.lines(drawn.warnings)
    if not drawn.questions:
        raise BadUsage(f"GOLD {gold}: no question can be drawn from it")
    write_files(target, drawn_files(drawn))
    result = outcomes(drawn)
    call.print(_report(drawn, seed, interpretation), format_)
    missed = [outcome for outcome in result if not outcome.met]
    for outcome in missed:
        call.messages.warn(
            f"{outcome.part} {outcome.value}: {outcome.got} instead of {outcome.asked}"
        )
    if len(drawn.questions) < number:
        call.messages.warn(_NO_MORE)
    call.finish(complete=not missed and not drawn.warnings)


def _report(drawn: Drawn, seed: int, interpretation: Interpretation) -> Report:
    columns = map(Column, ("part", "value", "asked", "got"))
    rows = tuple(
        (outcome.part, outcome.value, outcome.asked, outcome.got) for outcome in outcomes(drawn)
    )
    notes = (
        f"{counted(len(drawn.documents), 'document')}, seed {seed}",
        f"gold: {gold_signature(interpretation)}",
    )
    return Report([Table(tuple(columns), rows, notes, name="shares")])


def _shares(text: str) -> Shares:
    """The shares of answers and of relations; without any of the answers, half of them are yes and
    half no."""
    answers = {answer.value: answer for answer in Answer}
    of_answers: dict[Answer, float] = {}
    of_relations: dict[RelType, float | None] = {}
    for name, weight in _weights(text):
        answer = answers.get(name.lower())
        if answer is not None:
            if weight is None:
                raise BadUsage(f"--shares {text}: {name} has no share; write {name}=50")
            of_answers[answer] = weight
        else:
            of_relations[_relation(name, text)] = weight
    if of_answers and not sum(of_answers.values()):
        raise BadUsage(f"--shares {text}: no answer has a share; write yes=50,no=50")
    shares = [weight for weight in of_relations.values() if weight is not None]
    if shares and len(shares) < len(of_relations):
        raise BadUsage(f"--shares {text}: give every relation a share, or none")
    if shares and not sum(shares):
        raise BadUsage(f"--shares {text}: no relation has a share")
    return Shares(
        of_answers or {Answer.YES: 50, Answer.NO: 50},
        {relation: weight or 0 for relation, weight in of_relations.items()},
    )


def _relation(name: str, text: str) -> RelType:
    try:
        return RelType.parse(name)
    except ValueError as error:
        raise BadUsage(f"--shares {text}: {name!r} is not an answer, and {error}") from None


def _weights(text: str) -> list[tuple[str, float | None]]:
    """The names in ``name=share,...``, each once, with their shares, ``None`` if there is none."""
    weights: dict[str, float | None] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, share = (piece.strip() for piece in part.partition("="))
        try:
            weight = float(share) if equals else None
        except ValueError:
            weight = -1.0
        if weight is not None and not 0 <= weight < float("inf"):
            raise BadUsage(f"--shares {text}: {part!r} is not NAME=SHARE with a positive number")
        if name in weights:
            raise BadUsage(f"--shares {text}: {name} is given twice")
        weights[name] = weight
    return list(weights.items())
