"""Questions made from facts as TimeQA's synthesis makes them (Chen, Wang & Wang 2021).

Each fact is asked for by its printed bounds (easy), and by up to three perturbations that lie
inside them and have the same answer (hard): "in", "between", "before", "after", "in early 1990s",
"in late 1990s". Times before all facts, after them and in the gaps between give questions that
cannot be answered.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import floor
from random import Random
from typing import NamedTuple, TypeVar

from timegraph.dates.granules import Granule
from timegraph.facts.answers import ask
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact, extent_of
from timegraph.facts.question_kinds import NotUnderstoodError
from timegraph.facts.relations import RELATIONS, key_of, phrases, relation_name
from timeml.gregorian import MONTHS

T = TypeVar("T")


class Draw:
    """Draws numbers and items, the same for the same seed on every platform and Python version;
    ``Random.random`` alone is promised to stay the same."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def number(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + floor(self._random.random() * (high - low + 1))

    def one_of(self, items: Sequence[T]) -> T:
        """One of the items, of which there must be some."""
        return items[self.number(0, len(items) - 1)]


# Questions in words, from the phrases of the table of relations.


@cache
def heads_in(relation: str) -> tuple[str, ...]:
    """The ways to ask for a relation, with ``{}`` for the subject; empty if the table has none.
    Of each head the first phrase, which is the singular."""
    entries = [entry for entry in RELATIONS if entry.name == relation_name(relation)]
    return tuple(phrases(head)[0] for entry in entries[-1:] for head in entry.heads)


def asked(relation: str, subject: str, time: str, *, head: int = 0) -> str:
    """A question for a relation of the table: "Which team did Ada play for in May 1990?"."""
    heads = heads_in(relation)
    text = heads[head % len(heads)].replace("{}", subject)
    return f"{text[0].upper()}{text[1:]} {time}?"


def short_month(month: int) -> str:
    """``Jan 1926``, as TimeQA prints it, of the number of a month from January of the year 0."""
    return f"{MONTHS[month % 12][:3]} {month // 12}"


