"""``timegraph compare``: systems compared, question by question."""

from __future__ import annotations

from pathlib import Path

from timegraph.commands._kits import ask_kit, draw_pages, kit_inputs, opened_kit
from timegraph.commands.shared.command import BadUsage, Bundle, Call, command_with
from timegraph.commands.shared.measure_command import (
    by_option,
    check_against,
    finish_report,
    running_options,
    seed_option,
)
from timegraph.commands.shared.options import interpretation_options, option
from timegraph.options import Interpretation
from timegraph.report.compare import COLUMNS, GROUPS, compare_report, comparison_tables
from timegraph.scoring.qa_tempeval.comparison import compare_systems
from timegraph.scoring.qa_tempeval.kits import NO_QUESTIONS, KitInput

_EPILOG = """\b
Examples (from the project root):
  timegraph compare --kit examples/kit
  timegraph compare --kit examples/kit --against hasty --by relation

Each pair of systems has two tests: McNemar's exact test of the questions that only one of the two
answers correctly, and paired approximate randomisation of F1 over documents. The p values of each
test are corrected by Holm's method: for the pairs with the system of --against or, where the best
is looked for on these scores, for all pairs. Choose the system to compare with before you see the
scores.
"""


def _against(against: str | None, gold: str | None) -> str | None:
    if gold is not None:
        raise BadUsage(f"compare asks the questions of a set; {NO_QUESTIONS}")
    return against


@command_with(
    kit_inputs,
    Bundle(
        "against",
        (
            option(
                "--against SYSTEM", "The system to compare the others with.  [default: the best]"
            ),
            option("--gold DIR", "", hidden=True),  # looked for by whoever has no questions
        ),
        _against,
    ),
    by_option(*GROUPS),
    interpretation_options(),
    seed_option,
    call=running_options(COLUMNS),
    epilog=_EPILOG,
    progress="comparing",
)
def command(
    call: Call,
    *,
    inputs: KitInput,
    against: str | None,
    by: tuple[str, ...],
    interpretation: Interpretation,
    seed: int,
) -> None:
    """Compare SYSTEMs, folders or archives of TimeML documents, question by question."""
    kit = opened_kit(call, inputs)
    names = kit.names
    if len(names) < 2:
        for system in kit.unusable:
            call.messages.warn(f"{system.name}: not compared: {system.reason}")
        raise BadUsage(f"a comparison takes two systems or more; there is only {names[0]}")
    if not any(question.scored for question in kit.questions.questions):
        raise BadUsage("no question has yes, no or unknown for an answer: nothing to compare")
    check_against(against, names)
    run = ask_kit(call, kit, interpretation=interpretation, explain=True)
    comparison = compare_systems(run.results, against=against, seed=seed)

    def draw(folder: Path) -> Path:
        captions = ("Pairs", *(f"By {kind}" for kind in GROUPS))
        return draw_pages(
            folder,
            run,
            kit,
            interpretation=interpretation,
            title="Systems compared",
            tables=list(zip(captions, comparison_tables(comparison, run, by=GROUPS), strict=True)),
            opens="differ",
        )

    report = compare_report(comparison, run, by=by, seed=seed)
    finish_report(call, run, report, draw=draw, done="compared")
