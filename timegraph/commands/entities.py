"""``timegraph entities``: the events and time expressions of systems, as in TempEval-3."""

from __future__ import annotations

from timegraph.commands.shared.command import Call, command_with
from timegraph.commands.shared.measure_command import (
    GoldInputs,
    by_option,
    finish_measure,
    gold_inputs,
    measure_call,
    run_against_gold,
    table_pages,
)
from timegraph.commands.shared.options import align_by_option
from timegraph.scoring import ENTITIES
from timegraph.scoring.measure import by_unit
from timeml.normalize import AlignBy

_EPILOG = """\b
Example (from the project root):
  timegraph entities --gold examples/kit/gold examples/kit/systems/*

strict: the same characters, white space aside; relaxed: any character in common. A row with an
attribute counts the relaxed pairs that also agree on it. The creation time is not counted. Scores
may be compared if their signatures are equal.
"""


@command_with(
    gold_inputs(),
    align_by_option(),
    by_option("document"),
    call=measure_call(ENTITIES, ["document"]),
    epilog=_EPILOG,
    progress="scoring",
)
def command(
    call: Call,
    *,
    inputs: GoldInputs,
    align_by: AlignBy,
    by: tuple[str, ...],
) -> None:
    """Score the events and timexes of SYSTEMs, folders, archives or files of documents, against
    gold ones."""
    run, *_ = run_against_gold(call, ENTITIES, inputs, align_by=align_by)
    groupings = [by_unit(ENTITIES)]
    draw = table_pages(run, groupings, "Events and time expressions")
    finish_measure(call, run, groupings if by else [], draw=draw)
