"""Times in which no fact holds, and how many questions about them are wanted."""

from __future__ import annotations

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.generate import Draw, Hole, holes_in, time_in, unanswerable_questions


def team(start: str, end: str) -> Fact:
    return Fact("Ada", "team", "Xx", read_date(start), read_date(end))


def test_holes_are_before_after_and_between() -> None:
    first, last = team("1990-01", "1995-05"), team("1999-01", "2004-01")
    before, gap, after = holes_in([last, first])
    assert (before.side, before.high) == ("before", 1990 * 12 - 1)
    assert (gap.side, gap.low, gap.high) == ("", 1996 * 12 + 5, 1999 * 12 - 1)
    assert (after.side, after.low) == ("after", 2005 * 12 + 1)
    assert len(holes_in([first, team("1996-01", "1999-01")])) == 2


def test_times_are_in_holes_and_different() -> None:
    known = team("1990-01", "1995-05")
    assert time_in(Hole(known, 24_000, 24_000), Draw(3)) == "in Jan 2000"
    base = FactBase([known])
    made = list(unanswerable_questions(base, group="Ada", draw=Draw(1), number=9))
    assert len({question.question for question in made}) == len(made) == 9
    assert not list(unanswerable_questions(FactBase(), group="Ada", draw=Draw(1), number=9))
