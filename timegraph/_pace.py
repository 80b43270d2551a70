"""How far the work on a document is, and until when it may take.

Loops that can take long call :func:`links_done` or :func:`check`. Both cost nothing that can be
compared with what such a loop does between two calls, and raise :class:`TimeLimitError` once the
time limit of the work around them has passed. Nothing is interrupted anywhere else, so that a graph
is never left half changed.

The work around them is that of :func:`time_limit` or :func:`watched` in the same thread: to pass
a deadline through every function between a command and a kernel's loop would give all of them a
parameter that only the two ends use.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import inf
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future


class TimeLimitError(TimeoutError):
    """The work on a document took longer than its time limit of so many ``seconds``.

    ``done`` of its ``links`` had been closed by then; both are 0 where the time passed in other
    work.
    """

    def __init__(self, seconds: float, done: int = 0, links: int = 0) -> None:
        closed = f", with {done:,} of {links:,} links closed" if done < links else ""
        super().__init__(f"not done after {seconds:g} s{closed}; give a longer --time-limit")
        self.seconds, self.done, self.links = seconds, done, links

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.seconds, self.done, self.links)


@dataclass(slots=True)
class Count:
    """How many of a document's links are closed; a thread that only reads it may see an older
    state."""

    done: int = 0
    links: int = 0


@dataclass(frozen=True, slots=True)
class _Pace:
    """What the work within goes by: its count, and when its time is up."""

    count: Count = field(default_factory=Count)
    seconds: float = inf
    until: float = inf


_pace: ContextVar[_Pace | None] = ContextVar("timegraph_pace", default=None)


@contextmanager
def _within(pace: _Pace) -> Iterator[Count]:
    before = _pace.get()
    _pace.set(pace)
    try:
        yield pace.count
    finally:
        _pace.set(before)


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Give the work within so many seconds, ``None`` for any number. A new limit takes the place
    of the one around it."""
    around = _pace.get()
    count = Count() if around is None else around.count
    count.done = count.links = 0
    if seconds is None:
        yield
        return
    with _within(_Pace(count, seconds, time.monotonic() + seconds)):
        yield


@contextmanager
def watched() -> Iterator[Count]:
    """Count the links that the work within closes; gives the count."""
    around = _pace.get()
    pace = _Pace() if around is None else _Pace(Count(), around.seconds, around.until)
    with _within(pace) as count:
        yield count


def check() -> None:
    """Raise :class:`TimeLimitError` if the time is up."""
    pace = _pace.get()
    if pace is not None and time.monotonic() > pace.until:
        raise TimeLimitError(pace.seconds, pace.count.done, pace.count.links)


def seconds_left() -> float | None:
    """How much of the limit is left; ``None`` if there is none."""
    pace = _pace.get()
    if pace is None or pace.until == float("inf"):
        return None
    return max(0.0, pace.until - time.monotonic())


def links_done(done: int, links: int) -> None:
    """Say that so many links of a document are closed, and :func:`check`."""
    pace = _pace.get()
    if pace is not None:
        pace.count.done, pace.count.links = done, links
        check()


# Of a search that is asked for one answer: what runs out says so, and never gives a wrong answer.


class TimedOut(Exception):
    """The time was up before it was decided; ``known`` is what was found so far, if anything."""

    def __init__(self, message: str = "the time was up before it was decided", known: Any = None):
        super().__init__(message)
        self.known = known


class Deadline:
    """So many seconds from now, ``None`` for no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self.until = float("inf") if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        """The seconds that are left, ``None`` for no limit."""
        return None if self.seconds is None else max(0.0, self.until - time.monotonic())

    def check(self) -> None:
        """Raise :class:`TimedOut` if the time is up."""
        if time.monotonic() >= self.until:
            raise TimedOut(f"the {self.seconds} seconds were up before it was decided")


def check_number(name: str, number: object) -> None:
    """Raise ``ValueError`` unless ``number`` is a whole number, 1 or more."""
    if isinstance(number, bool) or not isinstance(number, Integral):
        raise ValueError(f"{name} is a whole number, not {number!r}")
    if int(number) < 1:
        raise ValueError(f"{name} is at least 1, not {number}")


T = TypeVar("T")
R = TypeVar("R")
L = TypeVar("L")


def in_order(
    executor: Executor, function: Callable[[T], R], tasks: Iterable[tuple[L, T]], ahead: int
) -> Generator[tuple[L, R], None, None]:
    """``function(task)`` with the label of each task, in order, as results become available.

    ``tasks`` are not read further while ``ahead`` of them are under way. If the iterator is
    closed, those that wait are cancelled.
    """
    pending: deque[tuple[L, Future[R]]] = deque()

    def first() -> tuple[L, R]:
        label, future = pending[0]
        result = future.result()
        pending.popleft()
        return label, result

    try:
        for label, task in tasks:
            pending.append((label, executor.submit(function, task)))
            while pending and (len(pending) >= ahead or pending[0][1].done()):
                yield first()
        while pending:
            yield first()
    finally:
        for _, future in pending:
            future.cancel()
