"""The rules of TGQA (Xiong et al. 2024), whose dates are years and whose questions name events by
their sentences.

Order is that of the printed dates, and lengths are the distances of printed years in a graph of
them. "Still happening" is closed at the year, and an end that is not stated is not "still
happening", nor has such an event a length. What happened "right after" an edge is every edge of the
next year that has one. Of an event that is stated several times the last occurrence counts. Of
events that tie, a question for one place in the order means the one that it names first, and a
choice among candidates the first of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from timegraph.facts.answering.reply import Selected
from timegraph.facts.base import FactBase
from timegraph.facts.dates import Granule
from timegraph.facts.fact import Fact
from timegraph.facts.questions.question_kinds import StoryQuestion
from timegraph.facts.relations import key_of
from timegraph.facts.timeline import years_between

__all__ = ["story_answer"]

_UNKNOWN = Selected(known=False)


def story_answer(
    base: FactBase, question: StoryQuestion, candidates: Sequence[str] = ()
) -> Selected:
    """The answer by TGQA's rules: sentences, ``"1943"``, ``"4 years"``, ``"True"`` or ``"False"``.

    If ``candidates`` are given and several answers tie, the first candidate among them is the
    answer. Unknown if an event is not among the facts; empty if it lacks the date asked for.
    """
    stated = {key_of(fact.statement): fact for fact in base.facts}  # the last occurrence counts
    facts = [stated.get(key_of(event)) for event in question.events]
    events = [fact for fact in facts if fact is not None]
    if len(events) < len(facts):
        missing = [e for e, fact in zip(question.events, facts, strict=True) if fact is None]
        return Selected(
            known=False, notes=tuple(f"no fact matches the event: {event}" for event in missing)
        )
    items = _items(base, question, events)
    if len(items) > 1 and candidates:
        by_key = {key_of(item): item for item in items}
        candidate = next((by_key[key_of(c)] for c in candidates if key_of(c) in by_key), None)
        items = items if candidate is None else (candidate,)
    return Selected(items, tuple(events))


def _items(base: FactBase, question: StoryQuestion, events: Sequence[Fact]) -> tuple[str, ...]:
    kind = question.kind
    if kind in ("first", "nth"):
        return _in_order(question, events)
    if kind == "duration":
        years = years_between(base.years, events[0].start, events[0].end)
        return () if years is None else (_length(years),)
    if kind == "gap":
        years = years_between(base.years, events[0].start, events[1].start)
        return () if years is None else (_length(abs(years)),)
    if kind == "when":
        date = _edge(events[0], question.edge)
        return () if date.is_open else (str(date),)
    if kind == "next":
        return _next(base, question, events[0])
    return (str(_holds(base, kind, *events)),)


def _length(years: int) -> str:
    """As TGQA writes lengths: "0 year", "1 year", "2 years"."""
    return f"{years} year" if years in (0, 1) else f"{years} years"


def _edge(fact: Fact, edge: str) -> Granule:
    return fact.start if edge == "starts" else fact.end


def _in_order(question: StoryQuestion, events: Sequence[Fact]) -> tuple[str, ...]:
    """The event of a place in the order of starts; of those that tie, the one named first, but all
    of them where the question names a choice of events."""
    starts = [fact.start.rank for fact in events]
    if any(start is None for start in starts):
        return ()
    start_asked = sorted(start for start in starts if start is not None)[question.number - 1]
    ties = tuple(fact.statement for fact in events if fact.start.rank == start_asked)
    return ties if question.kind == "first" else ties[:1]


def _next(base: FactBase, question: StoryQuestion, event: Fact) -> tuple[str, ...]:
    """The edges of the year next to that of an edge."""
    origin = _edge(event, question.edge).rank
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
    if not sided:
        return ()
    nearest = max(sided) if before else min(sided)
    return tuple(dict.fromkeys(name for rank, name in edges if rank == nearest))


def _holds(base: FactBase, kind: str, fact: Fact, other: Fact) -> bool:
    if kind == "same-year":
        return years_between(base.years, fact.start, other.start) == 0
    if kind == "still":
        began = years_between(base.years, fact.start, other.start)
        ended = years_between(base.years, other.start, fact.end)
        return began is not None and ended is not None and began >= 0 and ended >= 0
    first = years_between(base.years, fact.start, fact.end)
    second = years_between(base.years, other.start, other.end)
    return first is not None and second is not None and first > second
