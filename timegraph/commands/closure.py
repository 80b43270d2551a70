"""``timegraph closure``: everything that a document's links entail, or a minimal set of them."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from timegraph._pace.limits import TimedOut, TimeLimitError, time_limit
from timegraph._wording.counting import counted as counted_in_words
from timegraph.commands.shared.command import (
    BadUsage,
    Call,
    Messages,
    check_writable,
    command_with,
    read_document,
    write_pieces,
)
from timegraph.commands.shared.corpus_options import Chosen, corpus_options
from timegraph.commands.shared.folders import check_no_input
from timegraph.commands.shared.named_documents import named_documents
from timegraph.commands.shared.options import (
    choice_option,
    format_option_of,
    interpretation_options,
    message_options,
    option,
    path_option,
    switch,
    time_limit_option,
)
from timegraph.commands.shared.terminal.progress import with_count
from timegraph.documents.build import build, labelled
from timegraph.documents.closure import differing_pairs, relations_of, with_links
from timegraph.documents.conventions import CALENDAR
from timegraph.findings.record import naming
from timegraph.graph import TimeGraph
from timegraph.links import ContradictionError, Placement
from timegraph.options import Interpretation
from timegraph.reduction import EntailedPairs, TooManyPairs
from timegraph.report import Column, Report, Table
from timegraph.report.documents import CLOSURE_FORMATS, ClosureFormat, closure_pieces
from timegraph.scoring import annotation_faults, left_out, links_left_out
from timegraph.stated_links import has_choices, network_of
from timeml import Document, TimeMLError

if TYPE_CHECKING:
    from fractions import Fraction

    from timegraph.networks import IntervalNetwork

# Relations that take a second or more to write.
_MANY = 50_000

_STATEMENTS_ALONE = ("text", "csv")
_EPOCH = datetime(1970, 1, 1)

World = Literal["scenario", "schedule"]
"""One world of statements: the relation of each pair, or a time for each end."""

_ENDINGS = {"timeml": ".tml", "json": ".json"}

_EPILOG = """\b
Examples (from the project root):
  timegraph closure examples/kit/gold/news-festival-storm.tml
  timegraph closure --reduce examples/kit/gold/news-festival-storm.tml
  timegraph closure --document storm examples/corpora/dense.tsv
  timegraph closure --to schedule examples/networks/visits.json
  timegraph closure --output closed examples/kit/gold  # closed is a folder

TLINKs of the document keep their ids; inferred ones get new ids and the attribute origin="CLOSURE".
TimeML has single relations only; JSON also has the set of possible relations for every pair that
the links restrict. Links of another label scheme get TimeML's labels where these say as much.

A closure can be much larger than its document: 1,000 events in a row have 499,500 relations. They
are counted first, and refused once there are more than --max; what is written comes
piece by piece, so that it need not fit into memory.

Exit code 1 means that something is not in the result: links that contradict others, annotations
with faults, or relations that no TLINK can express. Each is reported on stderr.
"""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is written of each document."""

    reduce: bool
    max_relations: int
    interpretation: Interpretation
    format: ClosureFormat
    time_limit: float | None


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
        called="max_relations",
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
    message_options,
    time_limit_option,
    path_option(
        "--output FILE|DIR",
        "Write to FILE instead of stdout, or the closure of each document into DIR.",
    ),
    epilog=_EPILOG,
    progress="closing",
)
def command(
    call: Call,
    *,
    document: str,
    reduce: bool,
    max_relations: int,
    corpus: Chosen,
    interpretation: Interpretation,
    world: World | None,
    format_: ClosureFormat,
) -> None:
    """Write all that the links of DOC (- for stdin) entail; of a folder or a file of many
    documents, with --output DIR, those of each. Of statements with choices: what is possible."""
    request = _Wanted(reduce, max_relations, interpretation, format_, call.time_limit)
    one_each = call.output is not None and call.output.is_dir()
    if call.output is not None and not call.output.exists() and corpus.names is None:
        one_each = os.path.isdir(document)
    if not one_each:
        check_writable(call.output)
        read = read_document(document, corpus)
        if world is not None or format_ in _STATEMENTS_ALONE or has_choices(read):
            if reduce:
                raise BadUsage(f"{document}: a document with choices has no reduction")
            _write_possible(read, world, call, "text" if format_ == "timeml" else format_)
            return
        clean = _write(read, document, request, call.messages, call.output)
    else:
        assert call.output is not None
        clean = _write_each(document, corpus, request, call.messages, call.output)
    call.finish(complete=clean)


