"""Questions made from facts, like those of the benchmarks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import floor
from random import Random
from typing import Any, Literal, NamedTuple, TypeVar, get_args

from timegraph.dates.granules import Granule
from timegraph.facts.answering.answers import Reading
from timegraph.facts.answering.asking import ask
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Fact, extent_of
from timegraph.facts.questions.question_kinds import NotUnderstoodError
from timegraph.facts.relations import RELATIONS, Relation, key_of, phrases, relation_name
from timeml.plain_dates import MONTHS

# Random choices that are the same for the same seed, on every platform and Python version.


T = TypeVar("T")


class Draw:
    """Draws numbers and items; ``Random.random`` alone is promised to stay the same."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def number(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + floor(self._random.random() * (high - low + 1))

    def one_of(self, items: Sequence[T]) -> T:
        """One of the items, of which there must be some."""
        return items[self.number(0, len(items) - 1)]

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self._random.random() < probability


# Questions and events in words, from the phrases of the table of relations.


@cache
def _table() -> dict[str, Relation]:
    return {relation.name: relation for relation in RELATIONS}


def heads_in(relation: str) -> tuple[str, ...]:
    """The ways to ask for a relation, with ``{}`` for the subject; empty if the table has none.
    Of each head the first phrase, which is the singular."""
    entry = _table().get(relation_name(relation))
    return () if entry is None else tuple(phrases(head)[0] for head in entry.heads)


def asked(relation: str, subject: str, time: str, *, plural: bool = False, head: int = 0) -> str:
    """A question for a relation of the table: "Which team did Ada play for in May 1990?"."""
    entry = _table()[relation_name(relation)]
    choices = phrases(entry.heads[head % len(entry.heads)])
    text = choices[-1 if plural else 0].replace("{}", subject)
    return f"{text[0].upper()}{text[1:]} {time}?"


def clause_of(fact: Fact) -> str | None:
    """The fact as the event of a question: "he/she worked for the Mill", "it was owned by Bo",
    "Bo was the head coach"; ``None`` if the table states no such relation."""
    verb, object_first = _verb_of(fact.relation)
    if not verb:
        return None
    if object_first:
        return f"{fact.object} {verb.removesuffix(' of')}"
    pronoun = "it" if verb.startswith("was owned") else "he/she"
    return f"{pronoun} {verb} {fact.object}"


@cache
def _verb_of(relation: str) -> tuple[str, bool]:
    """The past of a verb that states a relation, and whether the object stands first; ``""`` if the
    table has none."""
    entry = _table().get(relation_name(relation))
    if entry is None:
        return "", False
    for notation in entry.nouns:
        for noun in phrases(notation):
            if noun.startswith("was ") and noun.endswith(" of") and entry.name != "owner":
                return noun, True
    pasts = (past for notation in entry.verbs for past in phrases(notation) if _is_past(past))
    return next(pasts, ""), False


def _is_past(verb: str) -> bool:
    first = verb.split()[0]
    return first.endswith("ed") or first in ("was", "held", "won", "became")


def long_month(month: int) -> str:
    """``January 1926`` of the number of a month, counted from January of the year 0."""
    return f"{MONTHS[month % 12]} {month // 12}"


def short_month(month: int) -> str:
    """``Jan 1926``, as TimeQA prints it, of the number of a month."""
    return f"{MONTHS[month % 12][:3]} {month // 12}"


