"""``timegraph torque align``: where the passages and their events are in TimeML documents."""

from __future__ import annotations

from timegraph.commands._shared.command import Call, command_with
from timegraph.commands._shared.options import report_options
from timegraph.commands.torque._documents import Annotations, annotations_arguments
from timegraph.commands.torque._inputs import finish
from timegraph.report import Column, Format, Report, Table

__all__ = ["command"]

_EPILOG = """\b
Example (from the project root):
  timegraph torque align examples/torque/passages.json examples/torque/timeml

White space and quotation marks do not count. An event of a passage is the annotated event that
shares most characters with it.
"""


@command_with(
    annotations_arguments,
    *report_options,
    epilog=_EPILOG,
    progress="aligning",
)
def command(
    call: Call,
    *,
    annotations: Annotations,
    format_: Format,
) -> None:
    """Find the passages in their documents, and the passages' events among those annotated."""
    opened = annotations.open()
    rows = []
    for folder, aligned in opened.by_folder:
        events = [
            passage.entities.get(event)
            for passage in aligned.values()
            for event in passage.passage.events
        ]
        total = sum(len(passage.events) for passage in opened.passages.passages)
        annotated = sum(entity is not None for entity in events)
        instances = sum(passage.instances for passage in aligned.values())
        cells = len(opened.passages.passages), len(aligned), total, annotated, instances
        rows.append((folder, *cells))
    columns = ("annotation", "passages", "aligned", "events", "annotated", "with instance")
    table = Table(tuple(map(Column, columns)), tuple(rows), name="annotations")
    call.print(Report([table]), format_)
    finish(call, opened.problems)
