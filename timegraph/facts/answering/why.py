"""Why an answer is what it is: the facts and dates behind it, the arithmetic, and a proof."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.facts.answering.completions import find, origin_of
from timegraph.facts.answering.reply import Reply
from timegraph.facts.base import FactBase, Row, Side
from timegraph.facts.dates import Granule
from timegraph.facts.fact import Fact
from timegraph.facts.questions.question_kinds import DateQuestion, FactQuestion, StoryQuestion
from timegraph.facts.questions.resolve import asked_rows, event_rows
from timegraph.facts.steps import shift
from timegraph.facts.timeline import HAVE_COMMON_TIME, IS_WITHIN, fact_graph, year_point
from timegraph.graph import TimeGraph
from timegraph.proofs.search import explain

__all__ = ["proofs_of", "why"]


def why(base: FactBase, reply: Reply) -> tuple[str, ...]:
    """The lines of an explanation: the date or event that is asked about, with its arithmetic,
    then each fact with its dates and place in the file, whether it holds certainly or possibly,
    and its proof; last what was assumed."""
    question = reply.question
    if isinstance(question, DateQuestion):
        side = "before" if question.back else "after"
        lines = [f"{question.step} {side} {question.origin} is {'; '.join(reply.items or ())}"]
    elif isinstance(question, FactQuestion):
        lines = [*_time(base, question), *_facts(base, question, reply)]
    elif isinstance(question, StoryQuestion):
        lines = [*map(_cited, reply.facts), *_lengths(base, question, reply.facts)]
    else:
        lines = list(map(_cited, reply.facts))
    return (*lines, *(f"note: {note}" for note in reply.notes))


def _cited(fact: Fact) -> str:
    return f"{fact} [{fact.source}]" if fact.source and str(fact.source) else str(fact)


def _lengths(base: FactBase, question: StoryQuestion, facts: Sequence[Fact]) -> Iterator[str]:
    """How far apart the printed years are whose distance is asked for."""
    if question.kind == "duration":
        first, second = facts[0].start, facts[0].end
    elif question.kind == "gap":
        first, second = sorted((fact.start for fact in facts), key=lambda date: date.rank or 0)
    else:
        return
    x, y = year_point(first), year_point(second)
    if x is not None and y is not None:
        yield f"{y[0]} is {base.years.distance(x, y)} after {x[0]}"


def _time(base: FactBase, question: FactQuestion) -> Iterator[str]:
    events = event_rows(base, question)
    for event in events:
        yield f"event: {_cited(event.fact)}"
    if question.time.step is not None:
        side = "before" if "before" in question.kind else "after"
        for origin, date in _dates(question, events):
            plain = Granule(date.first, date.after, date.unit)
            yield f"{question.time.step} {side} {origin} is {plain}"


def _dates(question: FactQuestion, events: Sequence[Row]) -> Iterator[tuple[Granule, Granule]]:
    """The dates from which a question counts its step, and those to which it leads; a question
    about a date has that date."""
    time = question.time
    if time.step is None:
        yield time.first, time.first
        return
    back = "before" in question.kind
    side: Side = "before" if back else "after"
    origins = [origin_of(event, side) for event in events] if time.has_event else [time.first]
    for origin in origins:
        yield origin, shift(origin, time.step, back=back)


def _facts(base: FactBase, question: FactQuestion, reply: Reply) -> Iterator[str]:
    completions = find(base, question)
    shown = dict.fromkeys((*reply.facts, *completions.possible))
    for fact in shown:
        if fact in completions.certain:
            how = "certain"
        elif fact in completions.possible:
            how = "possible"
        else:
            how = "by the rule of the benchmark alone"
        place = f" [{fact.source}]" if fact.source and str(fact.source) else ""
        yield f"{fact.object or '(nothing known)'}: {how}, {fact.dates}{place}"
        for proof in proofs_of(base, question, fact):
            yield f"  {proof}"
        yield from _ended(base, fact)
    for row in asked_rows(base, question) or ():
        if row.fact in base.ended and row.fact not in shown:
            yield f"{row.fact.object}: not possible, {row.fact.dates}"
            yield from _ended(base, row.fact)


def _ended(base: FactBase, fact: Fact) -> Iterator[str]:
    """Why a fact whose end is open had ended."""
    succession = base.ended.get(fact)
    yield from (f"  {line}" for line in (succession.lines() if succession else ()))


_AT_DATES = frozenset({"in", "as-of", "step-before", "step-after", "step-before-event",
                       "step-after-event"})  # fmt: skip


def proofs_of(base: FactBase, question: FactQuestion, fact: Fact) -> Iterator[str]:
    """Proofs from a graph of the dates that the fact holds throughout the date that is asked about
    ("in", steps), or has time in common with it or with the event (during, when).

    Questions of other kinds have none. What is not determined is said with its two worlds.
    """
    events = event_rows(base, question)
    if question.kind == "when":
        others = [event.fact for event in events if event.fact != fact]
        graph = fact_graph([fact, *others])
        for other in others:
            yield _proof(graph, fact, HAVE_COMMON_TIME, other, "has time in common with")
    elif question.kind in _AT_DATES or question.kind in ("during", "early", "late"):
        throughout = question.kind in _AT_DATES
        for _, date in _dates(question, events):
            if date.is_open:
                continue
            graph = fact_graph([fact], [date])
            if throughout:
                yield _proof(graph, date, IS_WITHIN, fact, "is within")
            else:
                yield _proof(graph, date, HAVE_COMMON_TIME, fact, "has time in common with")


def _proof(graph: TimeGraph, a: Hashable, relations: AllenSet, b: Hashable, words: str) -> str:
    proof = explain(graph, a, relations, b)
    text = proof.text(relation=words)
    if proof.answer is Answer.UNKNOWN:
        text = f"not determined: whether {a} {words} {b}"
    for end in (a, b):
        if isinstance(end, Fact):
            text = text.replace(str(end), end.object or "(nothing known)")
    return text
