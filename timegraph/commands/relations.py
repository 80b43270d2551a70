"""``timegraph relations``: how well systems classify the relations of given pairs."""

from __future__ import annotations

from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.measure_command import (
    GoldInputs,
    by_option,
    finish_report,
    gold_inputs,
    measure_call,
    run_against_gold,
    table_pages,
)
from timegraph.commands.shared.options import align_options, interpretation_options, option, switch
from timegraph.options import Interpretation
from timegraph.report.relations import COLUMNS, relations_report
from timegraph.scoring.relations import GROUPS, RELATIONS, RELATIONS_BY, remark_on_gold
from timeml.normalize import AlignBy

_EPILOG = """\b
Examples (from the project root):
  timegraph relations --gold examples/agreement/ada examples/agreement/ben
  timegraph relations --by kind --gold examples/kit/gold \\
    examples/kit/systems/*

Gold gives the pairs; a pair without a link of the system costs recall. docs/relations.md says how
each figure is computed. Scores may be compared if their signatures are equal.
"""


@command_with(
    gold_inputs(layers=True),
    switch(
        "--starts", "Compare the labels of pairs by the order of the starts alone, as MATRES does."
    ),
    option(
        "--closure-label LABEL",
        "Make the closure score of the links with this label alone, on both sides, as "
        "Clinical TempEval does of CONTAINS; may be repeated.",
        called="closure_labels",
        multiple=True,
    ),
    align_options("gold"),
    interpretation_options(
        Interpretation(on_conflict="drop-link"),
        without=["on_conflict", "calendar", "calendar_reading", "coarse", "durations"],
    ),
    by_option(*GROUPS),
    call=measure_call(RELATIONS, columns=COLUMNS),
    epilog=_EPILOG,
    progress="scoring",
)
def command(
    call: Call,
    *,
    inputs: GoldInputs,
    starts: bool,
    closure_labels: tuple[str, ...],
    align_by: AlignBy | None,
    interpretation: Interpretation,
    by: tuple[str, ...],
) -> None:
    """Score the labels that SYSTEMs give to the pairs of entities that gold links.

    Prints micro and macro F1, with and without the labels that say nothing, each label, the
    confusion matrix, temporal awareness, the closure scores of Clinical TempEval, and how much of
    what a system says contradicts itself.
    """
    run, *_ = run_against_gold(
        call,
        RELATIONS,
        inputs,
        interpretation=interpretation,
        starts=starts,
        closure_labels=closure_labels,
        align_by=align_by,
        by=tuple(kind for kind in RELATIONS_BY if kind in by),
    )
    try:
        run = remark_on_gold(run, closure_labels)
    except ValueError as error:
        raise BadUsage(f"--closure-label: {error}") from None
    report = relations_report(run, by)
    draw = table_pages(run, (), "Relations of given pairs", report.tables[1:])
    finish_report(call, run, report, draw=draw)
