"""``timegraph facts ask``: questions in English, answered from a file of facts."""

from __future__ import annotations

from dataclasses import replace

import click

from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.options import choice_option, of_call, option, switch
from timegraph.facts.answers import ask, otherwise, why
from timegraph.facts.base import FactBase
from timegraph.facts.commands._inputs import (
    FactsFile,
    are_readings,
    ask_readings,
    base_of,
    ends_options,
    facts_file,
    only_notes,
    report_problems,
    table_in,
)
from timegraph.facts.question_kinds import READINGS, NotUnderstoodError, Reading
from timegraph.facts.read_questions import read_question
from timegraph.facts.relations import OneAtATime
from timegraph.facts.report import ANSWERS, READINGS as READING_COLUMNS, Asked, ask_report

_EPILOG = """\b
Examples (from the project root):
  timegraph facts ask examples/facts/career.csv \\
      "Which employer did Ida Holm work for in May 1987?" --why
  timegraph facts ask examples/facts/career.csv \\
      "Who was the head coach of Lund Rovers before Per Lind?"

FACTS is CSV or JSON lines (subject, relation, object, start, end), or text in the form of a
benchmark. "unknown" means that the facts do not know the subject, the relation or the event;
"nothing" that nothing fits.

A QUESTION that is a JSON object is a reading of the order of dated events, {"subject": ...,
"relation": ..., "op": "after first", "time": "2005"}, asked of lines of date, subject, relation and
object; @FILE has a reading in each line. docs/facts.md says what they mean.
"""


@command_with(
    facts_file,
    click.Argument(["questions"], metavar="QUESTION...", nargs=-1),
    choice_option(
        "--reading",
        READINGS,
        "Certain answers, possible ones, both, or those of a benchmark's own rule.",
        default="both",
    ),
    option(
        "--names KIND=FILE",
        "For readings: the names of the entities of a kind, one in each line. May be repeated.",
        multiple=True,
    ),
    switch("--why", "Show facts, dates, arithmetic and proofs.", called="show_why"),
    ends_options,
    call=of_call("format messages output"),
    epilog=_EPILOG,
    progress="answering",
)
def command(
    call: Call,
    *,
    facts: FactsFile,
    questions: tuple[str, ...],
    reading: Reading,
    names: tuple[str, ...],
    show_why: bool,
    one_at_a_time: OneAtATime,
) -> None:
    """Answer each QUESTION from FACTS."""
    if not questions:
        raise BadUsage('no question: write it in quotation marks behind FACTS ("Which team ...?")')
    if are_readings(questions):
        table = table_in(facts.path, names)
        asked, problems = ask_readings(table, questions, why=show_why), table.problems
        columns = READING_COLUMNS
    else:
        read = facts.read()
        base = base_of(read, one_at_a_time)
        asked = [_ask(base, text, reading, show_why) for text in questions]
        problems, columns = (*read.problems, *base.problems), ANSWERS
    call.print(ask_report(asked, columns))
    report_problems(call.messages, problems)
    call.finish(complete=only_notes(problems) and all(answer.is_answered for answer in asked))


def _ask(base: FactBase, question: str, reading: Reading, show_why: bool) -> Asked:
    try:
        asked = read_question(question, base)
        reply = ask(base, asked, reading=reading)
    except NotUnderstoodError as error:
        return Asked.unanswered(question, error.reason)
    written = otherwise(base, reply)
    if written is not None:
        plain, marks = written
        because = f", {', '.join(marks)}" if marks else ""
        reply = replace(reply, notes=(*reply.notes, f"{plain.text} as written{because}"))
    # Why an answer is unknown, and what was assumed, is part of the answer.
    notes = (f"note: {note}" for note in reply.notes)
    return Asked.reply(question, reply, why(base, reply) if show_why else tuple(notes))
