"""``timegraph torque pairs``: annotations judged by the pairs that questions decide."""

from __future__ import annotations

from timegraph.commands._shared.command import Call, command_with
from timegraph.commands._shared.options import report_options
from timegraph.commands.torque._documents import Annotations, annotations_arguments
from timegraph.commands.torque._inputs import before_option, finish
from timegraph.report import Format
from timegraph.report.torque import pairs_report
from timegraph.scoring.torque.pair_differences import pair_differences
from timegraph.torque.answers import TorqueReading, answer_passages
from timegraph.torque.pairs import pair_counts

__all__ = ["command"]

_EPILOG = """\b
Example (from the project root):
  timegraph torque pairs examples/torque/passages.json examples/torque/timeml

Several folders DIR are several annotations of the same texts.
"""


@command_with(
    annotations_arguments,
    before_option,
    *report_options,
    epilog=_EPILOG,
    progress="making",
)
def command(
    call: Call,
    *,
    annotations: Annotations,
    before: TorqueReading,
    format_: Format,
) -> None:
    """Compare annotations with the answers, pair by pair of event and anchor."""
    opened = annotations.open()
    judged = []
    for folder, aligned in opened.by_folder:
        passages = answer_passages(aligned.values(), reading=before)
        judged.append((folder, [answer for passage in passages for answer in passage.answers]))
    rows = [(folder, pair_counts(answered)) for folder, answered in judged]
    call.print(pairs_report(rows, pair_differences(judged), opened.problems), format_)
    finish(call, opened.problems)
