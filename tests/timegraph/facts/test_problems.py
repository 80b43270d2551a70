"""What is wrong with facts."""

from __future__ import annotations

from timegraph.dates.granules import year
from timegraph.facts.fact import Fact, Source
from timegraph.facts.relations import OneAtATime, Successions, problems_of


def codes(*facts: Fact) -> list[str]:
    one_spouse = Successions(facts, OneAtATime(("spouse",)))
    return [found.code for found in problems_of(facts, one_spouse)]


def test_no_fact_at_all() -> None:
    assert not codes()


def test_a_start_after_the_end() -> None:
    [found] = problems_of([Fact("A", "team", "B", year(5), year(4), Source("f.csv", 7))])
    assert str(found).startswith("f.csv:7: A | team | B (AD 5 to AD 4) starts after it ends")
    assert found.severity == "error"


def test_the_same_fact_twice() -> None:
    one = Fact("A", "team", "B", year(4), year(5))
    assert codes(one, Fact("a", "P54", "b", year(4), year(5))) == ["repeated"]


def test_two_objects_of_an_exclusive_relation() -> None:
    one = Fact("A", "spouse", "B", year(1990), year(1999))
    assert codes(one, Fact("A", "spouse", "C", year(1990), year(1999))) == ["contradiction"]
    assert codes(one, Fact("A", "spouse", "C", year(1992), year(1995))) == ["contradiction"]
    assert codes(one, Fact("A", "spouse", "C", year(1999), year(2000))) == []
    assert codes(one, Fact("A", "spouse", "b", year(1992), year(1995))) == []
    assert codes(one, Fact("X", "spouse", "C", year(1992), year(1995))) == []


def test_other_relations_may_have_several() -> None:
    one = Fact("A", "team", "B", year(1990), year(1999))
    assert codes(one, Fact("A", "team", "C", year(1990), year(1999))) == []
