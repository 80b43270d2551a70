"""A pool of worker processes that survives the loss of one of them and can be stopped at once.

``ProcessPoolExecutor`` gives up all work when one process dies (the kernel kills the one that takes
too much memory), does not say which task it had, and cannot be stopped while a task runs. Here each
process has a thread of its own, which talks to it over a pipe: the thread knows the task, starts
another process if the first dies, and sends it the task again.

Processes are *spawned*: a fork would copy locks that other threads (numba's, Dask's, a caller's)
may hold at that moment; Python 3.12 warns of it.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
import queue
import signal
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Executor, Future
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from numbers import Integral
from typing import Any

_ATTEMPTS = 3
_START_SECONDS = 120  # a machine that takes longer to start Python has another problem
_NO_START = (
    "a worker process ended before it could take any work; its messages are above. A script that "
    'uses several jobs needs `if __name__ == "__main__":` around its code'
)


class WorkerError(RuntimeError):
    """Worker processes cannot start, or die again and again on the same documents."""


def check_number(name: str, number: object) -> None:
    """Raise ``ValueError`` unless ``number`` is a whole number, 1 or more."""
    if isinstance(number, bool) or not isinstance(number, Integral):
        raise ValueError(f"{name} is a whole number, not {number!r}")
    if int(number) < 1:
        raise ValueError(f"{name} is at least 1, not {number}")


def check_sendable(work: Callable[..., Any]) -> None:
    """Raise ``TypeError`` if a function cannot be sent to a process."""
    try:
        pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        raise TypeError(
            "this cannot be sent to other processes: the function must be defined in a module, "
            "with def and not within another function, and what functools.partial adds to it must "
            f"be picklable ({error})"
        ) from error


class Pool(Executor):
    """An executor with ``jobs`` processes of its own, each started when there is work for it.

    Functions and arguments are pickled. If a process dies, another one does its task, at most
    three times in all; then the task fails with :class:`WorkerError`. Other tasks are not affected.
    As a context manager, the pool waits for its tasks, or kills the processes if the block ends
    with an exception such as Ctrl-C, which never reaches the processes themselves.
    """

    def __init__(self, jobs: int) -> None:
        check_number("jobs", jobs)
        self.jobs = int(jobs)
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._threads: list[_WorkerThread] = []
        self._lock = threading.Lock()
        self._closed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do ``fn(*args, **kwargs)`` in a process; as in :class:`concurrent.futures.Executor`."""
        with self._lock:
            if self._closed:
                raise RuntimeError("the pool has been shut down")
            future: Future[Any] = Future()
            self._tasks.put(_Task(future, fn, args, kwargs))
            if len(self._threads) < self.jobs:
                worker = _WorkerThread(self._tasks)
                self._threads.append(worker)
                worker.thread.start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more tasks; the processes end when the tasks so far are done."""
        with self._lock:
            closed, self._closed = self._closed, True
        if cancel_futures:
            self._cancel()
        if not closed:
            for _ in self._threads:
                self._tasks.put(None)
        if wait:
            for worker in self._threads:
                worker.thread.join()

    def kill(self) -> None:
        """End the processes at once; their tasks are cancelled."""
        for worker in self._threads:
            worker.stopped = True
        self.shutdown(wait=False, cancel_futures=True)
        for worker in self._threads:
            worker.kill()
        for worker in self._threads:
            worker.thread.join()

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None:
            self.shutdown()
        else:
            self.kill()

    def _cancel(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                task = self._tasks.get_nowait()
                if task is not None:
                    task.future.cancel()
                    task.future.set_running_or_notify_cancel()


class _Task:
    """A call, and the future that receives its result."""

    def __init__(
        self,
        future: Future[Any],
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> None:
        self.future = future
        self.call = (function, args, kwargs)


class _WorkerThread:
    """A thread that gives tasks to one process at a time."""

    def __init__(self, tasks: queue.SimpleQueue[_Task | None]) -> None:
        # A daemon: a pool that is never shut down must not delay the end of the program.
        self.thread = threading.Thread(target=self._run, name="timegraph-worker", daemon=True)
        self.stopped = False
        self._tasks = tasks
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection[Any, Any] | None = None
        self._guard = threading.Lock()

    def _run(self) -> None:
        # A terminal sends Ctrl-C to all processes. Processes inherit the mask of this thread, so
        # that it cannot hit a worker that has just started. The tracker must run before, since it
        # lifts the mask when it starts.
        if hasattr(signal, "pthread_sigmask"):
            resource_tracker.ensure_running()
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        while (task := self._tasks.get()) is not None:
            if task.future.set_running_or_notify_cancel():
                self._finish(task)
            del task  # else its documents would stay in memory until the next task
        self._end()

    def kill(self) -> None:
        with self._guard:
            self.stopped = True
            if self._process is not None:
                self._process.kill()

    def _finish(self, task: _Task) -> None:
        try:
            sent = pickle.dumps(task.call, pickle.HIGHEST_PROTOCOL)
            task.call = (len, ((),), {})  # the documents are in memory once, as bytes
            good, value, trace = self._done(sent)
        except Exception as error:
            task.future.set_exception(error)
            return
        if good:
            task.future.set_result(value)
        else:
            value.__cause__ = _RemoteTraceback(trace)
            task.future.set_exception(value)

    def _done(self, sent: bytes) -> tuple[bool, Any, str]:
        for _ in range(_ATTEMPTS):
            try:
                connection = self._connection or self._connected()
                connection.send_bytes(sent)
                answer: tuple[bool, Any, str] = pickle.loads(connection.recv_bytes())
            except (EOFError, OSError):
                self._end()
                if self.stopped:
                    raise WorkerError("the work was stopped") from None
            else:
                return answer
        raise WorkerError(
            f"{_ATTEMPTS} worker processes died on the same documents; most often the machine has "
            "too little memory for so many jobs"
        )

    def _connected(self) -> Connection[Any, Any]:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with self._guard:
            if self.stopped:
                raise WorkerError("the work was stopped")
            process.start()
            self._process = process
        theirs.close()
        self._connection = ours
        try:
            if not ours.poll(_START_SECONDS):
                raise WorkerError(f"a worker process did not start within {_START_SECONDS} s")
            ours.recv_bytes()
        except (EOFError, OSError):
            raise WorkerError("the work was stopped" if self.stopped else _NO_START) from None
        return ours

    def _end(self) -> None:
        """Let the process end, as it does when its pipe is closed."""
        with self._guard:
            process, self._process = self._process, None
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if process is not None:
            process.join(5)
            if process.exitcode is None:
                process.kill()
                process.join()
            process.close()


class _RemoteTraceback(Exception):
    """Where in the worker process an exception was raised, for the traceback here."""

    def __init__(self, trace: str) -> None:
        super().__init__(trace)
        self._trace = trace

    def __str__(self) -> str:
        return f'\n"""\n{self._trace}"""'


def _serve(connection: Connection[Any, Any]) -> None:
    """The main loop of a worker process: one task after the other, until its pipe is closed."""
    # For systems without signal masks, and for code that clears them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        connection.send_bytes(b"ready")
        while True:
            connection.send_bytes(_answer(connection.recv_bytes()))


def _answer(received: bytes) -> bytes:
    try:
        function, args, kwargs = pickle.loads(received)
        return pickle.dumps((True, function(*args, **kwargs), ""), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        trace = traceback.format_exc()
        try:
            sent = pickle.dumps((False, error, trace), pickle.HIGHEST_PROTOCOL)
            pickle.loads(sent)  # some exceptions can be pickled but not unpickled
        except Exception:
            described = WorkerError(f"{type(error).__name__}: {error}")
            sent = pickle.dumps((False, described, trace), pickle.HIGHEST_PROTOCOL)
        return sent
