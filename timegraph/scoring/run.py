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

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, Generic, TypedDict, TypeVar

from timegraph._wording.counting import counted
from timegraph.corpus import Item, Progress, run as run_items
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
