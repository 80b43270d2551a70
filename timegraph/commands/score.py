"""``timegraph score``: systems are asked the questions of a question set."""

from __future__ import annotations

from pathlib import Path

from timegraph.commands._kits import ask_kit, draw_pages, groupings_of, kit_inputs, opened_kit
from timegraph.commands.shared.command import (
    BadUsage,
    Call,
    check_writable,
    command_with,
    write_result,
)
from timegraph.commands.shared.measure_command import by_option, finish_report, measure_call
from timegraph.commands.shared.options import (
    interpretation_options,
    listed_option,
    path_option,
    switch,
)
from timegraph.options import Interpretation
from timegraph.qa import Listed
from timegraph.report.formats import LISTING_FORMATS
from timegraph.report.qa_tempeval import (
    CONTRADICTION_COLUMNS,
    LIST_COLUMNS,
    answers_to_tsv,
    questions_report,
)
from timegraph.scoring.qa_tempeval.kits import KitInput
from timegraph.scoring.qa_tempeval.measure import KINDS, WITH_CONSISTENCY, WITHOUT_INTERVALS

_EPILOG = """\b
Examples (from the project root):
  timegraph score --kit examples/kit
  timegraph score --questions examples/kit/eval-questions/question-set.txt \\
      --key examples/kit/eval-questions/question-events examples/kit/systems
  timegraph score --kit examples/kit --by answer --by distance

A question counts as answered if the answer is yes or no, or unknown was expected; P = correct /
answered, R = correct / questions, F1 = 2 correct / (answered + questions), coverage = answered /
questions. LIST questions with an expected list have figures of their own, over all entities and as
means over the lists (macro). Compare scores only if signatures are equal.
"""


@command_with(
    kit_inputs,
    by_option(*KINDS),
    path_option(
        "--answers OUT.tsv",
        "Also write each question of each system with its answer, the proof "
        "of it, and its sentence.",
    ),
    switch(
        "--errors",
        "Also print each wrong answer, and each unknown where yes or no is expected, "
        "with the reason and the fix.",
    ),
    interpretation_options(),
    listed_option,
    call=measure_call(WITH_CONSISTENCY, KINDS, (*LIST_COLUMNS, *CONTRADICTION_COLUMNS)),
    epilog=_EPILOG,
    progress="scoring",
)
def command(
    call: Call,
    *,
    inputs: KitInput,
    by: tuple[str, ...],
    answers: Path | None,
    errors: bool,
    interpretation: Interpretation,
    listed: Listed,
) -> None:
    """Score SYSTEMs, folders or archives of documents, by questions they answer."""
    if errors and call.tables.format not in LISTING_FORMATS:
        *others, last = LISTING_FORMATS
        raise BadUsage(
            f"--errors does not work with --format {call.tables.format}; choose "
            f"{', '.join(others)} or {last}"
        )
    check_writable(answers, "--answers")
    if str(answers) == "-" and str(call.output or "-") == "-":
        raise BadUsage("--answers - would mix with the results: write one of them to a file")
    kit = opened_kit(call, inputs, answering=answers is not None)
    groups = groupings_of(kit, by)
    run = ask_kit(
        call,
        kit,
        interpretation=interpretation,
        listed=listed,
        explain=errors or answers is not None or call.html is not None,
        consistency="consistent" in call.tables.columns,
    )
    if answers is not None:
        write_result(answers_to_tsv(run.results), answers)

    def draw(folder: Path) -> Path:
        return draw_pages(
            folder,
            run,
            kit,
            groupings=groupings_of(kit, tuple(dict.fromkeys((*WITHOUT_INTERVALS, *by)))),
            interpretation=interpretation,
        )

    report = questions_report(run, groups, errors=errors)
    finish_report(call, run, report, draw=draw)
