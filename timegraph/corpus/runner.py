"""The same work on many documents: in parallel, and in order.

Documents are independent of each other, so tasks are chunks of them (64 documents, for which the
cost of a task is negligible). They go to processes of the run's own (``jobs=2``) or to any
:class:`concurrent.futures.Executor`, such as that of a Dask cluster. The results are those of one
process, in the same order. The number of chunks under way is bounded, so that memory does not grow
with the corpus. Workers receive the bytes of documents, not their paths: they do not need a common
file system.

    from timegraph import build, corpus
    from timeml import open_collection

    def links_left_out(document):
        return len(build(document).conflicts)

    if __name__ == "__main__":  # a process starts by importing the script
        for done in corpus.map_documents(links_left_out, open_collection("folder"), jobs=2):
            print(done.name, done.value if done.error is None else done.error)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from timegraph._pace.in_order import in_order
from timegraph._pace.limits import TimeLimitError, time_limit
from timegraph._version import __version__
from timegraph.corpus.sources import Item, Source
from timegraph.corpus.worker_pool import Pool, WorkerError, check_number, check_sendable

if TYPE_CHECKING:
    from timeml import Collection, Document

__all__ = [
    "CHUNK",
    "Outcome",
    "Progress",
    "TimeLimitError",
    "is_about_input",
    "map_documents",
    "run",
    "time_limit",
]

CHUNK = 64
"""Documents per task, unless there are so few that workers would have none."""

_CHUNK_BYTES = 8 * 2**20

T = TypeVar("T")
R = TypeVar("R")

Progress = Callable[[str], object]
"""Called with the name of each document when its result is available, in order."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """The result for one document: a ``value``, or the ``error`` that says why there is none."""

    name: str
    value: T | None = None
    error: str | None = None


def run(
    work: Callable[[Item], R],
    items: Iterable[Item],
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    total: int | None = None,
    chunk: int | None = None,
    ahead: int | None = None,
    seconds: float | None = None,
) -> Iterator[R]:
    """``work(item)`` for each of ``items``, in order, as results become available.

    ``executor``, or ``jobs`` processes if there is none, take chunks of at most ``chunk`` items;
    ``work`` must then be picklable (a function defined in a module, or a
    :func:`functools.partial` of one). At most ``ahead`` chunks, by default four per worker, are
    under way: ``items`` is not read further, and no more results wait. ``total`` is the number of
    items, if known; if there are few, chunks are smaller. Within ``work`` an item may take so many
    ``seconds``; then closing its links, and what else looks at the clock, raises
    :class:`timegraph.corpus.TimeLimitError`.

    An exception of ``work`` ends the run, so that what may happen to single documents belongs in
    its result. If the iterator is closed, or an exception (Ctrl-C) passes through it, waiting
    chunks are cancelled and the run's own processes killed.

    Raises ``ValueError`` for numbers that are not whole and positive, ``TypeError`` for ``work``
    that cannot be sent to a process, and :class:`WorkerError`.
    """
    for name, number in (("jobs", jobs), ("chunk", chunk), ("ahead", ahead)):
        if number is not None:
            check_number(name, number)
    if isinstance(executor, Pool) or (executor is None and jobs > 1):
        check_sendable(work)  # Dask and threads accept any function
    if seconds is not None:
        work = partial(_limited, work, seconds)
    results = _results(work, iter(items), jobs, executor, total, chunk, ahead)
    return _reported(results, progress)


def map_documents(
    function: Callable[[Document], T],
    documents: Collection,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    chunk: int | None = None,
    seconds: float | None = None,
) -> Iterator[Outcome[T]]:
    """``function(document)`` for each document of a collection, in order of their names.

    A document has an error instead of a value if it cannot be read, or if ``function`` raises an
    error of timeml, timegraph or the file system. The options are those of :func:`run`.
    """
    return run(
        partial(_applied, function),
        (Item(name, (Source.of(documents, name),)) for name in documents.names),
        jobs=jobs,
        executor=executor,
        progress=progress,
        total=len(documents),
        chunk=chunk,
        seconds=seconds,
    )


def is_about_input(error: Exception) -> bool:
    """Whether an error is about a document: one of the file system, or one that timeml or timegraph
    raise on purpose. Any other is a fault of the program and must not be reported as the
    document's."""
    home = type(error).__module__.partition(".")[0]
    return isinstance(error, OSError) or (
        home in ("timegraph", "timeml") and not isinstance(error, WorkerError)
    )


def _applied(function: Callable[[Document], T], item: Item) -> Outcome[T]:
    (source,) = item.sources
    assert source is not None
    try:
        return Outcome(item.name, function(source.read()))
    except Exception as error:
        if not is_about_input(error):
            raise
        message = str(error)
        named = message if source.path in message else f"{source.path}: {message}"
        return Outcome(item.name, error=named)


def _limited(work: Callable[[Item], R], seconds: float, item: Item) -> R:
    with time_limit(seconds):
        return work(item)


def _results(
    work: Callable[[Item], R],
    items: Iterator[Item],
    jobs: int,
    executor: Executor | None,
    total: int | None,
    chunk: int | None,
    ahead: int | None,
) -> Generator[tuple[str, R], None, None]:
    if executor is None and jobs == 1:
        for item in items:
            yield item.name, work(item)
        return
    workers = _workers(executor, jobs)
    if chunk is None:
        chunk = CHUNK if total is None else max(1, min(CHUNK, -(-total // (4 * workers))))
    parts = _parts(items, chunk)
    if executor is not None:
        yield from _parallel(work, parts, executor, ahead or 4 * workers)
        return
    with Pool(jobs) as pool:
        yield from _parallel(work, parts, pool, ahead or 4 * workers)


def _parallel(
    work: Callable[[Item], R],
    parts: Iterator[list[Item]],
    executor: Executor,
    ahead: int,
) -> Iterator[tuple[str, R]]:
    tasks = (([item.name for item in part], part) for part in parts)
    with closing(in_order(executor, partial(_do, __version__, work), tasks, ahead)) as done:
        for names, results in done:
            yield from zip(names, results, strict=True)


def _do(version: str, work: Callable[[Item], R], items: list[Item]) -> list[R]:
    """A task: the work on a chunk, in a worker."""
    if version != __version__:
        raise WorkerError(
            f"a worker has timegraph {__version__}, this program {version}; install the same "
            "version everywhere, since results may differ"
        )
    return [work(item) for item in items]


def _parts(items: Iterator[Item], chunk: int) -> Iterator[list[Item]]:
    part: list[Item] = []
    size = 0
    for item in items:
        part.append(item)
        size += item.size
        if len(part) >= chunk or size >= _CHUNK_BYTES:
            yield part
            part, size = [], 0
    if part:
        yield part


def _workers(executor: Executor | None, jobs: int) -> int:
    if executor is None:
        return jobs
    number = getattr(executor, "jobs", None) or getattr(executor, "_max_workers", None)
    return number if isinstance(number, int) else os.cpu_count() or 1


def _reported(
    results: Generator[tuple[str, R], None, None], progress: Progress | None
) -> Iterator[R]:
    with closing(results):  # it kills processes, which must not wait for the garbage collector
        for name, result in results:
            if progress is not None:
                progress(name)
            yield result
