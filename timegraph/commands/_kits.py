"""The options of commands that ask systems a question set: which systems, and which questions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from timegraph import pictures
from timegraph.commands.shared.command import BadUsage, Bundle, Call
from timegraph.commands.shared.corpus_options import from_option
from timegraph.commands.shared.measure_command import working
from timegraph.commands.shared.options import (
    align_options,
    option,
    path_argument,
    path_option,
    switch,
)
from timegraph.commands.shared.terminal import progress
from timegraph.scoring import KeyFilesError
from timegraph.scoring.measure import Grouping
from timegraph.scoring.qa_tempeval.comparison import DocumentAnswers
from timegraph.scoring.qa_tempeval.kits import Kit, KitInput, open_kit, score_kit
from timegraph.scoring.qa_tempeval.measure import groupings
from timegraph.scoring.run import Run

_IN_KEY = ("sentence", "distance")


kit_inputs = Bundle(
    "inputs",
    (
        path_argument("systems", "SYSTEM...", nargs=-1),
        option("--questions FILE", "The question set; with --kit, its name there."),
        path_option("--key DIR", "The key documents, whose ids the questions use."),
        path_option(
            "--kit DIR",
            "Take questions, key and systems from a folder in the layout of the official kits.",
            called="folder",
        ),
        align_options("the key"),
        switch("--lenient", "Count faulty lines of the questions as never correct."),
        from_option,
        option(
            "--predictions NAME=FILE",
            "Also score the answers in FILE, as those of the system NAME: question (its number, or "
            "its query) and yes, no or unknown, with the document where that is needed; TSV, CSV "
            "or JSON lines. May be repeated.",
            multiple=True,
        ),
    ),
    lambda format_from, predictions, **named: KitInput(
        format=format_from, predictions=_prediction_files(predictions), **named
    ),
)
"""The argument SYSTEM... and the options for questions, key, kit and alignment; the command
receives one argument, ``inputs``."""


def _prediction_files(texts: Sequence[str]) -> dict[str, Path]:
    """The file of each system of answers by its name, which is that of the file by default."""
    files: dict[str, Path] = {}
    for text in texts:
        name, equals, file = text.partition("=")
        path = Path(file)
        if Path(text).exists() or not (equals and name and file):
            path = Path(text)
            name = path.stem
        if name in files:
            raise BadUsage(f"--predictions {text}: another file is called {name}: write NAME=FILE")
        files[name] = path
    return files


def opened_kit(call: Call, inputs: KitInput, *, answering: bool = False) -> Kit:
    """The kit, opened; what is to be known of questions and key is printed. Raises
    :class:`BadUsage` for what cannot be used."""
    try:
        kit = open_kit(inputs, answering=answering)
    except KeyFilesError as error:
        if call.messages.verbosity == "verbose" or str(error) == error.in_full:
            raise BadUsage(error.in_full) from None
        raise BadUsage(f"{error}\n(--verbose names them all)") from None
    if kit.chosen.key is not None and kit.chosen.align_by is None:
        call.messages.warn("--key is not used with --align off")
    told = set(map(str, kit.notices))
    call.messages.lines([warning for warning in kit.warnings if warning not in told])
    call.messages.notices("key", kit.notices)
    return kit


def ask_kit(call: Call, kit: Kit, **asking: Any) -> Run[DocumentAnswers]:
    """Ask the systems of the kit its questions; the options are those of
    :func:`timegraph.scoring.score_kit`."""
    total = len(kit.names) * len(kit.questions.documents)
    with working(call, total, kit.names) as running:
        return score_kit(kit, **asking, **running)


def groupings_of(kit: Kit, by: Sequence[str]) -> list[Grouping[DocumentAnswers]]:
    """The groupings of these kinds for the questions of the kit. Raises :class:`BadUsage` for what
    cannot be measured."""
    if kit.key is None and not set(by).isdisjoint(_IN_KEY):
        raise BadUsage(
            "distances are those in the key: --by sentence and distance do not go with --align off"
        )
    return groupings(by, key=kit.key)


def draw_pages(folder: Path, run: Run[DocumentAnswers], kit: Kit, **options: Any) -> Path:
    """Write the pages of a run over the kit; ``options`` are those of
    :func:`timegraph.pictures.write_score_pages`. Returns the page to open first."""
    number = len(kit.names) * len(kit.questions.documents)
    with progress("drawing", number, "pages") as step:
        return pictures.write_score_pages(folder, run, kit, progress=step, **options)
