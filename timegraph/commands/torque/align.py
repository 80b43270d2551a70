"""``timegraph torque align``: where the passages and their events are in TimeML documents."""

from __future__ import annotations

from pathlib import Path

from timegraph.commands._shared.command import Call, command_with
from timegraph.commands._shared.options import format_option, message_options, output_option
from timegraph.commands.torque._documents import aligned_in
from timegraph.commands.torque._inputs import (
    finish,
    folders_argument,
    passages_argument,
    passages_in,
)
from timegraph.report import Column, Format, Report, Table

__all__ = ["command"]

_EPILOG = """\b
Example (from the project root):
  timegraph torque align examples/torque/passages.json examples/torque/timeml

White space and quotation marks do not count. An event of a passage is the annotated event that
shares most characters with it.
"""


@command_with(
    passages_argument,
    folders_argument,
    message_options,
    format_option,
    output_option,
    epilog=_EPILOG,
    progress="aligning",
)
def command(
    call: Call,
    *,
    passages: Path,
    folders: tuple[Path, ...],
    format_: Format,
) -> None:
    """Find the passages in their documents, and the passages' events among those annotated."""
    read = passages_in(passages)
    problems = list(read.problems)
    rows = []
    for folder in folders:
        aligned, found = aligned_in(folder, read)
        problems += found
        events = [
            one.entities.get(event) for one in aligned.values() for event in one.passage.events
        ]
        total = sum(len(passage.events) for passage in read.passages)
        annotated = sum(entity is not None for entity in events)
        instances = sum(one.instances for one in aligned.values())
        cells = len(read.passages), len(aligned), total, annotated, instances
        rows.append((str(folder), *cells))
    columns = ("annotation", "passages", "aligned", "events", "annotated", "with instance")
    table = Table(tuple(map(Column, columns)), tuple(rows), name="annotations")
    call.print(Report([table]), format_)
    finish(call, problems)
