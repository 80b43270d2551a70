"""Corpora: documents a second in one process, in several, and what a task costs.

    python benchmarks/corpus.py [--documents N] [--jobs N] [--dask] [FOLDER]

FOLDER holds TimeML documents (default: those of the shipped kit); it is repeated until there are
N. Times are of the wall clock, best of three; the busy share of the processors at the start is
printed with them, since on a machine that others use the figures of several processes are too
low.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path

from timegraph import build
from timegraph.corpus import Item, Pool, Source, run
from timeml import align_ids, open_collection

__all__ = ["main"]

KIT = Path(__file__).resolve().parent.parent / "examples" / "kit" / "gold"


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
    """What remains is what the task itself costs."""
    return 0


def items(folder: Path, number: int) -> Iterator[Item]:
    """``number`` documents, read from the disk each."""
    collection = open_collection(folder)
    for index, name in enumerate(islice(cycle(collection.names), number)):
        yield Item(f"{index}", (Source.of(collection, name),))


def best(work: Callable[[Item], int], folder: Path, number: int, how: Executor | None) -> float:
    """The best of three times, in seconds."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        sum(1 for _ in run(work, items(folder, number), executor=how, total=number))
        times.append(time.perf_counter() - begin)
    return min(times)


def task_cost(how: Executor, tasks: int) -> float:
    """Seconds for a task that does nothing, with one empty item each."""
    empty = [Item(str(index)) for index in range(tasks)]
    list(run(nothing, empty[:100], executor=how, chunk=1))
    begin = time.perf_counter()
    list(run(nothing, empty, executor=how, chunk=1, ahead=64))
    return (time.perf_counter() - begin) / tasks


@contextmanager
def local_cluster(jobs: int) -> Iterator[Executor]:
    """A Dask cluster of ``jobs`` processes here."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor(pure=False)


def main() -> None:
    parser = argparse.ArgumentParser(description="Documents a second, and what a task costs.")
    parser.add_argument("folder", nargs="?", type=Path, default=KIT)
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--dask", action="store_true")
    options = parser.parse_args()
    number, folder = options.documents, options.folder
    out = sys.stdout
    size = sum(item.size for item in items(folder, number)) / number
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    out.write(f"{number} documents of {size:.0f} bytes; {os.cpu_count()} cores, load {load:.1f}\n")
    for work in (closed, aligned):
        alone = best(work, folder, number, None)
        with Pool(options.jobs) as pool:
            list(run(work, items(folder, 64), executor=pool, chunk=1))  # start the processes
            several = best(work, folder, number, pool)
        out.write(
            f"{work.__name__}: {number / alone:.0f} documents/s in one process, "
            f"{number / several:.0f} in {options.jobs} ({alone / several:.2f}x)\n"
        )
    with Pool(options.jobs) as pool:
        out.write(f"a task in the pool: {task_cost(pool, 5000) * 1e6:.0f} microseconds\n")
    if options.dask:
        with local_cluster(options.jobs) as cluster:
            list(run(closed, items(folder, 64), executor=cluster, chunk=1))
            several = best(closed, folder, number, cluster)
            out.write(f"closed, Dask: {number / several:.0f} documents/s\n")
            out.write(f"a task in Dask: {task_cost(cluster, 1000) * 1e6:.0f} microseconds\n")


if __name__ == "__main__":
    main()
