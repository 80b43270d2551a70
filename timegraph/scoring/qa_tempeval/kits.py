"""Question sets with their keys and systems, opened and scored.

from pathlib import Path
from timegraph.scoring.qa_tempeval.kits import KitInput, open_kit, score_kit
kit = open_kit(KitInput(folder=Path("examples/kit")))
run = score_kit(kit, statistics=True)
print(run.results[0].score.f1)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timegraph._lazy import Later
from timegraph._wording import counted
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
from timegraph.scoring.qa_tempeval.comparison import DocumentAnswers
from timegraph.scoring.qa_tempeval.measure import (
    QA_TEMPEVAL,
    WITH_CONSISTENCY,
    questions_beside_key,
    questions_task,
    read_key,
)
from timegraph.scoring.run import Run, RunOptions, open_systems, run_measure, stem
from timegraph.scoring.signature import Notice
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from timegraph.scoring.qa_tempeval import answer_files
    from timegraph.scoring.qa_tempeval.answer_files import AnswerFile
    from timeml import Collection, Document
    from timeml.readers import FormatName
else:
    answer_files = Later("timegraph.scoring.qa_tempeval.answer_files")


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


def find_kit(path: Path, *, with_systems: bool = True) -> tuple[list[Path], Path, list[Path]]:
    """The question files of the kit in the folder ``path``, the folder of its key, and its systems,
    in the order of their names; it may lack systems unless ``with_systems``.

    Raises :class:`DocumentsError` that names what the folder lacks.
    """
    if not path.is_dir():
        what = "is not a folder" if path.exists() else "does not exist"
        raise DocumentsError(f"--kit {path}: {what}{similar_path(path)}")
    texts = _children(path / "eval-questions", lambda p: p.suffix == ".txt")
    questions = [file for file in texts if _QUESTIONS.match(file.name)] or texts
    key = path / "eval-questions" / "question-events"
    systems = _systems_in(path)
    for there, what in (
        (questions, "eval-questions/question-set*.txt"),
        (key.is_dir(), "eval-questions/question-events/"),
        (systems or not with_systems, "systems/NAME/"),
    ):
        if not there:
            raise DocumentsError(
                f"--kit {path}: has no {what}; a kit has question files, key documents in "
                "eval-questions/question-events/ and systems (or name these three yourself: "
                "--questions FILE --key DIR SYSTEM...)"
            )
    return questions, key, systems


def question_file(kit: Path, files: Sequence[Path], name: str | None) -> Path:
    """The question file called ``name`` among those of a kit: its file name, with or without
    ``.txt``, or the part of it after ``question-set-``. Without a name, the only question file."""
    listed = "\n".join(f"  {file.name}" for file in files)
    if name is None:
        if len(files) == 1:
            return files[0]
        proposed = max(files, key=_affirmed)
        raise DocumentsError(
            f"{kit} has {len(files)} question files:\n{listed}\n"
            f"choose one: --questions {proposed.name}"
        )
    for spelt in (name, f"{name}.txt", f"question-set-{name}.txt"):
        for file in files:
            if file.name == spelt:
                return file
    if Path(name).is_file():
        return Path(name)
    raise DocumentsError(f"--questions {name}: {kit} has no such file; it has:\n{listed}")


def _systems_in(kit: Path) -> list[Path]:
    return _children(kit / "systems", lambda p: p.is_dir() or p.name.endswith(ARCHIVES))


def _similar(kit: Path, path: Path) -> str:
    """A question about the system of the kit that resembles ``path``, at which nothing is."""
    names = {stem(system): system for system in _systems_in(kit)}
    return similar_path(path) or did_you_mean(nearest(str(path), names))


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
    """A kit once it is opened: its ``questions``, its ``systems`` by their names and those that are
    ``unusable``, and the ``key`` by the names of documents in questions (``None``: ids are not
    aligned).

    ``warnings`` say what readers of the scores should know about questions and key, ``notices``
    which ids the key lacks. ``answers`` are the systems that are files of answers.
    """

    chosen: KitInput
    questions: QuestionSet
    systems: Mapping[str, Collection]
    key: Mapping[str, Document] | None
    question_file: Path
    warnings: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    answers: Mapping[str, AnswerFile] = field(default_factory=dict)
    unusable: tuple[Unusable, ...] = ()

    @property
    def names(self) -> list[str]:
        """The names of all systems that can be scored."""
        return [*self.systems, *self.answers]

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
        systems = f"{len(self.systems)} systems, {len(self.unusable)} unusable"
        return f"<Kit: {len(self.questions)} questions, {systems}>"


def score_kit(
    kit: Kit,
    *,
    interpretation: Interpretation = Interpretation(),
    listed: Listed = "all",
    explain: bool = False,
    consistency: bool = False,
    **running: Unpack[RunOptions],
) -> Run[DocumentAnswers]:
    """Ask the systems of the kit its questions (:data:`~timegraph.scoring.QA_TEMPEVAL`); the
    options are those of :func:`~timegraph.scoring.questions_task` and
    :func:`~timegraph.scoring.run_measure`. Where files of answers are among the systems, or with
    ``consistency``, a figure says how many documents are consistent; the run is incomplete if a
    file does not answer every question, or has answers to others, or if the key has none of the ids
    that questions ask about."""

    asked: dict[str, Any] = {
        "questions": kit.questions,
        "key": kit.key,
        "interpretation": interpretation,
        "listed": listed,
        "explain": explain,
    }
    tasks = chain(
        (
            questions_task(system=system, name=name, align_by=kit.align_by, **asked)
            for name, system in kit.systems.items()
        ),
        (
            answer_files.answers_task(file=file, name=name, **asked)
            for name, file in kit.answers.items()
        ),
    )
    run = run_measure(
        WITH_CONSISTENCY if consistency or kit.answers else QA_TEMPEVAL,
        tasks,
        **running,
        unusable=kit.unusable,
        warnings=list(dict.fromkeys(kit.warnings)),
    )
    remarks = list(run.remarks)
    if kit.foreign:
        remarks.append(
            f"{kit.question_file}: the key has none of the ids; score with the key of these "
            "questions"
        )
    unasked = any(result.notices for result in run.results if result.name in kit.answers)
    bare = any(notice.code == "bare-key" for notice in kit.notices)
    incomplete = unasked or bare or kit.foreign
    return replace(run, incomplete=incomplete, remarks=tuple(remarks))


def open_kit(inputs: KitInput, *, answering: bool = False) -> Kit:
    """The kit, opened. With ``answering``, a question set that holds nothing to score will do.
    Raises :class:`~timegraph.corpus.runner.DocumentsError` for inputs that are missing or cannot
    be used, and :class:`~timegraph.scoring.KeyFilesError` for a key that lacks documents.
    """
    paths, file, key_path = _paths(inputs)
    questions, warnings = _questions(file, inputs.lenient, answering)
    similar = similar_path if inputs.folder is None else partial(_similar, inputs.folder)
    systems, unusable, found = open_systems(paths, similar=similar, format=inputs.format)
    answers, unread = _answers(inputs.predictions, questions, systems)
    if unread and not (answers or systems):
        raise DocumentsError(unread[0].reason)
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
    return Kit(
        chosen=inputs,
        questions=questions,
        systems=systems,
        key=key,
        question_file=file,
        warnings=(*warnings, *map(str, notices), *found),
        notices=notices,
        answers=answers,
        unusable=(*unusable, *unread),
    )


def _answers(
    files: Mapping[str, Path], questions: QuestionSet, systems: Iterable[str]
) -> tuple[dict[str, AnswerFile], list[Unusable]]:
    """The files of answers that can be scored, and the others with the reason."""
    answers: dict[str, AnswerFile] = {}
    unusable = []
    for name, path in files.items():
        if name in systems:
            raise DocumentsError(
                f"--predictions {name}={path}: another system is called {name}; give it a name of "
                "its own"
            )
        try:
            answers[name] = answer_files.read_answers(path, questions, system=name)
        except answer_files.AnswerFileError as error:
            unusable.append(Unusable(name, f"{error}{similar_path(path)}"))
    return answers, unusable


def _paths(inputs: KitInput) -> tuple[Sequence[Path], Path, Path | None]:
    """The systems, the question file and the key (``None`` without alignment)."""
    aligned = inputs.align_by is not None
    if inputs.folder is not None:
        files, key, own = find_kit(inputs.folder, with_systems=not inputs.systems)
        if inputs.key is not None:
            raise DocumentsError("--key and --kit exclude each other: a kit has its own key")
        systems = [_system(own, path) for path in inputs.systems] or own
        file = question_file(inputs.folder, files, inputs.questions)
        return systems, file, key if aligned else None
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


def _system(own: Sequence[Path], path: Path) -> Path:
    """The system of a kit that has this name, else the path itself."""
    inside = [system for system in own if str(path) in (system.name, stem(system))]
    return inside[0] if inside and not path.exists() else path


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
        warnings.append(f"{path}: {_not_scored(others, 'of LIST, WHEN or HOW LONG')}")
    if not scored and not lists and not answering:
        raise NothingToScoreError(
            f"{path}: no question has an answer to compare with; nothing to score "
            "(--answers FILE writes what the systems answer)"
        )
    unanswered = len(questions) - scored - lists - others
    if unanswered:
        warnings.append(f"{path}: {_not_scored(unanswered, 'without answer')}")
    return questions, warnings


def _not_scored(number: int, which: str) -> str:
    return f"{counted(number, 'question')} {which} {'is' if number == 1 else 'are'} not scored"
