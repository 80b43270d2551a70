"""Questions that cannot be answered, as TimeQA has them (Chen, Wang & Wang 2021): about times
before the first fact of a subject and relation, after the last, and in the gaps between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from timegraph.facts.fact import Fact
from timegraph.facts.generate.drawing import Draw
from timegraph.facts.generate.wording import short_month
from timegraph.facts.relations import relation_name

__all__ = ["SHARE", "Hole", "distinct_times", "holes_in", "number_wanted", "time_in"]

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
