"""``timegraph ask``: questions to one document."""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import click

from timegraph import report
from timegraph._pace import TimedOut, TimeLimitError, time_limit
from timegraph._wording import counted, shortened
from timegraph.answer import Answer
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.corpus_options import Chosen, corpus_options, read_document
from timegraph.commands.shared.options import (
    interpretation_options,
    listed_option,
    of_call,
    switch,
)
from timegraph.commands.shared.terminal import Messages, on_terminal, warn
from timegraph.documents.calendar_links import repeating
from timegraph.findings import described, naming
from timegraph.links import ContradictionError
from timegraph.options import Interpretation
from timegraph.qa import Kind, Question, Session, answer_in_words, answer_to_json, explain_question
from timegraph.qa.answering import proof_in_lines, proof_in_words
from timegraph.qa.naming import question_about
from timegraph.qa.questions import compares_starts, starts_alone
from timegraph.report.plain_text import wrapped
from timegraph.scoring.annotation_notices import annotation_faults, left_out, links_left_out
from timeml import RelType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from timegraph.proofs import Proof
    from timegraph.qa import AnyAnswer, DistanceProof, Listed
    from timegraph.qa.answering import AsWritten
    from timegraph.report import Report
    from timeml import Document


_SHOWN = 3
"""How many of the time expressions that repeat are named."""

_FORMS = """\
A question is one of
  IS a RELATION b          yes, no or unknown
  IS a.start BEFORE b.start    of ends, .start or .end: BEFORE, AFTER or
                           SIMULTANEOUS
  LIST BEFORE|AFTER x      what is certainly before or after x
  LIST SINCE x             what begins when x begins or later
  LIST WITHIN x            what neither begins before x nor ends after it
  LIST BETWEEN x y         what fits between the end of x and the start of y
  WHEN x                   the calendar bounds of x, and the timexes around it
  IS a AT LEAST 3 DAYS BEFORE b    AT LEAST, AT MOST, MORE THAN, LESS THAN or
                           EXACTLY so long BEFORE or AFTER
  LIST WITHIN 3 MONTHS AFTER x     what lies wholly between the end of x and 3
                           months later; BEFORE: before the start of x
  HOW LONG x               how long x lasts
  HOW LONG BETWEEN x.end y.start   from one end to another; .start or .end
a, b, x, y are ids of event instances, events or time expressions, words that
occur once (several in double quotes: IS storm BEFORE "last week"), or dates
(1998, 1998-Q2, 1998-05-03; EDTF such as 1964/2008, 199X, ~1850; in double
quotes "1984?", "May 1990", "one year after May 1990").
A length is written 3 DAYS, 2 YEARS 3 MONTHS or
P1Y2M. RELATION is one of TimeML's:
  BEFORE, AFTER, IBEFORE, IAFTER, INCLUDES, IS_INCLUDED, BEGINS, BEGUN_BY,
  ENDS, ENDED_BY, SIMULTANEOUS, IDENTITY, DURING, DURING_INV, OVERLAPS,
  OVERLAPPED_BY

or one of Allen's or several, one of which holds: IS a before|meets b. In
statements and networks DURING is Allen's.
"""
"""The questions, as the help of the command and that of the prompt explain them."""

_EPILOG = f"""\b
Examples (from the project root):
  timegraph ask examples/kit/gold/news-festival-storm.tml \\
      "IS ei4 OVERLAPS ei6" "WHEN ei6" "LIST WITHIN t1"
  timegraph ask examples/kit/gold/blog-first-marathon.tml "HOW LONG ei1"
  echo "IS ei6 AFTER ei4" | timegraph ask --why \\
      examples/kit/gold/news-festival-storm.tml
  timegraph ask examples/kit/gold/news-festival-storm.tml

\b
{_FORMS}
Exit code 1: a question names something that the document does not have (the
answer is unknown), a line of stdin is not a question (the answer is error), or
the annotations have faults.
"""


