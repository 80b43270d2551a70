"""How tables are printed: ``--columns``, ``--decimals``, ``--format`` and ``--spreadsheet``."""

from __future__ import annotations

from collections.abc import Sequence

import click

from timegraph.commands._shared.command import Bundle
from timegraph.commands._shared.declaring import option
from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.options import format_option, spreadsheet_option
from timegraph.report import Format
from timegraph.report.report import TableOptions
from timegraph.report.tables import Column, UnknownColumnError
from timegraph.report.tables.choosing import machine_name

__all__ = ["table_options"]


def table_options(columns: Sequence[Column] = ()) -> Bundle[TableOptions]:
    """The options ``--columns``, ``--decimals`` and ``--format``; the command receives them as
    :attr:`Call.tables`.

    ``columns`` are all that the command may print: a name that none of them has is bad usage
    before anything is measured. Without them names are checked when the tables are there.
    """

    def value(
        parts: tuple[str, ...], decimals: int | None, format_: Format, spreadsheet: bool = False
    ) -> TableOptions:
        names = names_of(parts, decimals, format_)
        return TableOptions(format_, columns=names, decimals=decimals, spreadsheet=spreadsheet)

    def names_of(parts: Sequence[str], decimals: int | None, format_: Format) -> tuple[str, ...]:
        names = _split(parts)
        if format_ == "json" and (names or decimals is not None):
            option = "--columns" if names else "--decimals"
            raise BadUsage(
                f"{option} has no effect with --format json, which always has every figure "
                "with all its digits; leave it out"
            )
        try:
            return tuple(machine_name(name, columns) for name in names) if columns else names
        except UnknownColumnError as error:
            raise BadUsage(f"--columns: {error}") from None

    return Bundle("tables", (_COLUMNS, _DECIMALS, format_option, spreadsheet_option), value)


_COLUMNS = option(
    "--columns NAMES",
    "Only these columns, by heading or name in CSV, separated by commas; those that name a "
    "row stay.",
    called="parts",
    multiple=True,
)
_DECIMALS = option(
    "--decimals N", "Decimals of the figures.  [default: 3; csv: 6]", type=click.IntRange(1, 15)
)


def _split(parts: Sequence[str]) -> tuple[str, ...]:
    names = (name.strip() for part in parts for name in part.split(","))
    return tuple(name for name in names if name)
