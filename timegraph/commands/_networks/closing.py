"""The closure of a network: possible relations of each pair, or one world."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, Literal

from timegraph.allen import Allen
from timegraph.commands._networks.reading import read_network
from timegraph.commands._shared.command import Call
from timegraph.commands._shared.corpus_options import Chosen
from timegraph.commands._shared.files import BadUsage
from timegraph.links import Placement
from timegraph.networks import InconsistentError, IntervalNetwork, TimedOut
from timegraph.report import Column, Report, Table

__all__ = ["World", "close_network"]

World = Literal["scenario", "schedule"]
"""One world of a network: the relation of each pair, or a time for each end."""

_EPOCH = datetime(1970, 1, 1)


def close_network(path: str, chosen: Chosen, call: Call, format_: str, world: World | None) -> None:
    """Print the possible relations of each pair, or one world, and end the command."""
    name, network = read_network(path, chosen)
    try:
        table = _table(network, world, call.time_limit)
    except (TimedOut, InconsistentError) as error:
        call.messages.warn(f"{name}: {error}; nothing is written")
        call.finish(complete=False)
        return
    except (OverflowError, ValueError) as error:
        raise BadUsage(f"{name}: {error}") from None
    records: list[dict[str, object]] = [{**row} for row in table.records]
    if world is None:
        records = [{**row, "relation": str(row["relation"]).split(", ")} for row in records]
    call.print(Report([table], {table.name: records}), format_)


def _table(network: IntervalNetwork[Any], world: World | None, time_limit: float | None) -> Table:
    columns = (Column("a", kind="key"), Column("relation"), Column("b", kind="key"))
    if world == "schedule":
        times = network.schedule(time_limit=time_limit)
        dated = any(isinstance(link, Placement) for link in network.links)
        ends = [[_time(times[a, side], dated) for side in ("start", "end")] for a in network]
        rows = tuple((str(a), *relations) for a, relations in zip(network, ends, strict=True))
        return Table(tuple(map(Column, ("interval", "start", "end"))), rows, name="schedule")
    if world == "scenario":
        links = network.scenario(time_limit=time_limit).links()
        atoms = tuple((str(link.a), str(link.relation), str(link.b)) for link in links)
        return Table(columns, atoms, name="scenario")
    return Table(columns, tuple(_possible(network, time_limit)), name="relations")


def _possible(
    network: IntervalNetwork[Any], time_limit: float | None
) -> Iterator[tuple[str, str, str]]:
    """The pairs of which not everything is possible."""
    for (a, b), relations in network.minimal_network(time_limit=time_limit).items():
        if len(relations) < len(Allen):
            yield str(a), str(relations), str(b)


def _time(seconds: Fraction, dated: bool) -> str:
    """A time as a date where there are dates, else as a number; exact in either form."""
    parts = seconds * 1_000_000
    try:
        if dated and parts.denominator == 1:
            return (_EPOCH + timedelta(microseconds=int(parts))).isoformat()
    except OverflowError:  # before the year 1 or after 9999
        pass
    return str(seconds)
