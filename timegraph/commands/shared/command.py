"""What a command is made of: arguments, options, bundles of options as data, and a body.

A command lists its parts: click's arguments and options, and bundles of them. Its body receives the
value of each part by name, and first the :class:`Call`: where messages and results go, and how the
command ends.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar

import click

import timeml
from timegraph import report
from timegraph._files import write_bytes as write_bytes
from timegraph._lazy import COMPILING
from timegraph._version import __version__
from timegraph.commands.shared.terminal.progress import (
    hidden,
    make_way,
    on_terminal,
    progress,
    screen_width,
    wants_colour,
)
from timegraph.scoring import Notice
from timegraph.scoring.signature import unread_labels, unread_relations
from timeml import TimeMLError, readers
from timeml.readers.formats import FORMATS, FormatName, recognise, unknown

if TYPE_CHECKING:
    from pathlib import Path

    from timegraph.report.report import Report, TableOptions
    from timeml import Document
    from timeml.writers import Loss


# What a report of a fault needs to know: versions of timegraph, Python and the libraries.


_LIBRARIES = ("lxml", "click", *COMPILING, "hypothesis", "playwright")


def describe_environment() -> Iterator[str]:
    """The lines of ``timegraph --version --verbose``: a name and what it is of each part."""
    from importlib.metadata import PackageNotFoundError, version  # few runs need it

    yield f"timegraph {__version__}"
    yield f"python {platform.python_version()} ({sys.executable})"
    yield f"platform {platform.platform()}"
    for library in _LIBRARIES:
        try:
            yield f"{library} {version(library)}"
        except PackageNotFoundError:
            yield f"{library} not installed"


# Files in and out: collections that must hold documents, results that are written completely.


# Characters.
_BLOCK = 65_536


class BadUsage(click.ClickException):
    """Bad usage, or bad input without which nothing can be scored: exit code 2."""

    exit_code = 2


class Choosing(Protocol):
    """The format of a file (``None``: as its content shows), and which of its documents are
    wanted (``names`` is ``None``: all)."""

    @property
    def format(self) -> FormatName | None: ...

    @property
    def names(self) -> tuple[str, ...] | None: ...

    def pick(self, names: Iterable[str]) -> list[str]: ...

    def narrowed(self, document: Document) -> Document: ...


def read_document(path: str, chosen: Choosing | None = None) -> Document:
    """The one document in the file ``path``, or on stdin for ``-``; in a file of many, or in a
    folder, the one that is chosen.

    Raises :class:`BadUsage` if there are several, or none.
    """
    named = None if chosen is None else chosen.format
    if path != "-" and os.path.isdir(path):
        if chosen is None or chosen.names is None:
            raise BadUsage(f"{path}: is a folder; give one of its documents, or --document NAME")
        collection = timeml.open_collection(path, recursive=True, format=named)
        (name,) = _one(path, chosen.pick(collection.names))
        return chosen.narrowed(collection.read(name))
    if path == "-":
        data = sys.stdin.buffer.read()
    else:
        with open(path, "rb") as stream:
            data = stream.read()
    named = named or recognise(path, data)
    if named not in FORMATS:
        strange = None if named else unknown(path, data)
        if strange is not None:
            raise strange
        return _timeml(path, data)
    file = readers.File(os.path.basename(path), path, lambda: data, readers.beside(path))
    entries = readers.read_files([file], format=named)
    for entry in entries:
        if entry.error is not None:
            raise entry.error
    by_name = {entry.name: entry.document for entry in entries}
    picked = list(by_name) if chosen is None else chosen.pick(by_name)
    (name,) = _one(path, picked)
    document = by_name[name]
    assert document is not None
    return document if chosen is None else chosen.narrowed(document)


def _one(path: str, names: list[str]) -> list[str]:
    if len(names) == 1:
        return names
    if not names:
        raise BadUsage(f"{path}: holds no document")
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    listed = f"{', '.join(names[:3])}{more}"
    raise BadUsage(f"{path}: holds {len(names)} documents; --document NAME takes one: {listed}")


def _timeml(path: str, data: bytes) -> Document:
    if path == "-":
        return timeml.read(data)
    try:
        return timeml.read(data, name=os.path.basename(path))
    except TimeMLError as error:
        raise TimeMLError(error.message, file=path, line=error.line) from None


def check_writable(path: Path | None, option: str = "--output") -> None:
    """Raise :class:`BadUsage` if ``path`` cannot be written: before a long run, not after it."""
    if path is None or str(path) == "-":
        return
    if path.is_dir():
        raise BadUsage(f"{option} {path}: is a folder; give the name of a file in it")
    if not path.parent.is_dir():
        raise BadUsage(f"{option} {path}: the folder {path.parent} does not exist; make it first")


def write_result(text: str, path: Path | None) -> None:
    """Write ``text`` to ``path``, or to stdout if it is ``None`` or ``-``."""
    write_pieces([text], path)


def write_pieces(pieces: Iterable[str], path: Path | None) -> None:
    """Write text that comes in pieces, as :func:`write_result` writes one text: what goes to stdout
    appears as it comes, a file is there when it is complete."""
    to_stdout = path is None or str(path) == "-"
    blocks = _blocks(pieces)
    if to_stdout:
        with hidden() if sys.stdout.isatty() else nullcontext():
            for block in blocks:
                click.echo(block, nl=False, color=True)  # coloured is only what is meant to be
    else:
        assert path is not None
        write_bytes((block.encode("utf-8", "backslashreplace") for block in blocks), path)


def _blocks(pieces: Iterable[str]) -> Iterator[str]:
    """The same text in pieces of some length each, which are written faster."""
    block: list[str] = []
    length = 0
    for piece in pieces:
        block.append(piece)
        length += len(piece)
        if length >= _BLOCK:
            yield "".join(block)
            block, length = [], 0
    yield "".join(block)


# Messages on stderr: many notices in few lines, each within the width of a terminal.


Verbosity = Literal["quiet", "brief", "verbose"]

_SENTENCES = 3
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
        if kind.all_named and kind.sentences and self.verbosity != "verbose":
            reason = _common_reason(notices)
            if reason:
                self.warn(heading)
                self._names(f"  {reason}", notices, most=_MOST_NAMES)
                return
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
        beside = f"{heading}: {', '.join(names)}"
        if len(beside) <= _WIDTH:
            self.warn(beside)
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


def _common_reason(notices: Sequence[Notice]) -> str:
    """What follows the name in each of several messages, if it is the same in all of them."""
    reasons = {notice.message.removeprefix(f"{notice.brief}: ") for notice in notices}
    (reason, *others) = reasons
    named = all(notice.message.startswith(f"{notice.brief}: ") for notice in notices)
    return reason if len(notices) > 1 and named and not others else ""


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


V = TypeVar("V", covariant=True)

Body = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Bundle(Generic[V]):
    """Arguments and options that belong together, and bundles of them.

    The body of a command receives them as one argument called ``name``: what ``value`` returns for
    the values of the ``parts``, each by its name. ``value`` raises :class:`click.UsageError` or
    ``BadUsage`` for values that do not go together.
    """

    name: str
    parts: tuple[Part, ...]
    value: Callable[..., V]

    @property
    def parameters(self) -> tuple[click.Parameter, ...]:
        """The arguments and options, in the order of the help."""
        return tuple(parameter for part in self.parts for parameter in _parameters(part))

    def collected(self, parsed: Mapping[str, Any]) -> V:
        """The value of the bundle on a command line that has these ``parsed`` values."""
        return self.value(**_values(self.parts, parsed))

    def without(self, *names: str) -> Bundle[V]:
        """The bundle without the parts of these names; ``value`` needs a default for each."""
        return replace(self, parts=tuple(part for part in self.parts if part.name not in names))


Part = click.Parameter | Bundle[Any]
"""An argument, an option, or a bundle of them."""


def _parameters(part: Part) -> tuple[click.Parameter, ...]:
    return part.parameters if isinstance(part, Bundle) else (part,)


def _values(parts: Iterable[Part], parsed: Mapping[str, Any]) -> dict[str, Any]:
    """The value of each part by its name."""
    return {
        str(part.name): part.collected(parsed) if isinstance(part, Bundle) else parsed[part.name]
        for part in parts
        if part.name
    }


_OPTION_WIDTH = 22
"""Columns of an option in the help, next to which its text stands."""

_REPAIR_SECONDS = 2.0
"""How long a repair is searched for where a document may take any time."""

_OF_CALL = ("messages", "output", "tables", "parallel", "time_limit")


@dataclass(frozen=True, slots=True)
class Parallel:
    """The options ``--jobs`` and ``--time-limit``."""

    jobs: int = 1
    time_limit: float | None = None

    @property
    def repair_seconds(self) -> float:
        """How many seconds a document's repair is searched for: half of what it may take."""
        return _REPAIR_SECONDS if self.time_limit is None else self.time_limit / 2


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a command. It receives the parts called ``messages``, ``output``, ``tables``,
    ``parallel`` and ``time_limit``, where the command has them."""

    context: click.Context
    messages: Messages = field(default_factory=Messages)
    output: Path | None = None
    chosen_tables: TableOptions | None = None
    parallel: Parallel = Parallel()
    time_limit: float | None = None

    @property
    def tables(self) -> TableOptions:
        """How tables are printed: the user's choice, and what the place shows that results go to.
        Only for commands with the part ``tables``."""
        assert self.chosen_tables is not None, "the command has no part called tables"
        return replace(
            self.chosen_tables,
            width=self.width,
            terminal=on_terminal(self.output),
            colour=self.colour,
        )

    @property
    def width(self) -> int | None:
        """How many columns a line of the results may have, ``None`` for any number."""
        return screen_width(self.output)

    @property
    def colour(self) -> bool:
        """Whether results may be coloured."""
        return wants_colour(self.output)

    def print(self, content: Report, format_: str | None = None) -> None:
        """Print a report in this format, by default as the part ``tables`` says."""
        if format_ is None:
            options = self.tables
        else:
            options = report.TableOptions(
                format_,
                self.width,
                terminal=on_terminal(self.output),
                colour=self.colour,
            )
        self.write(report.render(content, options))

    def write(self, text: str) -> None:
        """Write results to the file that the user names, or to stdout."""
        write_pieces([text], self.output)

    def write_pieces(self, pieces: Iterable[str]) -> None:
        """Write results that come piece by piece, as :meth:`write` does."""
        write_pieces(pieces, self.output)

    def finish(self, *, complete: bool) -> None:
        """End the command: with exit code 1 unless it is ``complete``, with nothing left out and
        nothing found. It is the last call of a body."""
        self.messages.close()
        if not complete:
            self.context.exit(1)


class Command(click.Command):
    """A command of these ``parts``, each once; ``body`` is called with a :class:`Call` and their
    values. With a ``progress`` label the line that says how long the work takes has it wherever the
    body has nothing more exact to say."""

    def __init__(
        self, body: Body, parts: tuple[Part, ...], *, epilog: str, progress: str | None
    ) -> None:
        parameters = [parameter for part in parts for parameter in _parameters(part)]
        super().__init__(
            "command", callback=self._call, params=parameters, help=body.__doc__, epilog=epilog
        )
        self.body, self.parts, self.progress_label = body, parts, progress

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of options. It leaves more room for their texts than click does."""
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [
            record for option in options if (record := option.get_help_record(ctx)) is not None
        ]
        with formatter.section("Options"):
            formatter.write_dl(records, col_max=_OPTION_WIDTH)

    def _call(self, **parsed: Any) -> None:
        values = _values(self.parts, parsed)
        messages, output, tables, parallel, limit = (values.pop(name, None) for name in _OF_CALL)
        context, parallel = click.get_current_context(), parallel or Parallel()
        call = Call(context, messages or Messages(), output, tables, parallel, limit)
        with progress(self.progress_label) if self.progress_label else nullcontext():
            self.body(call, **values)


def command_with(
    *parts: Part, epilog: str, progress: str | None = None
) -> Callable[[Body], Command]:
    """Decorate the body of a command that has these ``parts``, in the order of its help, which is
    the body's docstring and the ``epilog``."""

    def decorate(body: Body) -> Command:
        return Command(body, parts, epilog=epilog, progress=progress)

    return decorate
