"""``timegraph facts ask``: questions in English, answered from a file of facts."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from pathlib import Path

import click

from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.options import choice_option, of_call, option, switch
from timegraph.facts.answers import ask, otherwise, why
from timegraph.facts.base import FactBase
from timegraph.facts.commands._inputs import (
    FactsFile,
    base_of,
    ends_options,
    facts_file,
    only_notes,
    report_problems,
)
from timegraph.facts.quadruple_table import Quadruples, ReadingError, quadruples
from timegraph.facts.question_kinds import READINGS, NotUnderstoodError, Reading
from timegraph.facts.read_questions import read_question
from timegraph.facts.relations import OneAtATime
from timegraph.report.tables import Cell, Column, Report, Table

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
    if _are_readings(questions):
        table, columns = _table_in(facts.path, names), _OF_READINGS
        texts = (text.strip() for question in questions for text in _texts(question))
        asked = [_ask_reading(table, text, show_why) for text in texts if text]
        problems = table.problems
    else:
        read = facts.read()
        base = base_of(read, one_at_a_time)
        asked = [_ask(base, text, reading, show_why) for text in questions]
        problems, columns = (*read.problems, *base.problems), _OF_QUESTIONS
    call.print(ask_report(asked, columns))
    report_problems(call.messages, problems)
    call.finish(complete=only_notes(problems) and all(answer.is_answered for answer in asked))


_OF_QUESTIONS = tuple(map(Column, ("question", "answer", "certain", "possible", "reading", "why")))
_OF_READINGS = tuple(map(Column, ("question", "answer", "why")))


@dataclass(frozen=True, slots=True)
class Asked:
    """A question or reading as it was typed, its answer in a line, or why there is none, and the
    lines of why; the further ``cells`` of its row, and the answer as JSON data."""

    text: str
    answer: str
    why: tuple[str, ...]
    cells: tuple[Cell, ...]
    record: Mapping[str, object]
    is_answered: bool = True


def ask_report(asked: Sequence[Asked], columns: tuple[Column, ...] = _OF_QUESTIONS) -> Report:
    """The answers: in text one per line, with the question if there are several, in other formats a
    table."""
    lines = []
    for question in asked:
        lines.append(f"{question.text}\n  {question.answer}" if asked[1:] else question.answer)
        lines += [f"  {line}" for line in question.why]
    rows = tuple((question.text, question.answer, *question.cells) for question in asked)
    return Report(
        tables=[Table(columns, rows, name="answers")],
        record={"answers": [question.record for question in asked]},
        plain=[part for line in lines for part in line.split("\n")],
    )


def unanswered(text: str, problem: str, **members: object) -> Asked:
    """A question without an answer; ``members`` are further ones of the JSON data of a reading."""
    record = {"question": text, "problem": problem, **members}
    cells = (None,) * (len(_OF_READINGS if members else _OF_QUESTIONS) - 2)
    return Asked(text, f"not answered: {problem}", (), cells, record, is_answered=False)


def _ask(base: FactBase, question: str, reading: Reading, show_why: bool) -> Asked:
    try:
        asked = read_question(question, base)
        reply = ask(base, asked, reading=reading)
    except NotUnderstoodError as error:
        return unanswered(question, error.reason)
    written = otherwise(base, reply)
    if written is not None:
        plain, marks = written
        because = f", {', '.join(marks)}" if marks else ""
        reply = replace(reply, notes=(*reply.notes, f"{plain.text} as written{because}"))
    # Why an answer is unknown, and what was assumed, is part of the answer.
    notes = tuple(f"note: {note}" for note in reply.notes)
    lines = why(base, reply) if show_why else notes
    sets = (None if s is None else "; ".join(s) for s in (reply.certain, reply.possible))
    cells = (*sets, reply.reading, " | ".join(lines) or None)
    record = reply.to_json() | {"known": reply.known, "why": list(lines)}
    return Asked(question, reply.text, lines, cells, record)


# Readings of questions about the order of dated events, asked of a table of quadruples.


def _are_readings(questions: Sequence[str]) -> bool:
    """Whether these are readings (a JSON object, or ``@FILE`` with one in each line). Raises
    :class:`BadUsage` if some are and some are not."""
    readings = [question.lstrip().startswith(("{", "@")) for question in questions]
    if any(readings) and not all(readings):
        raise BadUsage("questions in English and readings are asked of different facts: ask apart")
    return any(readings)


def _table_in(path: Path, names: Sequence[str]) -> Quadruples:
    """The quadruples in a file, with the ``names`` (KIND=FILE) of kinds of entities."""
    kinds: dict[str, list[str]] = {}
    for text in names:
        kind, equals, file = text.partition("=")
        if not (kind and equals and file):
            raise BadUsage(f"--names {text}: write KIND=FILE, such as country=countries.txt")
        try:
            lines = Path(file).read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "is not UTF-8"
            raise BadUsage(f"--names {text}: {reason}") from None
        kinds[kind] = [line.strip() for line in lines if line.strip()]
    return quadruples(path, kinds=kinds)


def _texts(question: str) -> Iterator[str]:
    if not question.startswith("@"):
        yield question
        return
    name = question[1:]
    try:
        if name == "-":
            yield from sys.stdin
            return
        opened = gzip.open if name.endswith(".gz") else open
        with opened(name, "rt", encoding="utf-8-sig") as lines:
            yield from lines
    except (OSError, EOFError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadUsage(f"{question}: {reason}") from None


def _ask_reading(table: Quadruples, text: str, show_why: bool) -> Asked:
    """A line's answer, with the facts behind it and the lines left out that may be facts of this
    kind; its reading is the line itself, or its field ``reading``."""
    name = text if len(text) <= 200 else f"{text[:200]}..."
    nothing: dict[str, object] = {"answers": [], "known": False, "why": []}
    try:
        reading = json.loads(text)
    except (ValueError, RecursionError) as error:
        return unanswered(name, f"is not JSON: {error}", **nothing)
    if isinstance(reading, Mapping) and "reading" in reading:
        name = str(reading.get("question", reading.get("id", name)))
        reading = reading["reading"]
    try:
        if reading is None:
            raise ReadingError("has no reading")
        answer = table.ask(reading)
    except ReadingError as error:
        return unanswered(name, str(error), **nothing)
    facts = answer.facts if show_why else ()
    unread = (f"note: line {line} is left out: it cannot be read" for line in answer.left_out)
    lines = (*(" | ".join(astuple(fact)) for fact in facts), *unread)
    record = {
        "question": name,
        "answers": list(answer.answers),
        "known": answer.known,
        "why": [asdict(fact) for fact in facts],
    }
    line = "; ".join(answer.answers) or ("nothing" if answer.known else "unknown")
    return Asked(name, line, lines, ("; ".join(lines) or None,), record)
