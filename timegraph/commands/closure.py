"""``timegraph closure``: everything that a document's links entail, or a minimal set of them."""

from __future__ import annotations

from pathlib import Path

import click

from timegraph.builder import build
from timegraph.calendar_links import CALENDAR
from timegraph.commands._shared.files import BadUsage, check_writable, read_document, write_pieces
from timegraph.commands._shared.messages import Messages, message_options
from timegraph.commands._shared.options import interpretation_options, output_option
from timegraph.document_closure import (
    count_relations,
    differing_pairs,
    relations_of,
    with_links,
)
from timegraph.options import Interpretation
from timegraph.report.closure import CLOSURE_FORMATS, ClosureFormat, closure_pieces
from timegraph.scoring import annotation_faults, links_left_out

__all__ = ["command"]

# Relations that take a second or more to write.
_MANY = 50_000

_EPILOG = """\b
Examples (from the project root):
  timegraph closure examples/kit/gold/news-festival-storm.tml
  timegraph closure --reduce examples/kit/gold/news-festival-storm.tml
  timegraph closure --format dot examples/kit/gold/news-festival-storm.tml

TLINKs of the document keep their ids; inferred ones get new ids and the attribute origin="CLOSURE".
TimeML has single relations only; JSON also has the set of possible relations for every pair that
the links restrict.

A closure can be much larger than its document: 1,000 events in a row have 499,500 relations. They
are counted first, and refused above --max-relations; what is written comes piece by piece (GraphML
excepted), so that it need not fit into memory.

Exit code 1 means that something is not in the result: links that contradict others, annotations
with faults, or relations that no TLINK can express. Each is reported on stderr.
"""


@click.command(epilog=_EPILOG)
@click.argument("document", metavar="DOC.tml")
@click.option(
    "--reduce",
    is_flag=True,
    help="Write a minimal set of the document's links that entails as much instead: none of "
    "them is redundant. With --calendar, nothing that the calendar entails is in it.",
)
@click.option(
    "--max-relations",
    type=click.IntRange(min=0),
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="Write nothing if there are more relations than that.",
)
@interpretation_options(
    Interpretation(on_conflict="drop-link"),
    without=["durations"],
    policies=["drop-link", "drop-constraint"],
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(CLOSURE_FORMATS),
    default="timeml",
    show_default=True,
    help="TimeML, or a graph of the entities.",
)
@message_options
@output_option
@click.pass_context
def command(
    context: click.Context,
    *,
    document: str,
    reduce: bool,
    max_relations: int,
    interpretation: Interpretation,
    format_: ClosureFormat,
    messages: Messages,
    output: Path | None,
) -> None:
    """Write all that the TLINKs of DOC.tml (- for stdin) entail."""
    check_writable(output)
    read = read_document(document)
    name = read.name or document
    graph = build(read, interpretation)
    notices = [*annotation_faults(read, name), *links_left_out(graph, name)]
    messages.notices(name, notices)
    given = (CALENDAR,) if interpretation.calendar else ()
    if not reduce:
        count = count_relations(graph)
        if count > max_relations:
            raise BadUsage(
                f"{name}: its links entail {count:,} relations, more than {max_relations:,}; "
                "nothing was written. --reduce writes a minimal set of its links, --max-relations "
                f"{count} writes all"
            )
        if count > _MANY:
            messages.warn(f"{name}: writing {count:,} relations")
    lost = 0
    # All that is in force comes back with its TLINKs, except the rest of a link of which a part was
    # left out.
    if format_ == "timeml" and interpretation.on_conflict == "drop-constraint" and graph.conflicts:
        written = with_links(read, relations_of(graph, reduce=reduce, given=given))
        again = build(written, interpretation, on_conflict="drop-constraint")
        lost = differing_pairs(graph, again)
        if lost:
            messages.warn(
                f"{name}: TLINKs cannot express what is known about {lost} pairs; use --format json"
            )
    relations = relations_of(graph, reduce=reduce, given=given)
    write_pieces(closure_pieces(read, relations, format_), output)
    messages.close()
    if notices or lost:
        context.exit(1)
