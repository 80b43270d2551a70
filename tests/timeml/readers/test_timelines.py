"""Timelines of SemEval-2015 Task 4."""

from __future__ import annotations

import pytest

from tests.timeml.readers.examples import TIMELINE, read_all
from timegraph import Answer, build
from timeml import TimeMLError
from timeml.readers.files import File
from timeml.readers.timelines import scored

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
    assert [(diagnostic.code, diagnostic.line) for diagnostic in jane.diagnostics] == [
        ("duplicate-id", 6)
    ]


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


def scored_lines(text: str, *, ordering: bool = False) -> list[tuple[str, str, str]]:
    file = File("a.txt", "in/a.txt", lambda: text.encode())
    links = scored(file, ordering=ordering).tlinks
    return [(link.source, link.rel_type, link.target) for link in links]


def test_the_task_scores_other_links() -> None:
    text = (
        "Jane\n10\t2005\t1-1-c\n0\tXXXX\t9-9-z\n2\tXXXX-XX-XX\t1-2-a\t1-2-b\n"
        "11\tXXXX-XX-XX\t1-1-c\n"
    )
    order = [
        ("1-2-a", "SIMULTANEOUS", "1-2-b"),
        ("1-2-b", "BEFORE", "1-1-c"),
        ("1-1-c", "BEFORE", "1-1-c#2"),
    ]
    assert scored_lines(text, ordering=True) == order
    anchors = [
        ("1-2-a", "SIMULTANEOUS", "t_XXXX-XX-XX"),
        ("1-2-b", "SIMULTANEOUS", "t_XXXX-XX-XX"),
        ("1-1-c", "SIMULTANEOUS", "t_2005"),
        ("1-1-c#2", "SIMULTANEOUS", "t_XXXX-XX-XX"),
    ]
    assert sorted(scored_lines(text)) == sorted([*order, *anchors])


def test_a_name_alone_is_an_empty_timeline() -> None:
    jane, empty = read_all({**TIMELINE, "nobody.txt": b"Nobody\n"})
    assert (empty.name, empty.events, empty.tlinks) == ("Nobody", (), ())
    assert jane.events
    (alone,) = read_all({"nobody.txt": b"Nobody"}, "timeline")
    assert alone.name == "Nobody"
