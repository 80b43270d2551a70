"""Question sets with their keys and systems, one or several, opened and scored together.

from pathlib import Path
from timegraph.scoring.qa_tempeval.kits import KitInput, open_kits, score_kits
kits = open_kits({"": KitInput(folder=Path("examples/kit"))})
run = score_kits(kits, statistics=True)
print(run.results[0].score.f1)
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from timegraph._wording.counting import counted
from timegraph.corpus.runner import (
    ARCHIVES,
    DocumentsError,
    did_you_mean,
    nearest,
    open_documents,
    similar_path,
)
from timegraph.options import Interpretation
from timegraph.qa import Kind, Listed, QuestionSet, read_questions
from timegraph.scoring.measure import Unusable
from timegraph.scoring.qa_tempeval.answer_files import (
    AnswerFile,
    AnswerFileError,
    answers_task,
    read_answers,
)
from timegraph.scoring.qa_tempeval.comparison import DocumentAnswers
from timegraph.scoring.qa_tempeval.measure import (
    QA_TEMPEVAL,
    WITH_CONSISTENCY,
    questions_beside_key,
    questions_task,
    read_key,
)
from timegraph.scoring.run import Run, RunOptions, Task, run_measure
from timegraph.scoring.signature import Notice
from timegraph.scoring.systems import Systems, open_systems, stem
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timeml import Collection, Document
    from timeml.readers import FormatName


# The official layout of a kit.
#
# A kit is a folder with ``eval-questions/question-set*.txt``, the key documents in ``eval-
# questions/question-events/`` and, in ``systems/``, a folder or archive for each system.


NO_QUESTIONS = (
    "without a question set, timegraph questions draw GOLD --output KIT makes one from gold, for "
    "score and compare, and timegraph awareness --gold DIR SYSTEM... compares the links themselves"
)
"""The ways out for whoever has gold alone."""

_QUESTIONS = re.compile(r"question[-_ ]?set", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class KitFolder:
    """The parts of a kit; ``questions`` and ``systems`` in the order of their names."""

    path: Path
    questions: tuple[Path, ...]
    key: Path
    systems: tuple[Path, ...]

    def question_file(self, name: str | None, *, kit: str = "") -> Path:
        """The question file called ``name``: its file name, with or without ``.txt``, or the part
        of it after ``question-set-``. Without a name, the only question file. ``kit`` is what the
        user calls the kit, if there are several."""
        listed = "\n".join(f"  {file.name}" for file in self.questions)
        if name is None:
            if len(self.questions) == 1:
                return self.questions[0]
            proposed = max(self.questions, key=_affirmed)
            raise DocumentsError(
                f"{self.path} has {len(self.questions)} question files:\n{listed}\n"
                f"choose one: --questions {kit and f'{kit}='}{proposed.name}"
            )
        for spelt in (name, f"{name}.txt", f"question-set-{name}.txt"):
            for file in self.questions:
                if file.name == spelt:
                    return file
        if Path(name).is_file():
            return Path(name)
        raise DocumentsError(f"--questions {name}: {self.path} has no such file; it has:\n{listed}")

    def system(self, name: str) -> Path:
        """The system called ``name`` in the kit, else ``name`` as a path."""
        inside = [path for path in self.systems if name in (path.name, stem(path))]
        return inside[0] if inside and not Path(name).exists() else Path(name)

    def name_of(self, system: Path) -> str:
        """The name of a system of the kit: an archive's is without its ending."""
        return stem(system)

    def similar(self, path: Path) -> str:
        """A question about the system of the kit that resembles ``path``, at which nothing is."""
        names = {stem(system): system for system in self.systems}
        return similar_path(path) or did_you_mean(nearest(str(path), names))


