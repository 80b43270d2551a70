"""FactBase: what holds when, and what came next."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from tests.drawing import examples
from tests.oracle.facts import facts_at, next_facts
from timegraph.dates import read_date
from timegraph.dates.granules import Granule, month, year
from timegraph.facts import Fact, FactBase, Found
from timegraph.facts.base import Row, period_between, without_events
from timegraph.facts.fact import distinct_objects
from timegraph.facts.strategies import facts

HORIZON = (12 * 1999, 12 * 2001)


def fact(object: str, start: str, end: str, relation: str = "employer") -> Fact:
    return Fact("Ada", relation, object, read_date(start), read_date(end))


CAREER = FactBase(
    [
        fact("Mill", "January 1926", "January 1934"),
        fact("Lab", "January 1931", "January 1952"),
        fact("Mint", "March 1952", "1960"),
        fact("Bo", "1930", "1940", "spouse"),
    ]
)


def test_objects_by_what_names_are_compared_by() -> None:
    assert CAREER.objects == {"mill": "Mill", "lab": "Lab", "mint": "Mint", "bo": "Bo"}
    assert FactBase([Fact("Ada", "employer", "")]).objects == {}


class TestAt:
    def test_certain_is_throughout(self) -> None:
        found = CAREER.at("ada", "works for", read_date("September 1931"))
        assert (
            distinct_objects(found.certain) == distinct_objects(found.possible) == ("Mill", "Lab")
        )

    def test_the_month_of_the_end_is_only_possible(self) -> None:
        found = CAREER.at("Ada", "employer", read_date("January 1934"))
        assert distinct_objects(found.certain) == ("Lab",)
        assert distinct_objects(found.possible) == ("Mill", "Lab")

    def test_nothing_is_not_unknown(self) -> None:
        assert CAREER.at("Ada", "employer", read_date("1990")) == Found()
        assert not CAREER.at("Eve", "employer", read_date("1990")).known
        assert not CAREER.at("Ada", "school", read_date("1930")).known
        assert not FactBase().at("Ada", "school", read_date("1930")).known

    def test_a_word_with_several_meanings(self) -> None:
        base = FactBase([Fact("Ada", "P97", "Countess", year(1900), year(1950))])
        assert distinct_objects(base.at("Ada", "title", year(1920)).certain) == ("Countess",)

    @given(st.lists(facts(subjects=["Ada"], relations=["spouse"], min_year=1999, max_year=2000,
                          units=["year", "month"]), max_size=4),
           st.builds(month, st.integers(1999, 2000), st.integers(1, 12)))  # fmt: skip
    def test_every_completion(self, some: list[Fact], date: Granule) -> None:
        certain, possible = facts_at(some, date, HORIZON, ticks=2)
        found = FactBase(some).at("Ada", "spouse", date)
        assert list(found.certain) == certain
        assert list(found.possible) == possible
        assert set(distinct_objects(found.certain)) <= set(distinct_objects(found.possible))


class TestDuring:
    def test_a_span(self) -> None:
        span = period_between(read_date("May 1933"), read_date("July 1951"))
        found = CAREER.during("Ada", "employer", span)
        assert distinct_objects(found.certain) == ("Mill", "Lab")

    def test_an_event(self) -> None:
        marriage = CAREER.events("Ada", "spouse", "bo")
        found = CAREER.during("Ada", "employer", marriage)
        assert distinct_objects(found.certain) == ("Mill", "Lab")

    def test_a_fact_does_not_answer_about_its_own_time(self) -> None:
        mill = CAREER.events("Ada", "employer", "Mill")
        assert distinct_objects(CAREER.during("Ada", "employer", mill).certain) == ("Lab",)

    def test_unknown(self) -> None:
        assert CAREER.events("Ada", "school", "Mill") is None
        assert CAREER.events("Ada", "employer", "Zoo") == []
        assert not CAREER.during("Eve", "employer", []).known


class TestRelative:
    def test_before_and_after_a_date(self) -> None:
        date = read_date("1952")
        assert distinct_objects(CAREER.relative("Ada", "employer", "before", date).certain) == (
            "Mill", "Lab")  # fmt: skip
        assert distinct_objects(CAREER.relative("Ada", "employer", "after", date).certain) == (
            "Mint",
        )
        assert distinct_objects(CAREER.relative("Ada", "employer", "after", date).possible) == (
            "Mint",
        )


class TestNeighbours:
    def test_the_next_by_start(self) -> None:
        lab = CAREER.events("Ada", "employer", "Lab")
        assert distinct_objects(CAREER.neighbours("Ada", "employer", "before", lab).certain) == (
            "Mill",
        )
        assert distinct_objects(CAREER.neighbours("Ada", "employer", "after", lab).certain) == (
            "Mint",
        )

    def test_a_coarse_start_leaves_it_open(self) -> None:
        marriage = CAREER.events("Ada", "spouse", "Bo")
        after = CAREER.neighbours("Ada", "employer", "after", marriage)
        assert distinct_objects(after.certain) == ("Lab",)
        base = FactBase([*CAREER.facts, fact("Inn", "1931", "1932")])
        after = base.neighbours("Ada", "employer", "after", base.events("Ada", "spouse", "Bo"))
        assert distinct_objects(after.certain) == ()
        assert distinct_objects(after.possible) == ("Lab", "Inn")

    def test_several_occurrences_have_the_union(self) -> None:
        base = FactBase(
            [fact(o, y, y) for o, y in zip("ABACA", ("1990", "1991", "1992", "1993", "1994"),
                                           strict=True)]
        )  # fmt: skip
        events = base.events("Ada", "employer", "A")
        assert distinct_objects(base.neighbours("Ada", "employer", "before", events).certain) == (
            "B",
            "C",
        )
        assert distinct_objects(base.neighbours("Ada", "employer", "after", events).certain) == (
            "B",
            "C",
        )

    def test_unknown(self) -> None:
        assert not CAREER.neighbours("Eve", "employer", "after", []).known

    @examples(60)
    @given(
        st.lists(
            facts(
                subjects=["Ada"],
                relations=["spouse"],
                objects=list("ABCD"),
                allow_open=False,
                min_year=1999,
                max_year=1999,
                units=["month"],
            ),
            min_size=1,
            max_size=3,
            unique_by=lambda f: f.object,
        ),
        facts(
            subjects=["Ada"],
            relations=["employer"],
            objects=["X"],
            allow_open=False,
            min_year=1999,
            max_year=1999,
            units=["year", "month"],
        ),
        st.sampled_from(["before", "after"]),
    )
    def test_every_completion(self, some: list[Fact], event: Fact, side) -> None:
        base = FactBase([*some, event])
        found = base.neighbours("Ada", "spouse", side, base.events("Ada", "employer", "X"))
        certain, possible = next_facts(some, event, side, HORIZON, ticks=3)
        assert list(found.certain) == certain
        assert list(found.possible) == possible


class TestNames:
    def test_names_and_sizes(self) -> None:
        assert len(CAREER) == 4
        assert repr(CAREER) == "<FactBase: 4 facts of 1 subject>"
        assert CAREER.subjects == ("Ada",)
        assert CAREER.relations("ADA") == ("employer", "spouse")
        assert CAREER.relations("Eve") == ()
        assert CAREER.knows("aDa")
        assert not CAREER.knows("Eve")

    def test_a_fact_that_cannot_be_holds_never_but_is_known(self) -> None:
        base = FactBase([fact("Mill", "1934", "1926")])
        assert base.at("Ada", "employer", year(1930)) == Found()
        assert [p.code for p in base.problems] == ["start-after-end"]


def test_rows_that_are_an_event_are_left_out() -> None:
    rows = CAREER.rows("Ada", "employer")
    assert isinstance(rows[0], Row)
    assert without_events(rows, [rows[0]]) == list(rows[1:])


@pytest.mark.parametrize("side", ["before", "after"])
def test_relative_is_possible_where_it_is_certain(side) -> None:
    for date in ("1926", "May 1931", "1952", "2000"):
        found = CAREER.relative("Ada", "employer", side, read_date(date))
        assert set(distinct_objects(found.certain)) <= set(distinct_objects(found.possible))