def short_date(date: Granule) -> str:
    """A date as TimeQA prints it: ``Jan 1926``, or ``1926`` for a year."""
    assert date.months is not None
    return str(date.months // 12) if date.unit == "year" else short_month(date.months)


class Generated(NamedTuple):
    """A question with the answers that the rule of ``reading`` gives, as the reader of datasets
    takes it. ``fact`` names the fact that it asks for: questions with the same one ask for the
    same."""

    id: str
    group: str
    reading: str
    question: str
    answers: tuple[str, ...]
    fact: str


# Times in which nothing is known.


SHARE = 0.15
"""The share of questions that cannot be answered: about that of the benchmark."""

_YEARS = 10
_TRUST = 13
"""Months after a printed end for which the fact may last on: a year, and a month to be sure."""


@dataclass(frozen=True, slots=True)
class Hole:
    """Months, counted from January of the year 0, in which no fact of a subject and relation
    holds; ``fact`` is one of these. ``side`` says that none does before or after, either."""

    fact: Fact
    low: int
    high: int
    side: str = ""


def holes_in(facts: Iterable[Fact]) -> list[Hole]:
    """Ten years before the first of the ``facts`` of each subject and relation, ten after the last,
    and the gaps of more than a year."""
    timelines: dict[tuple[str, str], list[Fact]] = {}
    for fact in facts:
        timelines.setdefault((fact.subject, relation_name(fact.relation)), []).append(fact)
    holes = []
    for timeline in timelines.values():
        begun = sorted(timeline, key=lambda fact: fact.start.low)
        latest, _ = _months(begun[0])
        holes.append(Hole(begun[0], max(12, latest - 12 * _YEARS), latest - 1, "before"))
        latest = _months(begun[0])[1]
        for fact in begun[1:]:
            start, end = _months(fact)
            if latest + _TRUST < start:
                holes.append(Hole(fact, latest + _TRUST, start - 1))
            latest = max(end, latest)
        holes.append(Hole(timeline[-1], latest + _TRUST, latest + _TRUST + 12 * _YEARS, "after"))
    return [hole for hole in holes if hole.low <= hole.high]


def _months(fact: Fact) -> tuple[int, int]:
    assert fact.start.months is not None
    assert fact.end.months is not None
    return fact.start.months, fact.end.months


def time_in(hole: Hole, draw: Draw) -> str:
    """A time in the hole, in one of the ways in which a question can say it."""
    low, high = sorted(draw.number(hole.low, hole.high) for _ in range(2))
    first, second = short_month(low), short_month(high)
    between = [f"between {first} and {second}"] if low < high else []
    sides = [f"{hole.side} {first if hole.side == 'before' else second}"] if hole.side else []
    return draw.one_of([f"in {first}", *between, *sides])


def unanswerable_questions(
    base: FactBase, *, group: str, draw: Draw, number: int
) -> Iterator[Generated]:
    """``number`` questions that cannot be answered: about different times before the first fact of
    a subject and relation, after the last, and in gaps. There are fewer if that many times are not
    found."""
    holes = holes_in(filter(_is_usable, base.facts))
    texts: dict[tuple[str, str], str] = {}
    for _ in range(24 * number if holes else 0):
        if len(texts) == number:
            break
        hole = draw.one_of(holes)
        time = time_in(hole, draw)
        key = relation_name(hole.fact.relation), time
        text = asked(hole.fact.relation, hole.fact.subject, time)
        if key not in texts and _answers(base, text) == ("",):
            texts[key] = text
    for k, text in enumerate(texts.values(), 1):
        id = f"{group}#none_{k}"
        yield Generated(id, group, "timeqa", text, ("",), id)


# Times in which a fact holds.


TIMEQA_PERTURBATIONS = 3
"""Hard questions for each fact, as many as it allows up to this."""

_TRIES = 24


def timeqa_questions(base: FactBase, *, group: str, draw: Draw) -> Iterator[Generated]:
    """The easy question of each fact and its perturbations.

    Only facts with both dates and a relation that the table can ask for are asked about. The
    wording of the hard questions is drawn among the times to ask; answers are those of the
    benchmark's rule.
    """
    for number, fact in enumerate(filter(_is_usable, base.facts), 1):
        name = f"{group}#{number}"
        first, last = short_date(fact.start), short_date(fact.end)
        easy = f"in {first}" if first == last else f"from {first} to {last}"
        text = asked(fact.relation, fact.subject, easy)
        answers = _answers(base, text)
        if answers is None:
            continue
        yield Generated(f"{name}_easy", group, "timeqa", text, answers, name)
        hard: dict[str, str] = {}
        for _ in range(_TRIES):
            if len(hard) == TIMEQA_PERTURBATIONS:
                break
            time = _inside(fact, draw)
            head = draw.number(0, len(heads_in(fact.relation)) - 1)
            text = asked(fact.relation, fact.subject, time, head=head)
            if time != easy and time not in hard and _answers(base, text) == answers:
                hard[time] = text
        for k, text in enumerate(hard.values(), 1):
            yield Generated(f"{name}_hard_{k}", group, "timeqa", text, answers, name)


def _is_usable(fact: Fact) -> bool:
    units = {fact.start.unit, fact.end.unit}
    dated = not (fact.start.is_open or fact.end.is_open) and units <= {"year", "month"}
    return bool(dated and extent_of(fact) and heads_in(fact.relation) and fact.object)


def _answers(base: FactBase, question: str) -> tuple[str, ...] | None:
    try:
        return ask(base, question, reading="timeqa").items
    except NotUnderstoodError:
        return None  # the names in it make it ambiguous


def _inside(fact: Fact, draw: Draw) -> str:
    """A time within the bounds of a fact, in one of the six ways."""
    low, end = _months(fact)
    first, second = sorted(draw.number(low, max(low, end)) for _ in range(2))
    dates = short_month(first), short_month(second)
    # The fact's own dates are not within it, and equal ones have nothing between them.
    is_within = first < second and dates != (short_date(fact.start), short_date(fact.end))
    times = (
        f"in {dates[0]}",
        *([f"between {dates[0]} and {dates[1]}"] if is_within else []),
        f"before {dates[1]}",
        f"after {dates[0]}",
        f"in early {end // 120 * 10}s",
        f"in late {low // 120 * 10}s",
    )
    return draw.one_of(times)


def generate(base: FactBase, *, seed: int) -> str:
    """Questions with their answers and facts as JSON lines, one group for each subject; 15 % of
    them cannot be answered. The same arguments give the same bytes."""
    draw = Draw(seed)
    # Nobody knows the answers where a line was not read.
    known = [fact for fact in base.facts if not base.unread_about(fact.subject, (fact.relation,))]
    groups = {
        subject: FactBase(
            (fact for fact in known if key_of(fact.subject) == key_of(subject)), loose=base.loose
        )
        for subject in FactBase(known, loose=base.loose).subjects
    }
    made = [q for name, own in groups.items() for q in timeqa_questions(own, group=name, draw=draw)]
    made += _unanswerable(groups, made, draw)
    places = {name: place for place, name in enumerate(groups)}
    made.sort(key=lambda question: places[question.group])
    asked_about = {question.group for question in made}
    lines: list[Mapping[str, object]] = [
        {"group": name, "facts": [fact.to_json() for fact in own.facts]}
        for name, own in groups.items()
        if name in asked_about
    ]
    lines += [question._asdict() for question in made]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _unanswerable(
    groups: Mapping[str, FactBase], questions: Sequence[Generated], draw: Draw
) -> list[Generated]:
    """As many questions that cannot be answered as make the share of all, rounded so that the sum
    is right, group by group; what one group lacks the next ones have more."""
    counts = Counter(question.group for question in questions if question.answers != ("",))
    answerable, made = 0, sum(question.answers == ("",) for question in questions)
    found: list[Generated] = []
    for name, facts in groups.items():
        answerable += counts[name]
        missing = round(SHARE * answerable / (1 - SHARE)) - made
        if missing > 0:
            own = list(unanswerable_questions(facts, group=name, draw=draw, number=missing))
            found += own
            made += len(own)
    return found
