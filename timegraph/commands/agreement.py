"""``timegraph agreement``: how far annotators of the same texts agree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from timegraph import pictures
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.corpus_options import Chosen, corpus_options, open_annotators
from timegraph.commands.shared.measure_command import (
    by_option,
    kind_option,
    running_options,
    working,
)
from timegraph.commands.shared.options import (
    align_options,
    interpretation_options,
    most_option,
    path_argument,
    switch,
)
from timegraph.options import Interpretation
from timegraph.report.agreement import COLUMNS, agreement_report
from timegraph.scoring.agreement.compare import AGREEMENT_BY
from timegraph.scoring.agreement.measure import measure_agreement, why_nothing_is_compared
from timegraph.scoring.pairs import PairKind
from timegraph.scoring.signature import faulty
from timegraph.scoring.statistics import LEVEL
from timeml.normalize import AlignBy

_EPILOG = """\b
Examples (from the project root):
  timegraph agreement examples/agreement/ada examples/agreement/ben
  timegraph agreement --confidence --format latex examples/agreement/*
  timegraph agreement examples/agreement/* --html pages
  timegraph agreement examples/agreement/* --by label --kind event-event

Which pairs count, what a missing link counts as, and what is entailed: docs/agreement.md. Exit
code 1 if an annotator lacks a document or one cannot be read; what annotators disagree about does
not change it.
"""


@command_with(
    path_argument("annotators", "ANNOTATOR...", nargs=-1),
    corpus_options(layers=True),
    align_options("the first annotator's"),
    interpretation_options(
        Interpretation(on_conflict="drop-link"), without=["on_conflict", "durations"]
    ),
    kind_option,
    by_option("label", *AGREEMENT_BY, of="group of annotators"),
    switch("--confidence", f"Add {LEVEL:.0%} intervals (jackknife); documents are the sample."),
    most_option,
    call=running_options(COLUMNS),
    epilog=_EPILOG,
    progress="comparing",
)
def command(
    call: Call,
    *,
    annotators: tuple[Path, ...],
    corpus: Chosen,
    align_by: AlignBy | None,
    interpretation: Interpretation,
    kinds: tuple[PairKind, ...],
    by: tuple[str, ...],
    confidence: bool,
    most: int,
) -> None:
    """Compare ANNOTATORs: folders, archives or files with annotations of the same texts.

    Compares the events and timexes that every two of them mark, the links as annotated (raw
    agreement, Cohen's and Fleiss' kappa, Krippendorff's alpha), what the links entail, and shows
    what they contradict together.
    """
    collections, all_opened = open_annotators(
        annotators, corpus, call.messages, "annotator", "not compared"
    )
    if len(collections) < 2:
        raise BadUsage("name two annotators or more, each a folder or archive of documents")
    number = max(map(len, collections.values()))
    with working(call, number, (), label="comparing", units="texts") as running:
        agreement = measure_agreement(
            collections,
            interpretation=interpretation,
            align_by=align_by,
            kinds=kinds,
            by=[kind for kind in AGREEMENT_BY if kind in by],
            progress=running["progress"],
            workers=running["workers"],
        )
    agreement = replace(agreement, signature=corpus.signed(agreement.signature))
    if reason := why_nothing_is_compared(agreement, collections):
        raise BadUsage(reason)
    call.messages.notices("annotators", agreement.warnings)
    for group in agreement.groups:
        for remark in group.remarks:
            call.messages.warn(f"{' and '.join(group.annotators)}: {remark}")
    for remark in agreement.remarks(confidence=confidence):
        call.messages.warn(remark)
    report = agreement_report(agreement, by, confidence=confidence, most=most)
    call.print(report)
    if call.html is not None:
        call.messages.warn(f"open {pictures.write_agreement_page(call.html, agreement, by)}")
    unread = agreement.unread or faulty(agreement.warnings)
    call.finish(complete=not agreement.incomplete and not unread and all_opened)
