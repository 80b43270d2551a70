"""Answers to questions that name a fact: when it held, how long, and whether it did at a time."""

from __future__ import annotations

from math import inf

from timegraph.facts.answering.completions import find
from timegraph.facts.answering.reply import Reading, Reply
from timegraph.facts.base import FactBase
from timegraph.facts.fact import Extent, Fact
from timegraph.facts.questions.question_kinds import FactQuestion, HoldingQuestion
from timegraph.facts.relations import key_of
from timegraph.facts.steps import Step
from timeml.timex_value import DAY, Instant, date_of

__all__ = ["answer_holding"]


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
