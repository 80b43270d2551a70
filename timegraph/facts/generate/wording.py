"""Questions and events in words, from the phrases of the table of relations."""

from __future__ import annotations

from functools import cache

from timegraph.facts.dates import Granule
from timegraph.facts.fact import Fact
from timegraph.facts.relation_table import RELATIONS, Relation
from timegraph.facts.relations import phrases, relation_name
from timeml.plain_dates import MONTHS

__all__ = ["asked", "clause_of", "heads_in", "long_month", "sentence_of", "short_date",
           "short_month"]  # fmt: skip


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


def sentence_of(fact: Fact) -> str:
    """The fact as Complex-TR states it: "Ada worked for the Mill from January 1926 to January
    1934."."""
    verb, object_first = _verb_of(fact.relation)
    ends = (fact.object, fact.subject) if object_first else (fact.subject, fact.object)
    stated = (
        f" {verb} ".join(ends) if verb else f"The {fact.relation} of {fact.subject} was {ends[1]}"
    )
    start, end = fact.start, fact.end
    if end.is_open:
        return f"{stated}." if start.is_open else f"{stated} since {start}."
    return f"{stated} until {end}." if start.is_open else f"{stated} from {start} to {end}."


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
