"""How commands work on many documents: in processes of their own, or on a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from typing import TypedDict

from timegraph.commands._shared.command import Parallel
from timegraph.commands._shared.files import BadUsage
from timegraph.corpus import Pool, WorkerError

__all__ = ["Parallel", "Workers", "open_workers"]


class Workers(TypedDict):
    """Arguments of the library's functions over many documents."""

    executor: Executor | None
    seconds: float | None


@contextmanager
def open_workers(parallel: Parallel) -> Iterator[Workers]:
    """The workers. Raises :class:`BadUsage` for workers that are lost for good."""
    jobs, dask = parallel.jobs, parallel.dask
    if dask is not None and jobs > 1:
        raise BadUsage("--jobs and --dask exclude each other: a cluster has its own processes")
    try:
        with ExitStack() as stack:
            executor: Executor | None = None
            if dask is not None:
                from timegraph.commands._shared.dask import cluster  # slow to load, rarely used

                executor = stack.enter_context(cluster(dask))
            elif jobs > 1:
                executor = stack.enter_context(Pool(jobs))
            yield {"executor": executor, "seconds": parallel.time_limit}
    except WorkerError as error:
        raise BadUsage(str(error)) from None
