"""Answers to questions about facts, and the readings under which they are given."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any, Literal, get_args

from timegraph._graph.distances import Bounds
from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.dates.granules import Granule, Step, shift
from timegraph.facts.base import (
    HAVE_COMMON_TIME,
    IS_WITHIN,
    FactBase,
    Found,
    Row,
    Side,
    certainly_throughout,
    fact_graph,
    period_between,
    possibly_within,
)
from timegraph.facts.fact import Extent, Fact
from timegraph.facts.question_kinds import (
    DateQuestion,
    FactQuestion,
    HoldingQuestion,
    Question,
    StoryQuestion,
)
from timegraph.facts.read_questions import asked_rows, event_rows
from timegraph.facts.relations import key_of
from timegraph.graph import TimeGraph
from timegraph.proofs.search import explain
from timeml.timex_value import DAY, Instant, date_of, day_number, format_instant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Reading = Literal["certain", "possible", "both", "complex-tr", "tempreason", "timeqa", "tgqa"]
READINGS: tuple[Reading, ...] = get_args(Reading)
"""``certain``: what holds in every completion of the dates; ``possible``: in some; ``both`` of
them; or the own rule of a benchmark."""


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


# What a reading asks of the order of dated events, and which rows of a table it chooses.
#
# The operators are those of MultiTQ (Chen et al. 2023): equal, before, after, first, last, after
# first, before last, equal to another event at a day, a month or a year.


UNITS = ("day", "month", "year")
_OF_DATES = ("when", "first", "last")
_WITHIN = ("in", "first in", "last in")
_BESIDE = ("before", "after", "after first", "before last")
_SAME = tuple(f"same {unit}" for unit in UNITS)
OPERATORS = (*_OF_DATES, *_WITHIN, *_BESIDE, *_SAME)
"""What a reading may ask for, its field ``op``."""

_FIELDS = ("relation", "subject", "object", "op", "time", "anchor", "anchor_date", "type", "unit")


class ReadingError(ValueError):
    """A reading that cannot be answered; the message names the field and the way out."""


@dataclass(frozen=True, slots=True)
class Order:
    """A reading once it is understood: with subject or object names are asked for, with both dates,
    cut to ``unit``. ``time`` is a span of days that ``op`` speaks of, ``anchor`` a name that is
    never an answer, ``kind`` the kind of entities that alone are answers."""

    relation: str
    op: str
    subject: str | None = None
    object: str | None = None
    time: tuple[int, int] | None = None
    anchor: str = ""
    kind: str | None = None
    unit: str | None = None

    @property
    def names(self) -> Iterator[str]:
        """What the table must have for anything to be known."""
        return (name for name in (self.relation, self.subject, self.object) if name is not None)

    def chosen(
        self, rows: NDArray[np.intp], first: NDArray[np.int32], last: NDArray[np.int32]
    ) -> NDArray[np.intp]:
        """Those of ``rows`` that are asked for; each has the days ``first`` to ``last``."""
        words = self.op.split()
        if self.time is not None:
            begin, end = self.time
            if "before" in words:
                rows = rows[last[rows] < begin]
            elif "after" in words:
                rows = rows[first[rows] > end]
            else:
                rows = rows[(first[rows] >= begin) & (last[rows] <= end)]
        if rows.size and "first" in words:
            rows = rows[first[rows] <= last[rows].min()]
        elif rows.size and "last" in words:
            rows = rows[last[rows] >= first[rows].max()]
        return rows


def order_of(reading: Mapping[str, Any], kinds: Collection[str] = ()) -> Order:
    """What a reading asks for; ``kinds`` are those of entities that are known. Raises
    :class:`ReadingError`."""
    if not isinstance(reading, Mapping):
        raise ReadingError("a reading is an object with the fields relation, op, and others")
    texts = {name: value for name, value in reading.items() if value is not None}
    for name, value in reading.items():
        if name not in _FIELDS:
            raise ReadingError(f"a reading has no field {name!r}; its fields: {', '.join(_FIELDS)}")
        if value is not None and not isinstance(value, str):
            raise ReadingError(f"{name} is {value!r}, not a text")
    op, kind, unit = texts.get("op", ""), texts.get("type"), texts.get("unit", "day")
    sides = texts.keys() & {"subject", "object"}
    extra = texts.keys() & {"time", "anchor", "anchor_date", "type"}
    stated = [texts[name] for name in ("time", "anchor_date") if name in texts]
    needed = op not in ("first", "last")
    time = "one of time and anchor_date" if needed else "neither time nor anchor_date"
    kinds_there = f"there are {', '.join(sorted(kinds))}" if kinds else "none are given"
    for is_wrong, message in (
        (op not in OPERATORS, f"op is {op!r}; it is one of {', '.join(OPERATORS)}"),
        (
            "relation" not in texts or not sides,
            "a reading has a relation, and a subject or an object or both",
        ),
        (
            len(sides) > 1 and (op not in _OF_DATES or unit not in UNITS),
            f"with subject and object dates are asked for: op is one of {', '.join(_OF_DATES)}, "
            f"unit one of {', '.join(UNITS)}; here they are {op!r} and {unit!r}",
        ),
        (
            len(sides) > 1 and extra,
            f"with subject and object there is no {', '.join(sorted(extra))}",
        ),
        (len(sides) < 2 and op == "when", "op 'when' asks for dates: give subject and object"),
        (len(sides) < 2 and len(stated) != needed, f"op {op!r} takes {time}"),
        (
            kind is not None and kind not in kinds,
            f"type is {kind!r}, but its names are not known ({kinds_there}); give kinds=",
        ),
    ):
        if is_wrong:
            raise ReadingError(message)
    if len(sides) > 1:
        return Order(texts["relation"], op, texts["subject"], texts["object"], unit=unit)
    length = {"day": 10, "month": 7, "year": 4}[op.split()[1]] if op in _SAME else None
    span = span_of(stated[0][:length]) if stated else None
    if stated and span is None:
        raise ReadingError(f"{stated[0]!r} is not a day, a month or a year: write 2005-01-31")
    subject, object = texts.get("subject"), texts.get("object")
    return Order(texts["relation"], op, subject, object, span, texts.get("anchor", ""), kind)


@lru_cache(maxsize=4096)
def span_of(date: str) -> tuple[int, int] | None:
    """The first and the last day of ``2005``, ``2005-01`` or ``2005-01-31``, as ordinals of the
    proleptic Gregorian calendar; ``None`` for any other text."""
    import datetime
    from calendar import isleap, monthrange

    if not re.fullmatch(r"[0-9]{4}(?:-[0-9]{2}){0,2}", date):
        return None
    try:
        first = datetime.date.fromisoformat(f"{date}-01-01"[:10])
    except ValueError:
        return None
    month = monthrange(first.year, first.month)[1]
    days = {10: 1, 7: month, 4: 365 + isleap(first.year)}[len(date)]
    return first.toordinal(), first.toordinal() + days - 1


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


_NEVER = Extent(inf, inf, -inf, -inf)


def _period(question: FactQuestion) -> Granule | Extent:
    """The period at some time of which an answer holds."""
    first, kind = question.time.first, question.kind
    if kind == "from-to":
        return period_between(first, question.time.last) or _NEVER
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
    return f"{fact} [{fact.source}]" if fact.source and str(fact.source) else str(fact)


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
        length = Fraction(y - x)
        yield f"{format_instant(y)} is {Bounds(length, length)} after {format_instant(x)}"


def _why_time(base: FactBase, question: FactQuestion) -> Iterator[str]:
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


def _facts_used(base: FactBase, question: FactQuestion, reply: Reply) -> Iterator[str]:
    completions = find(base, question)
    ways = dict.fromkeys(reply.facts, "by the rule of the benchmark alone")
    ways |= dict.fromkeys(completions.possible, "possible")
    ways |= dict.fromkeys(completions.certain, "certain")
    for fact, how in ways.items():
        place = f" [{fact.source}]" if fact.source and str(fact.source) else ""
        yield f"{fact.object or '(nothing known)'}: {how}, {fact.dates}{place}"
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
