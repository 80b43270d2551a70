"""A Dask cluster that runs already, as an executor."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from timegraph.commands._files import BadUsage
from timegraph.corpus import WorkerError

__all__ = ["cluster"]

_SECONDS = 5
"""How long a scheduler may take to answer, and to have its first worker."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the scheduler at ``address``.

    A scheduler that does not answer, or has no workers, raises :class:`BadUsage` within seconds;
    one that is lost, and workers that die again and again over the same documents or cannot
    import timegraph, :class:`WorkerError`. Tasks of workers that die are done by others.
    """
    try:
        distributed: Any = import_module("distributed")  # untyped, and often not there
    except ImportError:
        raise BadUsage(
            "--dask needs Dask: install timegraph with its extra, timegraph-qa[dask]"
        ) from None
    _check_address(address)
    # What it has to say on the way is not for whoever uses a command.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
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
        yield _Cluster(client.get_executor(pure=False), sum(client.nthreads().values()))
    except CancelledError:
        raise WorkerError(f"the Dask scheduler at {address} was lost") from None
    except distributed.KilledWorker:
        raise WorkerError(
            f"workers of {address} died again and again over the same documents; most often they "
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


class _Cluster(Executor):
    """Dask's executor, with the number of tasks that it does at a time."""

    def __init__(self, executor: Any, jobs: int) -> None:
        self._executor = executor
        self.jobs = max(1, jobs)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = self._executor.submit(fn, *args, **kwargs)
        return future


def _check_address(address: str) -> None:
    """Connect once, since the client goes on trying where nobody listens, and prints how."""
    scheme, found, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    if (found and scheme not in ("tcp", "tls")) or not host or not port.isdecimal():
        raise BadUsage(f"--dask {address}: is no address such as tcp://host:8786")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise _unanswered(address, error) from None


def _unanswered(address: str, error: Exception) -> BadUsage:
    told = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return BadUsage(
        f"--dask {address}: no scheduler answers there ({told}); start one with `dask scheduler`, "
        "and give the address that it shows"
    )
