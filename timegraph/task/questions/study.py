"""``timegraph questions study``: which events people ask about."""

from __future__ import annotations

from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.options import (
    interpretation_options,
    message_options,
    output_option,
)
from timegraph.commands.shared.score_options import table_options
from timegraph.commands.shared.terminal.progress import progress
from timegraph.options import Interpretation
from timegraph.task.question_sets.gold_answers import study_sets
from timegraph.task.questions._inputs import SetInputs, gold_signature, inputs_options
from timegraph.task.report import COLUMNS, study_report

_EPILOG = """\b
Example (from the project root):
  timegraph questions study --kit examples/kit --gold examples/kit/gold

\b
class       the share of events of this class
links       links that an event has, on average
determined  entities to which the links determine its relation, on average
dated       the share of events that the links put within a date or time
distance    the share of pairs of entities so many sentences apart

Each figure of the events (or pairs) that are asked about stands beside that of all others in the
same documents, with the interval of the difference.

Exit code 1: gold lacks documents or annotations that are asked about; 2: bad usage.
"""


@command_with(
    inputs_options,
    interpretation_options(),
    message_options,
    table_options(COLUMNS),
    output_option,
    epilog=_EPILOG,
    progress="studying",
)
def command(
    call: Call,
    *,
    inputs: SetInputs,
    interpretation: Interpretation,
) -> None:
    """Compare the events that question sets ask about with all others."""
    if inputs.gold is None:
        raise BadUsage("no gold: give --gold DIR, the annotated documents")
    opened = inputs.open()
    assert opened.gold is not None
    with progress("studying", opened.documents) as step:
        study = study_sets(
            opened.sets,
            key=opened.key,
            gold=opened.gold,
            interpretation=interpretation,
            progress=step,
        )
    call.messages.lines(study.warnings)
    if not study.documents:
        raise BadUsage(f"--gold {inputs.gold}: has none of the documents that are asked about")
    call.print(study_report(study, signature=gold_signature(interpretation)))
    call.finish(complete=not (study.warnings))