def find_kit(path: Path, *, with_systems: bool = True) -> KitFolder:
    """The kit in the folder ``path``; it may lack systems unless ``with_systems``.

    Raises :class:`DocumentsError` that names what the folder lacks.
    """
    if not path.is_dir():
        what = "is not a folder" if path.exists() else "does not exist"
        raise DocumentsError(f"--kit {path}: {what}{similar_path(path)}")
    texts = _children(path / "eval-questions", lambda p: p.suffix == ".txt")
    questions = tuple(file for file in texts if _QUESTIONS.match(file.name)) or tuple(texts)
    key = path / "eval-questions" / "question-events"
    systems = tuple(_children(path / "systems", lambda p: p.is_dir() or p.name.endswith(ARCHIVES)))
    for there, what in (
        (bool(questions), "eval-questions/question-set*.txt"),
        (key.is_dir(), "eval-questions/question-events/"),
        (bool(systems) or not with_systems, "systems/NAME/"),
    ):
        if not there:
            raise DocumentsError(
                f"--kit {path}: has no {what}; a kit has question files, key documents in "
                "eval-questions/question-events/ and systems (or name these three yourself: "
                "--questions FILE --key DIR SYSTEM...)"
            )
    return KitFolder(path, questions, key, systems)


def _affirmed(questions: Path) -> tuple[int, bool]:
    """How many answers in the file are yes, and whether its name says so: kits have sets once more
    with each question turned round, so that all answers are no."""
    answers = (
        line.split("|")[4:5] for line in questions.read_text("utf-8", "replace").splitlines()
    )
    return sum(answer[:1] == ["yes"] for answer in answers), "yes" in questions.stem.lower()


def _children(folder: Path, included: Callable[[Path], bool]) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(p for p in folder.iterdir() if not p.name.startswith(".") and included(p))


class NothingToScoreError(DocumentsError):
    """No question of a set has an answer to compare with."""


@dataclass(frozen=True, slots=True)
class KitInput:
    """A kit as its user names it: a ``folder`` in the layout of the official kits, or ``systems``,
    ``questions`` and ``key``; with a folder, ``systems`` and ``questions`` choose among its own.

    Ids are not aligned if ``align_by`` is ``None``. ``lenient`` counts faulty lines of the question
    set as never correct. ``predictions`` are files of answers, by the names of their systems.
    """

    systems: tuple[Path, ...] = ()
    questions: str | None = None
    key: Path | None = None
    folder: Path | None = None
    align_by: AlignBy | None = "overlap"
    lenient: bool = False
    format: FormatName | None = None
    predictions: Mapping[str, Path] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kit:
    """A kit once it is opened: its ``questions``, ``systems``, and the ``key`` by the names of
    documents in questions (``None``: ids are not aligned).

    ``gold`` has the documents whose events distances count, if not the key. ``warnings`` say what
    readers of the scores should know about questions and key, ``notices`` which ids the key lacks.
    ``answers`` are the systems that are files of answers.
    """

    chosen: KitInput
    questions: QuestionSet
    systems: Systems
    key: Mapping[str, Document] | None
    question_file: Path
    warnings: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    gold: Collection | None = None
    answers: Mapping[str, AnswerFile] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """The names of all systems that can be scored."""
        return [*self.systems.names, *self.answers]

    @property
    def align_by(self) -> AlignBy:
        """How ids are aligned, where they are."""
        return self.chosen.align_by or "overlap"

    @property
    def foreign(self) -> bool:
        """Whether the key has none of the ids that questions ask about."""
        asked = (q.question for q in self.questions.questions if q.document in (self.key or ()))
        ids = sum(len({*q.args} - {*q.dates}) for q in asked if q is not None)
        return 0 < ids == sum(notice.code == "not-in-key" for notice in self.notices)

    def __repr__(self) -> str:
        return f"<Kit: {len(self.questions)} questions, {self.systems!r}>"