@command_with(
    click.Argument(["document"], metavar="DOC.tml"),
    click.Argument(["questions"], metavar="[QUESTION]...", nargs=-1),
    listed_option,
    switch(
        "--why",
        "Add to each answer to IS and HOW LONG its proof: the links that it follows from or, "
        "for unknown, how it could be true and how false; to LIST what is possible, too.",
    ),
    corpus_options(layers=True),
    interpretation_options(Interpretation(calendar=True, durations="soft")),
    call=of_call("format messages output time-limit"),
    epilog=_EPILOG,
)
def command(
    call: Call,
    *,
    document: str,
    questions: tuple[str, ...],
    listed: Listed,
    why: bool,
    corpus: Chosen,
    interpretation: Interpretation,
) -> None:
    """Ask DOC.tml (- for stdin) QUESTIONs; one answer per line: yes, no or unknown to IS
    questions, entities to LIST, a time to WHEN, a length to HOW LONG.

    Without QUESTIONs there is a prompt. If stdin is not a terminal, each line of it is a question.
    """
    if not questions and document == "-":
        raise BadUsage("the document comes from stdin, so the questions must be arguments")
    asked = read_document(document, corpus)
    name = asked.name or document
    try:
        with time_limit(call.time_limit):
            session = Session(asked, interpretation)
            lost = list(links_left_out(session.graph, name, words=naming(asked)))
    except TimeLimitError as error:
        raise BadUsage(f"{name}: {error}") from None
    except ContradictionError as error:
        raise BadUsage(
            f"{left_out(error.conflict, name, words=naming(asked))}\n"
            "to ask all the same, choose --on-conflict drop-constraint or drop-link"
        ) from None
    parsed = [_parsed(session, question) for question in questions]
    faults = list(annotation_faults(asked, name, interpretation))
    notices = [*faults, *lost]
    call.messages.notices(name, notices)
    call.messages.close()
    repeated = _repeated(asked, interpretation)
    for message in repeated:
        call.messages.warn(f"{name}: {message}")
    answering = _Answering(session, call.messages, listed, why=why, seconds=call.time_limit)
    text = call.format_ == "text"
    if not parsed and sys.stdin.isatty():
        if not text or call.output is not None:
            raise BadUsage("the prompt only prints text: give questions, or leave out the option")
        from timegraph.commands._prompt import run_prompt

        run_prompt(
            asked,
            _FORMS,
            ask=lambda line: _fitted(answering.in_words(line), call.width),
            why=lambda: _fitted(answering.why(), call.width),
        )
    elif not parsed and text and call.output is None:
        for answer in answering.lines(sys.stdin):
            click.echo(answer.text)
            sys.stdout.flush()  # whoever asks line by line waits for the answer
    else:
        asked_each = (answering.one(question, one_line=not text) for question in parsed)
        answers = list(asked_each if parsed else answering.lines(sys.stdin))
        if text:
            width = call.width if on_terminal(call.output) else None
            call.write("".join(f"{_fitted(answered.text, width)}\n" for answered in answers))
        else:
            call.print(_report(answers, [*map(str, notices), *repeated]))
    call.finish(complete=not answering.problems and not faults)


def _fitted(text: str, width: int | None) -> str:
    """The lines of an answer, broken where they are wider than the screen."""
    return "\n".join(part for line in text.splitlines() for part in wrapped(line, width))


def _repeated(document: Document, interpretation: Interpretation) -> list[str]:
    """What the calendar leaves out of the graph, since it is not one stretch of time."""
    sets = repeating(document) if interpretation.calendar else []
    if not sets:
        return []
    count = counted(len(sets), "time expression")
    shown = [described(document, timex.tid) for timex in sets[:_SHOWN]]
    more = ", ..." if len(sets) > _SHOWN else ""
    message = f"the calendar does not use {count} for what repeats: {', '.join(shown)}{more}"
    return [f"{message}; an event in such a set of times gets no date from it"]


def _words_of(document: Document, id: str) -> list[str]:
    return document.entity(id).text.casefold().split()


class _Answered(NamedTuple):
    """A question with its answer as a line of text and as JSON data."""

    question: str
    text: str
    record: dict[str, object]


