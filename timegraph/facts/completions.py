"""What holds in every completion of a dated fact, and what in some.

A fact's dates leave open when exactly it began and ended; each choice of two instants that the
dates allow is a *completion*. *Certain* is what holds in every completion, *possible* what holds
at some instant in some completion. Time is dense; all bounds come from
:func:`timegraph.facts.fact.extent_of`.

A question's quantifier is part of what is certain: "in 1990" asks for what held throughout 1990,
"from 1990 to 1995" or "when he was chancellor" for what held at some time in that period. "Before
1990" asks for what held at some time before the first instant of 1990, "after 1990" after its last.
"""

from __future__ import annotations

from timegraph.facts.dates import Granule
from timegraph.facts.fact import Extent
from timeml.timex_value import Instant

__all__ = [
    "certainly_after",
    "certainly_before",
    "certainly_meets",
    "certainly_meets_date",
    "certainly_throughout",
    "period_between",
    "possibly_after",
    "possibly_before",
    "possibly_meets",
    "possibly_meets_date",
]


def certainly_throughout(fact: Extent, low: Instant | float, high: Instant | float) -> bool:
    """Whether the fact holds at every instant of [``low``, ``high``) in every completion."""
    # S comes as near to start_high as one likes without reaching it.
    return fact.start_high <= low and high <= fact.end_low


def certainly_meets(fact: Extent, period: Extent) -> bool:
    """Whether fact and period have an instant in common in every completion of both."""
    return fact.start_high <= period.end_low and period.start_high <= fact.end_low


def certainly_meets_date(fact: Extent, date: Granule) -> bool:
    """Whether the fact holds at some instant of ``date`` in every completion."""
    # An end at the first instant of the date comes too early; it cannot, where the start does.
    late = fact.end_low > date.low or fact.start_low == fact.end_low == date.low
    return fact.start_high <= date.high and late


def possibly_meets_date(fact: Extent, date: Granule) -> bool:
    """Whether the fact holds at some instant of ``date`` in some completion."""
    return fact.start_low < date.high and date.low < fact.end_high


def possibly_meets(fact: Extent, period: Extent) -> bool:
    """Whether fact and period have an instant in common in some completion of both."""
    return fact.start_low < period.end_high and period.start_low < fact.end_high


def certainly_before(fact: Extent, date: Granule) -> bool:
    """Whether the fact holds at some time before the first instant of ``date`` in every
    completion."""
    return fact.start_high <= date.low


def possibly_before(fact: Extent, date: Granule) -> bool:
    """Whether the fact holds at some time before the first instant of ``date`` in some
    completion."""
    return fact.start_low < date.low


def certainly_after(fact: Extent, date: Granule) -> bool:
    """Whether the fact holds at some time after the last instant of ``date`` in every
    completion."""
    # An end at the first instant after the date comes too early; it cannot, where the start does.
    return fact.end_low > date.high or fact.start_low == fact.end_low == date.high


def possibly_after(fact: Extent, date: Granule) -> bool:
    """Whether the fact holds at some time after the last instant of ``date`` in some
    completion."""
    return date.high < fact.end_high


def period_between(first: Granule, last: Granule) -> Extent | None:
    """The periods that "from ``first`` to ``last``" can mean; ``None`` if it ends before it
    starts."""
    if first.low >= last.high:
        return None
    return Extent(first.low, min(first.high, last.high), max(last.low, first.low), last.high)
