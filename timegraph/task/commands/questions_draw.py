"""``timegraph questions draw``: a kit whose questions and answers come from gold annotations."""

from __future__ import annotations

from pathlib import Path

import click

from timegraph._wording import counted
from timegraph.answer import Answer
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.named_documents import (
    check_folder,
    output_folder_option,
    write_files,
)
from timegraph.commands.shared.options import (
    interpretation_options,
    of_call,
    option,
    path_argument,
)
from timegraph.commands.shared.terminal import progress
from timegraph.corpus.runner import open_documents
from timegraph.options import Interpretation
from timegraph.report import Column, Report, Table
from timegraph.scoring.signature import Signature
from timegraph.task.drawing import draw_questions, drawn_files, outcomes
from timeml import RelType

_EPILOG = """\b
Examples (from the project root):
  timegraph questions draw examples/kit/gold --number 40 --seed 7 --output kit
  timegraph questions draw examples/kit/gold --number 40 --output kit \\
      --shares yes=60,no=40,BEFORE,AFTER,INCLUDES

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
        "The shares of the answers yes, no and unknown, and the relations to ask, by default "
        "all: yes=60,no=40,BEFORE,AFTER.",
        default="yes=50,no=50",
    ),
    interpretation_options(),
    call=of_call("format messages time-limit"),
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
) -> None:
    """Draw yes/no questions with proven answers from the annotated documents in GOLD."""
    answers, relations = _shares(shares)
    check_folder(target, [(gold, "gold")])
    if (target / "eval-questions").exists():  # its files would be mixed with the new ones
        raise BadUsage(f"--output {target}: holds a kit already; choose another folder")
    documents = open_documents(gold, "GOLD")
    with progress("drawing", number, "questions") as step:
        drawn = draw_questions(
            documents,
            number=number,
            answers=answers,
            relations=relations,
            seed=seed,
            interpretation=interpretation,
            progress=step,
            seconds=call.time_limit,
        )
    call.messages.lines(drawn.warnings)
    if not drawn.questions:
        raise BadUsage(f"GOLD {gold}: no question can be drawn from it")
    write_files(target, drawn_files(drawn))
    rows = tuple(outcomes(drawn))
    columns = tuple(map(Column, ("part", "value", "asked", "got")))
    signature = Signature.of("gold-answers", **interpretation.signature())
    notes = (f"{counted(len(drawn.documents), 'document')}, seed {seed}", f"gold: {signature}")
    call.print(Report([Table(columns, rows, notes, name="shares")]))
    missed = [row for row in rows if row[2] not in (None, row[3])]
    for part, value, asked, got in missed:
        call.messages.warn(f"{part} {value}: {got} instead of {asked}")
    if len(drawn.questions) < number:
        call.messages.warn(_NO_MORE)
    call.finish(complete=not missed and not drawn.warnings)


def _shares(text: str) -> tuple[dict[Answer, float], list[RelType]]:
    """The shares of the answers, by default half of them yes and half no, and the relations."""
    answers: dict[Answer, float] = {}
    relations: list[RelType] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, share = (piece.strip() for piece in part.partition("="))
        try:
            answer = Answer(name.lower())
        except ValueError:
            relations.append(_relation(part, text))
            continue
        if answer in answers:
            raise BadUsage(f"--shares {text}: {name} is given twice")
        try:
            answers[answer] = float(share)
        except ValueError:
            answers[answer] = -1.0
        if not 0 <= answers[answer] < float("inf"):
            raise BadUsage(f"--shares {text}: {part!r} is not {name}=SHARE with a positive number")
    if answers and not sum(answers.values()):
        raise BadUsage(f"--shares {text}: no answer has a share; write yes=50,no=50")
    return answers or {Answer.YES: 50, Answer.NO: 50}, list(dict.fromkeys(relations))


def _relation(name: str, text: str) -> RelType:
    try:
        return RelType.parse(name)
    except ValueError as error:
        raise BadUsage(f"--shares {text}: {name!r} is not an answer, and {error}") from None