def open_kits(
    inputs: Mapping[str, KitInput],
    *,
    aliases: Mapping[str, str] | None = None,
    answering: bool = False,
) -> dict[str, Kit]:
    """Open each kit, by its name (one without a folder is named by its question set).

    With several kits a system is one by its name in any of them, or a path to annotations, which
    are a system of those kits of which they have a document; ``aliases`` have the name of the
    system that a folder is. With ``answering``, a question set that holds nothing to score will do.
    Raises :class:`~timegraph.corpus.runner.DocumentsError` for inputs that are missing or cannot
    be used, and :class:`~timegraph.scoring.KeyFilesError` for a key that lacks documents.
    """
    called = aliases or {}
    several = len(inputs) > 1
    narrowed = _chosen(inputs, called) if several else inputs
    kits = {name: _opened(kit, answering) for name, kit in narrowed.items()}
    if several:
        kits = {
            name: replace(kit, systems=_with_documents(kit, name)) for name, kit in kits.items()
        }
    names = {name for kit in kits.values() for name in kit.systems.names}
    names |= {system.name for kit in kits.values() for system in kit.systems.unusable}
    for kit in inputs.values() if called else ():  # the user may choose a few of them
        if kit.folder is not None:
            folder = find_kit(kit.folder, with_systems=False)
            names |= {folder.name_of(system) for system in folder.systems}
    for name in called:
        if name not in names:
            guess = did_you_mean(nearest(name, names))
            raise DocumentsError(f"--system: no system is called {name}{guess or _listed(names)}")
    return {
        name or kit.question_file.stem: replace(kit, systems=_renamed(kit.systems, called, name))
        for name, kit in kits.items()
    }


def score_kits(
    kits: Mapping[str, Kit],
    *,
    interpretation: Interpretation = Interpretation(),
    listed: Listed = "all",
    explain: bool = False,
    consistency: bool = False,
    **running: Unpack[RunOptions],
) -> Run[DocumentAnswers]:
    """Ask the systems of each kit its questions (:data:`~timegraph.scoring.QA_TEMPEVAL`); the
    options are those of :func:`~timegraph.scoring.questions_task` and
    :func:`~timegraph.scoring.run_measure`. Where files of answers are among the systems, or with
    ``consistency``, a figure says how many documents are consistent; the run is incomplete if a
    file does not answer every question, or has answers to others, or if a key has none of the ids
    that questions ask about."""

    def tasks() -> Iterator[Task[DocumentAnswers]]:
        for name, kit in kits.items():
            for system, collection in kit.systems.collections.items():
                yield questions_task(
                    system=collection,
                    questions=kit.questions,
                    key=kit.key,
                    name=system,
                    interpretation=interpretation,
                    listed=listed,
                    explain=explain,
                    align_by=kit.align_by,
                    kit=name,
                )
            for system, answers in kit.answers.items():
                yield answers_task(
                    name=system,
                    file=answers,
                    questions=kit.questions,
                    key=kit.key,
                    interpretation=interpretation,
                    listed=listed,
                    explain=explain,
                    kit=name,
                )

    digests = {name: kit.questions.digest or "" for name, kit in kits.items()}
    judged = consistency or any(kit.answers for kit in kits.values())
    run = run_measure(
        WITH_CONSISTENCY if judged else QA_TEMPEVAL,
        tasks(),
        **running,
        strata=digests,
        unusable=[
            replace(system, stratum=name)
            for name, kit in kits.items()
            for system in kit.systems.unusable
        ],
        warnings=list(dict.fromkeys(text for kit in kits.values() for text in kit.warnings)),
    )
    files = {name for kit in kits.values() for name in kit.answers}
    unasked = any(result.notices for result in run.results if result.name in files)
    foreign = tuple(
        f"{kit.question_file}: the key has none of the ids; score with the key of these questions"
        for kit in kits.values()
        if kit.foreign
    )
    bare = any(notice.code == "bare-key" for kit in kits.values() for notice in kit.notices)
    incomplete = unasked or bare or bool(foreign)
    return replace(run, incomplete=incomplete, remarks=(*run.remarks, *foreign))


