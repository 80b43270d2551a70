"""Corpora: documents per second in one process and in several, memory, and the cost of a task.

Times are those of the wall clock, so on a machine that others use, the speed-up of several
processes comes out too low; the results include the load at the start.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from itertools import cycle, islice
from pathlib import Path

from folders import folders
from measuring import Result, resident

from timegraph import build
from timegraph.corpus import Item, Pool, run
from timeml import align_ids, open_collection

__all__ = ["corpora"]

_JOBS = os.cpu_count() or 1
# What a prototype reached on two cores.
_SPEED_UP = 1.94 / 2


def closed(item: Item) -> int:
    """Read, built, and asked whether the first entity is before the last."""
    (source,) = item.sources
    assert source is not None
    graph = build(source.read())
    first, last = graph.entities[0], graph.entities[-1]
    return graph.relations(first, last).mask


def aligned(item: Item) -> int:
    """As :func:`closed`, with a key read and aligned: what scoring does with a document."""
    (source,) = item.sources
    assert source is not None
    document = align_ids(system=source.read(), key=source.read()).document
    graph = build(document)
    return graph.relations(graph.entities[0], graph.entities[-1]).mask


def nothing(item: Item) -> int:
    """No work: what remains is the time of the task itself."""
    return 0


def _items(folder: Path, number: int) -> Iterator[Item]:
    """``number`` documents, each read from the disk."""
    collection = open_collection(folder)
    for index, name in enumerate(islice(cycle(collection.names), number)):
        yield Item(f"{index}", (collection.source(name),))


def _best(work: Callable[[Item], int], folder: Path, number: int, how: Executor | None) -> float:
    """The best of three times, in seconds per document."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        _exhaust(run(work, _items(folder, number), executor=how, total=number))
        times.append(time.perf_counter() - begin)
    return min(times) / number


def _exhaust(results: Iterable[object]) -> None:
    for _ in results:
        pass


def _task(how: Executor, tasks: int) -> float:
    """Seconds for a task that does nothing, with one empty item each."""
    empty = [Item(str(index)) for index in range(tasks)]
    _exhaust(run(nothing, empty[:100], executor=how, chunk=1))
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        _exhaust(run(nothing, empty, executor=how, chunk=1, ahead=64))
        times.append(time.perf_counter() - begin)
    return min(times) / tasks


def _bare_task(how: Executor, tasks: int) -> float:
    """Seconds for the same task handed to the executor by hand, all at once, without the order,
    the bound on what waits and the reports that ``run`` adds."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        for waiting in [how.submit(nothing, Item(str(index))) for index in range(tasks)]:
            waiting.result()
        times.append(time.perf_counter() - begin)
    return min(times) / tasks


def corpora(*, quick: bool) -> Iterator[Result]:
    """One process against several; the memory of the process that hands out documents, as their
    number doubles."""
    number = 200 if quick else 4000
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    name, folder = list(folders())[: 1 if quick else 2][-1]
    alone = {}
    for work in (closed, aligned):
        alone[work] = _best(work, folder, number, None)
        with Pool(_JOBS) as pool:
            _exhaust(run(work, _items(folder, 64 * _JOBS), executor=pool))  # starts the processes
            several = _best(work, folder, number, pool)
        yield Result(
            "corpus", work.__name__, name, 0, several, "one process", alone[work],
            alone[work] / several, None if quick else _SPEED_UP * _JOBS,
            note=f"{1 / several:,.0f} per second in {_JOBS} processes; {load}",
        )  # fmt: skip
    with Pool(_JOBS) as pool:
        cost = _task(pool, 500 if quick else 5000)
        bare = _bare_task(pool, 500 if quick else 5000)
        yield Result("corpus", "a task in the pool", "", 0, cost, "submit alone", bare, bare / cost)
        for count in (number, 2 * number):
            before = resident() or 0
            _exhaust(run(closed, _items(folder, count), executor=pool, total=count))
            grown = (resident() or 0) - before
            note = f"growth of memory over {count:,} documents"
            yield Result("corpus", "handing out", name, memory=grown, note=note)
