"""How commands work on many documents: in parallel, continuing an earlier run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, is_dataclass
from typing import TypedDict

from timegraph.commands._shared.command import Parallel
from timegraph.commands._shared.files import BadUsage
from timegraph.corpus import Journal, Pool, WorkerError

__all__ = ["Parallel", "Workers", "open_workers"]


class Workers(TypedDict):
    """Arguments of the library's functions over many documents."""

    executor: Executor | None
    resume: Journal | None
    seconds: float | None


@contextmanager
def open_workers(parallel: Parallel, **run: object) -> Iterator[Workers]:
    """The workers, and the file to continue from; ``run`` has everything besides the documents
    that the results depend on.

    Raises :class:`BadUsage` for workers that are lost for good.
    """
    jobs, dask, resume = parallel.jobs, parallel.dask, parallel.resume
    if dask is not None and jobs > 1:
        raise BadUsage("--jobs and --dask exclude each other: a cluster has its own processes")
    if resume is not None and resume.is_dir():
        raise BadUsage(f"--resume {resume}: is a folder; give the name of a file in it")
    try:
        with ExitStack() as stack:
            journal = None
            if resume is not None:
                if parallel.time_limit is not None:
                    run = {**run, "time_limit": parallel.time_limit}
                named = json.dumps(run, sort_keys=True, default=_plain)
                journal = stack.enter_context(Journal(resume, run=named))
            executor: Executor | None = None
            if dask is not None:
                from timegraph.commands._shared.dask import cluster  # slow to load, rarely used

                executor = stack.enter_context(cluster(dask))
            elif jobs > 1:
                executor = stack.enter_context(Pool(jobs))
            yield {"executor": executor, "resume": journal, "seconds": parallel.time_limit}
    except WorkerError as error:
        kept = f"; what was done is kept in {resume}" if resume is not None else ""
        raise BadUsage(f"{error}{kept}") from None


def _plain(value: object) -> object:
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else str(value)
