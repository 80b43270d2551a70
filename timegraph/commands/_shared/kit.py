"""The official layout of a kit, and the names of systems.

A kit is a folder with ``eval-questions/question-set*.txt``, the key documents in
``eval-questions/question-events/`` and, in ``systems/``, a folder or archive for each system.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from timegraph.commands._shared.files import (
    ARCHIVES,
    BadUsage,
    did_you_mean,
    nearest,
    similar_path,
)

__all__ = ["Kit", "open_kit", "system_names"]

_QUESTIONS = re.compile(r"question[-_ ]?set", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Kit:
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
            raise BadUsage(
                f"{self.path} has {len(self.questions)} question files:\n{listed}\n"
                f"choose one: --questions {kit and f'{kit}='}{self.questions[0].name}"
            )
        for spelt in (name, f"{name}.txt", f"question-set-{name}.txt"):
            for file in self.questions:
                if file.name == spelt:
                    return file
        if Path(name).is_file():
            return Path(name)
        raise BadUsage(f"--questions {name}: {self.path} has no such file; it has:\n{listed}")

    def system(self, name: str) -> Path:
        """The system called ``name`` in the kit, else ``name`` as a path."""
        inside = [path for path in self.systems if name in (path.name, _stem(path))]
        return inside[0] if inside and not Path(name).exists() else Path(name)

    def name_of(self, system: Path) -> str:
        """The name of a system of the kit: an archive's is without its ending."""
        return _stem(system)

    def similar(self, path: Path) -> str:
        """A question about the system of the kit that resembles ``path``, at which nothing is."""
        names = {_stem(system): system for system in self.systems}
        return similar_path(path) or did_you_mean(nearest(str(path), names))


def open_kit(path: Path, *, with_systems: bool = True) -> Kit:
    """The kit in the folder ``path``; it may lack systems unless ``with_systems``.

    Raises :class:`BadUsage` that names what the folder lacks.
    """
    if not path.is_dir():
        what = "is not a folder" if path.exists() else "is not there"
        raise BadUsage(f"--kit {path}: {what}{similar_path(path)}")
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
            raise BadUsage(
                f"--kit {path}: has no {what}; a kit has question files, key documents in "
                "eval-questions/question-events/ and systems (or name these three yourself: "
                "--questions FILE --key DIR SYSTEM...)"
            )
    return Kit(path, questions, key, systems)


def system_names(paths: Sequence[Path]) -> list[str]:
    """The name of each system: the shortest end of its path that no other system has, archives
    without their ending. Raises :class:`BadUsage` if a system is given twice."""
    parts = [Path(os.path.abspath(path)).parts for path in paths]
    stems = [(*p[:-1], _stem(Path(*p))) for p in parts]
    if len(set(parts)) < len(parts):
        twice = next(path for path, p in zip(paths, parts, strict=True) if parts.count(p) > 1)
        raise BadUsage(f"the system {twice} is given twice")
    if len(set(stems)) < len(stems):  # a folder beside an archive of the same name
        stems = parts
    names = []
    for own in stems:
        length = 1
        while sum(other[-length:] == own[-length:] for other in stems) > 1:
            length += 1
        names.append("/".join(own[-length:]).replace("//", "/"))
    return names


def _stem(path: Path) -> str:
    for ending in ARCHIVES:
        if path.name.endswith(ending) and path.is_file():
            return path.name[: -len(ending)]
    return path.name


def _children(folder: Path, wanted: Callable[[Path], bool]) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(p for p in folder.iterdir() if not p.name.startswith(".") and wanted(p))
