"""``timegraph ask``: questions to one document."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from timegraph.builder import During, build
from timegraph.commands._files import (
    BadUsage,
    check_writable,
    read_document,
    terminal_width,
    write_result,
)
from timegraph.commands._messages import tell, tell_notices
from timegraph.commands._options import (
    conflict_option,
    during_option,
    format_option,
    output_option,
)
from timegraph.commands._prompt import described, run_prompt
from timegraph.graph import Policy, TimeGraph
from timegraph.links import ContradictionError
from timegraph.qa import Kind, Question, answer_question, missing_entities, parse_question
from timegraph.report import Column, Format, Table, render
from timegraph.scoring import annotation_faults, left_out, links_left_out
from timeml import Document

__all__ = ["command"]

_EPILOG = """\b
Examples (from the project root):
  timegraph ask examples/kit/gold/blog-canal-ride.tml "IS ei8 AFTER ei6"
  timegraph ask examples/kit/gold/blog-canal-ride.tml < questions.txt
  timegraph ask examples/kit/gold/blog-canal-ride.tml

\b
A question is IS a RELATION b; a and b are ids of event instances, events or
time expressions, and RELATION is one of TimeML's:
  BEFORE, AFTER, IBEFORE, IAFTER, INCLUDES, IS_INCLUDED, BEGINS, BEGUN_BY,
  ENDS, ENDED_BY, SIMULTANEOUS, IDENTITY, DURING, DURING_INV, OVERLAPS,
  OVERLAPPED_BY

Exit code 1 says that a question named something that the document does not
have (the answer is unknown), or that a line of stdin was no question (error).
"""


@click.command(epilog=_EPILOG)
@click.argument("document", metavar="DOC.tml")
@click.argument("questions", metavar="[QUESTION]...", nargs=-1)
@conflict_option
@during_option
@format_option
@output_option
@click.pass_context
def command(
    context: click.Context,
    *,
    document: str,
    questions: tuple[str, ...],
    on_conflict: Policy,
    during: During,
    format_: Format,
    output: Path | None,
) -> None:
    """Ask DOC.tml (- for stdin) QUESTIONs; answers are yes, no or unknown, one a line.

    Without a question there is a prompt, or, if stdin is no terminal, one question a line.
    """
    check_writable(output)
    parsed = [_parsed(question) for question in questions]
    if not parsed and document == "-":
        raise BadUsage("the document comes from stdin, so the questions must be arguments")
    asked = read_document(document)
    name = asked.name or document
    try:
        graph = build(asked, on_conflict=on_conflict, during=during)
    except ContradictionError as error:
        raise BadUsage(
            f"{left_out(error.conflict, name)}\n"
            "to ask nevertheless, choose --on-conflict drop-constraint or drop-link"
        ) from None
    tell_notices(name, [*annotation_faults(asked, name), *links_left_out(graph, name)])
    session = _Session(asked, graph, during)
    if not parsed and sys.stdin.isatty():
        if format_ != "text" or output is not None:
            raise BadUsage("the prompt only prints text: give questions, or leave out the option")
        run_prompt(asked, session.explained)
    elif not parsed and format_ == "text" and output is None:
        for _, answer in session.lines(sys.stdin):
            click.echo(answer)
            sys.stdout.flush()  # whoever asks line by line waits for the answer
    else:
        rows = tuple(
            session.lines(sys.stdin)
            if not parsed
            else [(str(question), session.answer(question)) for question in parsed]
        )
        if format_ == "text":
            write_result("".join(f"{answer}\n" for _, answer in rows), output)
        else:
            table = Table((Column("question"), Column("answer")), rows, name="answers")
            write_result(render(table, format_, width=terminal_width()), output)
    if session.problems:
        context.exit(1)


class _Session:
    """A document with its graph, and how many questions had something wrong with them."""

    def __init__(self, document: Document, graph: TimeGraph, during: During) -> None:
        self._document = document
        self._graph = graph
        self._during = during
        self.problems = 0

    def answer(self, question: Question) -> str:
        for arg in missing_entities(self._document, question):
            self.problems += 1
            if arg in question.dates:
                tell(f"{question}: {arg} is a date, and dates are not compared so far; unknown")
            else:
                tell(f"{question}: the document has no {arg}; unknown")
        return str(answer_question(self._graph, self._document, question, during=self._during))

    def lines(self, lines: Iterable[str]) -> Iterable[tuple[str, str]]:
        """Each line that is not blank with its answer, ``error`` where it is no question, so that
        answers stay beside their questions."""
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                question = _parsed(line)
            except BadUsage as error:
                self.problems += 1
                tell(f"stdin:{number}: {error.message}")
                yield " ".join(line.split()), "error"
            else:
                yield str(question), self.answer(question)

    def explained(self, line: str) -> str:
        """The answer for a person: with the words that the ids stand for."""
        question = parse_question(line)
        _only_is(question)
        answer = answer_question(self._graph, self._document, question, during=self._during)
        a, b = (described(self._document, arg) for arg in question.args)
        relation = "" if question.relation is None else question.relation.value
        return f"{answer}: {a} {relation} {b}"


def _parsed(text: str) -> Question:
    try:
        question = parse_question(text)
        _only_is(question)
    except ValueError as error:
        raise BadUsage(str(error)) from None
    return question


def _only_is(question: Question) -> None:
    if question.kind is not Kind.IS:
        raise ValueError(
            f"{question}: only questions of the form IS a RELATION b are answered so far"
        )
