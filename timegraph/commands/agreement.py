"""``timegraph agreement``: how far annotators of the same texts agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from timegraph.commands._shared.align_options import align_options
from timegraph.commands._shared.corpus_options import Chosen, corpus_options
from timegraph.commands._shared.files import BadUsage, check_writable, write_result
from timegraph.commands._shared.folders import write_files
from timegraph.commands._shared.html.agreement import write_agreement_pages
from timegraph.commands._shared.html.folder import check_html, html_option
from timegraph.commands._shared.messages import Messages, message_options
from timegraph.commands._shared.options import interpretation_options, output_option
from timegraph.commands._shared.parallel import (
    Parallel,
    open_workers,
    parallel_options,
)
from timegraph.commands._shared.score_options import PairOptions, pair_options
from timegraph.commands._shared.systems import open_systems
from timegraph.commands._shared.table_options import table_options
from timegraph.commands._shared.terminal.progress import progress, shows_progress
from timegraph.options import Interpretation
from timegraph.report.relations.agreement import COLUMNS, agreement_report
from timegraph.report.systems import ReportOptions
from timegraph.report.tables import TableOptions
from timegraph.scoring.agreement.compare import AGREEMENT_BY
from timegraph.scoring.agreement.measure import Agreement, measure_agreement
from timegraph.scoring.statistics import FEW_DOCUMENTS, LEVEL
from timeml import write
from timeml.normalize import AlignBy

if TYPE_CHECKING:
    from timeml import Collection

__all__ = ["command"]

_EPILOG = """\b
Examples (from the project root):
  timegraph agreement examples/agreement/ada examples/agreement/ben
  timegraph agreement --confidence --format latex examples/agreement/*
  timegraph agreement examples/agreement/* --merged merged
  timegraph agreement examples/agreement/* --html pages
  timegraph agreement examples/agreement/* --by label --kind event-event

Which pairs count, what a missing link counts as, and what is entailed: docs/agreement.md. Exit
code 1 if an annotator lacks a document or one cannot be read; what annotators disagree about does
not change it.
"""


@click.command(epilog=_EPILOG)
@click.argument("annotators", metavar="ANNOTATOR...", nargs=-1, type=click.Path(path_type=Path))
@corpus_options(layers=True)
@align_options("the first annotator's")
@interpretation_options(
    Interpretation(on_conflict="drop-link"), without=["on_conflict", "durations"]
)
@pair_options("label", *AGREEMENT_BY, of="group of annotators")
@click.option(
    "--confidence",
    is_flag=True,
    help=f"Add {LEVEL:.0%} intervals (jackknife); documents are the sample.",
)
@click.option(
    "--merged",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the annotations of all as one into DIR: without a smallest set of links that "
    "makes the others agree.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help="How long --merged looks for the smallest set of links to remove, for each document.",
)
@click.option(
    "--max",
    "most",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    metavar="N",
    help="Show N contradictions between annotators in text; 0 shows all.",
)
@html_option
@parallel_options
@message_options
@table_options(COLUMNS)
@output_option
@click.pass_context
@shows_progress("comparing")
def command(
    context: click.Context,
    *,
    annotators: tuple[Path, ...],
    corpus: Chosen,
    align: bool,
    align_by: AlignBy,
    interpretation: Interpretation,
    grouping: PairOptions,
    confidence: bool,
    merged: Path | None,
    time_limit: float,
    most: int,
    html: Path | None,
    parallel: Parallel,
    messages: Messages,
    tables: TableOptions,
    output: Path | None,
) -> None:
    """Compare ANNOTATORs: folders, archives or files with annotations of the same texts.

    Compares the events and timexes that every two of them mark, the links as annotated (raw
    agreement, Cohen's and Fleiss' kappa, Krippendorff's alpha), what the links entail, and shows
    what they contradict together.
    """
    check_writable(output)
    check_html(html)
    _check_merged(merged, annotators)
    opened = open_systems(annotators, format=corpus.format, called="annotator")
    if len(opened.names) < 2:
        opened.warn(messages)
        raise BadUsage("name two annotators or more, each a folder or archive of documents")
    collections = {}
    for name, collection in opened.collections.items():
        if corpus.names is not None:
            collection = collection.restricted(corpus.available(collection.names))
        collections[name] = corpus.of(collection, name)
    if corpus.names is not None:
        corpus.pick(sorted({name for one in collections.values() for name in one.names}))
    texts = max(len(one) for one in collections.values())
    options: dict[str, Any] = {
        "interpretation": interpretation,
        "align_by": align_by if align else None,
        "time_limit": None if merged is None else time_limit,
        "kinds": grouping.kinds,
        "by": tuple(one for one in AGREEMENT_BY if one in grouping.by),
        "unit": grouping.unit,
    }
    run = {"command": "agreement", "annotators": list(collections), "chosen": corpus, **options}
    with open_workers(parallel, **run) as workers, progress("comparing", texts) as step:
        agreement = measure_agreement(collections, progress=step, **options, **workers)
    agreement = replace(agreement, signature=corpus.signed(agreement.signature))
    _check_compared(agreement, collections)
    messages.notices("annotators", agreement.warnings)
    warnings = _remarks(agreement, confidence=confidence, time_limit=time_limit)
    for warning in warnings:
        messages.warn(warning)
    opened.warn(messages)
    if html is not None:
        write_agreement_pages(
            html,
            agreement,
            collections,
            interpretation=interpretation,
            align_by=align_by if align else None,
            notes=warnings,
            messages=messages,
        )
    messages.close()
    if merged is not None:
        write_files(merged, _merged_files(agreement))
    shown = ReportOptions.of(tables, by=grouping.by)
    report = agreement_report(agreement, shown, confidence=confidence, most=most, warnings=warnings)
    write_result(report, output)
    if agreement.incomplete or opened.unusable:
        context.exit(1)


def _check_merged(merged: Path | None, annotators: tuple[Path, ...]) -> None:
    """Refuse a folder whose files would be lost."""
    if merged is None or not merged.exists():
        return
    if not merged.is_dir():
        raise BadUsage(f"--merged {merged}: is a file; give a folder")
    for path in annotators:
        if path.exists() and merged.samefile(path):
            raise BadUsage(f"--merged {merged}: is an annotator's own folder; give another one")


def _check_compared(agreement: Agreement, annotators: Mapping[str, Collection]) -> None:
    if any(group.texts for group in agreement.groups):
        return
    failed = [one.message for one in agreement.warnings if one.code == "failed-document"]
    if failed:
        raise BadUsage(f"no document can be compared; the first: {failed[0]}")
    has = [f"{who} has {', '.join(one.names[:2])}" for who, one in annotators.items()]
    raise BadUsage(
        "no document is annotated by two annotators; documents belong together by their names: "
        + "; ".join(f"{one} ..." for one in has)
    )


def _remarks(agreement: Agreement, *, confidence: bool, time_limit: float) -> list[str]:
    """What readers of the figures should know."""
    remarks = []
    documents = min(len(group.texts) for group in agreement.groups)
    if confidence and documents < FEW_DOCUMENTS:
        remarks.append(
            f"--confidence: so few documents: {documents}; with fewer than {FEW_DOCUMENTS} the "
            "intervals are not to be relied on"
        )
    for group in agreement.groups:
        who = " and ".join(group.annotators)
        elsewhere = sum(text.elsewhere for text in group.texts)
        if elsewhere:
            remarks.append(
                f"{who}: {_links(elsewhere)} with an entity that not all of them have; not compared"
            )
        repeated = sum(text.repeated for text in group.texts)
        if repeated:
            remarks.append(
                f"{who}: {_links(repeated)} of a pair that an earlier link says something else of; "
                "the first counts"
            )
    greedy = [one.name for one in agreement.unions if one.merged and not one.merged.exact]
    if greedy:
        remarks.append(
            f"--time-limit {time_limit:g}: perhaps more links than need be are removed from "
            f"{len(greedy)} of the merged documents, such as {greedy[0]}"
        )
    unplaced = sum(one.merged.unplaced for one in agreement.unions if one.merged)
    if unplaced:
        first = agreement.annotators[0]
        remarks.append(
            f"--merged: {_links(unplaced)} with an entity that {first} lacks; not in the merged "
            "documents"
        )
    return remarks


def _links(number: int) -> str:
    return f"{number} link{'s' * (number != 1)}"


def _merged_files(agreement: Agreement) -> dict[str, bytes]:
    files = {}
    for one in agreement.unions:
        if one.merged is not None:
            name = one.name.replace("#", "-")
            name = name if name.lower().endswith(".tml") else f"{name}.tml"
            files[name] = write(one.merged.document)
    return files
