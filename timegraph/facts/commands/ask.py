"""``timegraph facts ask``: questions in English, answered from a file of facts."""

from __future__ import annotations

from dataclasses import replace

import click

from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.options import periods_option, report_options, switch
from timegraph.dates.named import NO_PERIODS, NamedPeriods, PeriodsError
from timegraph.facts.answering.answers import Reading, why
from timegraph.facts.answering.asking import ask, otherwise
from timegraph.facts.base import FactBase
from timegraph.facts.commands._inputs import (
    FactsFile,
    base_of,
    ends_options,
    facts_file,
    only_notes,
    reading_option,
    report_problems,
)
from timegraph.facts.questions.question_kinds import NotUnderstoodError, Question
from timegraph.facts.questions.resolve import read_follow_up, read_question
from timegraph.facts.relations import OneAtATime
from timegraph.facts.report import Asked, ask_report
from timegraph.report import Format

_EPILOG = """\b
Examples (from the project root):
  timegraph facts ask examples/facts/career.csv \\
      "Which employer did Ida Holm work for in May 1987?" --why
  timegraph facts ask examples/facts/career.csv \\
      "Who was the head coach of Lund Rovers before Per Lind?"

FACTS is CSV or JSON lines (subject, relation, object, start, end), or text in the form of a
benchmark. "unknown" means that the facts do not know the subject, the relation or the event;
"nothing" that nothing fits.
"""


@command_with(
    facts_file,
    click.Argument(["questions"], metavar="QUESTION...", nargs=-1),
    reading_option(
        "both", "Certain answers, possible ones, both, or those of a benchmark's own rule."
    ),
    periods_option,
    switch("--why", "Show facts, dates, arithmetic and proofs.", called="show_why"),
    ends_options,
    *report_options,
    epilog=_EPILOG,
    progress="answering",
)
def command(
    call: Call,
    *,
    facts: FactsFile,
    questions: tuple[str, ...],
    reading: Reading,
    periods: NamedPeriods | None,
    show_why: bool,
    one_at_a_time: OneAtATime,
    format_: Format,
) -> None:
    """Answer each QUESTION from FACTS."""
    if not questions:
        raise BadUsage('no question: write it in quotation marks behind FACTS ("Which team ...?")')
    read = facts.read()
    base = base_of(read, one_at_a_time, periods or NO_PERIODS)
    asked, previous = [], None
    for text in questions:
        answered = _ask(base, text, previous, reading, show_why)
        previous = answered.reply.question if answered.reply else previous
        asked.append(answered)
    call.print(ask_report(asked), format_)
    problems = [*read.problems, *base.problems]
    report_problems(call.messages, problems)
    call.finish(complete=only_notes(problems) and all(answer.reply is not None for answer in asked))


def _ask(
    base: FactBase, question: str, previous: Question | None, reading: Reading, show_why: bool
) -> Asked:
    try:
        asked = read_follow_up(question, base, previous) or read_question(question, base)
        reply = ask(base, asked, reading=reading)
    except NotUnderstoodError as error:
        return Asked(question, None, error.reason)
    except PeriodsError as error:
        return Asked(question, None, str(error))
    written = otherwise(base, reply)
    if written is not None:
        because = f", {', '.join(written.because)}" if written.because else ""
        reply = replace(reply, notes=(*reply.notes, f"{written.reply.text} as written{because}"))
    if show_why:
        return Asked(question, reply, why=why(base, reply))
    # Why an answer is unknown, and what was assumed, is part of the answer.
    return Asked(question, reply, why=tuple(f"note: {note}" for note in reply.notes))