def _opened(inputs: KitInput, answering: bool) -> Kit:
    folder = None
    if inputs.folder is not None:
        folder = find_kit(inputs.folder, with_systems=not inputs.systems)
    paths, question_file, key_path = _paths(inputs, folder)
    questions, warnings = _questions(question_file, inputs.lenient, answering)
    similar = similar_path if folder is None else folder.similar
    systems = open_systems(paths, similar=similar, format=inputs.format)
    answers, unusable = _answers(inputs.predictions, questions, systems)
    if unusable and not (answers or systems.names):
        raise DocumentsError(unusable[0].reason)
    systems = replace(systems, unusable=(*systems.unusable, *unusable))
    key: Mapping[str, Document] | None = None
    if key_path is not None:
        key = read_key(open_documents(key_path, "--key", format=inputs.format), questions)
    notices = tuple(questions_beside_key(questions, key or {}))
    notices += tuple(
        Notice(
            "bare-key",
            name,
            f"{name}: the document of the key has no event, so no event of the questions can "
            "be aligned; is it the text without its annotations?",
            name,
        )
        for name in dict.fromkeys(notice.document for notice in notices)
        if key is not None and not key[name].events
    )
    remarks = (*warnings, *map(str, notices), *systems.remarks)
    return Kit(inputs, questions, systems, key, question_file, remarks, notices, answers=answers)


def _answers(
    files: Mapping[str, Path], questions: QuestionSet, systems: Systems
) -> tuple[dict[str, AnswerFile], list[Unusable]]:
    """The files of answers that can be scored, and the others with the reason."""
    answers: dict[str, AnswerFile] = {}
    unusable = []
    for name, path in files.items():
        if name in systems.names:
            raise DocumentsError(
                f"--predictions {name}={path}: another system is called {name}; give it a name of "
                "its own"
            )
        try:
            answers[name] = read_answers(path, questions, system=name)
        except AnswerFileError as error:
            unusable.append(Unusable(name, f"{error}{similar_path(path)}"))
    return answers, unusable


def _paths(inputs: KitInput, folder: KitFolder | None) -> tuple[Sequence[Path], Path, Path | None]:
    """The systems, the question file and the key (``None`` without alignment)."""
    aligned = inputs.align_by is not None
    if folder is not None:
        if inputs.key is not None:
            raise DocumentsError("--key and --kit exclude each other: a kit has its own key")
        systems = [folder.system(str(path)) for path in inputs.systems] or list(folder.systems)
        return systems, folder.question_file(inputs.questions), folder.key if aligned else None
    if inputs.questions is None:
        raise DocumentsError(
            f"no questions: give --questions FILE, or --kit DIR for an official kit; {NO_QUESTIONS}"
        )
    if not inputs.systems and not inputs.predictions:
        raise DocumentsError(
            "no system: name the folders or archives to score, or files of answers with "
            "--predictions NAME=FILE"
        )
    if aligned and inputs.key is None:
        raise DocumentsError(
            "no key: give --key DIR, the documents whose ids the questions use, or --align off "
            "if the systems have the same ids"
        )
    return inputs.systems, Path(inputs.questions), inputs.key if aligned else None


def _questions(path: Path, lenient: bool, answering: bool) -> tuple[QuestionSet, list[str]]:
    """The question set, and what is to be known of it; for ``answering`` it may be one that holds
    nothing to score."""
    try:
        questions = read_questions(path, lenient=lenient)
    except OSError as error:
        raise DocumentsError(f"--questions {path}: {error.strerror}{similar_path(path)}") from None
    warnings = list(questions.warnings)
    scored = sum(question.scored for question in questions.questions)
    lists = others = 0
    for question in questions.questions:
        if question.question is not None and question.question.kind is not Kind.IS:
            expected = question.question.kind is Kind.LIST and bool(question.rest)
            lists, others = lists + expected, others + (not expected)
    if others:
        warnings.append(f"{path}: {others} LIST, WHEN and HOW LONG questions are not scored")
    if not scored and not lists and not answering:
        raise NothingToScoreError(
            f"{path}: no question has an answer to compare with; nothing to score "
            "(--answers FILE writes what the systems answer)"
        )
    unanswered = len(questions) - scored - lists - others
    if unanswered:
        be = "is" if unanswered == 1 else "are"
        count = counted(unanswered, "question")
        warnings.append(f"{path}: {count} without answer {be} not scored")
    return questions, warnings


