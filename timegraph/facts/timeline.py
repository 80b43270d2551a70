"""Facts as intervals of a TimeGraph, between instants of the calendar; and how far apart these are.

Whatever :mod:`timegraph.facts.completions` computes from numbers, the graph entails: a fact holds
throughout a date certainly if "date IS_WITHIN fact" is answered YES, and at some time of it
possibly unless "date HAVE_COMMON_TIME fact" is answered NO. So ``explain`` proves answers from the
dates of the facts, and conflicts name the facts that cannot be.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from timegraph.allen import Allen, AllenSet
from timegraph.facts.dates import Granule
from timegraph.facts.fact import Fact
from timegraph.graph import TimeGraph
from timegraph.links import Endpoint, Policy, ends_of
from timeml.timex_value import DAY, Instant, day_number, format_instant

__all__ = ["HAVE_COMMON_TIME", "IS_WITHIN", "CalendarInstant", "fact_graph", "year_graph",
           "year_point", "years_between"]  # fmt: skip

IS_WITHIN = AllenSet([Allen.DURING, Allen.STARTS, Allen.FINISHES, Allen.EQUAL])
"""The relations of a date to a fact that holds throughout the date."""

HAVE_COMMON_TIME = AllenSet(set(Allen) - {Allen.BEFORE, Allen.MEETS, Allen.MET_BY, Allen.AFTER})
"""The relations of two intervals that have an instant in common."""


@dataclass(frozen=True, slots=True, order=True)
class CalendarInstant:
    """An instant of the calendar as a point of a graph; prints as its date."""

    instant: Instant

    def __str__(self) -> str:
        return format_instant(self.instant)


def fact_graph(
    facts: Iterable[Fact], dates: Iterable[Granule] = (), *, on_conflict: Policy = "drop-link"
) -> TimeGraph:
    """A graph in which each fact and each of ``dates`` is an interval.

    A fact starts in the granule of its start and ends in that of its end; a date is its granule.
    The instants between which they lie follow each other as on the calendar. A fact that starts
    after it ends contradicts the calendar, and the graph's ``on_conflict`` says what then happens.
    Granules without any bound are passed over among ``dates``.
    """
    all_facts, all_dates = tuple(facts), [date for date in dates if not date.is_open]
    graph = TimeGraph(on_conflict=on_conflict)
    granules = [granule for fact in all_facts for granule in (fact.start, fact.end)] + all_dates
    bounds = {bound for g in granules for bound in (g.first, g.after) if bound is not None}
    for earlier, later in pairwise(sorted(bounds)):
        graph.add_points(_at(earlier), "<", _at(later), "calendar")
    for date in all_dates:
        assert date.first is not None
        assert date.after is not None
        graph.add_points((date, "start"), "=", _at(date.first), "calendar")
        graph.add_points((date, "end"), "=", _at(date.after), "calendar")
    for fact in all_facts:
        graph.add_entity(fact)
        for end, granule in zip(ends_of(fact), (fact.start, fact.end), strict=True):
            source = fact.source or f"{end[1]} in {granule}"
            if granule.first is not None:
                graph.add_points(_at(granule.first), "<=", end, source)
            if granule.after is not None:
                graph.add_points(end, "<", _at(granule.after), source)
    return graph


def year_graph(facts: Iterable[Fact]) -> TimeGraph:
    """The years that are printed in the dates of ``facts``, each as its first instant, at their
    distances from each other."""
    graph = TimeGraph()
    granules = [granule for fact in facts for granule in (fact.start, fact.end)]
    years = sorted({year for granule in granules if (year := _year_of(granule)) is not None})
    for year in years:
        graph.add_instant(year)
    for earlier, later in pairwise(years):
        length = later.instant - earlier.instant
        graph.add_distance(
            (earlier, "at"), (later, "at"), at_least=length, at_most=length, source="calendar"
        )
    return graph


def year_point(date: Granule) -> Endpoint | None:
    """The point of a :func:`year_graph` that is the printed year of ``date``; ``None`` for a date
    without a first instant."""
    year = _year_of(date)
    return None if year is None else (year, "at")


def years_between(graph: TimeGraph, first: Granule, second: Granule) -> int | None:
    """How many years the printed year of ``second`` is after that of ``first`` in a
    :func:`year_graph` of their facts, as benchmarks count; ``None`` where one has no first
    instant."""
    x, y = year_point(first), year_point(second)
    if x is None or y is None:
        return None
    seconds = graph.distance(x, y).lower
    assert seconds is not None
    # Any number of years is within three days of so many average ones.
    return round(seconds / _YEAR)


_YEAR = Fraction(146_097 * DAY, 400)
"""Seconds in a year of the Gregorian calendar on average."""


def _year_of(date: Granule) -> CalendarInstant | None:
    return None if date.months is None else CalendarInstant(day_number(date.months // 12) * DAY)


def _at(instant: Instant) -> Endpoint:
    return CalendarInstant(instant), "at"
