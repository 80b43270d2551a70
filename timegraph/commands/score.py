"""``timegraph score``: systems are asked the questions of a question set."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from timegraph.commands.shared.command import (
    BadUsage,
    Bundle,
    Call,
    check_writable,
    command_with,
    write_result,
)
from timegraph.commands.shared.kit_options import (
    GroupOptions,
    KitInputs,
    ask_kits,
    draw_pages,
    group_options,
    kit_inputs,
    opened_kits,
)
from timegraph.commands.shared.measure_command import finish_measure, measure_options
from timegraph.commands.shared.options import (
    interpretation_options,
    listed_option,
    path_option,
    switch,
)
from timegraph.commands.shared.score_options import Statistics
from timegraph.options import Interpretation
from timegraph.qa import Listed
from timegraph.report.answers import LIST_COLUMNS, answers_to_tsv, list_tables, wrong_answers
from timegraph.report.formats import LISTING_FORMATS
from timegraph.report.measures import CONTRADICTION_COLUMNS, contradictions
from timegraph.scoring.qa_tempeval.measure import KINDS, WITH_CONSISTENCY, WITHOUT_INTERVALS

_EPILOG = """\b
Examples (from the project root):
  timegraph score --kit examples/kit
  timegraph score --questions examples/kit/eval-questions/question-set.txt \\
      --key examples/kit/eval-questions/question-events examples/kit/systems
  timegraph score --kit news=NEWS --kit wiki=WIKI --questions news=yes \\
      --system best=team-a,team-a-wiki --by domain --by distance

A question counts as answered if the answer is yes or no, or unknown was expected; P = correct /
answered, R = correct / questions, F1 = 2 correct / (answered + questions), coverage = answered /
questions. LIST questions with an expected list have figures of their own, over all entities and as
means over the lists (macro). Compare scores only if signatures are equal.
"""


@dataclass(frozen=True, slots=True)
class _Also:
    """What is written besides the scores."""

    answers: Path | None
    errors: bool

    def check(self, call: Call) -> None:
        """Raise :class:`BadUsage` for what cannot be written: before a long run, not after it."""
        if self.errors and call.tables.format not in LISTING_FORMATS:
            *others, last = LISTING_FORMATS
            raise BadUsage(
                f"--errors does not work with --format {call.tables.format}; choose "
                f"{', '.join(others)} or {last}"
            )
        check_writable(self.answers, "--answers")
        if str(self.answers) == "-" and str(call.output or "-") == "-":
            raise BadUsage("--answers - would mix with the results: write one of them to a file")


@command_with(
    kit_inputs(),
    group_options,
    Bundle(
        "also",
        (
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
        ),
        _Also,
    ),
    interpretation_options(),
    listed_option,
    *measure_options(WITH_CONSISTENCY, KINDS, (*LIST_COLUMNS, *CONTRADICTION_COLUMNS)),
    epilog=_EPILOG,
    progress="scoring",
)
def command(
    call: Call,
    *,
    inputs: KitInputs,
    grouping: GroupOptions,
    also: _Also,
    interpretation: Interpretation,
    listed: Listed,
    statistics: Statistics,
    html: Path | None,
) -> None:
    """Score SYSTEMs, folders or archives of documents, by questions they answer."""
    also.check(call)
    grouping.check(distances=grouping.distances)
    kits = opened_kits(call, inputs, answering=also.answers is not None)
    groups = grouping.groupings(call, kits, grouping.by)
    run = ask_kits(
        call,
        kits,
        statistics,
        interpretation=interpretation,
        listed=listed,
        explain=also.errors or also.answers is not None or html is not None,
        consistency="consistent" in call.tables.columns,
    )
    if also.answers is not None:
        write_result(answers_to_tsv(run.results), also.answers)

    def pages() -> Path:
        assert html is not None
        by = tuple(dict.fromkeys((*WITHOUT_INTERVALS, *grouping.by)))
        if len(kits) > 1:
            by = ("domain", *(kind for kind in by if kind not in ("domain", "document")))
        return draw_pages(
            html,
            run,
            kits,
            groupings=list(grouping.groupings(call, kits, by).values()),
            interpretation=interpretation,
        )

    additions = list_tables(run).with_others(contradictions(run))
    if also.errors:
        additions = additions.with_others(wrong_answers(run.results))
    finish_measure(call, run, list(groups.values()), additions, pages=pages if html else None)
