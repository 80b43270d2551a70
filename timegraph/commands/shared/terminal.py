"""What commands say on stderr: messages, in few lines, and how far long work is, in one line where
stderr is a terminal.

That line appears once a command has worked for two seconds, and goes when the work ends or
something else is to be written. A thread of its own draws it, so that one long step keeps it
moving, too.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

import click

from timegraph._pace import Count, watched
from timegraph.scoring import Notice
from timegraph.scoring.signature import unread_labels, unread_relations

if TYPE_CHECKING:
    from pathlib import Path

    from timegraph.findings import Finding
    from timeml.writers import Loss


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

    @contextmanager
    def shows(self, work: _Work) -> Iterator[None]:
        """Show this work within, and then again the work around it, if there is any."""
        with self.cleared():
            self._works.append(work)
            if len(self._works) == 1:
                self._ended = threading.Event()
                threading.Thread(target=self._draw, args=[self._ended], daemon=True).start()
        try:
            yield
        finally:
            with self.cleared():
                self._works.remove(work)
                if not self._works:
                    self._ended.set()

    @contextmanager
    def cleared(self) -> Iterator[None]:
        """Leave an empty line, with the cursor at its beginning, and draw none within."""
        with self._lock:
            if self._drawn:
                self._write("\r" + " " * self._drawn + "\r")
                self._drawn = 0
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
        with _line.shows(work):
            yield work.step


@contextmanager
def hidden() -> Iterator[None]:
    """Show nothing within: the terminal is for what is written there."""
    with progress(""):
        yield


make_way = _line.cleared
"""Clear the line, and draw none within, for a message that is to stand there."""


def with_count(
    items: Iterable[T], label: str, steps: int | None = None, unit: str = "documents"
) -> Iterator[T]:
    """The items one by one, with progress in the work on them; ``steps`` is their number."""
    with progress(label, steps, unit) as step:
        for item in items:
            yield item
            if step is not None:
                step("")


# Messages on stderr: many notices in few lines, each within the width of a terminal.


Verbosity = Literal["quiet", "brief", "verbose"]

_SENTENCES = 3
_FINDINGS = 5
_FAILURES = 20
_MOST_NAMES = 100
_WIDTH = 80


class _Kind(NamedTuple):
    """How notices of a kind are worded. Of the first ``sentences`` the whole message is printed;
    the others are named briefly: up to a hundred of them if ``all_named``, else a lineful. Those
    that are only ``for_verbose`` are printed with ``--verbose`` alone. Without words for ``one``
    the messages stand by themselves, each behind the name that the notices are of; such a message
    of the kind ``headed_by``, if there is one, is the heading in place of the number of notices.
    ``merged`` makes a few lines of all of them, which are enough unless all are wanted."""

    one: str
    many: str
    sentences: int = 0
    all_named: bool = False
    for_verbose: bool = False
    headed_by: str = ""
    merged: Callable[[Sequence[Notice]], list[str]] | None = None


# What costs most comes first.
_KINDS = {
    "unanswered": _Kind("", ""),
    "not-answered": _Kind(
        "question not answered", "questions not answered", _SENTENCES, headed_by="unanswered"
    ),
    "unknown-question": _Kind("", ""),
    "not-in-set": _Kind(
        "answer to a question that is not in the set",
        "answers to questions that are not in the set",
    ),
    "unusable-answer": _Kind("line that is not used", "lines that are not used", _SENTENCES),
    "not-decided": _Kind("", ""),
    "unread-gold": _Kind("", ""),
    "not-in-key": _Kind("id that the key does not have", "ids that the key does not have"),
    "bare-key": _Kind(
        "document of the key without events", "documents of the key without events", _SENTENCES
    ),
    "missing-document": _Kind("document missing", "documents missing", all_named=True),
    "failed-document": _Kind("document failed", "documents failed", _FAILURES, all_named=True),
    "out-of-time": _Kind(
        "document not done in time", "documents not done in time", _FAILURES, all_named=True
    ),
    "trained-on": _Kind(
        "document annotated by a model that was trained on it",
        "documents annotated by a model that was trained on them",
    ),
    "differing-text": _Kind(
        "text differs from the one it is aligned with",
        "texts differ from those that they are aligned with",
        _SENTENCES,
    ),
    "partial-pair": _Kind(
        "pair of annotations with different characters",
        "pairs of annotations with different characters",
        for_verbose=True,
    ),
    "unread-labels": _Kind("", "", merged=unread_labels),
    "unread-relation": _Kind(
        "document with relations that are not read",
        "documents with relations that are not read",
        merged=unread_relations,
    ),
    "whole-document": _Kind("fault of the whole document", "faults of whole documents", _SENTENCES),
    "diagnostic": _Kind("fault in the annotations", "faults in the annotations"),
    "left-out": _Kind("link left out as contradictory", "links left out as contradictory"),
    "choices": _Kind("document with choices", "documents with choices", _SENTENCES),
    "missing-entity": _Kind("entity missing", "entities missing"),
    "literal-date": _Kind("date without a place in time", "dates without a place in time"),
    "not-in-gold": _Kind("document that gold does not have", "documents that gold does not have"),
    "extra-document": _Kind("document not asked about", "documents not asked about"),
}


def warn(message: str) -> None:
    """Print ``message`` on stderr, wrapped if stderr is a terminal; a log keeps its lines."""
    with make_way():
        for line in message.split("\n"):
            if sys.stderr.isatty():
                import shutil
                import textwrap

                indent = " " * (len(line) - len(line.lstrip()) + 2)
                line = textwrap.fill(
                    line,
                    shutil.get_terminal_size().columns,
                    subsequent_indent=indent,
                    break_long_words=False,
                    break_on_hyphens=False,
                )
            click.echo(line, err=True)


def remark(message: str) -> None:
    """Print what is not a fault as :func:`warn` does, unless the command is to be quiet."""
    context = click.get_current_context(silent=True)
    if context is None or not context.params.get("quiet"):
        warn(message)


class Messages:
    """Prints warnings on stderr, as many of them as the user wants to see."""

    def __init__(self, verbosity: Verbosity = "brief") -> None:
        self.verbosity = verbosity
        self._shortened = False

    def warn(self, message: str) -> None:
        """One warning, unless the command is to be quiet."""
        if self.verbosity != "quiet":
            warn(message)

    def lines(self, messages: Sequence[str]) -> None:
        """The first few of ``messages``, and how many more there are."""
        shown = len(messages) if self.verbosity == "verbose" else _SENTENCES
        for message in messages[:shown]:
            self.warn(message)
        if len(messages) > shown:
            self.warn(f"and {len(messages) - shown} more such lines")
            self._shortened = True

    def findings(self, findings: Iterable[Finding], heading: Callable[[str, int], str]) -> None:
        """The first findings of each kind, below the ``heading`` of its code and their number."""
        by_code: dict[str, list[Finding]] = {}
        for finding in findings:
            by_code.setdefault(finding.code, []).append(finding)
        for code, alike in by_code.items():
            shown = len(alike) if self.verbosity == "verbose" else _FINDINGS
            self.warn(f"{heading(code, len(alike))}:")
            for found in alike[:shown]:
                self.warn("  " + ": ".join(filter(None, (found.document, found.message))))
            if len(alike) > shown:
                self.warn(f"  and {len(alike) - shown} more (--verbose)")

    def notices(self, name: str, notices: Sequence[Notice]) -> None:
        """The ``notices`` of ``name``: of each kind how many there are, and which."""
        assert {notice.code for notice in notices} <= _KINDS.keys(), "a kind has no words"
        by_code = {notice.code: notice for notice in notices}
        headings = {_KINDS[code].headed_by for code in by_code}
        for code, kind in _KINDS.items():
            of_kind = [notice for notice in notices if notice.code == code]
            if kind.merged is not None and self.verbosity != "verbose":
                for line in kind.merged(of_kind):
                    self.warn(f"{name}: {line}")
            elif not kind.one:
                for notice in of_kind:
                    if code not in headings:
                        self.warn(f"{name}: {notice.message}")
            elif of_kind and (self.verbosity == "verbose" or not kind.for_verbose):
                number = f"{len(of_kind)} {kind.one if len(of_kind) == 1 else kind.many}"
                dates = sum(notice.by_calendar for notice in of_kind)
                number += f", {dates} of these by the calendar" if dates else ""
                head = by_code.get(kind.headed_by or "")
                self._kind(f"{name}: {head.message if head else number}", kind, of_kind)

    def losses(self, losses: Sequence[Loss], target: str) -> None:
        """What cannot be represented in a format or scheme."""
        for loss in losses:
            more = ", ..." if loss.count > len(loss.examples) else ""
            what = f"{loss.what} cannot be represented in {target}"
            self.warn(f"{what}: {loss.count:,} ({', '.join(loss.examples)}{more})")

    def close(self) -> None:
        """Say how to see what was shortened, if anything was."""
        if self._shortened:
            self.warn("(--verbose prints every warning in full)")
            self._shortened = False

    def _kind(self, heading: str, kind: _Kind, notices: Sequence[Notice]) -> None:
        whole = len(notices) if self.verbosity == "verbose" else kind.sentences
        rest = notices[whole:]
        if whole:
            self.warn(heading)
            for notice in notices[:whole]:
                self.warn(f"  {notice.message}")
            heading = f"  and {len(rest)} more"
            if rest and not kind.all_named:
                self.warn(heading)
                self._shortened = True
        if rest and (kind.all_named or not whole):
            self._names(heading, rest, most=_MOST_NAMES if kind.all_named else None)

    def _names(self, heading: str, notices: Sequence[Notice], *, most: int | None) -> None:
        """What notices are about, next to ``heading`` or below it: at most so many of them or, with
        ``None``, as many as fit in a line."""
        names = _briefs(notices, most)
        together = f"{heading}: {', '.join(names)}"
        if len(together) <= _WIDTH:
            self.warn(together)
            return
        self.warn(f"{heading}:")
        if most is None:
            line = listing(names, _WIDTH - 2, len(notices))
            self._shortened |= line != ", ".join(names)
            self.warn(f"  {line}")
            return
        import textwrap

        text = ", ".join(names[:most])
        if len(notices) > most:
            text += f" and {len(notices) - most} more"
            self._shortened = True
        for line in textwrap.wrap(text, _WIDTH - 2, break_long_words=False, break_on_hyphens=False):
            self.warn(f"  {line}")


def _briefs(notices: Sequence[Notice], most: int | None) -> list[str]:
    """What the first notices are about, more than ``most`` or than fit in a line if there are so
    many: those that nobody reads are not looked into."""
    names: list[str] = []
    width = 0
    for notice in notices:
        if width > _WIDTH and (most is None or len(names) > most):
            break
        names.append(notice.brief)
        width += len(names[-1]) + 2
    return names


def listing(names: Sequence[str], width: int, count: int | None = None) -> str:
    """As many of ``names`` as fit into ``width``, at least one, and how many more there are, of
    ``count`` in all."""
    count = len(names) if count is None else count
    for shown in range(min(len(names), width), 0, -1):
        more = count - shown
        text = ", ".join(names[:shown]) + (f" and {more} more" if more else "")
        if len(text) <= width:
            break
    return text
