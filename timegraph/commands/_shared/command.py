"""What a command is made of: arguments, options, bundles of options as data, and a body.

A command lists its parts: click's arguments and options, and bundles of them. Its body receives the
value of each part by name, and first the :class:`Call`: where messages and results go, and how the
command ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import click

from timegraph import report
from timegraph.commands._shared.files import write_pieces
from timegraph.commands._shared.messages import Messages
from timegraph.commands._shared.terminal.progress import progress
from timegraph.commands._shared.terminal.screen import on_terminal, screen_width, wants_colour

if TYPE_CHECKING:
    from pathlib import Path

    from timegraph.report.report import Report, TableOptions

__all__ = ["Bundle", "Command", "Parallel", "Part", "Call", "command_with"]

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
"""Columns of an option in the help, beside which its text stands."""

_REPAIR_SECONDS = 2.0
"""How long a repair is searched for where a document may take any time."""

_OF_CALL = ("messages", "output", "tables", "parallel", "spreadsheet", "time_limit")


@dataclass(frozen=True, slots=True)
class Parallel:
    """The options ``--jobs``, ``--dask`` and ``--time-limit``."""

    jobs: int = 1
    dask: str | None = None
    time_limit: float | None = None

    @property
    def repair_seconds(self) -> float:
        """How many seconds a document's repair is searched for: half of what it may take."""
        return _REPAIR_SECONDS if self.time_limit is None else self.time_limit / 2


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a command. It receives the parts called ``messages``, ``output``, ``tables``,
    ``parallel``, ``spreadsheet`` and ``time_limit``, where the command has them."""

    context: click.Context
    messages: Messages = field(default_factory=Messages)
    output: Path | None = None
    chosen_tables: TableOptions | None = None
    parallel: Parallel = Parallel()
    spreadsheet: bool = False
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
                spreadsheet=self.spreadsheet,
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

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line. A switch with a longer form takes it as a value: ``--why=full``
        is ``--why-full``."""
        hidden = (
            param for param in self.params if isinstance(param, click.Option) and param.hidden
        )
        longer = {
            f"--{name[2:].replace('-', '=', 1)}": name for option in hidden for name in option.opts
        }
        return super().parse_args(ctx, [longer.get(arg, arg) for arg in args])

    def _call(self, **parsed: Any) -> None:
        values = _values(self.parts, parsed)
        messages, output, tables, parallel, safe, limit = (
            values.pop(name, None) for name in _OF_CALL
        )
        context, parallel = click.get_current_context(), parallel or Parallel()
        call = Call(context, messages or Messages(), output, tables, parallel, bool(safe), limit)
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
