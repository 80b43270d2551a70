"""The certain and the possible answer to a question about facts."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from timegraph.facts.base import FactBase, Found, Row, Side
from timegraph.facts.completions import (
    certainly_throughout,
    period_between,
    possibly_meets_date,
)
from timegraph.facts.dates import Granule
from timegraph.facts.fact import Extent, Fact
from timegraph.facts.questions.question_kinds import FactQuestion
from timegraph.facts.questions.resolve import NAMED, event_rows
from timegraph.facts.steps import shift

__all__ = ["find", "no_such_event", "origin_of"]


def find(base: FactBase, question: FactQuestion) -> Found:
    """The facts that answer ``question`` certainly and possibly, those of all its relations."""
    events = event_rows(base, question)
    if question.event is not None and not events:
        return Found(known=False)
    completions = [_find(base, question, relation, events) for relation in question.relations]
    known = [completion for completion in completions if completion.known]
    if len(known) < len(completions) and not any(completion.possible for completion in known):
        # What was not read of the one relation may answer where the others have nothing.
        known = [] if base.unread_about(question.subject, question.relations) else known
    if len(known) == 1:
        return known[0]
    return Found(
        tuple(fact for completion in known for fact in completion.certain),
        tuple(fact for completion in known for fact in completion.possible),
        bool(known),
    )


def no_such_event(question: FactQuestion) -> str:
    """The note on a question whose event no fact states."""
    return f"no fact about {question.subject!r} matches the event: {question.event}"


def _find(base: FactBase, question: FactQuestion, relation: str, events: Iterable[Row]) -> Found:
    subject, time, kind = question.subject, question.time, question.kind
    if kind in ("in", "as-of") or (kind == "during" and time.first.is_vague):
        return base.at(subject, relation, time.first)
    if kind in ("step-before", "step-after"):
        assert time.step is not None
        return base.shifted(subject, relation, time.step, _side(kind), time.first)
    if kind in ("before", "after"):
        return base.relative(subject, relation, _side(kind), time.first)
    if kind in ("before-event", "after-event"):
        rows = tuple(events)
        if rows and rows[0].position == NAMED:
            return base.during(subject, relation, _beside(rows[0].extent, _side(kind)))
        return base.neighbours(subject, relation, _side(kind), rows)
    if kind == "when":
        return base.during(subject, relation, tuple(events))
    if kind in ("step-before-event", "step-after-event"):
        return _stepped(base, question, relation, events)
    if kind == "between":
        return _throughout(base, question, relation)
    return base.during(subject, relation, _period(question))


def _beside(period: Extent, side: Side) -> Extent:
    """All the time before a period that is known as far as an extent says, or after it."""
    if side == "before":
        return Extent(-inf, -inf, period.start_low, period.start_high)
    return Extent(period.end_low, period.end_high, inf, inf)


_NEVER = Extent(inf, inf, -inf, -inf)


def _period(question: FactQuestion) -> Granule | Extent:
    """The period at some time of which an answer holds."""
    time = question.time
    first, last = time.first, time.last
    if question.kind == "from-to":
        return period_between(first, last) or _NEVER
    if question.kind == "since":
        return Extent(first.low, first.high, inf, inf)
    if question.kind == "until":
        return Extent(-inf, -inf, first.low, first.high)
    if question.kind == "any":
        return Extent(-inf, -inf, inf, inf)
    return first


def _throughout(base: FactBase, question: FactQuestion, relation: str) -> Found:
    """What held all the time between two dates."""
    low, high = question.time.first.low, question.time.last.high
    rows = base.rows(question.subject, relation)
    if rows is None:
        return Found(known=False)
    if low >= high:
        return Found()
    period = Granule(question.time.first.first, question.time.last.after, "span")
    return Found(
        tuple(row.fact for row in rows if certainly_throughout(row.extent, low, high)),
        tuple(row.fact for row in rows if possibly_meets_date(row.extent, period)),
    )


def _stepped(base: FactBase, question: FactQuestion, relation: str, events: Iterable[Row]) -> Found:
    """What held some time before the start or after the end of an event; each occurrence counts."""
    assert question.time.step is not None
    side = _side(question.kind)
    certain: dict[int, Row] = {}
    possible: dict[int, Row] = {}
    rows = base.rows(question.subject, relation)
    if rows is None:
        return Found(known=False)
    for event in events:
        date = shift(origin_of(event, side), question.time.step, back=side == "before")
        for row in rows:
            if row is event:
                continue
            if certainly_throughout(row.extent, date.low, date.high):
                certain[row.position] = row
            if possibly_meets_date(row.extent, date):
                possible[row.position] = row
    return Found(_facts(certain), _facts(possible))


def _facts(rows: dict[int, Row]) -> tuple[Fact, ...]:
    return tuple(rows[position].fact for position in sorted(rows))


def origin_of(event: Row, side: Side) -> Granule:
    """The date from which a step is counted: the event's start going back, its end going on; an
    end that is open is at least later than the start."""
    if side == "before":
        return event.fact.start
    if not event.fact.end.is_open:
        return event.fact.end
    low, high = event.extent.end_low, event.extent.end_high
    return Granule(None if low == -inf else int(low), None if high == inf else int(high), "open")


def _side(kind: str) -> Side:
    return "before" if "before" in kind else "after"
