"""What the commands of ``timegraph questions`` read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from timegraph.commands.shared.command import BadUsage, Bundle
from timegraph.commands.shared.options import path_argument, path_option
from timegraph.corpus.runner import open_documents
from timegraph.options import Interpretation
from timegraph.qa import QuestionSet, read_questions
from timegraph.scoring.qa_tempeval.kits import find_kit
from timegraph.scoring.signature import Signature
from timeml import Collection, TimeMLError


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


@dataclass(frozen=True, slots=True)
class SetInputs:
    """Question sets, their key and gold as the user names them."""

    sets: tuple[Path, ...]
    key: Path | None
    kit: Path | None
    gold: Path | None

    def open(self) -> tuple[list[tuple[str, QuestionSet]], Collection, Collection | None]:
        """The sets by path, read leniently, the key, and gold if it is given; :class:`BadUsage` for
        what cannot be used."""
        sets, key = self.sets, self.key
        if self.kit is not None:
            if key is not None:
                raise BadUsage("--key and --kit exclude each other: a kit has its own key")
            opened = find_kit(self.kit, with_systems=False)
            names: list[str | None] = [*map(str, sets)] or [None]
            sets, key = tuple(opened.question_file(name) for name in names), opened.key
        if not sets:
            raise BadUsage("no question set: name the files, or give --kit DIR")
        if key is None and self.gold is None:
            raise BadUsage("no key: give --key DIR, the documents whose ids the questions use")
        read = sets_in(sets, lenient=True)
        gold = None if self.gold is None else open_documents(self.gold, "--gold")
        documents = gold if key is None else open_documents(key, "--key")
        assert documents is not None
        _check_some(documents, "--gold" if key is None else "--key", read)
        if gold is not None:
            _check_some(gold, "--gold", read)
        return read, documents, gold


inputs_options = Bundle(
    "inputs",
    (
        path_argument("sets", "SET...", nargs=-1),
        path_option("--key DIR", "The documents whose ids the questions use."),
        path_option(
            "--kit DIR",
            "Take the key from a kit; SET is then the name of a question set in it, by "
            "default its only one.",
        ),
        path_option(
            "--gold DIR",
            "Annotated documents of the same texts. Without --key, the ids of the questions "
            "are theirs; else they may have ids of their own.",
        ),
    ),
    SetInputs,
)
"""The argument SET... and the options for key and gold; the command receives one argument,
``inputs``."""


def _check_some(
    documents: Collection, option: str, sets: Sequence[tuple[str, QuestionSet]]
) -> None:
    """Raise :class:`BadUsage` if there is none of the documents that are asked about: then the
    path is nearly always mistyped."""
    asked = dict.fromkeys(
        question.document for _, question_set in sets for question in question_set.questions
    )
    for name in asked:
        try:
            if name and documents.match(name) is not None:
                return
        except TimeMLError:  # several have the name, which is reported in its place
            return
    raise BadUsage(
        f"{option} {documents.path}: has none of the documents that are asked about, such as "
        f"{next(filter(None, asked), 'none that is named')}"
    )


def check_new_kit(output: Path) -> None:
    """Raise :class:`BadUsage` if a kit is in the folder already: its files would be mixed with the
    new ones."""
    if (output / "eval-questions").exists():
        raise BadUsage(f"--output {output}: holds a kit already; choose another folder")


def gold_signature(interpretation: Interpretation) -> str:
    """How the links of gold are read, in a line."""
    return str(Signature.of("gold-answers", **interpretation.signature()))
