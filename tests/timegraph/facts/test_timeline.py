"""Facts as intervals of a graph: proofs and conflicts."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph import Answer, ContradictionError, explain
from timegraph.dates import read_date
from timegraph.dates.granules import OPEN, month
from timegraph.facts import Fact
from timegraph.facts.base import (
    HAVE_COMMON_TIME,
    IS_WITHIN,
    CalendarInstant,
    fact_graph,
    years_between,
)
from timegraph.facts.fact import Source

MILL = Fact("Ada", "employer", "Mill", read_date("January 1926"), read_date("January 1934"),
            Source("ada.csv", 2))  # fmt: skip
DATE = read_date("September 1931")


def test_an_answer_is_proved_from_the_dates() -> None:
    graph = fact_graph([MILL], [DATE])
    proof = explain(graph, DATE, IS_WITHIN, MILL)
    assert proof.answer is Answer.YES
    assert any(str(link.source) == "ada.csv:2" for link in proof.links)


def test_a_fact_that_cannot_be_is_a_conflict() -> None:
    wrong = Fact("Ada", "employer", "Mint", read_date("1934"), read_date("1926"))
    [conflict] = fact_graph([MILL, wrong]).conflicts
    assert "start" in str(conflict) or "end" in str(conflict)
    with pytest.raises(ContradictionError):
        fact_graph([wrong], on_conflict="error")


def test_open_sides_say_nothing() -> None:
    graph = fact_graph([Fact("Ada", "employer", "Mint"), MILL], [OPEN])
    assert graph.ask(Fact("Ada", "employer", "Mint"), HAVE_COMMON_TIME, MILL) is Answer.UNKNOWN
    assert OPEN not in graph


def test_instants_print_as_dates() -> None:
    assert str(CalendarInstant(0)) == "1970-01-01"
    assert CalendarInstant(0) < CalendarInstant(1)


@given(st.integers(-3_000, 3_000), st.integers(0, 3_000), st.integers(1, 12), st.integers(1, 12))
def test_years_between_printed_years(first: int, later: int, m: int, n: int) -> None:
    fact = Fact("Ada", "", "", month(first, m), month(first + later, n))
    assert years_between(fact.start, fact.end) == later
    assert years_between(fact.end, fact.start) == -later
    assert years_between(MILL.start, read_date("1934")) == 8


def test_a_date_without_a_year_has_no_distance() -> None:
    assert years_between(MILL.start, OPEN) is None
    assert years_between(OPEN, MILL.start) is None
