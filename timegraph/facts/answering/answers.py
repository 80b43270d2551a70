"""Answers to questions about facts, and the readings under which they are given."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any, Literal, get_args

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
    possibly_meets_date,
    year_point,
)
from timegraph.facts.fact import Extent, Fact
from timegraph.facts.questions.question_kinds import (
    DateQuestion,
    FactQuestion,
    HoldingQuestion,
    Question,
    StoryQuestion,
)
from timegraph.facts.questions.resolve import NAMED, asked_rows, event_rows
from timegraph.facts.relations import key_of
from timegraph.graph import TimeGraph
from timegraph.proofs.search import explain
from timeml.timex_value import DAY, Instant, date_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Reading = Literal["certain", "possible", "both", "complex-tr", "tempreason", "timeqa", "tgqa"]
READINGS: tuple[Reading, ...] = get_args(Reading)
"""``certain``: what holds in every completion of the dates; ``possible``: in some; ``both`` of
them; or the own rule of a benchmark."""


@dataclass(frozen=True, slots=True)
class Selected:
    """What a rule selects: items in fact order, and the facts behind them.

    ``known`` is false if the facts do not know the subject, the relation or the event asked for.
    ``notes`` say what was assumed.
    """

    items: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    known: bool = True
    notes: tuple[str, ...] = ()


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
        if self.reading == "both" and self.possible is not None:
            perhaps = [item for item in self.possible if item not in self.items]
            sure = "; ".join(self.items) or "nothing certain"
            return (
                f"{sure} (possibly also: {'; '.join(perhaps)})"
                if perhaps
                else ("; ".join(self.items) or "nothing")
            )
        return "; ".join(item or "(unanswerable)" for item in self.items) or "nothing"

    def to_json(self) -> dict[str, Any]:
        """The reply as JSON data; an unknown answer is ``null``."""

        def listed(items: tuple[str, ...] | None) -> list[str] | None:
            return None if items is None else list(items)

        content: dict[str, Any] = {
            "question": self.question.text,
            "kind": self.question.kind,
            "reading": self.reading,
            "answers": listed(self.items),
        }
        if self.reading == "both":
            content |= {"certain": listed(self.certain), "possible": listed(self.possible)}
        content["facts"] = [fact.to_json() for fact in self.facts]
        content["notes"] = list(self.notes)
        return content


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
    texts: dict[str, str] = {}
    for name, value in reading.items():
        if name not in _FIELDS:
            raise ReadingError(f"a reading has no field {name!r}; its fields: {', '.join(_FIELDS)}")
        if value is not None:
            if not isinstance(value, str):
                raise ReadingError(f"{name} is {value!r}, not a text")
            texts[name] = value
    op = texts.get("op", "")
    if op not in OPERATORS:
        raise ReadingError(f"op is {op!r}; it is one of {', '.join(OPERATORS)}")
    if "relation" not in texts or not texts.keys() & {"subject", "object"}:
        raise ReadingError("a reading has a relation, and a subject or an object or both")
    if {"subject", "object"} <= texts.keys():
        return _of_dates(op, texts)
    return Order(
        texts["relation"],
        op,
        texts.get("subject"),
        texts.get("object"),
        _order_time(op, texts),
        texts.get("anchor", ""),
        _kind(texts.get("type"), kinds),
    )


def _of_dates(op: str, texts: Mapping[str, str]) -> Order:
    unit = texts.get("unit", "day")
    if op not in _OF_DATES or unit not in UNITS:
        raise ReadingError(
            f"with subject and object dates are asked for: op is one of {', '.join(_OF_DATES)}, "
            f"unit one of {', '.join(UNITS)}; here they are {op!r} and {unit!r}"
        )
    if extra := texts.keys() & {"time", "anchor", "anchor_date", "type"}:
        raise ReadingError(f"with subject and object there is no {', '.join(sorted(extra))}")
    return Order(texts["relation"], op, texts["subject"], texts["object"], unit=unit)


def _order_time(op: str, texts: Mapping[str, str]) -> tuple[int, int] | None:
    if op == "when":
        raise ReadingError("op 'when' asks for dates: give subject and object")
    stated = [texts[name] for name in ("time", "anchor_date") if name in texts]
    needed = op not in ("first", "last")
    if len(stated) != needed:
        what = "one of time and anchor_date" if needed else "neither time nor anchor_date"
        raise ReadingError(f"op {op!r} takes {what}")
    if not needed:
        return None
    time = stated[0]
    if op in _SAME:
        time = time[: {"day": 10, "month": 7, "year": 4}[op.split()[1]]]
    span = span_of(time)
    if span is None:
        raise ReadingError(f"{stated[0]!r} is not a day, a month or a year: write 2005-01-31")
    return span


def _kind(kind: str | None, kinds: Collection[str]) -> str | None:
    if kind is not None and kind not in kinds:
        kinds_there = f"there are {', '.join(sorted(kinds))}" if kinds else "none are given"
        raise ReadingError(
            f"type is {kind!r}, but its names are not known ({kinds_there}); give kinds="
        )
    return kind


@lru_cache(maxsize=4096)
def span_of(date: str) -> tuple[int, int] | None:
    """The first and the last day of ``2005``, ``2005-01`` or ``2005-01-31``, as ordinals of the
    proleptic Gregorian calendar; ``None`` for any other text."""
    import datetime
    from calendar import monthrange

    parts = date.split("-")
    if tuple(map(len, parts)) not in ((4,), (4, 2), (4, 2, 2)) or not date.isascii():
        return None
    if not all(part.isdigit() for part in parts):
        return None
    year, *rest = map(int, parts)
    try:
        first = datetime.date(year, *[*rest, 1, 1][:2])
        if len(rest) == 2:
            return first.toordinal(), first.toordinal()
        month = rest[0] if rest else 12
        return first.toordinal(), datetime.date(year, month, monthrange(year, month)[1]).toordinal()
    except ValueError:
        return None


# The certain and the possible answer to a question about facts.


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
        date = shift(time.first, time.step, back=_side(kind) == "before")
        return base.at(subject, relation, date)
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


# Answers to questions that name a fact: when it held, how long, and whether it did at a time.


def answer_holding(base: FactBase, asked: HoldingQuestion, reading: Reading) -> Reply:
    """Dates and lengths, one for each fact that is asked about, or ``yes``, ``no`` or ``possibly``:
    it held in every completion of the dates, in none, or in some. Facts are read as the readings
    ``certain`` and ``possible`` do, whatever the reading."""
    rows = base.rows(asked.subject, asked.relation) or ()
    facts = tuple(row.fact for row in rows if _is_meant(row.fact, asked))
    if asked.kind == "whether":
        return _whether(base, asked, reading)
    if not facts:
        note = f"no fact about {asked.subject!r} has the {asked.relation} {asked.object!r}"
        return Reply(asked, reading, None, notes=(note,))
    if asked.kind == "when":
        items = tuple(fact.dates for fact in facts)
    else:
        items = tuple(_length(row.extent) for row in rows if _is_meant(row.fact, asked))
    return Reply(asked, reading, tuple(dict.fromkeys(items)), facts=facts)


def _is_meant(fact: Fact, asked: HoldingQuestion) -> bool:
    """A fact without object says that nothing is known."""
    return bool(fact.object) and (not asked.object or key_of(fact.object) == key_of(asked.object))


def _whether(base: FactBase, asked: HoldingQuestion, reading: Reading) -> Reply:
    question = FactQuestion(
        asked.text, asked.subject, (asked.relation,), asked.time, asked.event, asked.notes
    )
    completions = find(base, question)
    if not completions.known:
        return Reply(asked, reading, None, notes=("the facts do not know what is asked about",))
    certain = [fact for fact in completions.certain if _is_meant(fact, asked)]
    possible = tuple(fact for fact in completions.possible if _is_meant(fact, asked))
    answer = "yes" if certain else "possibly" if possible else "no"
    return Reply(asked, reading, (answer,), facts=possible)


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
    if isinstance(question, DateQuestion):
        side = "before" if question.back else "after"
        lines = [f"{question.step} {side} {question.origin} is {'; '.join(reply.items or ())}"]
    elif isinstance(question, FactQuestion):
        lines = [*_why_time(base, question), *_facts_used(base, question, reply)]
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

    Questions of other kinds have none. What is not determined is shown with its two worlds.
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
