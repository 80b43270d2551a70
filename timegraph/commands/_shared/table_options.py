"""How tables are printed: the options, and what the terminal can show."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from timegraph.commands._shared.files import BadUsage, terminal_width
from timegraph.commands._shared.options import format_option
from timegraph.report import Format
from timegraph.report.tables import Column, TableOptions, UnknownColumnError
from timegraph.report.tables.choosing import machine_name

__all__ = ["screen_width", "table_options", "wants_colour"]

R = TypeVar("R")

_WIDTH = 80
"""Columns of text that goes to a file or a pipe."""


def table_options(columns: Sequence[Column] = ()) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """The options ``--columns``, ``--decimals`` and ``--format``; the command receives them, and
    what the terminal can show, as one argument, ``tables``.

    ``columns`` are all that the command may print: a name that none of them has is bad usage
    before anything is measured. Without them names are checked when the tables are there.
    """

    def decorate(command: Callable[..., R]) -> Callable[..., R]:
        @wraps(command)
        def collected(
            *args: Any,
            chosen: tuple[str, ...],
            decimals: int | None,
            format_: Format,
            output: Path | None,
            **options: Any,
        ) -> R:
            names = _split(chosen)
            if format_ == "json" and (names or decimals is not None):
                option = "--columns" if names else "--decimals"
                raise BadUsage(
                    f"{option} has no effect with --format json, which always has every figure "
                    "with all its digits; leave it out"
                )
            try:
                if columns:
                    names = tuple(machine_name(name, columns) for name in names)
            except UnknownColumnError as error:
                raise BadUsage(f"--columns: {error}") from None
            tables = TableOptions(
                format_,
                width=screen_width(output),
                columns=names,
                decimals=decimals,
                terminal=_to_terminal(output),
                colour=wants_colour(output),
            )
            return command(*args, tables=tables, output=output, **options)

        decorated: Callable[..., R] = _columns(_decimals(format_option(collected)))
        return decorated

    return decorate


_columns: Callable[[Any], Any] = click.option(
    "--columns",
    "chosen",
    multiple=True,
    metavar="NAMES",
    help="Only these columns, in this order: the names of CSV or the headings, separated by "
    "commas. What says which row it is stays.",
)
_decimals: Callable[[Any], Any] = click.option(
    "--decimals",
    type=click.IntRange(1, 15),
    metavar="N",
    help="Decimals of the figures.  [default: 3; csv: 6]",
)


def screen_width(output: Path | None) -> int:
    """How wide text may be: as the terminal that it goes to, else as COLUMNS says, else 80."""
    width = terminal_width() if _to_terminal(output) else None
    if width is None:
        given = os.environ.get("COLUMNS", "")
        width = int(given) if given.isdecimal() else 0
    return width or _WIDTH


def wants_colour(output: Path | None) -> bool:
    """Whether results may be coloured: on a terminal, unless NO_COLOR is set; elsewhere than in a
    file only if FORCE_COLOR is (no-color.org, force-color.org)."""
    if not _to_stdout(output) or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _to_stdout(output: Path | None) -> bool:
    return output is None or str(output) == "-"


def _to_terminal(output: Path | None) -> bool:
    return _to_stdout(output) and sys.stdout.isatty()


def _split(chosen: Sequence[str]) -> tuple[str, ...]:
    names = (name.strip() for part in chosen for name in part.split(","))
    return tuple(name for name in names if name)
