"""The official layout of a kit.

A kit is a folder with ``eval-questions/question-set*.txt``, the key documents in
``eval-questions/question-events/`` and, in ``systems/``, a folder or archive for each system.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from timegraph.corpus.opening import (
    ARCHIVES,
    DocumentsError,
    did_you_mean,
    nearest,
    similar_path,
)
from timegraph.scoring.systems import stem

__all__ = ["NO_QUESTIONS", "KitFolder", "find_kit"]

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
            raise DocumentsError(
                f"{self.path} has {len(self.questions)} question files:\n{listed}\n"
                f"choose one: --questions {kit and f'{kit}='}{self.questions[0].name}"
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


def _children(folder: Path, included: Callable[[Path], bool]) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(p for p in folder.iterdir() if not p.name.startswith(".") and included(p))
