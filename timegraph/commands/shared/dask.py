"""A Dask cluster that runs already, as an executor."""

from __future__ import annotations

import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from importlib import import_module
from types import FrameType
from typing import Any

from timegraph.commands.shared.command import BadUsage
from timegraph.corpus import WorkerError

_SECONDS = 5
"""How long a scheduler may take to answer, and to have its first worker."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the scheduler at ``address``.

    Raises :class:`BadUsage` within seconds if the scheduler does not answer or has no workers, and
    :class:`WorkerError` if the scheduler is lost, or if workers cannot import timegraph or die
    again and again on the same documents. Other workers do the tasks of one that dies.
    """
    try:
        distributed: Any = import_module("distributed")  # untyped, and often not there
    except ImportError:
        raise BadUsage(
            "--dask needs Dask: install timegraph with its extra, timegraph-qa[dask]"
        ) from None
    _check_address(address)
    _silence()
    try:
        client = distributed.Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise _unanswered(address, error) from None
    try:
        try:
            client.wait_for_workers(1, timeout=_SECONDS)
        except TimeoutError:
            raise BadUsage(
                f"--dask {address}: the scheduler has no workers; start some with "
                f"`dask worker {address}`"
            ) from None
        with _CtrlC() as ctrl_c:
            jobs = sum(client.nthreads().values())
            yield _Cluster(client.get_executor(pure=False), jobs, ctrl_c)
    except CancelledError:
        raise WorkerError(f"the Dask scheduler at {address} was lost") from None
    except distributed.KilledWorker:
        raise WorkerError(
            f"workers of {address} died again and again on the same documents; most often they "
            "have too little memory"
        ) from None
    except ModuleNotFoundError as error:
        raise WorkerError(
            f"the workers of {address} have no {error.name}; install the same version of "
            "timegraph there"
        ) from None
    finally:
        with suppress(OSError, TimeoutError):
            client.close(timeout=2)


class _CtrlC:
    """Keeps Ctrl-C from being lost.

    Dask's futures talk to the client when they are deleted. Python prints and ignores an exception
    raised there, which happened to one Ctrl-C in ten. Such a Ctrl-C is raised at the next task, or
    at the end.
    """

    _pressed = False
    _replaced: Any = None

    def __enter__(self) -> _CtrlC:
        if (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        ):
            self._replaced = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self._replaced is not None:
            signal.signal(signal.SIGINT, self._replaced)
        if kind is None:
            self.check()

    def check(self) -> None:
        """Raise a Ctrl-C that came during a deletion."""
        if self._pressed:
            raise KeyboardInterrupt

    def _press(self, signum: int, frame: FrameType | None) -> None:
        self._pressed = True
        while frame is not None:
            if frame.f_code.co_name == "__del__":
                return
            frame = frame.f_back
        raise KeyboardInterrupt


class _Cluster(Executor):
    """Dask's executor, with the number of tasks that it runs at the same time."""

    def __init__(self, executor: Any, jobs: int, ctrl_c: _CtrlC) -> None:
        self._executor = executor
        self.jobs = max(1, jobs)
        self._ctrl_c = ctrl_c

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self._ctrl_c.check()
        future: Future[Any] = self._executor.submit(fn, *args, **kwargs)
        return future


def _silence() -> None:
    """Turn Dask's logging off: its messages are not for the users of a command.

    Several of its loggers have levels of their own, so that they are set one by one.
    """
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _check_address(address: str) -> None:
    """Connect once: where nobody listens, the client would try again and again and print it."""
    scheme, separator, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    if (separator and scheme not in ("tcp", "tls")) or not host or not port.isdecimal():
        raise BadUsage(f"--dask {address}: is not an address such as tcp://host:8786")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise _unanswered(address, error) from None


def _unanswered(address: str, error: Exception) -> BadUsage:
    reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return BadUsage(
        f"--dask {address}: no scheduler answers there ({reason}); start one with `dask "
        "scheduler`, and give the address that it shows"
    )
