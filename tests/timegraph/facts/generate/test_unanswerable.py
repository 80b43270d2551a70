"""Times in which no fact holds, and how many questions about them are wanted."""

from __future__ import annotations

from timegraph.dates import read_date
from timegraph.facts import Fact
from timegraph.facts.generate import Draw, Hole, distinct_times, holes_in, time_in


def team(start: str, end: str) -> Fact:
    return Fact("Ada", "team", "Xx", read_date(start), read_date(end))


def test_holes_are_before_after_and_between() -> None:
    first, last = team("1990-01", "1995-05"), team("1999-01", "2004-01")
    before, gap, after = holes_in([last, first])
    assert (before.side, before.high) == ("before", 1990 * 12 - 1)
    assert (gap.side, gap.low, gap.high) == ("", 1996 * 12 + 5, 1999 * 12 - 1)
    assert (after.side, after.low) == ("after", 2005 * 12 + 1)
    assert len(holes_in([first, team("1996-01", "1999-01")])) == 2


def test_there_are_no_more_times_than_a_hole_has() -> None:
    hole = Hole(team("1990-01", "1995-05"), 24_000, 24_000)
    times = distinct_times([hole], 9, Draw(1), lambda fact, time: True)
    assert [time for _, time in times] == ["in Jan 2000"]
    assert distinct_times([], 9, Draw(1), lambda fact, time: True) == []
    assert distinct_times([hole], 9, Draw(1), lambda fact, time: False) == []
    assert time_in(hole, Draw(3)) == "in Jan 2000"
