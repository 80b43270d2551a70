"""The rules of Complex-TR and TempReason.

Dates are points, at their first instant: with months, as these benchmarks have them, a fact holds
in month t if s <= t < e, and at some time of a span from a to b if max(s, a) < min(e, b). A fact
that starts and ends in the same month holds in that month. An open end has no date. "Before" and
"after" an event ask for the neighbours in the order of starts, all ties; a step before an event
counts from its start, after it from its end; no event answers a question about itself.

TempReason asks about months for facts that are known to the day: possible at the month.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from timegraph.facts.answering.completions import find, no_such_event
from timegraph.facts.answering.reply import Selected
from timegraph.facts.base import FactBase, Row, without_events
from timegraph.facts.dates import Granule
from timegraph.facts.fact import distinct_objects
from timegraph.facts.questions.question_kinds import FactQuestion
from timegraph.facts.questions.resolve import asked_rows, event_rows
from timegraph.facts.steps import shift
from timeml.timex_value import Instant

__all__ = ["complex_tr", "neighbours_by_start", "tempreason"]

_Span = tuple[Instant | float, Instant | float]


def complex_tr(base: FactBase, question: FactQuestion) -> Selected:
    """The answer by Complex-TR's own rule; for times that its questions do not have (before or
    after a date) the possible one, with a note."""
    return _select(base, question, at_month=False)


def tempreason(base: FactBase, question: FactQuestion) -> Selected:
    """The answer by TempReason's own rule; for times that its questions do not have as
    :func:`complex_tr` answers."""
    return _select(base, question, at_month=True)


def _select(base: FactBase, question: FactQuestion, *, at_month: bool) -> Selected:
    rows = asked_rows(base, question)
    if rows is None:
        return Selected(known=False)
    events = event_rows(base, question)
    if question.event is not None and not events:
        return Selected(known=False, notes=(no_such_event(question),))
    kind = question.kind
    if kind in ("before", "after") or (at_month and kind == "in"):
        completions = find(base, question)
        notes = (
            ()
            if kind == "in"
            else (f"the reading has no rule for {kind!r} a date; the possible answers are given",)
        )
        return Selected(distinct_objects(completions.possible), completions.possible, notes=notes)
    if kind in ("before-event", "after-event"):
        return _selected(neighbours_by_start(rows, events, before=kind == "before-event"))
    positions = {event.position for event in events}
    spans = [span for span in _spans(question, events) if span[0] < span[1]]
    return _selected(
        [r for r in rows if r.position not in positions and _overlap(_span_of(r), spans)]
    )


def _selected(rows: Iterable[Row]) -> Selected:
    facts = tuple(row.fact for row in rows)
    return Selected(distinct_objects(facts), facts)


def _overlap(span: _Span, others: Iterable[_Span]) -> bool:
    """Whether one span has an instant in common with any other; none of these is empty."""
    low, high = span
    for first, last in others:  # noqa: SIM110 (it runs for every fact of every question)
        if low < last and first < high and low < high:
            return True
    return False


def _span_of(row: Row) -> _Span:
    """The fact between its dates as points; a fact without length has that of its dates."""
    low, end = row.extent.start_low, row.fact.end
    high = inf if end.after is None or end.point is None else end.point
    return (low, row.extent.start_high) if low == high else (low, high)


def _spans(question: FactQuestion, events: Sequence[Row]) -> list[_Span]:
    """The spans of time that the question is about; each occurrence of its event has one."""
    time, kind = question.time, question.kind
    if kind == "when":
        return [_span_of(event) for event in events]
    if kind in ("step-before-event", "step-after-event"):
        assert time.step is not None
        back = kind == "step-before-event"
        origins = [event.fact.start if back else event.fact.end for event in events]
        dated = [origin for origin in origins if not origin.is_open]
        return [_granule(shift(origin, time.step, back=back)) for origin in dated]
    if kind in ("step-before", "step-after"):
        assert time.step is not None
        return [_granule(shift(time.first, time.step, back=kind == "step-before"))]
    if kind in ("from-to", "between"):
        low, high = time.first.low, inf if time.last.after is None else time.last.low
        return [(low, time.first.high) if low == high else (low, high)]
    if kind == "since":
        return [(time.first.low, inf)]
    if kind == "until":
        return [(-inf, time.first.high)]
    return [(-inf, inf)] if kind == "any" else [_granule(time.first)]


def _granule(date: Granule) -> _Span:
    return date.low, date.high


def neighbours_by_start(rows: Sequence[Row], events: Sequence[Row], *, before: bool) -> list[Row]:
    """The rows whose start comes last before that of an event (first after it), all ties, in fact
    order; dates count as their first instants."""
    others = [row for row in without_events(rows, events) if row.fact.start.first is not None]
    neighbours: dict[int, Row] = {}
    for event in events:
        origin = event.fact.start.low
        if origin == -inf:
            continue  # nobody knows what came next to a start without a date
        sided = [
            row
            for row in others
            if (row.fact.start.low < origin if before else row.fact.start.low > origin)
        ]
        starts = [row.fact.start.low for row in sided]
        nearest = (max if before else min)(starts, default=None)
        neighbours |= {row.position: row for row in sided if row.fact.start.low == nearest}
    return [neighbours[position] for position in sorted(neighbours)]
