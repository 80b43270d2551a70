"""How graphs are closed: with which index, in how much memory, by kernels or in Python.

The choice is one frozen value that a graph holds and hands on. Importing this module loads neither
numpy nor numba.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from numbers import Integral
from typing import Literal, Protocol, TypeAlias, get_args

Kind: TypeAlias = Literal["auto", "bit_rows", "grail_index"]
"""The indexes that kernels fill, by the names of their modules."""

Kernels: TypeAlias = Literal["auto", "always", "never"]
"""When to use compiled code."""

KERNELS_LOADED = threading.Event()
"""Set when this process has loaded the kernels of order."""


def kernels_loaded() -> bool:
    """Whether this process has loaded the kernels, which takes about half a second."""
    return KERNELS_LOADED.is_set()


@dataclass(frozen=True)
class Engine:
    """How a graph is closed; answers do not depend on it.

    ``kind`` is the index that kernels fill; ``"auto"`` chooses by size and shape, any other value
    is taken whatever the index needs. ``memory_budget``, in bytes, limits the index that
    ``"auto"`` chooses; by default a quarter of the free memory. ``kernels`` says whether compiled
    code is used: ``"auto"`` where that pays.

    Raises ``ValueError`` for any other value.
    """

    kind: Kind = "auto"
    memory_budget: int | None = None
    kernels: Kernels = "auto"

    def __post_init__(self) -> None:
        for name, allowed in (("kind", Kind), ("kernels", Kernels)):
            value = getattr(self, name)
            if value not in get_args(allowed):
                raise ValueError(f"{name} is one of {', '.join(get_args(allowed))}, not {value!r}")
        budget: object = self.memory_budget
        if budget is None:
            return
        if isinstance(budget, bool) or not isinstance(budget, Integral) or int(budget) < 0:
            raise ValueError(
                "memory_budget is a whole number of bytes from 0 on (2**30 for 1 GB), "
                f"not {budget!r}"
            )
        object.__setattr__(self, "memory_budget", int(budget))

    def uses_kernels(self, amount: int, *, pays_from: int, pays_from_loaded: int) -> bool:
        """Whether kernels do work of this amount: under ``"auto"`` if it is at least
        ``pays_from``, or ``pays_from_loaded`` in a process that has loaded them already."""
        if self.kernels != "auto":
            return self.kernels == "always"
        return amount >= (pays_from_loaded if kernels_loaded() else pays_from)


# Loading compiled code while the caller goes on, so that nobody waits for the compiler.
#
# The first load on a machine compiles for some seconds; later ones take half a second, most of it
# numba's own start. A thread of its own does that, kernel by kernel, while graphs are worked on
# in Python. It ends between two kernels if the program does, and a process is forked only between
# two, so that the child finds no lock that nobody holds. Importing this module loads neither
# numpy nor numba.


STEP = threading.RLock()
"""Held while a kernel is loaded or compiled."""


class Warming(Protocol):
    """The module of a room that uses every kernel of it, in small calls."""

    def steps(self) -> Iterator[bool]:
        """Use the kernels, in the order in which they are needed, a few at each step; yields
        whether all are there by now that a graph needs unless it is very large."""

    def compiled(self) -> bool:
        """Whether some kernel had to be compiled, since no machine code was kept for it."""


class Loader:
    """Loads the machine code of one room.

    ``name`` is that of the thread, ``code`` says in words what is loaded, and ``warming`` imports
    the module that uses the kernels. ``first`` is a loader of code that is needed before. The code
    is compiled in about ``seconds_to_compile``; work that takes less does not wait for it, unless
    ``folder`` has machine code from an earlier process. ``loaded`` is set when the code is there.
    """

    def __init__(
        self,
        name: str,
        code: str,
        warming: Callable[[], Warming],
        *,
        first: Loader | None = None,
        seconds_to_compile: float = 0.0,
        folder: str = "",
        loaded: threading.Event | None = None,
    ) -> None:
        self._name, self._code, self._warming, self._first = name, code, warming, first
        self._seconds_to_compile, self._folder = seconds_to_compile, folder
        self._loaded = threading.Event() if loaded is None else loaded
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._compiling = self._failed = self._noted_forks = False

    def loaded(self) -> bool:
        """Whether the machine code is there."""
        return self._loaded.is_set()

    def note_loaded(self) -> None:
        """Record that the machine code is there."""
        with self._changed:
            self._loaded.set()
            self._changed.notify_all()

    def usable(self, engine: Engine, within: float | None = None) -> bool:
        """Whether an engine uses compiled code now, where it pays at all. With ``within``, the code
        is loaded if the engine may use it, and waited for so many seconds."""
        if engine.kernels != "auto":
            return engine.kernels == "always"
        return self.loaded() if within is None else self.wait(within)

    def start(self, after: float = 0.0) -> None:
        """Begin to load the machine code after so many seconds, unless it is there or is being
        loaded."""
        with self._changed:
            if self.loaded() or self._thread is not None or self._failed:
                return
            if self._first is not None:
                self._first.start()
            self._note_forks()
            thread = threading.Thread(target=self._load, args=(after,), name=self._name)
            try:
                thread.start()
            except RuntimeError:  # the program ends, or may have no more threads
                self._failed = True
            else:
                self._thread = thread

    def wait(self, seconds: float) -> bool:
        """Load the machine code, and wait for it as long as the work would take in Python. Returns
        whether it is there then. If it must be compiled, only work that takes longer than that
        waits, and the compiler does not slow down other work."""
        short = seconds < self._seconds_to_compile
        if short and not self.loaded() and not self._code_is_kept():
            self.start(after=seconds)
            return False
        self.start()
        end = time.monotonic() + seconds
        with self._changed:
            while not self.loaded():
                left = end - time.monotonic()
                hopeless = (self._compiling and short) or self._failed or self._thread is None
                if left <= 0 or hopeless:
                    return False
                self._changed.wait(left)
        return True

    def _code_is_kept(self) -> bool:
        """Whether there seems to be machine code from an earlier process: in the folder that the
        user chose, or else next to the source."""
        chosen = os.environ.get("NUMBA_CACHE_DIR")
        try:
            folders = [self._folder]
            if chosen:
                folders = [entry.path for entry in os.scandir(chosen) if entry.is_dir()]
            return any(name.endswith(".nbi") for folder in folders for name in os.listdir(folder))
        except OSError:
            return False

    def _load(self, after: float) -> None:
        threading.main_thread().join(after)  # it ends early if the program does
        try:
            with STEP:
                warming = self._warming()  # loads numba
            steps = warming.steps()
            # What only very large graphs need is loaded, or compiled, by the graph that needs it.
            while threading.main_thread().is_alive() and not self.loaded():
                with STEP:
                    enough = next(steps)
                if warming.compiled() and not self._compiling:
                    with self._changed:
                        self._compiling = True
                        self._changed.notify_all()
                if enough:
                    self.note_loaded()
        except Exception as error:  # numba does not work here: Python does
            log_failure(f"{self._code} cannot be loaded: %s", error)
            with self._changed:
                self._failed = True
                self._changed.notify_all()

    def _note_forks(self) -> None:
        if not self._noted_forks and hasattr(os, "register_at_fork"):
            self._noted_forks = True
            os.register_at_fork(after_in_child=self._after_fork)

    def _after_fork(self) -> None:
        """The child has no such thread; it loads what is missing when it needs it."""
        self._thread = None
        self._changed = threading.Condition()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=STEP.acquire, after_in_parent=STEP.release, after_in_child=STEP.release
    )


def log_failure(message: str, error: Exception) -> None:
    """Log a warning if the application listens to the logger ``timegraph``; Python would print it
    otherwise."""
    import logging  # takes longer to load than a small graph to close

    log = logging.getLogger("timegraph")
    if log.hasHandlers():
        log.warning(message, error)
