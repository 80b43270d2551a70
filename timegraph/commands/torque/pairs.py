"""``timegraph torque pairs``: annotations judged by the pairs that questions decide."""

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
from timegraph.report import Format
from timegraph.report.torque import pairs_report
from timegraph.scoring.torque.pair_differences import pair_difference
from timegraph.torque.answers import TorqueReading, answer_passages
from timegraph.torque.pairs import pair_counts

__all__ = ["command"]

_EPILOG = """\b
Example (from the project root):
  timegraph torque pairs --timeml examples/torque/timeml \\
      examples/torque/passages.json

Several folders (--timeml A --timeml B) are several annotations of the same texts.
"""


@click.command(epilog=_EPILOG)
@passages_argument
@timeml_option
@click.option(
    "--reading",
    type=click.Choice(["starts", "intervals"]),
    default="starts",
    show_default=True,
    help="Before means: starts before the other starts, or ends before the other starts.",
)
@click.option("--verbose", is_flag=True, help="Name every problem.")
@format_option
@output_option
@click.pass_context
@shows_progress("making")
def command(
    context: click.Context,
    *,
    passages: Path,
    folders: tuple[Path, ...],
    reading: TorqueReading,
    verbose: bool,
    format_: Format,
    output: Path | None,
) -> None:
    """Compare annotations with the answers, pair by pair of event and anchor."""
    check_writable(output)
    read = passages_in(passages)
    problems = list(read.problems)
    rows, judged = [], []
    for folder in folders:
        aligned, found = aligned_in(folder, read)
        problems += found
        answered = [
            answer
            for one in answer_passages(aligned.values(), reading=reading)
            for answer in one.answers
        ]
        rows.append((str(folder), pair_counts(answered)))
        judged.append(answered)
    names = [str(folder) for folder in folders]
    differences = [
        pair_difference(names[k], judged[k], names[0], judged[0]) for k in range(1, len(judged))
    ]
    write_result(pairs_report(rows, differences, format_), output)
    finish(context, problems, verbose=verbose)
