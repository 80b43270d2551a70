"""How far long work is: one line on stderr, where that is a terminal.

The line appears once a command has worked for two seconds, and goes when the work ends or something
else is to be written. A thread of its own draws it, so that one long step keeps it moving, too.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from timegraph._pace.limits import Count, watched

if TYPE_CHECKING:
    from pathlib import Path


# The place that results go to: whether it is a terminal, how wide, and whether in colour.


def on_terminal(output: Path | None) -> bool:
    """Whether results go to a terminal: those of a command whose ``--output`` is this."""
    return _to_stdout(output) and sys.stdout.isatty()


def screen_width(output: Path | None) -> int | None:
    """How many columns a line of results may have: as many as COLUMNS says or the terminal has;
    ``None`` for any number, in files and pipes, where a row of a table is a line."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    if not on_terminal(output):
        return None
    import shutil

    return shutil.get_terminal_size().columns


def wants_colour(output: Path | None) -> bool:
    """Whether results may be coloured: on a terminal, unless NO_COLOR is set; elsewhere than in a
    file only if FORCE_COLOR is (no-color.org, force-color.org)."""
    if not _to_stdout(output) or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return on_terminal(output) and os.environ.get("TERM") != "dumb"


def _to_stdout(output: Path | None) -> bool:
    return output is None or str(output) == "-"


T = TypeVar("T")

_AFTER = 2.0
"""Seconds of work without a line."""
_EVERY = 0.5
"""Seconds between two drawings of it."""
_BAR = 30


class _Work:
    """One stretch of work: how many steps it has, if that is known, and how many are done."""

    def __init__(self, label: str, steps: int | None, unit: str, links: Count) -> None:
        self.label, self.steps, self.unit = label, steps, unit
        self._links = links
        self.done = 0
        self._begin = time.monotonic()

    def step(self, name: str = "") -> None:
        """One more step is done."""
        self.done += 1

    def line(self) -> str:
        """What the work has come to, and what remains if the rest is like what is done:
        ``scoring [###---] 12/24 documents, 6 s, about 6 s left``."""
        passed = time.monotonic() - self._begin
        if not self.steps:
            return f"{self.label} {passed:.0f} s{self._left()}"
        filled = min(_BAR, _BAR * self.done // self.steps)
        bar = "#" * filled + "-" * (_BAR - filled)
        steps = f"{self.done:,}/{self.steps:,} {self.unit}"
        rest = passed / self.done * (self.steps - self.done) if self.done else 0.0
        remains = f", about {rest:.0f} s left" if rest >= 1 else ""
        return f"{self.label} [{bar}] {steps}, {passed:.0f} s{remains}{self._left()}"

    def _left(self) -> str:
        """How many links of the document under way are left to close."""
        left = self._links.links - self._links.done
        return f"; {left:,} of {self._links.links:,} links left" if left > 0 else ""


class _Line:
    """The line of the work that goes on, the innermost if there is work within work."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._works: list[_Work] = []
        self._ended = threading.Event()
        self._drawn = 0

    def begin(self, work: _Work) -> None:
        """Show this work from now on."""
        with self._lock:
            self.clear()
            self._works.append(work)
            if len(self._works) == 1:
                self._ended = threading.Event()
                threading.Thread(target=self._draw, args=[self._ended], daemon=True).start()

    def end(self, work: _Work) -> None:
        """Show again the work around this one, if there is any."""
        with self._lock:
            self.clear()
            self._works.remove(work)
            if not self._works:
                self._ended.set()

    def clear(self) -> None:
        """Leave an empty line, with the cursor at its beginning."""
        with self._lock:
            if self._drawn:
                self._write("\r" + " " * self._drawn + "\r")
                self._drawn = 0

    @contextmanager
    def cleared(self) -> Iterator[None]:
        """Clear the line, and draw none within."""
        with self._lock:
            self.clear()
            yield

    def _draw(self, ended: threading.Event) -> None:
        wait = _AFTER
        while not ended.wait(wait):
            wait = _EVERY
            with self._lock:
                if ended.is_set() or not all(work.label for work in self._works):
                    continue
                line = self._works[-1].line()[: _columns() - 1]
                before, self._drawn = self._drawn, len(line)
                self._write("\r" + line.ljust(before))

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):  # the terminal was closed
            pass


_line = _Line()


def _columns() -> int:
    import shutil

    return shutil.get_terminal_size().columns


@contextmanager
def progress(
    label: str, steps: int | None = None, unit: str = "documents"
) -> Iterator[Callable[[str], object] | None]:
    """Say on stderr how far the work within is, if it is long and stderr a terminal.

    Gives a function to call after each of the ``steps``; ``None`` where nothing is shown. Without
    ``steps`` the line says how long it takes so far. Where links of a document are closed one by
    one, it says how many are left.
    """
    if not sys.stderr.isatty():
        yield None
        return
    with watched() as links:
        work = _Work(label, steps, unit, links)
        _line.begin(work)
        try:
            yield work.step
        finally:
            _line.end(work)


@contextmanager
def hidden() -> Iterator[None]:
    """Show nothing within: the terminal is for what is written there."""
    with progress(""):
        yield


@contextmanager
def make_way() -> Iterator[None]:
    """Clear the line, and draw none within, for a message that is to stand there."""
    with _line.cleared():
        yield


def with_count(
    items: Iterable[T], label: str, steps: int | None = None, unit: str = "documents"
) -> Iterator[T]:
    """The items one by one, with progress in the work on them; ``steps`` is their number."""
    with progress(label, steps, unit) as step:
        for item in items:
            yield item
            if step is not None:
                step("")
