"""Certain and possible, against every completion and against the graph."""

from __future__ import annotations

from math import inf

from hypothesis import given, settings, strategies as st

from tests.oracle.facts import completions, facts_at, facts_meeting, months_of
from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.dates.granules import OPEN, Granule, month, year
from timegraph.facts.base import (
    HAVE_COMMON_TIME,
    IS_WITHIN,
    certainly_meets,
    certainly_throughout,
    certainly_within,
    fact_graph,
    period_between,
    possibly_meets,
    possibly_within,
)
from timegraph.facts.fact import Fact, extent_of
from timegraph.facts.strategies import facts

HORIZON = (12 * 1999, 12 * 2001)
months = st.builds(month, st.integers(1999, 2000), st.integers(1, 12))
dates = months | st.builds(year, st.integers(1999, 2000))
whole_months = facts(
    objects=["A"], relations=["spouse"], subjects=["S"], min_year=1999, max_year=2000,
    units=["year", "month"],
)  # fmt: skip
any_dates = facts(objects=["A"], relations=["spouse"], subjects=["S"], min_year=1999, max_year=2000)


@given(whole_months, dates)
def test_throughout_and_possibly_at_a_date(fact: Fact, date: Granule) -> None:
    extent = extent_of(fact)
    certain, possible = facts_at([fact], date, HORIZON, ticks=2)
    assert certainly_throughout(extent, date.low, date.high) == bool(certain)
    assert possibly_within(extent, date.low, date.high) == bool(possible)


@settings(max_examples=30)
@given(
    facts(min_year=1999, max_year=1999, units=["month"], allow_open=False),
    facts(min_year=1999, max_year=1999, units=["year", "month"], allow_open=False),
)
def test_overlap_of_two_facts(fact: Fact, event: Fact) -> None:
    horizon = (12 * 1999, 12 * 2000)
    certain, possible = facts_meeting([fact], [event], horizon, ticks=3)
    assert certainly_meets(extent_of(fact), extent_of(event)) == bool(certain)
    assert possibly_meets(extent_of(fact), extent_of(event)) == bool(possible)


@given(any_dates, any_dates)
def test_the_graph_entails_the_same_of_two_facts(fact: Fact, event: Fact) -> None:
    if fact == event:
        return
    answer = fact_graph([fact, event]).ask(fact, HAVE_COMMON_TIME, event)
    assert certainly_meets(extent_of(fact), extent_of(event)) == (answer is Answer.YES)
    assert possibly_meets(extent_of(fact), extent_of(event)) == (answer is not Answer.NO)


@given(any_dates, dates)
def test_the_graph_entails_the_same_of_a_fact_and_a_date(fact: Fact, date: Granule) -> None:
    graph, extent = fact_graph([fact], [date]), extent_of(fact)
    within = graph.ask(date, IS_WITHIN, fact) is Answer.YES
    common = graph.ask(date, HAVE_COMMON_TIME, fact)
    assert certainly_throughout(extent, date.low, date.high) == within
    assert certainly_within(extent, date.low, date.high) == (common is Answer.YES)
    assert possibly_within(extent, date.low, date.high) == (common is not Answer.NO)


@given(whole_months, dates)
def test_before_and_after_a_date(fact: Fact, date: Granule) -> None:
    extent = extent_of(fact)
    low, high = (2 * m for m in months_of(date, HORIZON))
    ticks = list(completions(fact, HORIZON, 2))
    # No instant of the date itself is before or after it.
    assert certainly_within(extent, -inf, date.low) == all(start < low for start, _ in ticks)
    # The horizon cuts off what is open.
    open_start, open_end = fact.start.first is None, fact.end.after is None
    assert possibly_within(extent, -inf, date.low) == (
        open_start or any(start < low for start, _ in ticks)
    )
    assert certainly_within(extent, date.high, inf) == all(high < end for _, end in ticks)
    assert possibly_within(extent, date.high, inf) == (
        open_end or any(high < end for _, end in ticks)
    )


@given(any_dates, dates)
def test_the_graph_entails_the_same_of_before_and_after_a_date(fact: Fact, date: Granule) -> None:
    graph, extent = fact_graph([fact], [date]), extent_of(fact)
    before = graph.ask(fact, AllenSet(r for r in Allen if r.signs[0] < 0), date)
    after = graph.ask(fact, AllenSet(r for r in Allen if r.signs[3] > 0), date)
    assert certainly_within(extent, -inf, date.low) == (before is Answer.YES)
    assert possibly_within(extent, -inf, date.low) == (before is not Answer.NO)
    assert certainly_within(extent, date.high, inf) == (after is Answer.YES)
    assert possibly_within(extent, date.high, inf) == (after is not Answer.NO)


def test_a_date_without_bounds_has_no_before_and_no_after() -> None:
    for fact in (Fact("s", "r", "o"), Fact("s", "r", "o", year(1999), year(2000))):
        extent = extent_of(fact)
        for span in ((-inf, OPEN.low), (OPEN.high, inf)):
            assert not certainly_within(extent, *span)
            assert not possibly_within(extent, *span)


@given(dates, dates)
def test_a_period_between_two_dates(first: Granule, last: Granule) -> None:
    extent = period_between(first, last)
    as_fact = extent_of(Fact("s", "r", "o", first, last))
    assert extent == as_fact
