"""``timegraph entities``: whether systems find events and timexes and their attributes."""

from __future__ import annotations

from pathlib import Path

import click

from timegraph.commands._shared.align_options import align_by_option
from timegraph.commands._shared.corpus_options import Chosen, corpus_options
from timegraph.commands._shared.files import check_writable, write_result
from timegraph.commands._shared.gold import gold_option, measure_against_gold
from timegraph.commands._shared.messages import Messages, message_options
from timegraph.commands._shared.options import (
    output_option,
)
from timegraph.commands._shared.parallel import Parallel, parallel_options
from timegraph.commands._shared.score_options import (
    by_option,
    confidence_options,
    warn_of_few_documents,
)
from timegraph.commands._shared.table_options import table_options
from timegraph.commands._shared.terminal.progress import shows_progress
from timegraph.report.entities import COLUMNS, entities_report
from timegraph.report.systems import ReportOptions
from timegraph.report.tables import TableOptions
from timegraph.scoring import score_entities_system
from timeml.normalize import AlignBy

__all__ = ["command"]

_EPILOG = """\b
Example (from the project root):
  timegraph entities --gold examples/kit/gold examples/kit/systems/*

Annotations match by their place in the text: in strict mode the same characters, in relaxed mode
any in common. An attribute counts where annotations match in relaxed mode and have the same
value. The creation time is not counted.
"""


@click.command(epilog=_EPILOG)
@click.argument("systems", metavar="SYSTEM...", nargs=-1, type=click.Path(path_type=Path))
@gold_option
@corpus_options()
@align_by_option
@by_option("document")
@confidence_options
@parallel_options
@message_options
@table_options(COLUMNS)
@output_option
@click.pass_context
@shows_progress("scoring")
def command(
    context: click.Context,
    *,
    systems: tuple[Path, ...],
    gold: Path | None,
    corpus: Chosen,
    align_by: AlignBy,
    by: tuple[str, ...],
    confidence: bool,
    seed: int,
    parallel: Parallel,
    messages: Messages,
    tables: TableOptions,
    output: Path | None,
) -> None:
    """Score the events and timexes of SYSTEMs: folders, archives or files of documents."""
    check_writable(output)
    measured = measure_against_gold(
        score_entities_system,
        systems,
        gold,
        parallel=parallel,
        messages=messages,
        chosen=corpus,
        command="entities",
        align_by=align_by,
    )
    few = warn_of_few_documents(measured.results, messages, confidence=confidence)
    options = ReportOptions.of(tables, by=by, seed=seed, unusable=measured.unusable)
    report = entities_report(
        measured.results, options, statistics=confidence, warnings=[*measured.warnings, *few]
    )
    write_result(report, output)
    if not measured.complete:
        context.exit(1)