class _Answering:
    """Answers questions of every kind, and counts those that had something wrong with them."""

    def __init__(
        self,
        session: Session,
        messages: Messages,
        listed: Listed,
        *,
        why: bool,
        seconds: float | None,
    ) -> None:
        self._session = session
        self._messages = messages
        self._listed = listed
        self._shows_why = why
        self._seconds = seconds
        self._latest: Question | None = None
        self.problems = 0

    def one(self, question: Question, *, one_line: bool = False) -> _Answered:
        """The answer to ``question``; what it names and the document lacks is a problem. A proof
        has a line for each step, unless all is to be in ``one_line``."""
        asked = shortened(str(question))
        record: dict[str, object]
        for arg in (shortened(arg, 60) for arg in self._session.missing(question)):
            document, word = self._session.document, arg.casefold()
            named = (id for id in document.entities if word in _words_of(document, id))
            like = ", ".join(described(document, id) for id in islice(named, _SHOWN))
            hint = f"; did you mean {like}?" if like else ""
            self._problem(f"{asked}: the document has no {arg}, so the answer is unknown{hint}")
        dates = [shortened(date, 60) for date in self._session.dates(question)]
        if dates and not self._session.calendar:
            self._problem(
                f"{asked}: without the calendar the place of {dates[0]} in time is unknown"
            )
        try:
            with time_limit(self._seconds):
                answer = self._session.ask(question, listed=self._listed)
                proof = self._explained(question) if self._shows_why else None
        except TimedOut as error:
            self._problem(f"{asked}: {error}; give a larger --time-limit")
            record = {"question": str(question), "answer": "undecided"}
            return _Answered(str(question), "undecided", record)
        except ValueError as error:
            raise BadUsage(f"{asked}: {error}") from None
        record = {"question": str(question), "answer": answer_to_json(answer)}
        if (note := self._note(question, answer)) is not None:
            self._messages.warn(f"{asked}: {note}")
            record["note"] = note
        text, written = self._words_of(question, answer)
        if written is not None:
            record["as_written"] = {
                "answer": answer_to_json(written.answer),
                "because": written.because,
            }
        if proof is not None:
            why = proof_in_words(proof, question)
            record["proof"] = {**proof.to_json(), "text": why}
            lines = [why] if one_line else proof_in_lines(proof, question)
            # A proof of one step, or of none, fits next to the answer.
            text += f": {why}" if len(lines) <= 2 else "\n  ".join([f": {lines[0]}", *lines[1:]])
        return _Answered(str(question), text, record)

    def lines(self, lines: Iterable[str]) -> Iterator[_Answered]:
        """The answer to each line that is not blank. A line that is not a question has the answer
        ``error``, so that answers stay next to their questions."""
        for number, line in enumerate(lines, start=1):
            words = line.lower().rstrip(" ?\r\n").lstrip()
            if words in ("quit", "exit"):
                return
            if not line.strip():
                continue
            try:
                if words in ("", "help", "why"):
                    way_out = "--why shows proofs, --help the forms of questions"
                    raise BadUsage(f"{line.strip()!r} is for the prompt; {way_out}")
                yield self.one(_parsed(self._session, line), one_line=True)
            except BadUsage as error:
                self.problems += 1
                warn(f"stdin:{number}: {error.message}")
                shown = " ".join(line.split())
                yield _Answered(shown, "error", {"question": shown, "answer": "error"})

    def in_words(self, line: str) -> str:
        """The answer for a person: with the words that the ids stand for."""
        question = question_about(self._session, line)
        asked = self._session.ask(question, listed=self._listed)
        answer, _ = self._words_of(question, asked)
        self._latest = question
        proof = self._explained(question) if self._shows_why else None
        if question.kind is Kind.IS and question.relation is not None:
            a, b = (described(self._session.document, arg) for arg in question.args)
            text = f"{answer}: {a} {question.relation.value} {b}"
            if question.about_ends:
                text = f"{answer}: {a}, {b}: {question}"
        else:
            lacking = self._session.missing(question)
            text = f"{answer}; the document has no {', '.join(lacking)}" if lacking else answer
        if (note := self._note(question, self._session.ask(question))) is not None:
            text += f"; {note}"
        if proof is None:
            return text
        return "\n  ".join([text, *proof_in_lines(proof, question)])

    def why(self) -> str:
        """The proof of the answer that :meth:`in_words` gave last.

        Raises ``ValueError`` if there is none, or it has no proof.
        """
        question = self._latest
        if question is None:
            raise ValueError("why explains the latest answer: ask a question first")
        self._session.ask(question, listed=self._listed)
        proof = self._explained(question)
        if proof is None:
            raise ValueError("why explains answers to IS and HOW LONG questions")
        return "\n  ".join(proof_in_lines(proof, question))

    def _note(self, question: Question, answer: AnyAnswer) -> str | None:
        """That only starts are known, where the document compares nothing else and the answer is
        open for that reason; or that it is a bound."""
        sure = answer in (Answer.YES, Answer.NO) or getattr(self._session.graph, "exact", True)
        if not sure:
            return "too many occurrences come in an order that is open; this is a bound"
        document, interpretation = self._session.document, self._session.interpretation
        if answer is not Answer.UNKNOWN or document.scheme == "tml" == interpretation.labels:
            return None
        if not compares_starts(interpretation.scheme(document.scheme)):
            return None
        entities = [document.resolve(arg) for arg in question.args]
        if None in entities or not isinstance(question.relation, RelType):
            return None
        a, b = map(str, entities)
        return starts_alone(self._session.graph, a, question.relation, b)

    def _words_of(self, question: Question, answer: AnyAnswer) -> tuple[str, AsWritten | None]:
        """The answer in words, with the one that is as written, where that is another one."""
        written = self._session.otherwise(question, answer, listed=self._listed)
        words = self._words(answer)
        if written is not None:
            words += f"; {self._words(written.answer)} as written, {', '.join(written.because)}"
        return words, written

    def _problem(self, message: str) -> None:
        self.problems += 1
        self._messages.warn(message)

    def _words(self, answer: AnyAnswer) -> str:
        return answer_in_words(self._session.document, answer, possible=self._shows_why)

    def _explained(self, question: Question) -> Proof | DistanceProof | None:
        """The proof of the answer to an IS or HOW LONG question."""
        if question.kind not in (Kind.IS, Kind.HOW_LONG):
            return None
        session, during = self._session, self._session.interpretation.during
        return explain_question(
            *(session.graph, session.document, question),
            during=during,
            name=naming(session.document),
        )


def _parsed(session: Session, text: str) -> Question:
    try:
        return question_about(session, text)
    except ValueError as error:
        raise BadUsage(str(error)) from None


def _report(answers: Sequence[_Answered], warnings: list[str]) -> Report:
    rows = tuple((answered.question, answered.text) for answered in answers)
    columns = report.Column("question"), report.Column("answer")
    table = report.Table(columns, rows, name="answers")
    record = {"answers": [answered.record for answered in answers], "warnings": warnings}
    return report.Report([table], record)
