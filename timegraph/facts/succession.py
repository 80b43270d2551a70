""" "No longer" by succession: the next one in an exclusive relation ends the one before it."""

from __future__ import annotations

from dataclasses import replace

from timegraph.facts.base import FactBase
from timegraph.facts.dates import until
from timegraph.facts.model import Fact
from timegraph.facts.relations import exclusive_relations, key_of, relation_name

__all__ = ["close_open_ends"]


def close_open_ends(base: FactBase) -> FactBase:
    """The same facts with open ends of exclusive relations ("spouse", "head coach") bounded: such
    a fact had ended when the next one of the subject started with another object.

    That it lasted until then is not said: only what comes later is excluded. Facts of other
    relations, and the last of each subject, stay open.
    """
    exclusive = exclusive_relations()
    timelines: dict[tuple[str, str], list[Fact]] = {}
    for fact in base.facts:
        relation = relation_name(fact.relation)
        if relation in exclusive and fact.start.first is not None:
            timelines.setdefault((key_of(fact.subject), relation), []).append(fact)
    for facts in timelines.values():
        facts.sort(key=lambda fact: fact.start.low)
    closed = []
    for fact in base.facts:
        timeline = timelines.get((key_of(fact.subject), relation_name(fact.relation)), [])
        closed.append(_closed(fact, timeline) if fact.end.after is None else fact)
    return FactBase(closed, loose=base.loose, periods=base.periods)


def _closed(fact: Fact, timeline: list[Fact]) -> Fact:
    for other in timeline:
        later = other.start.low > fact.start.low
        if later and key_of(other.object) != key_of(fact.object):
            # "October 2023 or later" is not undone by a successor of an earlier date.
            if fact.end.first is not None and other.start.high <= fact.end.first:
                return fact
            return replace(fact, end=until(other.start))
    return fact
