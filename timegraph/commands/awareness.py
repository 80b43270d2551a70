"""``timegraph awareness``: the temporal awareness of systems, as in TempEval-3."""

from __future__ import annotations

from pathlib import Path

import click

from timegraph.commands._shared.align_options import align_options
from timegraph.commands._shared.corpus_options import Chosen, corpus_options
from timegraph.commands._shared.files import check_writable, write_result
from timegraph.commands._shared.gold import gold_option, measure_against_gold
from timegraph.commands._shared.html.awareness import write_awareness_pages
from timegraph.commands._shared.html.folder import check_html, html_option
from timegraph.commands._shared.messages import Messages, message_options
from timegraph.commands._shared.options import (
    interpretation_options,
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
from timegraph.options import Interpretation
from timegraph.report.awareness import COLUMNS, awareness_report
from timegraph.report.systems import ReportOptions
from timegraph.report.tables import TableOptions
from timegraph.scoring import METHODS, Method, score_awareness_system
from timeml.normalize import AlignBy

__all__ = ["command"]

_EPILOG = """\b
Example (from the project root):
  timegraph awareness --gold examples/kit/gold examples/kit/systems/*

P is the share of the system's links that gold entails, R the share of gold's links that the
system entails; docs/awareness.md has the formulas. With --calendar the time expressions of each
side are ordered by their values; that order entails and contradicts links, but is not counted.
Scores may be compared if their signatures are equal.
"""


@click.command(epilog=_EPILOG)
@click.argument("systems", metavar="SYSTEM...", nargs=-1, type=click.Path(path_type=Path))
@gold_option
@corpus_options(layers=True)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="default",
    show_default=True,
    help="Which links are counted. default: those that the links before them in the file do not "
    "entail, as in TempEval-3; acl11: all, in both directions; implicit_in_recall: as default, "
    "with credit for links that gold entails without having them; minimal: a transitive "
    "reduction, whatever the order of links.",
)
@align_options("gold")
@interpretation_options(
    Interpretation(on_conflict="drop-link"), without=["on_conflict", "durations"]
)
@by_option("document")
@confidence_options
@html_option
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
    method: Method,
    align: bool,
    align_by: AlignBy,
    interpretation: Interpretation,
    by: tuple[str, ...],
    confidence: bool,
    seed: int,
    html: Path | None,
    parallel: Parallel,
    messages: Messages,
    tables: TableOptions,
    output: Path | None,
) -> None:
    """Score the links of SYSTEMs, folders, archives or files of documents, against gold ones."""
    check_writable(output)
    check_html(html)
    measured = measure_against_gold(
        score_awareness_system,
        systems,
        gold,
        parallel=parallel,
        messages=messages,
        chosen=corpus,
        command="awareness",
        method=method,
        interpretation=interpretation,
        align=align,
        align_by=align_by,
    )
    few = warn_of_few_documents(measured.results, messages, confidence=confidence)
    options = ReportOptions.of(tables, by=by, seed=seed, unusable=measured.unusable)
    report = awareness_report(
        measured.results, options, statistics=confidence, warnings=[*measured.warnings, *few]
    )
    write_result(report, output)
    if html is not None:
        write_awareness_pages(
            html,
            measured,
            options,
            method=method,
            interpretation=interpretation,
            align_by=align_by if align else None,
            notes=measured.warnings,
            messages=messages,
        )
    if not measured.complete:
        context.exit(1)
