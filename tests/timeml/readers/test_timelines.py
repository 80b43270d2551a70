"""Timelines of SemEval-2015 Task 4."""

from __future__ import annotations

import pytest

from tests.timeml.readers.examples import TIMELINE, read_all
from timegraph import Answer, build
from timeml import TimeMLError

(DATA,) = TIMELINE.values()


def test_a_timeline_orders_its_events() -> None:
    (jane,) = read_all(TIMELINE)
    assert (jane.name, jane.scheme) == ("Jane Roe", "tml-weak")
    assert [e.text for e in jane.events] == ["said", "fighting", "keynote", "keynote", "stage"]
    assert [t.tid for t in jane.timexes] == ["t_2004-08", "t_2005-06-05"]
    graph = build(jane, on_conflict="error")
    assert graph.ask("18315-7-fighting", "before", "18355-2-keynote") is Answer.YES
    assert graph.ask("1664-2-keynote", "equal", "5-6-stage") is Answer.YES
    assert graph.ask("18315-7-fighting", "before", "12-3-said") is Answer.UNKNOWN
    assert jane.diagnostics == ()


def test_an_event_that_stands_twice_is_a_fault() -> None:
    (jane,) = read_all({"jobs.txt": DATA + b"3\t2006\t18315-7-fighting\n"})
    assert [(one.code, one.line) for one in jane.diagnostics] == [("duplicate-id", 6)]


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (DATA + b"x\t2006\t1-1-y\n", ":6: a timeline's line must begin with a number"),
        (DATA + b"3\n", ":6: a timeline's line must begin with a number and a time anchor"),
        (b"\n1\t2006\t1-1-y\n", ":1: the first line is not the name of an entity"),
    ],
)
def test_a_broken_line_is_named(data: bytes, complaint: str) -> None:
    with pytest.raises(TimeMLError, match=f"in/jobs.txt{complaint}"):
        read_all({"jobs.txt": data}, "timeline")
