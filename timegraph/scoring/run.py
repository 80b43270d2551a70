"""Running a measure over systems: the one place for workers, progress and statistics.

from timegraph.scoring import AWARENESS, read_gold
from timegraph.scoring.run import run_measure
from timeml import open_collection

gold = read_gold(open_collection("gold"))
run = run_measure(
    AWARENESS,
    [AWARENESS.task(gold=gold, system=open_collection("system"))],
    statistics=True,
)
print(run.results[0].score.f1)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypedDict, TypeVar

from timegraph._wording import counted
from timegraph.corpus import Item, Progress, run as run_items
from timegraph.corpus.runner import ARCHIVES, DocumentsError, open_documents, similar_path
from timegraph.scoring.measure import (
    Measure,
    Measured,
    Result,
    Statistics,
    Unusable,
    few_units,
    statistics_of,
)
from timegraph.scoring.signature import Notice, Signature, within_limit
from timegraph.scoring.statistics import FEW_DOCUMENTS, SEED
from timeml import open_collection

if TYPE_CHECKING:
    from timeml import Collection
    from timeml.readers import FormatName


def open_systems(
    paths: Sequence[Path],
    *,
    similar: Callable[[Path], str] = similar_path,
    format: FormatName | None = None,
    called: str = "system",
) -> tuple[dict[str, Collection], list[Unusable], list[str]]:
    """The systems at ``paths`` that can be measured, by name, the others with the reason, and where
    systems were found that are not where the user named them. Where a folder holds no documents but
    folders or archives of them, each of these is a system. One that is empty, cannot be read or is
    given twice does not keep the others from being measured. ``similar`` says what the user may
    have meant by a path to nothing, ``format`` is that of :class:`timeml.Collection`, ``called``
    what messages call a system.

    Raises :class:`DocumentsError` if no system can be measured.
    """
    found: dict[str, tuple[Path, Collection | DocumentsError]] = {}
    twice: list[Path] = []
    remarks: dict[str, None] = {}
    for path in paths:
        for system, opened, remark in _opened(path, similar, format, called):
            remarks.update(dict.fromkeys([remark] if remark else []))
            place = os.path.abspath(system)
            if place in found:
                twice.append(system)
            else:
                found[place] = system, opened
    names = dict(zip(found, system_names([path for path, _ in found.values()]), strict=True))
    collections: dict[str, Collection] = {}
    problems: dict[str, DocumentsError] = {}
    for place, (_, opened) in found.items():
        if isinstance(opened, DocumentsError):
            problems[names[place]] = opened
        else:
            collections[names[place]] = opened
    if problems and not collections:
        raise next(iter(problems.values()))
    unusable = [Unusable(name, problem.args[0]) for name, problem in problems.items()]
    for path in twice:
        reason = f"the {called} {path} is given twice"
        unusable.append(Unusable(names[os.path.abspath(path)], reason))
    return collections, unusable, list(remarks)


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


V = TypeVar("V")


class RunOptions(TypedDict, total=False):
    """How a measure is run, as keyword arguments; :func:`run_measure` explains them."""

    workers: Workers
    progress: Progress | None
    statistics: bool
    seed: int
    against: str


@dataclass(frozen=True, slots=True)
class Workers:
    """Who counts: ``jobs`` processes, or an ``executor`` such as that of a cluster. A document
    may take so many ``seconds``."""

    jobs: int = 1
    executor: Executor | None = None
    seconds: float | None = None

    @property
    def as_bytes(self) -> bool:
        """Whether documents travel as bytes rather than as objects."""
        return self.executor is not None or self.jobs > 1


def _no_remarks(units: Sequence[Measured[Any]]) -> tuple[Notice, ...]:
    """For systems without notices."""
    return ()


@dataclass(frozen=True, kw_only=True, repr=False)
class Task(Generic[V]):
    """One system, ready to be measured.

    ``items`` makes what is counted, given whether documents travel as bytes; ``count`` counts one
    item and is called in worker processes; ``finish`` completes what they return. ``total`` is the
    number of items, ``remarks`` makes notices about the system from all its units.
    """

    system: str
    signature: Signature
    items: Callable[[bool], Iterable[Item]]
    count: Callable[[Item], Measured[Any]]
    total: int
    finish: Callable[[Sequence[Measured[Any]]], Sequence[Measured[V]]] = tuple
    remarks: Callable[[Sequence[Measured[V]]], Iterable[Notice]] = _no_remarks

    def __repr__(self) -> str:
        return f"<Task {self.system}: {counted(self.total, 'item')}>"


@dataclass(frozen=True, kw_only=True, repr=False)
class Run(Generic[V]):
    """What a measure gives for systems: their ``results``, and those that could not be measured.

    ``statistics`` are there if they were wanted. ``warnings`` say what readers should know about
    the input that all systems share, ``remarks`` what they should know about the figures.
    ``incomplete`` says that something was wrong with the input.
    """

    measure: Measure[V]
    results: tuple[Result[V], ...]
    unusable: tuple[Unusable, ...] = ()
    statistics: Statistics | None = None
    warnings: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    incomplete: bool = False

    @property
    def complete(self) -> bool:
        """Whether every system and every document is there and could be read."""
        return not (
            self.incomplete or self.unusable or not all(result.complete for result in self.results)
        )

    def with_statistics(self) -> Run[V]:
        """The run with statistics: its own, or those of :func:`run_measure`."""
        if self.statistics is not None:
            return self
        remarks = (*self.remarks, *_remarks(self.measure, self.results, statistics=True))
        return replace(
            self,
            statistics=statistics_of(self.results),
            remarks=tuple(dict.fromkeys(remarks)),
        )

    def __repr__(self) -> str:
        names = ", ".join(result.name for result in self.results)
        return f"<Run of {self.measure.name}: {names}>"


def run_measure(
    measure: Measure[V],
    tasks: Iterable[Task[V]],
    *,
    workers: Workers = Workers(),
    progress: Progress | None = None,
    statistics: bool = False,
    seed: int = SEED,
    against: str = "",
    unusable: Sequence[Unusable] = (),
    warnings: Sequence[str] = (),
    incomplete: bool = False,
) -> Run[V]:
    """Count every unit of every system, and add the ``statistics`` if they are wanted.

    ``against`` names the system that the others are compared with, by default the best; ``seed``
    is that of the randomisation test. ``progress`` is called with the name of each unit when it is
    counted. Raises ``ValueError`` if no system is called ``against``, or two have one name.
    """
    results: dict[str, Result[V]] = {}
    for task in tasks:
        if task.system in results:
            raise ValueError(f"two systems are called {task.system}; give each a name of its own")
        units, notices = _measured(task, workers, progress)
        results[task.system] = Result(
            name=task.system,
            measure=measure,
            units=units,
            signature=within_limit(task.signature, notices, workers.seconds),
            notices=notices,
        )
    measured = tuple(results.values())
    return Run(
        measure=measure,
        results=measured,
        unusable=tuple(unusable),
        statistics=statistics_of(measured, seed=seed, against=against) if statistics else None,
        warnings=tuple(warnings),
        remarks=tuple(_remarks(measure, measured, statistics=statistics)),
        incomplete=incomplete,
    )


def _measured(
    task: Task[V], workers: Workers, progress: Progress | None
) -> tuple[tuple[Measured[V], ...], tuple[Notice, ...]]:
    units: list[Measured[Any]] = []
    for unit in run_items(
        task.count,
        task.items(workers.as_bytes),
        jobs=workers.jobs,
        executor=workers.executor,
        total=task.total,
        seconds=workers.seconds,
    ):
        if progress is not None:
            progress(unit.name)
        units.append(unit)
    notices = [notice for unit in units for notice in unit.notices]
    finished = tuple(task.finish(units))
    return finished, (*notices, *task.remarks(finished))


def _remarks(
    measure: Measure[V], results: Sequence[Result[V]], *, statistics: bool
) -> Iterator[str]:
    """Whether there are so few units that intervals are not to be relied on."""
    drawn = (sum(bool(measure.scores(unit.value)) for unit in result.units) for result in results)
    fewest = min(drawn, default=0)
    if statistics and fewest < FEW_DOCUMENTS:
        yield few_units(fewest, measure.unit, measure.units)
