"""``timegraph closure``: everything that a document's links entail, or a minimal set of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import click

from timegraph._pace import TimedOut, TimeLimitError, time_limit
from timegraph._wording import counted as counted_in_words
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.corpus_options import Chosen, corpus_options, read_document
from timegraph.commands.shared.options import (
    choice_option,
    format_option_of,
    interpretation_options,
    message_options,
    option,
    output_option,
    switch,
    time_limit_option,
)
from timegraph.commands.shared.terminal import with_count
from timegraph.documents.build import build, labelled
from timegraph.documents.closure import differing_pairs, relations_of, with_links
from timegraph.documents.conventions import CALENDAR
from timegraph.findings import naming
from timegraph.graph import TimeGraph
from timegraph.links import ContradictionError, Placement
from timegraph.options import Interpretation
from timegraph.reduction import EntailedPairs, TooManyPairs
from timegraph.report import Column, Report, Table
from timegraph.report.documents import CLOSURE_FORMATS, ClosureFormat, closure_pieces
from timegraph.scoring.annotation_notices import annotation_faults, left_out, links_left_out
from timegraph.stated_links import has_choices, leaves_orders, network_of, over_branches
from timeml import Document

if TYPE_CHECKING:
    from fractions import Fraction

# Relations that take a second or more to write.
_MANY = 50_000

# Entities among which orders that are open are decided.
_MOST_RELATED = 100

_STATEMENTS_ALONE = ("text", "csv")
_EPOCH = datetime(1970, 1, 1)

World = Literal["scenario", "schedule"]
"""One world of statements: the relation of each pair, or a time for each end."""

_EPILOG = """\b
Examples (from the project root):
  timegraph closure examples/kit/gold/news-festival-storm.tml
  timegraph closure --reduce examples/kit/gold/news-festival-storm.tml
  timegraph closure --document storm examples/corpora/dense.tsv
  timegraph closure --to schedule examples/networks/visits.json

TLINKs of the document keep their ids; inferred ones get new ids and the attribute origin="CLOSURE".
Only JSON has the set of possible relations for every pair. Relations are counted first, and refused
once there are more than --max; docs/explain.md says more.

