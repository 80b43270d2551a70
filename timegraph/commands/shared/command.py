"""What a command is made of: arguments, options, bundles of options as data, and a body.

A command lists its parts: click's arguments and options, and bundles of them. Its body receives the
value of each part by name, and first the :class:`Call`: where messages and results go, and how the
command ends.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import click

from timegraph import report
from timegraph._files import write_bytes as write_bytes
from timegraph._lazy import COMPILING
from timegraph._version import __version__
from timegraph.commands.shared.terminal import (
    Messages,
    hidden,
    on_terminal,
    progress,
    screen_width,
    wants_colour,
)

if TYPE_CHECKING:
    from pathlib import Path

    from timegraph.report.tables import Report, TableOptions
    from timegraph.scoring.run import RunOptions


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


def check_writable(path: Path | None, option: str = "--output") -> None:
    """Raise :class:`BadUsage` if ``path`` cannot be written: before a long run, not after it."""
    if path is None or str(path) == "-":
        return
    if path.is_dir():
        raise BadUsage(f"{option} {path}: is a folder; give the name of a file in it")
    if not path.parent.is_dir():
        raise BadUsage(f"{option} {path}: the folder {path.parent} does not exist; make it first")


def write_result(text: str | Iterable[str], path: Path | None) -> None:
    """Write ``text``, or the pieces that it comes in, to ``path``, or to stdout if it is ``None``
    or ``-``: what goes to stdout appears as it comes, a file is there when it is complete."""
    to_stdout = path is None or str(path) == "-"
    blocks = _blocks([text] if isinstance(text, str) else text)
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


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a command, made of those of its parts that are declared with ``call=``: which
    messages are printed, where results go and how, how many processes work, how many seconds they
    may take for a document, which statistics a measure has, and the folder for pages. The format
    is that of commands without options for tables."""

    messages: Messages = field(default_factory=Messages)
    output: Path | None = None
    format_: str = "text"
    chosen_tables: TableOptions | None = None
    jobs: int = 1
    time_limit: float | None = None
    statistics: RunOptions = field(default_factory=dict)  # type: ignore[assignment]
    html: Path | None = None

    @property
    def tables(self) -> TableOptions:
        """How tables are printed: the user's choice, and what the place shows that results go
        to."""
        return replace(
            self.chosen_tables or report.TableOptions(self.format_),
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
        """Print a report in this format, by default in that which the user chose."""
        tables = self.tables
        options = tables if format_ is None else replace(tables, format=format_)
        self.write(report.render(content, options))

    def write(self, text: str | Iterable[str]) -> None:
        """Write results, or the pieces that they come in, to the file that the user names, or to
        stdout."""
        write_result(text, self.output)

    def finish(self, *, complete: bool) -> None:
        """End the command: with exit code 1 unless it is ``complete``, with nothing left out and
        nothing found. It is the last call of a body."""
        self.messages.close()
        if not complete:
            click.get_current_context().exit(1)


class Command(click.Command):
    """A command of these ``parts``, each once; ``body`` is called with a :class:`Call`, which has
    the values of the parts of the ``call``, and with those of the others. With a ``progress``
    label the line that says how long the work takes has it wherever the body has nothing more
    exact to say."""

    def __init__(
        self,
        body: Body,
        parts: tuple[Part, ...],
        call: tuple[Part, ...],
        *,
        epilog: str,
        progress: str | None,
    ) -> None:
        parameters = [each for part in (*parts, *call) for each in _parameters(part)]
        super().__init__(
            "command", callback=self._call, params=parameters, help=body.__doc__, epilog=epilog
        )
        self.body, self.parts, self.of_call = body, parts, call
        self.progress_label = progress

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of options. It leaves more room for their texts than click does."""
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [
            record for option in options if (record := option.get_help_record(ctx)) is not None
        ]
        with formatter.section("Options"):
            formatter.write_dl(records, col_max=_OPTION_WIDTH)

    def _call(self, **parsed: Any) -> None:
        values, call = _values(self.parts, parsed), Call(**_values(self.of_call, parsed))
        with progress(self.progress_label) if self.progress_label else nullcontext():
            self.body(call, **values)


def command_with(
    *parts: Part, call: tuple[Part, ...] = (), epilog: str, progress: str | None = None
) -> Callable[[Body], Command]:
    """Decorate the body of a command that has these ``parts``, which it receives by their names,
    and those of the ``call``, which are fields of the :class:`Call`. They stand in this order in
    its help, which is the body's docstring and the ``epilog``."""

    def decorate(body: Body) -> Command:
        return Command(body, parts, call, epilog=epilog, progress=progress)

    return decorate
