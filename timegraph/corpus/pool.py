"""Processes that work on the documents of a corpus, and end at once with Ctrl-C."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import resource_tracker
from typing import Any, TypeVar

from timegraph._pace import check_number

R = TypeVar("R")


class Pool(ProcessPoolExecutor):
    """``jobs`` processes of its own, which Ctrl-C ends at once.

    Processes are *spawned*: a fork would copy locks that other threads may hold at that moment. As
    a context manager, the pool waits for its tasks, or kills the processes if the block ends with
    an exception such as Ctrl-C, which never reaches the processes.
    """

    def __init__(self, jobs: int) -> None:
        check_number("jobs", jobs)
        self.jobs = int(jobs)
        self._started: set[multiprocessing.process.BaseProcess] = set()
        super().__init__(self.jobs, mp_context=multiprocessing.get_context("spawn"))

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Do ``fn(*args, **kwargs)`` in a process; as in :class:`concurrent.futures.Executor`."""
        before = set(multiprocessing.active_children())
        with _ctrl_c_blocked():
            future = super().submit(fn, *args, **kwargs)
        self._started |= set(multiprocessing.active_children()) - before
        return future

    def kill(self) -> None:
        """End the processes at once; their tasks are cancelled."""
        for process in self._started:
            process.kill()
        self.shutdown(cancel_futures=True)

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None:
            self.shutdown()
        else:
            self.kill()


@contextlib.contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    """Keep Ctrl-C, which a terminal sends to all processes, from those that start within: they
    inherit the mask of this thread. The resource tracker starts first, since it lifts the mask."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
