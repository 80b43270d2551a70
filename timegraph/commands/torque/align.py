"""``timegraph torque align``: where the passages and their events are in TimeML documents."""

from __future__ import annotations

from pathlib import Path

import click

from timegraph.commands._shared.files import check_writable, write_result
from timegraph.commands._shared.options import format_option, output_option
from timegraph.commands._shared.terminal.progress import shows_progress
from timegraph.commands.torque._documents import aligned_in
from timegraph.commands.torque._inputs import (
    finish,
    passages_argument,
    passages_in,
    timeml_option,
)
from timegraph.report import Column, Format, Table, render

__all__ = ["command"]

_EPILOG = """\b
Example (from the project root):
  timegraph torque align --timeml examples/torque/timeml \\
      examples/torque/passages.json

White space and quotation marks do not count. An event of a passage is the annotated event that
shares most characters with it.
"""


@click.command(epilog=_EPILOG)
@passages_argument
@timeml_option
@click.option("--verbose", is_flag=True, help="Name every problem.")
@format_option
@output_option
@click.pass_context
@shows_progress("aligning")
def command(
    context: click.Context,
    *,
    passages: Path,
    folders: tuple[Path, ...],
    verbose: bool,
    format_: Format,
    output: Path | None,
) -> None:
    """Find the passages in their documents, and the passages' events among those annotated."""
    check_writable(output)
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
    write_result(render(table, format_), output)
    finish(context, problems, verbose=verbose)