def _chosen(inputs: Mapping[str, KitInput], aliases: Mapping[str, str]) -> dict[str, KitInput]:
    """The inputs of several kits, each with the systems that are the user's choice there."""
    named = next(iter(inputs.values())).systems
    folders = {
        name: find_kit(kit.folder, with_systems=not named)
        for name, kit in inputs.items()
        if kit.folder is not None
    }
    names_there = {
        name
        for folder in folders.values()
        for system in folder.systems
        for name in _names_in(folder, system, aliases)
    }
    for name in map(str, named):
        if name not in names_there and not Path(name).exists():
            guess = did_you_mean(nearest(name, names_there))
            raise DocumentsError(
                f"system {name}: none of the kits has it{guess or _listed(names_there)}"
            )
    narrowed = {}
    for kit, kit_input in inputs.items():
        folder = folders[kit]
        folder.question_file(
            kit_input.questions, kit=kit
        )  # here, for the message has the kit's name
        systems = [path for name in named for path in _in_kit(str(name), folder, aliases)]
        if named and not systems:
            names = ", ".join(map(str, named))
            raise DocumentsError(
                f"--kit {kit}: has none of these systems: {names}; leave the kit out"
            )
        narrowed[kit] = replace(kit_input, systems=tuple(systems))
    return narrowed


def _in_kit(name: str, folder: KitFolder, aliases: Mapping[str, str]) -> list[Path]:
    """The system called ``name`` of a kit, or what is at that path."""
    if Path(name).exists():
        return [Path(name)]
    return [system for system in folder.systems if name in _names_in(folder, system, aliases)]


def _names_in(folder: KitFolder, system: Path, aliases: Mapping[str, str]) -> set[str]:
    """All names of a system of a kit."""
    names = {system.name, folder.name_of(system)}
    return names | {aliases[name] for name in names if name in aliases}


def _with_documents(kit: Kit, name: str) -> Systems:
    """The systems without those from outside the kit that have none of its documents."""
    assert kit.chosen.folder is not None
    home = os.path.abspath(kit.chosen.folder)
    there = {
        system: collection
        for system, collection in kit.systems.collections.items()
        if os.path.abspath(collection.path).startswith(home + os.sep)
        or any(_has(collection, document) for document in kit.questions.documents)
    }
    if not there:
        names = ", ".join(kit.systems.names)
        raise DocumentsError(f"--kit {name}: these systems have none of its documents: {names}")
    return replace(kit.systems, collections=there)


def _has(system: Collection, document: str) -> bool:
    try:
        return bool(document) and system.match(document) is not None
    except ValueError:  # several of its files may be the document, which is reported
        return True


def _renamed(systems: Systems, aliases: Mapping[str, str], kit: str) -> Systems:
    """The systems under the names that the user gives them."""
    collections: dict[str, Collection] = {}
    folders: dict[str, str] = {}
    for folder, collection in systems.collections.items():
        name = aliases.get(folder, folder)
        if name in collections:
            where = f"the kit {kit}" if kit else "the systems"
            raise DocumentsError(
                f"--system: {folders[name]} and {folder} are both in {where}, so that they cannot "
                f"be one system, {name}"
            )
        collections[name], folders[name] = collection, folder
    unusable = (
        replace(system, name=aliases.get(system.name, system.name)) for system in systems.unusable
    )
    return replace(systems, collections=collections, unusable=tuple(unusable))


def _listed(names: Iterable[str]) -> str:
    return f"; there are {', '.join(sorted(names))}"
