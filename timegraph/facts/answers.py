"""Questions answered from facts: the readings under which answers are given, and why."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from timegraph._wording import seconds_in_words
from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.dates.granules import (
    Granule,
    Step,
    as_written as as_written_date,
    qualities_of,
    shift,
    year,
)
from timegraph.facts.base import (
    HAVE_COMMON_TIME,
    IS_WITHIN,
    FactBase,
    Found,
    Row,
    Side,
    certainly_throughout,
    certainly_within,
    fact_graph,
    period_between,
    possibly_within,
    without_events,
    years_between,
)
from timegraph.facts.fact import Extent, Fact, Unread, distinct_objects
from timegraph.facts.question_kinds import (
    READINGS,
    DateQuestion,
    FactQuestion,
    HoldingQuestion,
    Question,
    Reading,
    StoryQuestion,
)
from timegraph.facts.read_questions import asked_rows, event_rows, read_question
from timegraph.facts.relations import key_of
from timegraph.graph import TimeGraph
from timegraph.proofs.search import explain
from timeml.gregorian import MONTHS
from timeml.timex_value import DAY, Instant, date_of, day_number, format_instant


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a question: a set of objects (or dates, lengths, truth values), in fact order.

    ``items`` is the answer under ``reading`` (the certain one for ``both``), empty if nothing
    fits, and ``None`` if the facts do not say: they know nothing of the subject, the relation or
    the event. ``certain`` and ``possible`` are given where the reading asks for them.
    """

    question: Question
    reading: Reading
    items: tuple[str, ...] | None
    certain: tuple[str, ...] | None = None
    possible: tuple[str, ...] | None = None
    facts: tuple[Fact, ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def known(self) -> bool:
        """Whether the facts know what the question is about."""
        return self.items is not None

    @property
    def text(self) -> str:
        """The answer in a line: its items, ``nothing``, or ``unknown``."""
        if self.items is None:
            return "unknown"
        sure = "; ".join(item or "(unanswerable)" for item in self.items)
        perhaps = [item for item in self.possible or () if item not in self.items]
        if perhaps:
            also = f"{sure} (possibly also" if sure else "nothing certain (possibly"
            return f"{also}: {'; '.join(perhaps)})"
        return sure or "nothing"

    def to_json(self) -> dict[str, Any]:
        """The reply as JSON data; an unknown answer is ``null``."""
        sets = {"answers": self.items}
        if self.reading == "both":
            sets |= {"certain": self.certain, "possible": self.possible}
        return {
            "question": self.question.text,
            "kind": self.question.kind,
            "reading": self.reading,
            **{name: None if items is None else list(items) for name, items in sets.items()},
            "facts": [fact.to_json() for fact in self.facts],
            "notes": list(self.notes),
        }


# The certain and the possible answer to a question about facts.


def find(base: FactBase, question: FactQuestion) -> Found:
    """The facts that answer ``question`` certainly and possibly, those of all its relations."""
    events = event_rows(base, question)
    if question.event is not None and not events:
        return Found(known=False)
    found = [_find(base, question, relation, events) for relation in question.relations]
    known = [each for each in found if each.known]
    if len(known) < len(found) and not any(each.possible for each in known):
        # What was not read of the one relation may answer where the others have nothing.
        known = [] if base.unread_about(question.subject, question.relations) else known
    if len(known) == 1:
        return known[0]
    certain = tuple(fact for each in known for fact in each.certain)
    possible = tuple(fact for each in known for fact in each.possible)
    return Found(certain, possible, bool(known))


def _find(base: FactBase, question: FactQuestion, relation: str, events: Sequence[Row]) -> Found:
    subject, time, kind = question.subject, question.time, question.kind
    side: Side = "before" if "before" in kind else "after"
    if kind in ("in", "as-of") or (kind == "during" and time.first.is_vague):
        return base.at(subject, relation, time.first)
    if kind in ("step-before", "step-after"):
        assert time.step is not None
        return base.at(subject, relation, shift(time.first, time.step, back=side == "before"))
    if kind in ("before", "after"):
        return base.relative(subject, relation, side, time.first)
    if kind in ("before-event", "after-event"):
        return base.neighbours(subject, relation, side, events)
    if kind == "when":
        return base.during(subject, relation, events)
    rows = base.rows(subject, relation)
    if rows is None:
        return Found(known=False)
    if kind in ("step-before-event", "step-after-event"):
        # Each occurrence counts, and does not answer a question about itself.
        dates = [date for _, date in _dates(question, events)]
        pairs: list[tuple[Row | None, Granule]] = list(zip(events, dates, strict=True))
    elif kind == "between":
        if time.first.low >= time.last.high:
            return Found()
        pairs = [(None, Granule(time.first.first, time.last.after, "span"))]
    else:
        return base.during(subject, relation, _period(question))

    def where(holds: Callable[[Extent, Instant | float, Instant | float], bool]) -> Iterator[Fact]:
        for row in rows:
            if any(row is not event and holds(row.extent, d.low, d.high) for event, d in pairs):
                yield row.fact

    return Found(tuple(where(certainly_throughout)), tuple(where(possibly_within)))


def _period(question: FactQuestion) -> Granule | Extent:
    """The period at some time of which an answer holds."""
    first, kind = question.time.first, question.kind
    if kind == "from-to":
        return period_between(first, question.time.last) or Extent(inf, inf, -inf, -inf)
    if kind == "since":
        return Extent(first.low, first.high, inf, inf)
    if kind == "until":
        return Extent(-inf, -inf, first.low, first.high)
    return Extent(-inf, -inf, inf, inf) if kind == "any" else first


def origin_of(event: Row, side: Side) -> Granule:
    """The date from which a step is counted: the event's start going back, its end going on; an
    end that is open is at least later than the start."""
    if side == "before":
        return event.fact.start
    if not event.fact.end.is_open:
        return event.fact.end
    low, high = event.extent.end_low, event.extent.end_high
    return Granule(None if low == -inf else int(low), None if high == inf else int(high), "open")


# Answers to questions that name a fact: when it held, how long, and whether it did at a time.


def answer_holding(base: FactBase, asked: HoldingQuestion, reading: Reading) -> Reply:
    """Dates and lengths, one for each fact that is asked about, or ``yes``, ``no`` or ``possibly``:
    it held in every completion of the dates, in none, or in some. Facts are read as the readings
    ``certain`` and ``possible`` do, whatever the reading."""

    def is_meant(fact: Fact) -> bool:
        # A fact without object says that nothing is known.
        named = not asked.object or key_of(fact.object) == key_of(asked.object)
        return bool(fact.object) and named

    if asked.kind == "whether":
        if asked.object and key_of(asked.object) not in base.objects:
            note = f"no fact has the object {asked.object!r}"
            return Reply(asked, reading, None, notes=(note,))
        question = FactQuestion(
            asked.text, asked.subject, (asked.relation,), asked.time, asked.event, asked.notes
        )
        found = find(base, question)
        if not found.known:
            note = "the facts do not know what is asked about"
            return Reply(asked, reading, None, notes=(note,))
        possible = tuple(filter(is_meant, found.possible))
        certain = any(map(is_meant, found.certain))
        answer = "yes" if certain else "possibly" if possible else "no"
        return Reply(asked, reading, (answer,), facts=possible)
    rows = [row for row in base.rows(asked.subject, asked.relation) or () if is_meant(row.fact)]
    if not rows:
        note = f"no fact about {asked.subject!r} has the {asked.relation} {asked.object!r}"
        return Reply(asked, reading, None, notes=(note,))
    items = [row.fact.dates if asked.kind == "when" else _length(row.extent) for row in rows]
    facts = tuple(row.fact for row in rows)
    return Reply(asked, reading, tuple(dict.fromkeys(items)), facts=facts)


def _length(extent: Extent) -> str:
    """How long a fact lasts at least and at most, from the first and last days that it can have."""
    shortest, longest = extent.end_low - extent.start_high, extent.end_high - extent.start_low
    words = [f"more than {_step(extent.start_high, extent.end_low)}"] if 0 < shortest < inf else []
    words += [f"less than {_step(extent.start_low, extent.end_high)}"] if longest < inf else []
    return " and ".join(words) or "not known"


def _step(first: Instant | float, last: Instant | float) -> str:
    """From one instant to a later one: years and months where these come out even, else days."""
    (y, m, d), (year, month, day) = (date_of(int(instant // DAY)) for instant in (first, last))
    months = 12 * (year - y) + month - m
    if months and d == day == 1 and not first % DAY and not last % DAY:
        return str(Step(months, 0)).replace(" and ", " ")
    return str(Step(0, int(last - first)))


# Why an answer is what it is: the facts and dates behind it, the arithmetic, and a proof.


def why(base: FactBase, reply: Reply) -> tuple[str, ...]:
    """The lines of an explanation: the date or event that is asked about, with its arithmetic,
    then each fact with its dates and place in the file, whether it holds certainly or possibly,
    and its proof; last what was assumed."""
    question = reply.question
    lines = list(map(_cited, reply.facts))
    if isinstance(question, DateQuestion):
        side = "before" if question.back else "after"
        lines = [f"{question.step} {side} {question.origin} is {'; '.join(reply.items or ())}"]
    elif isinstance(question, FactQuestion):
        lines = [*_why_time(base, question), *_facts_used(base, question, reply)]
    elif isinstance(question, StoryQuestion):
        lines += _lengths(question, reply.facts)
    return (*lines, *(f"note: {note}" for note in reply.notes))


def _cited(fact: Fact) -> str:
    return f"{fact}{_place(fact)}"


def _place(fact: Fact) -> str:
    return f" [{fact.source}]" if fact.source and str(fact.source) else ""


def _lengths(question: StoryQuestion, facts: Sequence[Fact]) -> Iterator[str]:
    """How far apart the printed years are whose distance is asked for."""
    if question.kind == "duration":
        first, second = facts[0].start, facts[0].end
    elif question.kind == "gap":
        first, second = sorted((fact.start for fact in facts), key=lambda date: date.rank or 0)
    else:
        return
    years = [date.months // 12 for date in (first, second) if date.months is not None]
    if len(years) == 2:
        x, y = (day_number(year) * DAY for year in years)
        length = seconds_in_words(y - x)
        yield f"{format_instant(y)} is exactly {length} after {format_instant(x)}"


def _why_time(base: FactBase, question: FactQuestion) -> Iterator[str]:
    events = event_rows(base, question)
    yield from (f"event: {_cited(event.fact)}" for event in events)
    if question.time.step is not None:
        side = "before" if "before" in question.kind else "after"
        for origin, date in _dates(question, events):
            to = Granule(date.first, date.after, date.unit)
            yield f"{question.time.step} {side} {origin} is {to}"


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


def _facts_used(base: FactBase, question: FactQuestion, reply: Reply) -> Iterator[str]:
    completions = find(base, question)
    ways = dict.fromkeys(reply.facts, "by the rule of the benchmark alone")
    ways |= dict.fromkeys(completions.possible, "possible")
    ways |= dict.fromkeys(completions.certain, "certain")
    for fact, how in ways.items():
        yield f"{fact.object or '(nothing known)'}: {how}, {fact.dates}{_place(fact)}"
        for proof in proofs_of(base, question, fact):
            yield f"  {proof}"
        yield from _ended(base, fact)
    for row in asked_rows(base, question) or ():
        if row.fact in base.ended and row.fact not in ways:
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

    Questions of other kinds have none. What is not determined is shown with its two worlds.
    """
    events = event_rows(base, question)
    if question.kind == "when":
        others = [event.fact for event in events if event.fact != fact]
        graph = fact_graph([fact, *others])
        for other in others:
            yield _proof(graph, fact, HAVE_COMMON_TIME, other, "has time in common with")
    elif question.kind in _AT_DATES or question.kind in ("during", "early", "late"):
        wanted = (HAVE_COMMON_TIME, "has time in common with")
        relations, words = (IS_WITHIN, "is within") if question.kind in _AT_DATES else wanted
        for date in (date for _, date in _dates(question, events) if not date.is_open):
            yield _proof(fact_graph([fact], [date]), date, relations, fact, words)


def _proof(graph: TimeGraph, a: Hashable, relations: AllenSet, b: Hashable, words: str) -> str:
    proof = explain(graph, a, relations, b)
    text = proof.text(relation=words)
    if proof.answer is Answer.UNKNOWN:
        text = f"not determined: whether {a} {words} {b}"
    for end in (a, b):
        if isinstance(end, Fact):
            text = text.replace(str(end), end.object or "(nothing known)")
    return text


# The rules of Complex-TR and TempReason.
#
# Dates are points, at their first instant: with months, as these benchmarks have them, a fact
# holds in month t if s <= t < e, and at some time of a span from a to b if max(s, a) < min(e, b).
# A fact that starts and ends in the same month holds in that month. An open end has no date.
# "Before" and "after" an event ask for the neighbours in the order of starts, all ties; a step
# before an event counts from its start, after it from its end; no event answers a question about
# itself.


_Span = tuple[Instant | float, Instant | float]


def _complex_tr(
    question: FactQuestion, rows: Sequence[Row], events: Sequence[Row]
) -> list[Row] | None:
    """The facts by the rule of Complex-TR and TempReason; ``None`` for times that their questions
    do not have."""
    kind = question.kind
    if kind in ("before", "after"):
        return None
    if kind in ("before-event", "after-event"):
        return neighbours_by_start(rows, events, before=kind == "before-event")
    positions = {event.position for event in events}
    spans = [span for span in _spans(question, events) if span[0] < span[1]]
    return [r for r in rows if r.position not in positions and _overlap(_span_of(r), spans)]


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
    first, back = time.first, "before" in kind
    if kind == "when":
        return [_span_of(event) for event in events]
    if time.step is not None:
        ends = [event.fact.start if back else event.fact.end for event in events]
        origins = [end for end in ends if not end.is_open] if time.has_event else [first]
        moved = [shift(origin, time.step, back=back) for origin in origins]
        return [(date.low, date.high) for date in moved]
    if kind in ("from-to", "between"):
        low, high = first.low, inf if time.last.after is None else time.last.low
        return [(low, first.high) if low == high else (low, high)]
    return [(-inf if kind in ("until", "any") else first.low,
             inf if kind in ("since", "any") else first.high)]  # fmt: skip


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


# The rules of TGQA (Xiong et al. 2024), whose dates are years and whose questions name events by
# their sentences.
#
# Order is that of the printed dates, and lengths are the distances of printed years. "Still
# happening" is closed at the year, and an end that is not stated is not "still happening", nor has
# such an event a length. What happened "right after" an edge is every edge of
# the next year that has one. Of an event that is stated several times the last occurrence counts.
# Of events that tie, a question for one place in the order means the one that it names first, and
# a choice among candidates the first of them.


def story_answer(
    base: FactBase, asked: StoryQuestion, reading: Reading, candidates: Sequence[str] = ()
) -> Reply:
    """The answer by TGQA's rules: sentences, ``"1943"``, ``"4 years"``, ``"True"`` or ``"False"``.

    If ``candidates`` are given and several answers tie, the first candidate among them is the
    answer. Unknown if an event is not among the facts; empty if it lacks the date asked for.
    """
    stated = {key_of(fact.statement): fact for fact in base.facts}  # the last occurrence counts
    missing = [event for event in asked.events if key_of(event) not in stated]
    if missing:
        notes = tuple(f"no fact matches the event: {event}" for event in missing)
        return Reply(asked, reading, None, notes=notes)
    events = tuple(stated[key_of(event)] for event in asked.events)
    items = _items(base, asked, events)
    by_key = {key_of(item): item for item in items} if len(items) > 1 else {}
    chosen = [by_key[key_of(name)] for name in candidates if key_of(name) in by_key]
    return Reply(asked, reading, tuple(chosen[:1]) or items, facts=events)


def _items(base: FactBase, question: StoryQuestion, events: Sequence[Fact]) -> tuple[str, ...]:
    kind = question.kind
    if kind in ("first", "nth"):
        return _in_order(question, events)
    if kind in ("duration", "gap"):
        last = events[0].end if kind == "duration" else events[1].start
        years = years_between(events[0].start, last)
        # As TGQA writes lengths: "0 year", "1 year", "2 years".
        length = 0 if years is None else years if kind == "duration" else abs(years)
        return () if years is None else (f"{length} year{'s' * (length not in (0, 1))}",)
    edge = events[0].start if question.edge == "starts" else events[0].end
    if kind == "when":
        return () if edge.is_open else (str(edge),)
    if kind == "next":
        return _next(base, question, edge.rank)
    return (str(_holds(kind, *events)),)


def _in_order(question: StoryQuestion, events: Sequence[Fact]) -> tuple[str, ...]:
    """The event of a place in the order of starts; of those that tie, the one named first, but all
    of them where the question names a choice of events."""
    starts = [fact.start.rank for fact in events]
    if any(start is None for start in starts):
        return ()
    start_asked = sorted(start for start in starts if start is not None)[question.number - 1]
    ties = tuple(fact.statement for fact in events if fact.start.rank == start_asked)
    return ties if question.kind == "first" else ties[:1]


def _next(base: FactBase, question: StoryQuestion, origin: int | None) -> tuple[str, ...]:
    """The edges of the year next to that of an edge."""
    if origin is None:
        return ()
    edges = [
        (date.rank, f"({fact.statement}) {edge}")
        for fact in base.facts
        for edge, date in (("starts", fact.start), ("ends", fact.end))
        if date.rank is not None
    ]
    before = question.side == "before"
    sided = [rank for rank, _ in edges if (rank < origin if before else rank > origin)]
    nearest = (max if before else min)(sided, default=None)
    return tuple(dict.fromkeys(name for rank, name in edges if rank == nearest))


def _holds(kind: str, fact: Fact, other: Fact) -> bool:
    began = years_between(fact.start, other.start)
    if kind == "same-year":
        return began == 0
    if kind == "still":
        ended = years_between(other.start, fact.end)
        return began is not None and ended is not None and began >= 0 and ended >= 0
    first = years_between(fact.start, fact.end)
    second = years_between(other.start, other.end)
    return first is not None and second is not None and first > second


# The rules of TimeQA's synthesis (Chen, Wang & Wang 2021).
#
# Dates count as they are printed: a year is a point before its January, a month one before its
# days. Easy questions repeat the printed bounds of a fact, perhaps without its months; facts that
# certainly hold all that time are answers, too. Hard ones are inside: "in t" if s < t <= e,
# and where no fact with an object fits so, if s = t; "between x and y" if s < x <= y <= e;
# "before x" is the first fact if x is not before its start, "after x" the last if x is not after
# its end; "in early 1990s" ends in that decade and began before it, "in late 1990s" began in it
# and goes on beyond its end. Nothing fits: the question cannot be answered, which is the answer
# "".


_Rank = int | float
_Bounds = tuple[_Rank, _Rank]
_Rule = Callable[[_Rank, _Rank], bool]


def _timeqa(question: FactQuestion, rows: Sequence[Row], events: Sequence[Row]) -> list[Row] | None:
    """The facts by TimeQA's own rule; ``None`` for times that its questions do not have (events,
    steps)."""
    if question.time.has_event or question.time.step is not None:
        return None
    chosen = _chosen(question, [(row, _bounds_of(row)) for row in rows])
    # A fact without object says that nothing is known, so it yields to one with an object.
    return [row for row in chosen if row.fact.object] or chosen


def _bounds_of(row: Row) -> _Bounds:
    start, end = row.fact.start, row.fact.end
    low = -inf if start.first is None or start.rank is None else start.rank
    high = inf if end.after is None or end.rank is None else end.rank
    return low, high


def _chosen(question: FactQuestion, rows: Sequence[tuple[Row, _Bounds]]) -> list[Row]:
    kind, first, last = question.kind, question.time.first, question.time.last
    x = -inf if first.rank is None else first.rank
    y = inf if last.rank is None else last.rank
    if kind == "any":
        return [row for row, _ in rows]
    if kind in ("before", "until"):
        return _outermost(rows, first_one=True, holds=lambda s, e: x >= s)
    if kind == "after":
        return _outermost(rows, first_one=False, holds=lambda s, e: x <= e)
    if kind in ("early", "late"):
        return _where(rows, _decade_rule(first, early=kind == "early"))
    if kind == "since":
        started = _where(rows, lambda s, e: s == x)
        covering = _where(rows, lambda s, e: s < x <= e)
        return started or covering or _outermost(rows, first_one=False, holds=lambda s, e: x <= e)
    inside = _where(rows, lambda s, e: s < x <= y <= e)
    printed = _where(rows, lambda s, e: (s, e) == (x, y))
    if kind == "from-to":
        covering = _where(rows, lambda s, e: s <= x <= y <= e)
        return printed or _at_the_grain(rows, first, last) or covering
    if not printed and kind != "between":
        begun = [(row, bounds) for row, bounds in rows if bounds[0] == x]
        printed = _at_the_grain(begun, first, last)
    together = {row.position: row for row in printed or inside}
    together |= {row.position: row for row, _ in rows if _certainly_holds(row, kind, first, last)}
    if kind != "between" and not any(row.fact.object for row in together.values()):
        together |= {row.position: row for row in _where(rows, lambda s, e: s == x)}
    return [together[n] for n in sorted(together)]


def _certainly_holds(row: Row, kind: str, first: Granule, last: Granule) -> bool:
    if kind == "during":
        return certainly_within(row.extent, first.low, first.high)
    return certainly_throughout(row.extent, first.low, last.high) and first.low < last.high


def _at_the_grain(rows: Sequence[tuple[Row, _Bounds]], first: Granule, last: Granule) -> list[Row]:
    """The facts whose printed bounds are those of the question if cut to its grain: "January 2006
    to 2016" for "from 2006 to 2016"."""

    def within(date: Granule, whole: Granule) -> bool:
        return whole.low <= date.low and date.high <= whole.high

    return [
        row
        for row, _ in rows
        if not (row.fact.start.is_open or row.fact.end.is_open)
        and within(row.fact.start, first)
        and within(row.fact.end, last)
    ]


def _where(rows: Sequence[tuple[Row, _Bounds]], rule: _Rule) -> list[Row]:
    return [row for row, bounds in rows if rule(*bounds)]


def _outermost(rows: Sequence[tuple[Row, _Bounds]], *, first_one: bool, holds: _Rule) -> list[Row]:
    """The facts with the bounds of the first (or last) of all, if the rule holds of it."""
    if not rows:
        return []
    all_bounds = [bounds for _, bounds in rows]
    extreme = min(all_bounds) if first_one else max(all_bounds, key=lambda b: (b[1], b[0]))
    return [row for row, bounds in rows if bounds == extreme] if holds(*extreme) else []


def _decade_rule(part: Granule, *, early: bool) -> _Rule:
    assert part.first is not None
    decade = date_of(int(part.first // DAY))[0] // 10 * 10
    begin, end = year(decade).rank, year(decade + 10).rank
    assert begin is not None
    assert end is not None
    if early:
        return lambda s, e: s < begin <= e < end
    return lambda s, e: begin <= s < end <= e


_RULES = {"complex-tr": _complex_tr, "tempreason": _complex_tr, "timeqa": _timeqa}
"""Which facts of the asked subject and relation a benchmark's own rule chooses."""


def ask(
    base: FactBase,
    question: Question | str,
    *,
    reading: Reading = "both",
    candidates: Sequence[str] = (),
    as_written: bool = False,
) -> Reply:
    """The answer of ``base`` to ``question`` (read by
    :func:`timegraph.facts.questions.read_question` if it is a text).

    ``candidates`` are the answers among which a question lets choose, if it does (TGQA). Questions
    of date arithmetic and about stories have one reading. With ``as_written`` the ``?``, ``~`` and
    ``%`` of dates, in facts and question, are taken at their word. ``tgqa`` answers a question that
    is not about a story as ``possible`` does. Raises ``ValueError`` for an unknown reading and
    :class:`timegraph.facts.questions.NotUnderstoodError`.
    """
    if reading not in READINGS:
        raise ValueError(f"the reading must be one of {', '.join(READINGS)}, not {reading!r}")
    asked = read_question(question, base) if isinstance(question, str) else question
    if as_written:
        base, asked = base.as_written, _as_written(asked)
    if isinstance(asked, DateQuestion):
        moved = shift(asked.origin, asked.step, back=asked.back)
        return Reply(asked, reading, (_like(moved, asked.origin),))
    if isinstance(asked, StoryQuestion):
        reply = story_answer(base, asked, reading, candidates)
    elif isinstance(asked, HoldingQuestion):
        reply = answer_holding(base, asked, reading)
    else:
        reply = (_by_rule if reading in _RULES else _by_completions)(base, asked, reading)
    return _with_unread(base, reply)


def _by_rule(base: FactBase, asked: FactQuestion, reading: Reading) -> Reply:
    """The answer by a benchmark's own rule; for times that its questions do not have the possible
    one, with a note. In TimeQA ``("",)`` says that a question cannot be answered."""
    rows, events = asked_rows(base, asked), event_rows(base, asked)
    if rows is None or (asked.event is not None and not events):
        notes = dict.fromkeys((*asked.notes, *_unknown(base, asked)))
        return Reply(asked, reading, None, notes=tuple(notes))
    # TempReason asks about months for facts that are known to the day: possible at the month.
    at_month = reading == "tempreason" and asked.kind == "in"
    chosen = None if at_month else _RULES[reading](asked, rows, events)
    if chosen is not None:
        facts = tuple(row.fact for row in chosen)
        items = distinct_objects(facts) or (("",) if reading == "timeqa" else ())
        return Reply(asked, reading, items, facts=facts, notes=tuple(dict.fromkeys(asked.notes)))
    facts, note = find(base, asked).possible, "; the possible answers are given"
    no_rule = f"the reading has no rule for {asked.kind!r}{' a date' * (reading != 'timeqa')}{note}"
    notes = dict.fromkeys((*asked.notes, *(() if at_month else (no_rule,))))
    return Reply(asked, reading, distinct_objects(facts), facts=facts, notes=tuple(notes))


def _with_unread(base: FactBase, reply: Reply) -> Reply:
    """The reply, unknown where a line that was not read may state what it denies, with notes that
    name these lines."""
    lines = _unread(base, reply.question)
    if not lines:
        return reply
    notes = (*reply.notes, *(line.note for line in lines))
    if _is_certain(reply):
        return replace(reply, notes=notes)
    return replace(reply, items=None, certain=None, possible=None, facts=(), notes=notes)


def _unread(base: FactBase, question: Question) -> tuple[Unread, ...]:
    if isinstance(question, (DateQuestion, StoryQuestion)):
        return base.unread
    named = question.relations if isinstance(question, FactQuestion) else (question.relation,)
    event = question.event
    if event is not None and event.relation:
        named = (*named, event.relation)
    elif event and not any(base.events(question.subject, r, event.object) for r in named):
        return base.unread_about(question.subject)
    return base.unread_about(question.subject, named)


def _is_certain(reply: Reply) -> bool:
    """Whether more facts would not change an answer, but at most add to it."""
    question = reply.question
    if isinstance(question, StoryQuestion):
        return question.kind != "next" and reply.known
    if isinstance(question, HoldingQuestion):
        return reply.items != ("no",)
    if not isinstance(question, FactQuestion):
        return True
    # What such a time selects depends on the order of all facts.
    in_order = question.kind in ("before-event", "after-event") or (
        reply.reading == "timeqa" and question.kind in ("before", "after", "since", "until")
    )
    return any(reply.possible or reply.items or ()) and not in_order


def otherwise(base: FactBase, reply: Reply) -> tuple[Reply, tuple[str, ...]] | None:
    """What is answered with ``as_written``, if that is something else than in ``reply``, and what
    ``?``, ``~`` and ``%`` say, in words."""
    question = reply.question
    if base.as_written is base and _as_written(question) == question:
        return None
    written = ask(base, question, reading=reply.reading, as_written=True)
    if written.text == reply.text:
        return None
    times = [question.time] if isinstance(question, (FactQuestion, HoldingQuestion)) else []
    dates = [date for fact in (*reply.facts, *written.facts) for date in (fact.start, fact.end)]
    dates += [date for time in times for date in (time.first, time.last)]
    because = tuple(dict.fromkeys(words for date in dates for words in qualities_of(date)))
    return written, because


def _as_written(question: Question) -> Question:
    if isinstance(question, DateQuestion):
        return replace(question, origin=as_written_date(question.origin))
    if isinstance(question, StoryQuestion):
        return question
    time = question.time
    first, last = as_written_date(time.first), as_written_date(time.last)
    return replace(question, time=replace(time, first=first, last=last))


def _by_completions(base: FactBase, asked: FactQuestion, reading: Reading) -> Reply:
    completions = find(base, asked)
    if not completions.known:
        return Reply(asked, reading, None, notes=(*asked.notes, *_unknown(base, asked)))
    # A fact without object says that nothing is known, and so answers nothing.
    certain = distinct_objects(fact for fact in completions.certain if fact.object)
    possible = distinct_objects(fact for fact in completions.possible if fact.object)
    if reading == "both":
        return Reply(asked, reading, certain, certain, possible, completions.possible, asked.notes)
    sure = reading == "certain"
    items, facts = (certain, completions.certain) if sure else (possible, completions.possible)
    return Reply(asked, reading, items, facts=facts, notes=asked.notes)


def _unknown(base: FactBase, asked: FactQuestion) -> tuple[str, ...]:
    """Why the facts have no answer."""
    if not base.knows(asked.subject):
        return (f"there is no fact about {asked.subject!r}",)
    if not any(base.relations_meant(asked.subject, relation) for relation in asked.relations):
        names = ", ".join(base.relations(asked.subject))
        asked_for = " or ".join(asked.relations)
        return (f"no fact about {asked.subject!r} has the relation {asked_for!r}, only: {names}",)
    if asked.event is None or event_rows(base, asked):
        return ()
    return (f"no fact about {asked.subject!r} matches the event: {asked.event}",)


def _like(date: Granule, model: Granule) -> str:
    """``date`` written as ``model`` is: "Apr, 1425" as "Apr, 1416", "April 1425" as "May 1416"."""
    if date.first is None or date.unit != "month" or model.unit != "month":
        return str(Granule(date.first, date.after, date.unit))
    y, m, _ = date_of(int(date.first // DAY))
    word = model.text.split()[0]
    comma = "," if word.endswith(",") else ""
    # "May" is short and long; with a comma it is TempReason's way to write dates, which is short.
    short = len(word.rstrip(".,")) == 3 and (bool(comma) or word[:3].lower() != "may")
    name = MONTHS[m - 1][:3] if short else MONTHS[m - 1]
    return f"{name}{comma} {y if y > 0 else f'{1 - y} BC'}"
