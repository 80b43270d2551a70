"""Facts as data."""

from __future__ import annotations

from math import inf

from tests.oracle.facts import open_from
from timegraph.dates.granules import OPEN, Granule, month, stated_date, year
from timegraph.facts.fact import Extent, Fact, Source, distinct_objects, extent_of, problem, unread
from timegraph.facts.readers.lines import fact_of

KRAMERS = Fact("Hans Kramers", "employer", "Utrecht University", month(1926, 1), month(1934, 1))


def test_a_fact_prints_with_its_dates() -> None:
    assert str(KRAMERS) == (
        "Hans Kramers | employer | Utrecht University (January 1926 to January 1934)"
    )
    assert Fact("", "", "", text="the war was on").statement == "the war was on"


def test_dates_that_are_one_or_wide_print_as_one_reads_them() -> None:
    assert Fact("a", "b", "c", year(1965), year(1965)).dates == "1965"
    wide = Granule(year(1901).first, year(2001).first, "span")
    assert Fact("a", "b", "c", wide, year(2010)).dates == (
        "from some time between 1901 and 2000 until 2010"
    )
    days = Granule(month(1990, 5).first, month(1990, 7).first, "span")
    assert str(days) == "some time between 1 May 1990 and 30 June 1990"


def test_a_fact_as_json() -> None:
    assert KRAMERS.to_json() == {
        "subject": "Hans Kramers",
        "relation": "employer",
        "object": "Utrecht University",
        "start": "January 1926",
        "end": "January 1934",
    }
    assert Fact("a", "b", "c").to_json()["start"] is None


def test_the_extent_has_the_bounds_of_the_dates() -> None:
    low, high = month(1926, 1), month(1934, 1)
    assert extent_of(KRAMERS) == Extent(low.first, low.after, high.first, high.after)


def test_what_start_before_end_implies_is_drawn_tight() -> None:
    within = Fact("a", "b", "c", year(1926), month(1926, 3))
    assert extent_of(within) == Extent(
        year(1926).first, month(1926, 4).first, month(1926, 3).first, month(1926, 4).first
    )
    same = Fact("a", "b", "c", year(1926), year(1926))
    assert extent_of(same) == Extent(*[year(1926).first, year(1926).after] * 2)


def test_open_sides() -> None:
    assert extent_of(Fact("a", "b", "c")) == Extent(-inf, inf, -inf, inf)
    started = extent_of(Fact("a", "b", "c", year(1926), OPEN))
    assert started == Extent(year(1926).first, year(1926).after, year(1926).first, inf)
    going = extent_of(Fact("a", "b", "c", year(1926), open_from(year(2023))))
    assert going.end_low == year(2023).first
    assert going.end_high == inf


def test_a_start_after_the_end_allows_nothing() -> None:
    assert extent_of(Fact("a", "b", "c", year(1927), year(1926))) is None


def test_objects_are_distinct_and_in_order() -> None:
    facts = [Fact("s", "r", name) for name in ("b", "a", "b")]
    assert distinct_objects(facts) == ("b", "a")


def test_a_problem_says_where_it_is() -> None:
    found = problem("not-a-fact", "no verb", at=Source("facts.txt", 3))
    assert str(found) == "facts.txt:3: no verb [not-a-fact]"
    assert str(problem("empty", "nothing")) == "facts: nothing [empty]"
    assert str(Source("a")) == "a"


def test_years_of_one_digit_are_written_so_that_they_are_read_again() -> None:
    fact = Fact("Ada", "team", "Reds", stated_date("8"), stated_date("9"))
    written = fact.to_json()
    assert (written["start"], written["end"]) == ("0008", "0009")
    again = fact_of(written)
    assert (again.start, again.end) == (fact.start, fact.end)


def test_the_note_of_an_unread_line_is_short() -> None:
    line = unread("'last spring' is not a date; write dates like 1926", Source("f.csv", 4), "Ada")
    assert line.note.endswith("so what it states is not known: 'last spring' is not a date")
