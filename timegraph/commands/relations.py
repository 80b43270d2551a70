"""``timegraph relations``: how well systems classify the relations of given pairs."""

from __future__ import annotations

from pathlib import Path

import click

from timegraph.commands._shared.align_options import align_options
from timegraph.commands._shared.corpus_options import Chosen, corpus_options
from timegraph.commands._shared.files import BadUsage, check_writable, write_result
from timegraph.commands._shared.gold import gold_option, measure_against_gold
from timegraph.commands._shared.messages import Messages, message_options
from timegraph.commands._shared.options import interpretation_options, output_option
from timegraph.commands._shared.parallel import Parallel, parallel_options
from timegraph.commands._shared.score_options import (
    PairOptions,
    confidence_options,
    pair_options,
    warn_of_few_documents,
)
from timegraph.commands._shared.table_options import table_options
from timegraph.commands._shared.terminal.progress import shows_progress
from timegraph.options import Interpretation
from timegraph.report.relations.classification import COLUMNS, GROUPS, relations_report
from timegraph.report.systems import ReportOptions
from timegraph.report.tables import TableOptions
from timegraph.scoring.relations.measure import RELATIONS_BY, score_relations_system
from timeml.normalize import AlignBy

__all__ = ["command"]

_EPILOG = """\b
Examples (from the project root):
  timegraph relations --gold examples/agreement/ada examples/agreement/ben
  timegraph relations --starts --gold examples/agreement/ada \\
    examples/agreement/ben
  timegraph relations --by kind --gold examples/kit/gold \\
    examples/kit/systems/*

Gold gives the pairs; a pair without a link of the system costs recall. docs/relations.md says how
each figure is computed. Scores may be compared if their signatures are equal.
"""


@click.command(epilog=_EPILOG)
@click.argument("systems", metavar="SYSTEM...", nargs=-1, type=click.Path(path_type=Path))
@gold_option
@corpus_options(layers=True)
@click.option(
    "--starts",
    is_flag=True,
    help="Compare the labels of pairs by the order of the starts alone, as MATRES does.",
)
@click.option(
    "--empty",
    type=click.Choice(["1", "undefined"]),
    default="1",
    show_default=True,
    help="The closure score's precision without links of the system, and its recall without "
    "links of gold: 1 as in anaforatools, or undefined.",
)
@click.option(
    "--closure-label",
    "closure_labels",
    multiple=True,
    metavar="LABEL",
    help="Make the closure score of the links with this label alone, on both sides, as Clinical "
    "TempEval does of CONTAINS; may be repeated.",
)
@align_options("gold")
@interpretation_options(
    Interpretation(on_conflict="drop-link"),
    without=["on_conflict", "calendar", "calendar_reading", "coarse", "durations"],
)
@pair_options(*GROUPS, choose=False)
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
    starts: bool,
    empty: str,
    closure_labels: tuple[str, ...],
    align: bool,
    align_by: AlignBy,
    interpretation: Interpretation,
    grouping: PairOptions,
    confidence: bool,
    seed: int,
    parallel: Parallel,
    messages: Messages,
    tables: TableOptions,
    output: Path | None,
) -> None:
    """Score the labels that SYSTEMs give to the pairs of entities that gold links.

    Prints micro and macro F1, with and without the labels that say nothing, each label, the
    confusion matrix, temporal awareness, the closure scores of Clinical TempEval, and how much of
    what a system says contradicts itself.
    """
    check_writable(output)
    measured = measure_against_gold(
        score_relations_system,
        systems,
        gold,
        parallel=parallel,
        messages=messages,
        chosen=corpus,
        command="relations",
        interpretation=interpretation,
        starts=starts,
        official=empty == "1",
        closure_labels=closure_labels,
        align=align,
        align_by=align_by,
        by=tuple(one for one in RELATIONS_BY if one in grouping.by),
        unit=grouping.unit,
    )
    if closure_labels and not measured.results[0].score.closure.gold_total:
        listed = ", ".join(closure_labels)
        raise BadUsage(f"--closure-label {listed}: no link of gold has such a label")
    remarks = warn_of_few_documents(measured.results, messages, confidence=confidence)
    if not any(one.linked for one in measured.gold.documents.values()):
        remarks.append("the gold documents have no links, so no pair can be classified")
        messages.warn(remarks[-1])
    options = ReportOptions.of(tables, by=grouping.by, seed=seed, unusable=measured.unusable)
    report = relations_report(
        measured.results, options, confidence=confidence, warnings=[*measured.warnings, *remarks]
    )
    write_result(report, output)
    if not measured.complete:
        context.exit(1)