def _write_possible(read: Document, world: World | None, call: Call, format_: str) -> None:
    """Print the relations that statements leave possible for each pair, or one world."""
    if read.scheme != "allen":
        raise BadUsage("--to and the formats text and csv are for statements and networks")
    try:
        with time_limit(call.time_limit):
            network = network_of(read)
            table = _table(network, world, call.time_limit)
    except (TimedOut, TimeLimitError) as error:
        call.messages.warn(f"{read.name}: {error}; nothing is written")
        call.finish(complete=False)
        return
    except (OverflowError, ValueError) as error:
        raise BadUsage(f"{read.name}: {error}") from None
    notices = [*links_left_out(network, read.name, words=naming(read))]
    call.messages.notices(read.name, notices)
    records: list[dict[str, object]] = [{**row} for row in table.records]
    if world is None:
        records = [{**row, "relation": str(row["relation"]).split(", ")} for row in records]
    call.print(Report([table], {table.name: records}), format_)
    call.finish(complete=not notices)


def _table(network: IntervalNetwork[str], world: World | None, limit: float | None) -> Table:
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


def _write_each(
    path: str, chosen: Chosen, request: _Wanted, messages: Messages, folder: Path
) -> bool:
    """Write a file for each document of a path. Returns whether each is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    documents, failures = named_documents([path], chosen)
    for failure in failures:
        messages.warn(str(failure))
    if not documents:
        raise BadUsage("nothing to close: no path holds a document")
    clean = not failures
    taken: dict[str, str] = {}
    for named in with_count(documents, "closing", len(documents)):
        try:
            read = named.load().read()
        except (OSError, TimeMLError) as error:
            messages.warn(str(error) if named.path in str(error) else f"{named.path}: {error}")
            clean = False
            continue
        stem = os.path.basename(read.name or named.path)
        stem = stem[: -len(".tml")] if stem.lower().endswith(".tml") else stem
        file = stem + _ENDINGS[request.format]
        if file in taken:
            raise BadUsage(f"{named.path} and {taken[file]} would both be written to {file}")
        taken[file] = named.path
        check_no_input(folder / file, [named.path])
        clean &= _write(read, named.path, request, messages, folder / file)
    return clean


def _write(
    read: Document, path: str, request: _Wanted, messages: Messages, output: Path | None
) -> bool:
    """Write the closure of one document. Returns whether it is complete, and done in time."""
    try:
        with time_limit(request.time_limit):
            return _closed(read, path, request, messages, output)
    except TimeLimitError as error:
        messages.warn(f"{read.name or path}: {error}")
        return False


def _closed(
    read: Document, path: str, request: _Wanted, messages: Messages, output: Path | None
) -> bool:
    name, interpretation = read.name or path, request.interpretation
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
    if not request.reduce:
        pairs = _pairs(graph, name, request.max_relations)
        count = len(pairs)
        if count > _MANY:
            messages.warn(f"{name}: writing {count:,} relations")
    relations = partial(
        relations_of,
        graph,
        reduce=request.reduce,
        given=(CALENDAR,) if interpretation.calendar else (),
        scheme=read.scheme,
        pairs=pairs,
    )
    lost = 0
    # All that is in force comes back with its TLINKs, except the rest of a link of which a part was
    # left out, and labels of other schemes.
    partly = interpretation.on_conflict == "drop-constraint" and graph.conflicts
    if request.format == "timeml" and (partly or read.scheme != "tml"):
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
        write_pieces(closure_pieces(read, shown, request.format), output)
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
