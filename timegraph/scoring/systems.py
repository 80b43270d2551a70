"""The systems that a measure is run over: opened, named, and kept apart from those that cannot be
measured."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from timegraph.corpus.runner import ARCHIVES, DocumentsError, open_documents, similar_path
from timegraph.scoring.measure import Unusable
from timeml import open_collection

if TYPE_CHECKING:
    from timeml import Collection
    from timeml.readers import FormatName


@dataclass(frozen=True, slots=True)
class Systems:
    """The systems that can be measured, by name, and the others with the reason. ``remarks`` say
    where systems were found that are not where the user named them. ``called`` is what messages
    call one of them."""

    collections: dict[str, Collection]
    unusable: tuple[Unusable, ...] = ()
    remarks: tuple[str, ...] = ()
    called: str = "system"

    @property
    def names(self) -> list[str]:
        """The names of the systems that can be measured."""
        return list(self.collections)

    def __repr__(self) -> str:
        return f"<Systems: {len(self.collections)} opened, {len(self.unusable)} unusable>"


def open_systems(
    paths: Sequence[Path],
    *,
    similar: Callable[[Path], str] = similar_path,
    format: FormatName | None = None,
    called: str = "system",
) -> Systems:
    """The systems at ``paths``. Where a folder holds no documents but folders or archives of them,
    each of these is a system. One that is empty, cannot be read or is given twice does not keep the
    others from being measured. ``similar`` says what the user may have meant by a path to nothing,
    ``format`` is that of :class:`timeml.Collection`, ``called`` what messages call a system.

    Raises :class:`DocumentsError` if no system can be measured.
    """
    once: dict[str, Collection | DocumentsError] = {}
    given: dict[str, Path] = {}
    twice: list[Path] = []
    remarks: list[str] = []
    for path in paths:
        for system, opened, remark in _opened(path, similar, format, called):
            if remark and remark not in remarks:
                remarks.append(remark)
            place = os.path.abspath(system)
            if place in once:
                twice.append(system)
            else:
                once[place], given[place] = opened, system
    names = dict(zip(once, system_names(list(given.values())), strict=True))
    problems = [opened for opened in once.values() if isinstance(opened, DocumentsError)]
    collections = {
        names[p]: opened for p, opened in once.items() if not isinstance(opened, DocumentsError)
    }
    if problems and not collections:
        raise problems[0]
    unusable = [
        Unusable(names[place], opened.args[0])
        for place, opened in once.items()
        if isinstance(opened, DocumentsError)
    ]
    for path in twice:
        name = names[os.path.abspath(path)]
        unusable.append(Unusable(name, f"the {called} {path} is given twice"))
    return Systems(collections, tuple(unusable), tuple(remarks), called)


def _opened(
    path: Path, similar: Callable[[Path], str], format: FormatName | None, called: str
) -> Iterator[tuple[Path, Collection | DocumentsError, str]]:
    """The system at ``path``, or those in it: by what it is called, its documents or why there are
    none, and a remark for the user."""
    opened = _open(path, similar, format, called)
    inside = _inside(path)
    if not isinstance(opened, DocumentsError) or not inside:
        yield path, opened, ""
    elif len(inside) == 1:
        yield (
            path,
            _open(inside[0], similar, format, called),
            f"{path}: its documents are in {inside[0]}",
        )
    else:
        names = ", ".join(system_names(inside))
        remark = f"{path}: holds {len(inside)} {called}s: {names}"
        for system in inside:
            yield system, _open(system, similar, format, called), remark


def _inside(folder: Path) -> list[Path]:
    """The systems in a folder of systems; none if another folder is in it, such as those of a kit.

    Folders of documents, empty folders and archives are systems, and what lies alone in a folder.
    """
    systems: list[Path] = []
    for child in _visible(folder):
        if child.name.endswith(ARCHIVES):
            systems.append(child)
        elif child.is_dir():
            entries = _visible(child)
            if not entries or len(open_collection(child, format="timeml")):
                systems.append(child)
            elif len(entries) == 1 and len(inner := _inside(child)) == 1:
                systems += inner
            else:
                return []
    return systems if any(not path.is_dir() or _visible(path) for path in systems) else []


def _visible(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return [path for path in sorted(folder.iterdir()) if not path.name.startswith(".")]


def _open(
    path: Path, similar: Callable[[Path], str], format: FormatName | None, called: str
) -> Collection | DocumentsError:
    try:
        return open_documents(path, called, similar=similar, format=format)
    except DocumentsError as error:
        return error


def system_names(paths: Sequence[Path], *, called: str = "system") -> list[str]:
    """The name of each system: the shortest end of its path that no other system has, archives
    without their ending. Raises :class:`DocumentsError` if a system, which the message names as it
    is ``called``, is given twice."""
    parts = [Path(os.path.abspath(path)).parts for path in paths]
    stems = [(*p[:-1], stem(Path(*p))) for p in parts]
    if len(set(parts)) < len(parts):
        twice = next(path for path, p in zip(paths, parts, strict=True) if parts.count(p) > 1)
        raise DocumentsError(f"the {called} {twice} is given twice")
    if len(set(stems)) < len(stems):  # a folder next to an archive of the same name
        stems = parts
    names = []
    for stem_parts in stems:
        length = 1
        while sum(other[-length:] == stem_parts[-length:] for other in stems) > 1:
            length += 1
        names.append("/".join(stem_parts[-length:]).replace("//", "/"))
    return names


def stem(path: Path) -> str:
    """The name of a folder, or of an archive without its ending."""
    for ending in ARCHIVES:
        if path.name.endswith(ending) and path.is_file():
            return path.name[: -len(ending)]
    return path.name
