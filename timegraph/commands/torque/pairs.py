"""``timegraph torque pairs``: annotations judged by the pairs that questions decide."""

from __future__ import annotations

from pathlib import Path

from timegraph.commands._shared.command import Call, command_with
from timegraph.commands._shared.options import format_option, message_options, output_option
from timegraph.commands.torque._documents import aligned_in
from timegraph.commands.torque._inputs import (
    before_option,
    finish,
    folders_argument,
    passages_argument,
    passages_in,
)
from timegraph.report import Format
from timegraph.report.torque import pairs_report
from timegraph.scoring.torque.pair_differences import pair_difference
from timegraph.torque.answers import TorqueReading, answer_passages
from timegraph.torque.pairs import pair_counts

__all__ = ["command"]

_EPILOG = """\b
Example (from the project root):
  timegraph torque pairs examples/torque/passages.json examples/torque/timeml

Several folders DIR are several annotations of the same texts.
"""


@command_with(
    passages_argument,
    folders_argument,
    before_option,
    message_options,
    format_option,
    output_option,
    epilog=_EPILOG,
    progress="making",
)
def command(
    call: Call,
    *,
    passages: Path,
    folders: tuple[Path, ...],
    before: TorqueReading,
    format_: Format,
) -> None:
    """Compare annotations with the answers, pair by pair of event and anchor."""
    read = passages_in(passages)
    problems = list(read.problems)
    rows, judged = [], []
    for folder in folders:
        aligned, found = aligned_in(folder, read)
        problems += found
        answered = [
            answer
            for one in answer_passages(aligned.values(), reading=before)
            for answer in one.answers
        ]
        rows.append((str(folder), pair_counts(answered)))
        judged.append(answered)
    names = [str(folder) for folder in folders]
    differences = [
        pair_difference(names[k], judged[k], names[0], judged[0]) for k in range(1, len(judged))
    ]
    call.print(pairs_report(rows, differences, problems), format_)
    finish(call, problems)
