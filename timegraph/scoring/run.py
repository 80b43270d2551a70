"""Running a measure over systems: the one place for workers, progress, statistics and kits.

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

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
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
    """One system, in one kit, ready to be measured.

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
    stratum: str = ""

    def __repr__(self) -> str:
        kit = f" in {self.stratum}" if self.stratum else ""
        return f"<Task {self.system}{kit}: {counted(self.total, 'item')}>"


@dataclass(frozen=True, kw_only=True, repr=False)
class Run(Generic[V]):
    """What a measure gives for systems: their ``results``, and those that could not be measured.

    ``statistics`` are there if they were wanted. ``strata`` has all kits with the digests of their
    questions; ``warnings`` say what readers should know about the input that all systems share,
    ``remarks`` what they should know about the figures. ``incomplete`` says that something was
    wrong with the input.
    """

    measure: Measure[V]
    results: tuple[Result[V], ...]
    unusable: tuple[Unusable, ...] = ()
    statistics: Statistics | None = None
    strata: Mapping[str, str] = field(default_factory=lambda: {"": ""})
    warnings: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    incomplete: bool = False

    @property
    def complete(self) -> bool:
        """Whether every system and every document is there and could be read."""
        return not (
            self.incomplete or self.unusable or not all(result.complete for result in self.results)
        )

    @cached_property
    def nowhere(self) -> tuple[Unusable, ...]:
        """The systems that could not be measured and have no result in another kit."""
        if len(self.strata) == 1:
            return self.unusable
        elsewhere = {result.name for result in self.results}
        return tuple(
            replace(system, reason=f"{system.stratum}: {system.reason}")
            for system in self.unusable
            if system.name not in elsewhere
        )

    def within(self, stratum: str) -> Run[V]:
        """The run on one of the kits, with statistics of its own."""
        results = tuple(
            result.within(stratum) for result in self.results if stratum in result.signatures
        )
        statistics = self.statistics
        if statistics is not None:
            is_result = statistics.against in {result.name for result in results}
            statistics = statistics_of(
                results, seed=statistics.seed, against=statistics.against if is_result else ""
            )
        return replace(
            self,
            results=results,
            unusable=tuple(system for system in self.unusable if system.stratum == stratum),
            statistics=statistics,
            strata={stratum: self.strata[stratum]},
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
    strata: Mapping[str, str] | None = None,
    unusable: Sequence[Unusable] = (),
    warnings: Sequence[str] = (),
    incomplete: bool = False,
) -> Run[V]:
    """Count every unit of every system, and add the ``statistics`` if they are wanted.

    Systems of one name in several ``strata`` (kits with the digests of their questions) are one
    system, whose scores are those over all of them. ``against`` names the system that the others
    are compared with, by default the best; ``seed`` is that of the randomisation test. ``progress``
    is called with the name of each unit when it is counted. Raises ``ValueError`` if no system is
    called ``against``, or two have one name.
    """
    strata = {"": ""} if strata is None else strata
    results: dict[str, Result[V]] = {}
    for task in tasks:
        result = results.get(task.system)
        if result is not None and task.stratum in result.signatures:
            raise ValueError(f"two systems are called {task.system}; give each a name of its own")
        units, notices = _measured(task, workers, progress)
        signature = within_limit(task.signature, notices, workers.seconds)
        if result is None:
            signatures = {task.stratum: signature}
        else:
            units = (*result.units, *units)
            notices = (*result.notices, *notices)
            signatures = {**result.signatures, task.stratum: signature}
        results[task.system] = Result(
            name=task.system,
            measure=measure,
            units=units,
            signatures=signatures,
            notices=notices,
            strata=strata,
        )
    measured = tuple(results.values())
    return Run(
        measure=measure,
        results=measured,
        unusable=tuple(unusable),
        statistics=statistics_of(measured, seed=seed, against=against) if statistics else None,
        strata=strata,
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
    finished = tuple(
        unit if unit.stratum == task.stratum else replace(unit, stratum=task.stratum)
        for unit in task.finish(units)
    )
    return finished, (*notices, *task.remarks(finished))


def _remarks(
    measure: Measure[V], results: Sequence[Result[V]], *, statistics: bool
) -> Iterator[str]:
    """Which systems have no figures over all kits, and whether there are so few units that
    intervals are not to be relied on."""
    lacking = [result.lacks for result in results if result.lacking]
    yield from lacking
    if lacking and len(lacking) == len(results):
        yield (
            "no system is in every kit, so there are no figures over all; --system NAME=A,B says "
            "which folders are one system"
        )
    drawn = (sum(bool(measure.scores(unit.value)) for unit in result.units) for result in results)
    fewest = min(drawn, default=0)
    if statistics and fewest < FEW_DOCUMENTS:
        yield few_units(fewest, measure.unit, measure.units)
