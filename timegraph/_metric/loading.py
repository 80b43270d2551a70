"""Loading the compiled code of distances beside the caller, so that nobody waits for the compiler.

As :mod:`timegraph._closure.loading` does for the code of order, which is loaded first. Importing
this module loads neither numpy nor numba.
"""

from __future__ import annotations

import os
import threading

from timegraph._closure import loading
from timegraph._closure.engine import Engine

__all__ = ["note_loaded", "start", "usable", "wait"]


class _Progress:
    """How far the thread is; ``done`` is set where there is nothing to wait for."""

    def __init__(self) -> None:
        self.thread: threading.Thread | None = None
        self.loaded = False
        self.forks_noted = False
        self.done = threading.Event()


_PROGRESS = _Progress()


def usable(engine: Engine) -> bool:
    """Whether an engine uses compiled code now, where it pays at all."""
    return engine.kernels == "always" or (engine.kernels == "auto" and _PROGRESS.loaded)


def note_loaded() -> None:
    """Record that the machine code is there."""
    _PROGRESS.loaded = True
    _PROGRESS.done.set()


def start() -> None:
    """Begin to load the machine code, unless it is there or is being loaded."""
    if _PROGRESS.thread is None and not _PROGRESS.done.is_set():
        loading.start()
        if not _PROGRESS.forks_noted and hasattr(os, "register_at_fork"):
            _PROGRESS.forks_noted = True
            os.register_at_fork(after_in_child=_after_fork)
        thread = threading.Thread(target=_load, name="timegraph-distances")
        try:
            thread.start()
        except RuntimeError:  # the program ends, or may have no more threads
            _PROGRESS.done.set()
        else:
            _PROGRESS.thread = thread


def wait(engine: Engine, seconds: float) -> bool:
    """Load the machine code, if the engine may use it, and wait for it so long. Returns whether
    it is there then."""
    if engine.kernels == "auto":
        start()
        _PROGRESS.done.wait(seconds)
    return usable(engine)


def _load() -> None:
    try:
        with loading.STEP:
            from timegraph._metric import warming  # loads numba

        steps, more = warming.steps(), True
        while more:
            if not threading.main_thread().is_alive():
                return
            with loading.STEP:  # a process is forked between two steps only
                more = next(steps, False)
    except Exception as error:  # numba does not work here: Python does
        loading.log_failure("the compiled code of distances cannot be loaded: %s", error)
        _PROGRESS.done.set()
    else:
        note_loaded()


def _after_fork() -> None:
    """The child has no such thread; it loads what is missing when it needs it."""
    _PROGRESS.thread = None
    _PROGRESS.done = threading.Event()
    if _PROGRESS.loaded:
        _PROGRESS.done.set()