Exit code 1 means that something is not in the result: links that contradict others, annotations
with faults, or relations that no TLINK can express. Each is reported on stderr.
"""


@command_with(
    click.Argument(["document"], metavar="DOC"),
    switch(
        "--reduce",
        "Write a minimal set of the document's links that entails as much instead: none of "
        "them is redundant. With --calendar, nothing that the calendar entails is in it.",
    ),
    option(
        "--max N",
        "Write nothing if there are more relations than that.",
        called="most",
        type=click.IntRange(min=0),
        default=1_000_000,
    ),
    corpus_options(layers=True),
    interpretation_options(
        Interpretation(on_conflict="drop-link"),
        without=["durations"],
    ),
    choice_option(
        "--to KIND",
        ("scenario", "schedule"),
        "Of statements write one world instead: the relation of each pair, or times.",
        called="world",
    ),
    format_option_of(
        (*CLOSURE_FORMATS, *_STATEMENTS_ALONE), " With choices: text, json, csv.", default="timeml"
    ),
    call=(
        message_options,
        time_limit_option,
        output_option,
    ),
    epilog=_EPILOG,
    progress="closing",
)
def command(
    call: Call,
    *,
    document: str,
    reduce: bool,
    most: int,
    corpus: Chosen,
    interpretation: Interpretation,
    world: World | None,
    format_: ClosureFormat,
) -> None:
    """Write all that the links of DOC (- for stdin) entail. Of statements with choices: what is
    possible."""
    read = read_document(document, corpus)
    choices = world is not None or has_choices(read)
    few = not (choices or reduce) and len(read.entities) <= _MOST_RELATED
    as_graph = interpretation if few and leaves_orders(read) else None
    if choices or format_ in _STATEMENTS_ALONE or as_graph:
        if reduce:
            raise BadUsage(f"{document}: a document with choices has no reduction")
        _write_possible(read, as_graph, world, call, "text" if format_ == "timeml" else format_)
        return
    name = read.name or document
    try:
        with time_limit(call.time_limit):
            clean = _closed(read, name, interpretation, call, format_, None if reduce else most)
    except TimeLimitError as error:
        call.messages.warn(f"{name}: {error}")
        clean = False
    call.finish(complete=clean)


def _write_possible(
    read: Document, as_graph: Interpretation | None, world: World | None, call: Call, format_: str
) -> None:
    """Print the relations that statements leave possible for each pair, or one world; where only
    orders of occurrences are open, they are read ``as_graph``."""
    if read.scheme != "allen":
        raise BadUsage("--to and the formats text and csv are for statements and networks")
    try:
        with time_limit(call.time_limit):
            network: Any = None if as_graph else network_of(read)
            if as_graph:
                read = labelled(read, as_graph)
                network = over_branches(build(read, as_graph), read, call.time_limit)
            table = _table(network, world, call.time_limit)
    except (TimedOut, TimeLimitError) as error:
        call.messages.warn(f"{read.name}: {error}; nothing is written")
        call.finish(complete=False)
        return
    except ContradictionError as error:
        conflict = left_out(error.conflict, read.name, words=naming(read))
        call.messages.warn(f"{conflict}; nothing is written of {read.name}")
        call.finish(complete=False)
        return
    except (OverflowError, ValueError) as error:
        raise BadUsage(f"{read.name}: {error}") from None
    faults = annotation_faults(read, read.name, as_graph) if as_graph else ()
    notices = [*faults, *links_left_out(network, read.name, words=naming(read))]
    call.messages.notices(read.name, notices)
    records: list[dict[str, object]] = [{**row} for row in table.records]
    if world is None:
        records = [{**row, "relation": str(row["relation"]).split(", ")} for row in records]
    call.print(Report([table], {table.name: records}), format_)
    if not (exact := getattr(network, "exact", True)):
        call.messages.warn(f"{read.name}: not all was decided; less than this may be possible")
    call.finish(complete=exact and not notices)


def _table(network: Any, world: World | None, limit: float | None) -> Table:
    columns = (Column("a", kind="key"), Column("relation"), Column("b", kind="key"))
    if world == "schedule":
        times = network.schedule(time_limit=limit)
        dated = any(isinstance(link, Placement) for link in network.links)
        ends = [[_time(times[a, side], dated) for side in ("start", "end")] for a in network]
        rows = tuple((a, *placed) for a, placed in zip(network, ends, strict=True))
        return Table(tuple(map(Column, ("interval", "start", "end"))), rows, name="schedule")
    if world == "scenario":
        links = network.scenario(time_limit=limit).links()
        atoms = tuple((str(link.a), str(link.relation), str(link.b)) for link in links)
        return Table(columns, atoms, name="scenario")
    possible = network.minimal_network(time_limit=limit).items()
    shown = ((a, str(relations), b) for (a, b), relations in possible if len(relations) < 13)
    return Table(columns, tuple(shown), name="relations")


def _time(seconds: Fraction, dated: bool) -> str:
    """A time as a date where there are dates, else as a number; exact in either form."""
    parts = seconds * 1_000_000
    try:
        if dated and parts.denominator == 1:
            return (_EPOCH + timedelta(microseconds=int(parts))).isoformat()
    except OverflowError:  # before the year 1 or after 9999
        pass
    return str(seconds)


def _closed(
    read: Document,
    name: str,
    interpretation: Interpretation,
    call: Call,
    format_: ClosureFormat,
    most: int | None,
) -> bool:
    """Write the closure of a document, of at most so many relations, or with ``None`` its
    reduction. Returns whether it is complete."""
    messages = call.messages
    read = labelled(read, interpretation)
    try:
        graph = build(read, interpretation)
    except ContradictionError as error:
        messages.warn(
            f"{left_out(error.conflict, name, words=naming(read))}; nothing is written of {name}"
        )
        return False
    notices = [
        *annotation_faults(read, name, interpretation),
        *links_left_out(graph, name, words=naming(read)),
    ]
    messages.notices(name, notices)
    pairs = count = None
    if most is not None:
        pairs = _pairs(graph, name, most)
        count = len(pairs)
        if count > _MANY:
            messages.warn(f"{name}: writing {count:,} relations")
    relations = partial(
        relations_of,
        graph,
        reduce=most is None,
        given=(CALENDAR,) if interpretation.calendar else (),
        scheme=read.scheme,
        pairs=pairs,
    )
    lost = 0
    # All that is in force comes back with its TLINKs, except the rest of a link of which a part was
    # left out, and labels of other schemes.
    partly = interpretation.on_conflict == "drop-constraint" and graph.conflicts
    if format_ == "timeml" and (partly or read.scheme != "tml"):
        written = with_links(read, relations())
        as_tml = replace(interpretation, labels="tml", on_conflict="drop-constraint")
        lost = differing_pairs(graph, build(written, as_tml))
        if lost:
            messages.warn(
                f"{name}: TLINKs cannot express what is known about "
                f"{counted_in_words(lost, 'pair')}; use --format json"
            )
    try:
        shown = with_count(relations(), "writing", count, "relations")
        call.write(closure_pieces(read, shown, format_))
    except ValueError as error:  # annotations that cross each other have no place in XML
        messages.warn(f"{name}: cannot be written as TimeML: {error}; use --format json")
        return False
    return not notices and not lost


def _pairs(graph: TimeGraph, name: str, most: int) -> EntailedPairs:
    """All that the graph entails. Raises :class:`BadUsage` if that is more than wanted, without
    counting further than that."""
    try:
        return EntailedPairs(graph, most)
    except TooManyPairs:
        raise BadUsage(
            f"{name}: its links entail more than {most:,} relations; nothing was written. "
            "--reduce writes a minimal set of its links, --max with a larger number "
            "writes all"
        ) from None
