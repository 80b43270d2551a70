""" "No longer" by succession."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from tests.oracle.facts import open_from
from timegraph import Answer, IntervalNetwork
from timegraph.dates import OPEN, Granule, read_date
from timegraph.dates.granules import year
from timegraph.facts import Fact, FactBase
from timegraph.facts.answers import ask, why
from timegraph.facts.fact import Source, extent_of
from timegraph.facts.relations import OneAtATime, Successions

COACH = OneAtATime(("head coach",))


def fact(object: str, start: int, end: Granule = OPEN, relation: str = "head coach") -> Fact:
    return Fact("Town", relation, object, year(start), end)


FACTS = [
    fact("Bo", 2001),
    fact("Cy", 2005),
    fact("Di", 2009),
    fact("X", 2001, OPEN, "team"),
    fact("Y", 2005, OPEN, "team"),
]
BASE = FactBase(FACTS)
CLOSED = FactBase(FACTS, one_at_a_time=COACH)
Q = "Who was the head coach of Town in {}?"


def base(*facts: Fact, one_at_a_time: OneAtATime = COACH) -> FactBase:
    return FactBase(facts, one_at_a_time=one_at_a_time)


def ends(*facts: Fact, one_at_a_time: OneAtATime = COACH) -> list[str]:
    return [str(fact.end) for fact in base(*facts, one_at_a_time=one_at_a_time).facts]


def codes(*facts: Fact, one_at_a_time: OneAtATime = COACH) -> list[str]:
    return [found.code for found in base(*facts, one_at_a_time=one_at_a_time).problems]


def possible(base: FactBase, when: str) -> tuple[str, ...]:
    return ask(base, Q.format(when), reading="possible").items


def test_the_next_one_ends_the_last() -> None:
    assert possible(BASE, "2007") == ("Bo", "Cy")
    assert possible(CLOSED, "2007") == ("Cy",)
    assert possible(CLOSED, "2005") == ("Bo", "Cy")
    assert possible(CLOSED, "2020") == ("Di",)


def test_it_is_not_said_that_it_lasted_until_then() -> None:
    assert ask(CLOSED, Q.format("2003"), reading="certain").items == ()
    assert possible(CLOSED, "2003") == ("Bo",)


def test_rules_of_benchmarks_take_the_bound_for_the_end() -> None:
    for reading in ("complex-tr", "timeqa"):
        assert ask(CLOSED, Q.format("May 2003"), reading=reading).items == ("Bo",)
        assert ask(CLOSED, Q.format("May 2006"), reading=reading).items == ("Cy",)
    assert ask(BASE, Q.format("May 2006"), reading="complex-tr").items == ("Bo", "Cy")


def test_other_relations_stay_open() -> None:
    assert [fact.end for fact in CLOSED.facts[3:]] == [OPEN, OPEN]


def test_the_proof_names_the_successor() -> None:
    lines = why(CLOSED, ask(CLOSED, Q.format("2007"), reading="possible"))
    assert "Bo: not possible, 2001 to 2005 or earlier" in lines
    step = (
        "  Bo (2001 to open) came before Cy (2005 to open): there is one object at a time, and Cy "
        "had not ended when Bo began"
    )
    assert step in lines


def test_what_is_known_is_not_undone() -> None:
    later = open_from(read_date("2008"))
    assert ends(fact("Bo", 2001, later), fact("Cy", 2005)) == ["2008 or later", "open"]
    assert codes(fact("Bo", 2001, later), fact("Cy", 2005)) == ["contradiction"]
    assert ends(fact("Bo", 2001, year(2003)), fact("Cy", 2005)) == ["2003", "open"]
    until = open_from(read_date("2003"))
    (ended, _) = base(fact("Bo", 2001, until), fact("Cy", 2005)).facts
    assert str(ended.end) == "2003 or later, 2005 or earlier"
    assert (ended.end.first, ended.end.after) == (year(2003).first, year(2005).after)


def test_of_two_open_facts_of_one_year_neither_is_ended() -> None:
    assert ends(fact("Bo", 2001), fact("Cy", 2001)) == ["open", "open"]
    assert codes(fact("Bo", 2001), fact("Cy", 2001)) == []
    assert ends(fact("Bo", 2001), fact("Cy", 2001), fact("Di", 2009)) == [
        *["2009 or earlier"] * 2,
        "open",
    ]
    month = Fact("Town", "head coach", "Cy", read_date("May 2001"))
    assert ends(fact("Bo", 2001), month) == ["open", "open"]


def test_one_that_lasted_longer_came_later() -> None:
    assert ends(fact("Bo", 2001), fact("Cy", 2001, year(2003))) == ["2001 or earlier", "2003"]


def test_the_same_from_two_sources_is_not_a_rival() -> None:
    first = Fact("Town", "head coach", "Bo", year(2001), year(2004), Source("a", 1))
    second = Fact("Town", "coach", "bo", year(2001), year(2005), Source("b", 1))
    assert codes(first, second) == []
    assert ends(fact("Bo", 2001), fact("Bo", 2005)) == ["open", "open"]


def test_two_at_a_time_are_a_contradiction_and_both_stay() -> None:
    found = base(fact("Bo", 2001, year(2006)), fact("Cy", 2003, year(2009)))
    (problem,) = found.problems
    assert "head coach has one object at a time; both are kept as answers" in problem.message
    assert possible(found, "2004") == ("Bo", "Cy")
    assert codes(fact("Bo", 2001, year(2003)), fact("Cy", 2003, year(2009))) == []


def test_one_subject_at_a_time() -> None:
    held = [
        Fact("Ada", "position held", "mayor", year(2001)),
        Fact("Ben", "position held", "mayor", year(2005)),
        Fact("Ada", "position held", "judge", year(2006)),
    ]
    one = OneAtATime(one_subject=("position held",))
    assert ends(*held, one_at_a_time=one) == ["2005 or earlier", "open", "open"]
    assert ends(*held, one_at_a_time=OneAtATime(("P39",))) == ["2006 or earlier", "open", "open"]


def test_no_object_says_nothing() -> None:
    assert ends(fact("Bo", 2001), fact("", 2005)) == ["open", "open"]


def test_what_follows_from_three_facts() -> None:
    """Bo still held in 2006, so Cy, who came later, ended after that; Bo again began by then."""
    bo = fact("Bo", 2001, open_from(read_date("2006")))
    cy = Fact("Town", "head coach", "Cy", Granule(year(2000).first, year(2009).after, "span"),
              open_from(read_date("2003")))  # fmt: skip
    again = fact("Bo", 2005, open_from(read_date("2010")))
    assert set(codes(bo, cy, again)) == {"contradiction"}
    assert codes(bo, again) == []


def test_names_and_what_is_missing() -> None:
    one = OneAtATime(("spouse", "P286", "spouse"), ("office",))
    assert str(one) == "one-object=head coach,spouse;one-subject=office"
    assert str(OneAtATime()) == "open"
    assert one.missing(FACTS) == ["spouse", "office"]


granules = st.tuples(st.integers(2000, 2006), st.integers(0, 3)).map(
    lambda pair: Granule(year(pair[0]).first, year(pair[0] + pair[1]).after, "span")
)
open_ends = st.one_of(st.just(OPEN), st.integers(2000, 2007).map(lambda y: open_from(year(y))))
some_facts = st.lists(
    st.builds(
        lambda object, start, end: Fact("Town", "head coach", object, start, end),
        st.sampled_from("ABCD"),
        granules,
        st.one_of(open_ends, granules),
    ),
    min_size=2,
    max_size=4,
    unique=True,
)


def network_of(facts: list[Fact]) -> IntervalNetwork[int]:
    """The worlds of facts of one subject that has one object at a time, as choices."""
    network: IntervalNetwork[int] = IntervalNetwork()
    for number, one in enumerate(facts):
        network.add_entity(number)
        for side, date in (("start", one.start), ("end", one.end)):
            if date.first is not None:
                network.add_distance(("epoch", "start"), (number, side), at_least=date.first)
            if date.after is not None:
                # Strictly before; all dates are whole seconds.
                network.add_points((number, side), "<", (("until", date.after), "start"))
                network.add_distance(
                    ("epoch", "start"),
                    (("until", date.after), "start"),
                    at_least=date.after,
                    at_most=date.after,
                )
    for (a, one), (b, other) in combinations(enumerate(facts), 2):
        if one.object != other.object:
            network.add_no_overlap([a, b])
    return network


@pytest.mark.filterwarnings("ignore")
@given(some_facts)
def test_ends_are_those_of_all_worlds(facts: list[Fact]) -> None:
    """The network knows all worlds: it is consistent unless there is a contradiction, and then a
    fact comes before its rivals in all of them exactly where its end is bounded by them."""
    held = [fact for fact in facts if extent_of(fact) is not None]
    network = network_of(held)
    successions = Successions(held, COACH)
    assert network.consistent() is not bool(successions.contradictions)
    if successions.contradictions:
        return
    for a, one in enumerate(held):
        if one.end.after is not None:
            continue
        followers = [
            extent_of(other).start_high
            for b, other in enumerate(held)
            if a != b and network.ask(a, ["before", "meets"], b) is Answer.YES
        ]
        found = successions.ended(one)
        expected = min(followers, default=float("inf"))
        assert (float("inf") if found is None else found[0].end.after) == expected
