"""Loading the compiled code beside the caller, so that nobody waits for the compiler.

The first load on a machine compiles for some seconds; later ones take half a second, most of it
numba's own start. A thread of its own does that, kernel by kernel, while graphs are worked on in
Python. It ends between two kernels if the program does, and a process is forked only between two,
so that the child finds no lock that nobody holds. Importing this module loads neither numpy nor
numba.
"""

from __future__ import annotations

import os
import threading
import time

from timegraph._closure.engine import kernels_loaded, note_kernels_loaded

__all__ = ["STEP", "loaded", "log_failure", "start", "wait"]

STEP = threading.RLock()
"""Held while a kernel is loaded or compiled."""

# The kernels that graphs of every size need are compiled in about so many seconds.
_SECONDS_TO_COMPILE = 6.0


class _Progress:
    """How far the thread is; ``changed`` is notified of each change."""

    def __init__(self) -> None:
        self.thread: threading.Thread | None = None
        self.compiling = False
        self.failed = False
        self.forks_wait = False
        self.changed = threading.Condition()


_PROGRESS = _Progress()


def loaded() -> bool:
    """Whether the machine code is there."""
    return kernels_loaded()


def start(after: float = 0.0) -> None:
    """Begin to load the kernels after so many seconds, unless they are there or are being
    loaded."""
    with _PROGRESS.changed:
        if kernels_loaded() or _PROGRESS.thread is not None or _PROGRESS.failed:
            return
        if not _PROGRESS.forks_wait and hasattr(os, "register_at_fork"):
            _PROGRESS.forks_wait = True
            os.register_at_fork(
                before=STEP.acquire, after_in_parent=STEP.release, after_in_child=_after_fork
            )
        thread = threading.Thread(target=_load, args=(after,), name="timegraph-kernels")
        try:
            thread.start()
        except RuntimeError:  # the program ends, or may have no more threads
            _PROGRESS.failed = True
        else:
            _PROGRESS.thread = thread


def wait(seconds: float) -> bool:
    """Load the kernels, and wait for them as long as the work would take in Python. Returns
    whether they are there then. If they must be compiled, only work that takes longer than that
    waits, and the compiler does not slow down other work."""
    if not kernels_loaded() and seconds < _SECONDS_TO_COMPILE and not _code_is_kept():
        start(after=seconds)
        return False
    start()
    end = time.monotonic() + seconds
    with _PROGRESS.changed:
        while not kernels_loaded():
            left = end - time.monotonic()
            hopeless = _PROGRESS.compiling and seconds < _SECONDS_TO_COMPILE
            if left <= 0 or hopeless or _PROGRESS.failed or _PROGRESS.thread is None:
                return False
            _PROGRESS.changed.wait(left)
    return True


def _code_is_kept() -> bool:
    """Whether there seems to be machine code from an earlier process: in the folder that the user
    chose, or else beside the source."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    try:
        if chosen:
            folders = [entry.path for entry in os.scandir(chosen) if entry.is_dir()]
        else:
            folders = [os.path.join(os.path.dirname(__file__), "kernels", "__pycache__")]
        return any(name.endswith(".nbi") for folder in folders for name in os.listdir(folder))
    except OSError:
        return False


def _load(after: float) -> None:
    threading.main_thread().join(after)  # it ends early if the program does
    try:
        with STEP:
            from timegraph._closure import warming  # loads numba

        steps = warming.steps()
        # What only very large graphs need is loaded, or compiled, by the graph that needs it.
        while threading.main_thread().is_alive() and not kernels_loaded():
            with STEP:
                enough = next(steps)
            if enough != kernels_loaded() or (warming.compiled() and not _PROGRESS.compiling):
                with _PROGRESS.changed:
                    _PROGRESS.compiling = warming.compiled()
                    if enough:
                        note_kernels_loaded()
                    _PROGRESS.changed.notify_all()
    except Exception as error:  # numba does not work here: Python does
        log_failure("the compiled code cannot be loaded: %s", error)
        with _PROGRESS.changed:
            _PROGRESS.failed = True
            _PROGRESS.changed.notify_all()


def log_failure(message: str, error: Exception) -> None:
    """Log a warning if the application listens to the logger ``timegraph``; Python would print it
    otherwise."""
    import logging  # takes longer to load than a small graph to close

    log = logging.getLogger("timegraph")
    if log.hasHandlers():
        log.warning(message, error)


def _after_fork() -> None:
    """The child has no such thread; it loads what is missing when it needs it."""
    _PROGRESS.thread = None
    _PROGRESS.changed = threading.Condition()
    STEP.release()
