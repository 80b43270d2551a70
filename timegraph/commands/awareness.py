"""``timegraph awareness``: the temporal awareness of systems, as in TempEval-3."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from timegraph import pictures
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.corpus_options import Timelines
from timegraph.commands.shared.measure_command import (
    GoldInputs,
    by_option,
    finish_measure,
    gold_inputs,
    measure_call,
    run_against_gold,
)
from timegraph.commands.shared.options import (
    align_options,
    choice_option,
    interpretation_options,
    switch,
)
from timegraph.options import Interpretation
from timegraph.scoring import AWARENESS, Method
from timegraph.scoring.awareness import METHODS
from timegraph.scoring.measure import by_unit
from timeml.normalize import AlignBy

_EPILOG = """\b
Example (from the project root):
  timegraph awareness --gold examples/kit/gold examples/kit/systems/*

P is the share of the system's links that gold entails, R the share of gold's links that the
system entails; docs/awareness.md has the formulas. With --calendar the time expressions of each
side are ordered by their values; that order entails and contradicts links, but is not counted.
Scores may be compared if their signatures are equal.
"""


@command_with(
    gold_inputs(layers=True),
    choice_option(
        "--method",
        METHODS,
        "Which links are counted. default: those that the links before them in the file do "
        "not entail, as in TempEval-3; acl11: all, in both directions; implicit_in_recall: as "
        "default, with credit for links that gold entails without having them.",
        default="default",
    ),
    switch("--ordering", "With --from timeline, count only the order of events, not their dates."),
    switch(
        "--skip-missing",
        "Documents that a system lacks cost it nothing, as in the script of the timelines.",
    ),
    align_options("gold"),
    interpretation_options(
        Interpretation(on_conflict="drop-link"), without=["on_conflict", "durations"]
    ),
    by_option("document"),
    call=measure_call(AWARENESS, ["document"]),
    epilog=_EPILOG,
    progress="scoring",
)
def command(
    call: Call,
    *,
    inputs: GoldInputs,
    method: Method,
    ordering: bool,
    skip_missing: bool,
    align_by: AlignBy | None,
    interpretation: Interpretation,
    by: tuple[str, ...],
) -> None:
    """Score the links of SYSTEMs, folders, archives or files of documents, against gold ones."""
    if inputs.corpus.format == "timeline":  # as its task scores it
        links: Timelines = "ordering" if ordering else "anchors"
        inputs = replace(inputs, corpus=replace(inputs.corpus, timelines=links))
        align_by = None  # mentions are ids already
    elif ordering:
        raise BadUsage("--ordering counts links of timelines: add --from timeline")
    run, gold, systems = run_against_gold(
        call,
        AWARENESS,
        inputs,
        method=method,
        interpretation=interpretation,
        align_by=align_by,
        skip_missing=skip_missing,
    )

    def draw(folder: Path) -> Path:
        return pictures.write_awareness_pages(
            folder,
            run,
            gold=gold,
            systems=systems,
            method=method,
            interpretation=interpretation,
            align_by=align_by,
        )

    finish_measure(call, run, [by_unit(AWARENESS)] if by else [], draw=draw)
