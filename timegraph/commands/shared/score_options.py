"""The options of commands that print scores: groups of documents or pairs, and statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from timegraph.commands.shared.command import BadUsage, Bundle
from timegraph.commands.shared.options import (
    choice_option,
    measure_format_option,
    option,
    switch,
)
from timegraph.qa.places import UNITS, Unit
from timegraph.report import Format
from timegraph.report.report import TableOptions
from timegraph.report.tables import Column, UnknownColumnError, machine_name
from timegraph.scoring.pairs import PAIR_KINDS, PairKind
from timegraph.scoring.statistics import LEVEL, SEED

if TYPE_CHECKING:
    from timegraph.corpus import Progress
    from timegraph.scoring.run import RunOptions, Workers


# How tables are printed: ``--columns``, ``--decimals`` and ``--format``.


def table_options(columns: Sequence[Column] = ()) -> Bundle[TableOptions]:
    """The options ``--columns``, ``--decimals`` and ``--format``; the command receives them as
    :attr:`Call.tables`.

    ``columns`` are all that the command may print: a name that none of them has is bad usage
    before anything is measured. Without them names are checked when the tables are there.
    """

    def value(parts: tuple[str, ...], decimals: int | None, format_: Format) -> TableOptions:
        names = names_of(parts, decimals, format_)
        return TableOptions(format_, columns=names, decimals=decimals)

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

    return Bundle("tables", (_COLUMNS, _DECIMALS, measure_format_option), value)


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


def _listed(kinds: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))


def by_option(*kinds: str, of: str = "system") -> click.Option:
    """The option ``--by`` of a command that groups scores; the command receives each kind of
    group that the user chose once, in order, as ``by``."""
    return choice_option(
        "--by",
        kinds,
        f"Add a row for each {_listed(kinds)} of each {of}."
        + (" May be repeated: one table for each kind." if len(kinds) > 1 else ""),
        multiple=True,
        callback=lambda context, option, values: tuple(dict.fromkeys(values)),
    )


seed_option = option(
    "--seed N", "Seed of the randomisation test.", type=click.IntRange(min=0), default=SEED
)

against_option = option("--against SYSTEM", "The system to compare with.  [default: the best]")

confidence_option = switch(
    "--confidence",
    f"Add {LEVEL:.0%} intervals (jackknife over documents), and p of the difference from the "
    "best system (approximate randomisation, Holm).",
)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Whether intervals and p values are added, the seed of the randomisation test, and the name
    of the system that p compares the others with (``None``: the best)."""

    confidence: bool = False
    seed: int = SEED
    against: str | None = None

    def running(self, workers: Workers, progress: Progress | None) -> RunOptions:
        """How a measure is run with these statistics."""
        return {
            "workers": workers,
            "progress": progress,
            "statistics": self.confidence,
            "seed": self.seed,
            "against": self.against or "",
        }


def _statistics(confidence: bool, seed: int, against: str | None = None) -> Statistics:
    if against is not None and not confidence:
        raise BadUsage("--against has no effect without --confidence, which adds p; leave it out")
    return Statistics(confidence, seed, against)


confidence_options = Bundle(
    "statistics", (confidence_option, against_option, seed_option), _statistics
)
"""The options ``--confidence``, ``--against`` and ``--seed``; the command receives one argument,
``statistics``."""


@dataclass(frozen=True, slots=True)
class PairOptions:
    """The kinds of pairs that count (``()``: all), the kinds of groups that get a table, and the
    unit of distances."""

    kinds: tuple[PairKind, ...] = ()
    by: tuple[str, ...] = ()
    unit: Unit = "sentences"


def pair_options(*kinds: str, of: str = "system", choose: bool = True) -> Bundle[PairOptions]:
    """The options, where ``--by`` adds a row for each of ``kinds`` of each ``of`` them, without
    ``--kind`` unless pairs are to ``choose``; the command receives one argument, ``grouping``."""
    options = (*([_KIND] if choose else []), by_option(*kinds, of=of), _DISTANCE)
    return Bundle("grouping", options, _pair_options)


def _pair_options(by: tuple[str, ...], unit: Unit, kinds: tuple[PairKind, ...] = ()) -> PairOptions:
    if unit != "sentences" and "distance" not in by:
        raise BadUsage(
            f"--distance {unit} has no effect without a table of distances: add --by distance"
        )
    return PairOptions(tuple(dict.fromkeys(kinds)), by, unit)


_KIND = choice_option(
    "--kind KIND",
    PAIR_KINDS,
    f"Only links of this kind: {_listed(PAIR_KINDS)}; may be repeated.",
    called="kinds",
    multiple=True,
)
_DISTANCE = choice_option(
    "--distance UNIT",
    UNITS,
    "Unit of distances between two entities: sentences, words or events.",
    called="unit",
    default="sentences",
)
