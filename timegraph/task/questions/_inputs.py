"""What the commands of ``timegraph questions`` read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from timegraph.commands.shared.command import BadUsage
from timegraph.options import Interpretation
from timegraph.qa import QuestionSet, read_questions
from timegraph.scoring.signature import Signature


def sets_in(paths: Sequence[Path], *, lenient: bool) -> list[tuple[str, QuestionSet]]:
    """The question sets of these files, each with its path. If that is ``lenient``, a faulty line
    does not stop it."""
    sets: list[tuple[str, QuestionSet]] = []
    for path in paths:
        if path in paths[: len(sets)]:
            raise BadUsage(f"the question set {path} is given twice")
        if path.is_dir():
            raise BadUsage(f"{path}: is a folder; give a question set, or the folder with --kit")
        sets.append((str(path), read_questions(path, lenient=lenient)))
    return sets


def check_new_kit(output: Path) -> None:
    """Raise :class:`BadUsage` if a kit is in the folder already: its files would be mixed with the
    new ones."""
    if (output / "eval-questions").exists():
        raise BadUsage(f"--output {output}: holds a kit already; choose another folder")


def gold_signature(interpretation: Interpretation) -> str:
    """How the links of gold are read, in a line."""
    return str(Signature.of("gold-answers", **interpretation.signature()))