def short_date(date: Granule) -> str:
    """A date as TimeQA prints it: ``Jan 1926``, or ``1926`` for a year."""
    assert date.months is not None
    return str(date.months // 12) if date.unit == "year" else short_month(date.months)


# A generated question, and its file.


class Generated(NamedTuple):
    """A question with the answers that the rule of ``reading`` gives, as the reader of datasets
    takes it. ``fact`` names the fact that it asks for: questions with the same one ask for the
    same."""

    id: str
    group: str
    reading: Reading
    question: str
    answers: tuple[str, ...]
    fact: str


def to_json_lines(bases: Mapping[str, FactBase], questions: Sequence[Generated]) -> str:
    """JSON lines: each group of facts that is asked about, then all questions."""
    groups = {question.group for question in questions}
    lines: list[dict[str, Any]] = [
        {"group": name, "facts": [fact.to_json() for fact in base.facts]}
        for name, base in bases.items()
        if name in groups
    ]
    lines += [question._asdict() for question in questions]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


# Complex-TR's six kinds of questions, made from facts (Tan et al. 2023).
#
# L2 asks about a month, L2M about a span of months, L2H about a month some time before or after
# another; L3 about the neighbour of an event, L3M about the time of an event, L3H about a month
# some time before its start or after its end.


KINDS = ("L2", "L2M", "L2H", "L3", "L3M", "L3H")
_MOST_STEP = 12 * 40  # months; the benchmark's steps go up to some decades


def complex_tr_questions(
    base: FactBase, *, group: str, draw: Draw, tries: int = 1
) -> Iterator[Generated]:
    """Questions of all six kinds about the facts of one group, ``tries`` for each fact and kind.

    Only facts with both dates and a relation that the table can ask for are asked about. The
    answers are those of the benchmark's rule; a question that nothing answers is left out.
    """
    facts = [fact for fact in base.facts if _is_usable_for_complex_tr(fact)]
    number = 0
    for fact in facts:
        for kind in KINDS:
            for _ in range(tries):
                text = _question(kind, fact, facts, draw)
                answers = None if text is None else _answered(base, text, "complex-tr")
                if text is not None and answers:
                    number += 1
                    id = f"{kind}_{group}_{number}"
                    yield Generated(id, group, "complex-tr", text, answers, id)


def _answered(base: FactBase, question: str, reading: Reading) -> tuple[str, ...] | None:
    try:
        return ask(base, question, reading=reading).items
    except NotUnderstoodError:
        return None  # the names in it make it ambiguous


def _is_usable_for_complex_tr(fact: Fact) -> bool:
    dated = not (fact.start.is_open or fact.end.is_open) and fact.start.months is not None
    return bool(dated and extent_of(fact) and heads_in(fact.relation) and fact.object)


def _question(kind: str, fact: Fact, facts: list[Fact], draw: Draw) -> str | None:
    """The text of a question, ``None`` if the facts allow none."""
    month = _month_in(fact, draw)
    write = partial(asked, fact.relation, fact.subject)
    step = draw.number(1, _MOST_STEP)
    back = draw.chance(0.5)
    side = "before" if back else "after"
    if kind == "L2":
        return write(f"in {long_month(month)}")
    if kind == "L2M":
        low, high = month - draw.number(1, 60), month + draw.number(1, 60)
        return write(f"from {long_month(low)} to {long_month(high)}", plural=True)
    if kind == "L2H":
        origin = month + step if back else month - step
        return write(f"{_step(step)} {side} {long_month(origin)}")
    events = [
        other
        for other in facts
        if other is not fact and other.subject == fact.subject and clause_of(other)
        and (kind != "L3M" or other.relation != fact.relation)
    ]  # fmt: skip
    if not events:
        return None
    event = draw.one_of(events)
    clause = clause_of(event)
    if kind == "L3":
        return write(f"{side} {clause}")
    if kind == "L3M":
        return write(f"when {clause}", plural=True)
    assert event.start.months is not None
    assert event.end.months is not None
    distance = event.start.months - month if back else month - event.end.months
    if distance < 1:
        side, distance = "after", month - event.end.months
    return None if distance < 1 else write(f"{_step(distance)} {side} {clause}")


def _month_in(fact: Fact, draw: Draw) -> int:
    """A month in which the fact holds by the benchmark's rule."""
    assert fact.start.months is not None
    assert fact.end.months is not None
    return draw.number(fact.start.months, max(fact.start.months, fact.end.months - 1))


def _step(months: int) -> str:
    """A length as the benchmark writes it, "1 months" included."""
    years, rest = divmod(months, 12)
    parts = [f"{years} years"] if years else []
    parts += [f"{rest} months"] if rest else []
    return " and ".join(parts)


# Questions that cannot be answered, as TimeQA has them (Chen, Wang & Wang 2021): about times
# before the first fact of a subject and relation, after the last, and in the gaps between.


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
        latest: int | None = None
        for fact in sorted(timeline, key=lambda fact: fact.start.low):
            start, end = fact.start.months, fact.end.months
            assert start is not None
            assert end is not None
            if latest is None:
                holes.append(Hole(fact, max(12, start - 12 * _YEARS), start - 1, "before"))
            elif latest + _TRUST < start:
                holes.append(Hole(fact, latest + _TRUST, start - 1))
            latest = max(end, latest or end)
        assert latest is not None
        low = latest + _TRUST
        holes.append(Hole(timeline[-1], low, low + 12 * _YEARS, "after"))
    return [hole for hole in holes if hole.low <= hole.high]


def time_in(hole: Hole, draw: Draw) -> str:
    """A time in the hole, in one of the ways in which a question can say it."""
    low, high = sorted(draw.number(hole.low, hole.high) for _ in range(2))
    first, second = short_month(low), short_month(high)
    times = [f"in {first}"]
    if low < high:
        times.append(f"between {first} and {second}")
    if hole.side:
        times.append(f"{hole.side} {first if hole.side == 'before' else second}")
    return draw.one_of(times)


def number_wanted(answerable: Sequence[int], share: float) -> list[int]:
    """For groups with so many answerable questions how many that cannot be answered make them
    ``share`` of all, rounded so that the sum is right."""
    numbers = []
    questions = made = 0
    for number in answerable:
        questions += number
        total = round(share * questions / (1 - share))
        numbers.append(total - made)
        made = total
    return numbers


def distinct_times(
    holes: Sequence[Hole], number: int, draw: Draw, fits: Callable[[Fact, str], bool]
) -> list[tuple[Fact, str]]:
    """Up to ``number`` different times in the holes that ``fits`` says cannot be answered."""
    fact_at: dict[tuple[str, str], Fact] = {}
    for _ in range(24 * number):
        if len(fact_at) == number or not holes:
            break
        hole = draw.one_of(holes)
        time = time_in(hole, draw)
        key = relation_name(hole.fact.relation), time
        if key not in fact_at and fits(hole.fact, time):
            fact_at[key] = hole.fact
    return [(fact, time) for (_, time), fact in fact_at.items()]


# TimeQA's synthesis, made from facts (Chen, Wang & Wang 2021).
#
# Each fact is asked for by its printed bounds (easy), and by up to three perturbations that lie
# inside them and have the same answer (hard): "in", "between", "before", "after", "in early
# 1990s", "in late 1990s". Times before all facts, after them and between them give questions that
# cannot be answered.


TIMEQA_PERTURBATIONS = 3
"""Hard questions for each fact, as many as it allows up to this."""

_TRIES = 24


def timeqa_questions(base: FactBase, *, group: str, draw: Draw) -> Iterator[Generated]:
    """The easy question of each fact and its perturbations.

    Only facts with both dates and a relation that the table can ask for are asked about. The
    wording of the hard questions is drawn among the times to ask; answers are those of the
    benchmark's rule.
    """
    facts = [fact for fact in base.facts if _is_usable_for_timeqa(fact)]
    for number, fact in enumerate(facts, 1):
        name = f"{group}#{number}"
        first, last = short_date(fact.start), short_date(fact.end)
        easy = f"in {first}" if first == last else f"from {first} to {last}"
        answers = _answers(base, fact, easy, 0)
        if answers is None:
            continue
        yield _generated(f"{name}_easy", group, fact, easy, 0, answers, name)
        hard: dict[str, int] = {}
        for _ in range(_TRIES):
            if len(hard) == TIMEQA_PERTURBATIONS:
                break
            time = _inside(fact, draw)
            head = draw.number(0, len(heads_in(fact.relation)) - 1)
            if time != easy and time not in hard and _answers(base, fact, time, head) == answers:
                hard[time] = head
        for k, (time, head) in enumerate(hard.items(), 1):
            yield _generated(f"{name}_hard_{k}", group, fact, time, head, answers, name)


def unanswerable_questions(
    base: FactBase, *, group: str, draw: Draw, number: int
) -> Iterator[Generated]:
    """``number`` questions that cannot be answered: about times before the first fact of a subject
    and relation, after the last, and in gaps. There are fewer if that many times are not found."""

    def fits(fact: Fact, time: str) -> bool:
        return _answers(base, fact, time, 0) == ("",)

    holes = holes_in(fact for fact in base.facts if _is_usable_for_timeqa(fact))
    for k, (fact, time) in enumerate(distinct_times(holes, number, draw, fits), 1):
        id = f"{group}#none_{k}"
        yield _generated(id, group, fact, time, 0, ("",), id)


def _is_usable_for_timeqa(fact: Fact) -> bool:
    dated = not (fact.start.is_open or fact.end.is_open) and fact.start.unit in ("year", "month")
    return bool(
        dated and fact.end.unit in ("year", "month") and extent_of(fact)
        and heads_in(fact.relation) and fact.object
    )  # fmt: skip


def _answers(base: FactBase, fact: Fact, time: str, head: int) -> tuple[str, ...] | None:
    return _answered(base, asked(fact.relation, fact.subject, time, head=head), "timeqa")


def _generated(
    id: str, group: str, fact: Fact, time: str, head: int, answers: tuple[str, ...], name: str
) -> Generated:
    text = asked(fact.relation, fact.subject, time, head=head)
    return Generated(id, group, "timeqa", text, answers, name)


def _inside(fact: Fact, draw: Draw) -> str:
    """A time within the bounds of a fact, in one of the six ways."""
    low, high = fact.start.months, fact.end.months
    assert low is not None
    assert high is not None
    high = max(low, high)
    first, second = sorted((draw.number(low, high), draw.number(low, high)))
    dates = short_month(first), short_month(second)
    # The fact's own dates are not within it, and equal ones have nothing between them.
    is_within = first < second and dates != (short_date(fact.start), short_date(fact.end))
    times = (
        f"in {dates[0]}",
        *([f"between {dates[0]} and {dates[1]}"] if is_within else []),
        f"before {dates[1]}",
        f"after {dates[0]}",
        f"in early {fact.end.months // 120 * 10 if fact.end.months is not None else 0}s",
        f"in late {low // 120 * 10}s",
    )
    return draw.one_of(times)


# Questions made from facts like those of a benchmark, group by group.


Like = Literal["timeqa", "complex-tr"]
LIKE: tuple[Like, ...] = get_args(Like)
"""The benchmarks whose questions are made."""


def generate(base: FactBase, *, like: Like, seed: int) -> str:
    """Questions with their answers and facts as JSON lines, one group for each subject. Of
    questions like TimeQA's 15 % cannot be answered. The same arguments give the same bytes."""
    draw = Draw(seed)
    # Nobody knows the answers where a line was not read.
    known = [fact for fact in base.facts if not base.unread_about(fact.subject, (fact.relation,))]
    groups = {
        subject: FactBase(
            (fact for fact in known if key_of(fact.subject) == key_of(subject)), loose=base.loose
        )
        for subject in FactBase(known, loose=base.loose).subjects
    }
    make = timeqa_questions if like == "timeqa" else complex_tr_questions
    questions = [q for name, facts in groups.items() for q in make(facts, group=name, draw=draw)]
    if like == "timeqa":
        questions += _unanswerable(groups, questions, draw)
        places = {name: place for place, name in enumerate(groups)}
        questions.sort(key=lambda question: places[question.group])
    return to_json_lines(groups, questions)


def _unanswerable(
    groups: Mapping[str, FactBase], questions: Sequence[Generated], draw: Draw
) -> list[Generated]:
    """As many questions that cannot be answered as make the share of all."""
    counts = Counter(question.group for question in questions if question.answers != ("",))
    numbers = number_wanted([counts[name] for name in groups], SHARE)
    made: list[Generated] = []
    missing = -sum(question.answers == ("",) for question in questions)
    for (name, facts), number in zip(groups.items(), numbers, strict=True):
        missing += number
        if missing > 0:
            own = list(unanswerable_questions(facts, group=name, draw=draw, number=missing))
            made += own
            missing -= len(own)
    return made
