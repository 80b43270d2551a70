"""``timegraph score``: systems are asked the questions of a question set."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from timegraph.commands._shared.files import (
    BadUsage,
    check_writable,
    write_result,
)
from timegraph.commands._shared.html.folder import check_html, html_option, write_score_pages
from timegraph.commands._shared.messages import Messages, message_options
from timegraph.commands._shared.options import (
    interpretation_options,
    listed_option,
    output_option,
)
from timegraph.commands._shared.parallel import (
    Parallel,
    parallel_options,
)
from timegraph.commands._shared.question_inputs import (
    QuestionInputs,
    ask_systems,
    open_inputs,
    question_inputs,
)
from timegraph.commands._shared.score_options import (
    by_option,
    confidence_options,
    warn_of_few_documents,
)
from timegraph.commands._shared.table_options import table_options
from timegraph.options import Interpretation
from timegraph.qa import Listed
from timegraph.report.answers import answers_to_tsv
from timegraph.report.scores import COLUMNS, GROUPS, score_overviews, score_report
from timegraph.report.systems import ReportOptions
from timegraph.report.tables import TableOptions

__all__ = ["command"]

_EPILOG = """\b
Examples (from the project root):
  timegraph score --kit examples/kit
  timegraph score --questions examples/kit/eval-questions/question-set.txt \\
      --key examples/kit/eval-questions/question-events examples/kit/systems
  timegraph score --kit examples/kit --confidence --columns F1 --format latex
  timegraph score --kit examples/kit --errors careful

A question counts as answered if the answer is yes or no, or unknown was expected; P = correct /
answered, R = correct / questions, F1 = 2 correct / (answered + questions), coverage = answered /
questions. LIST questions with an expected list (LIST AFTER t1|text|ei1|ei2) have figures of their
own: over all entities listed, and as means over the lists (macro). Scores may be compared if
their signatures are equal.
"""


@click.command(epilog=_EPILOG)
@question_inputs
@by_option(*GROUPS)
@click.option(
    "--answers",
    type=click.Path(path_type=Path),
    metavar="OUT.tsv",
    help="Also write every question of every system, with its answer and the proof of it, whether "
    "it is correct, its sentence, and why it is unknown.",
)
@click.option(
    "--errors",
    is_flag=True,
    help="Also print each wrong answer, and each unknown where yes or no is expected: the "
    "question, its sentence, the links that the answer follows from or what is missing, and how to "
    "mend it.",
)
@html_option
@interpretation_options()
@listed_option
@confidence_options
@parallel_options
@message_options
@table_options(COLUMNS)
@output_option
@click.pass_context
def command(
    context: click.Context,
    *,
    inputs: QuestionInputs,
    by: tuple[str, ...],
    answers: Path | None,
    errors: bool,
    html: Path | None,
    interpretation: Interpretation,
    only: Listed,
    confidence: bool,
    seed: int,
    parallel: Parallel,
    messages: Messages,
    tables: TableOptions,
    output: Path | None,
) -> None:
    """Score SYSTEMs, folders or archives of TimeML documents, by the questions they answer."""
    check_writable(output)
    check_writable(answers, "--answers")
    if str(answers) == "-" and str(output or "-") == "-":
        raise BadUsage("--answers - would mix with the results: write one of them to a file")
    if errors and tables.format not in ("text", "json", "csv"):
        raise BadUsage(
            f"--errors does not work with --format {tables.format}; choose text, json or csv"
        )
    check_html(html)
    opened = open_inputs(inputs, messages, answering=answers is not None)
    asked = ask_systems(
        opened,
        command="score",
        interpretation=interpretation,
        listed=only,
        explain=errors or answers is not None or html is not None,
        parallel=parallel,
        messages=messages,
    )
    few = warn_of_few_documents(asked.results, messages, confidence=confidence)
    if answers is not None:
        write_result(answers_to_tsv(asked.results), answers)
    shown = ReportOptions.of(tables, by=by, seed=seed, unusable=asked.systems.unusable)
    report = score_report(
        asked.results,
        shown,
        statistics=confidence,
        errors=errors,
        warnings=[*asked.warnings, *few],
    )
    write_result(report, output)
    if html is not None:
        overviews = score_overviews(asked.results, replace(shown, by=GROUPS), statistics=True)
        write_score_pages(
            html,
            title="Scores by question answering",
            asked=asked,
            opened=opened,
            interpretation=interpretation,
            tables=list(zip(("Systems", *(f"By {by}" for by in GROUPS)), overviews, strict=True)),
            messages=messages,
        )
    if not asked.complete:
        context.exit(1)
