"""Which annotations of two documents pair, and where all of them stand."""

from __future__ import annotations

import pytest

from timeml import Document, Event, Timex3
from timeml._alignment.annotations import ALIGN_BY, AlignBy, pair_annotations, places_of
from timeml._alignment.text_alignment import align_texts


def event(eid: str, start: int | None, end: int | None, text: str) -> Event:
    return Event(eid, None, start, end, text)


def timex(tid: str, start: int | None, end: int | None, text: str) -> Timex3:
    return Timex3(tid, None, None, start, end, text)


TODAY = timex("t0", None, None, "today")


def paired(system: Document, key: Document, align_by: AlignBy = "overlap") -> list[tuple[str, str]]:
    text = align_texts(system.text, key.text)
    events, timexes, _ = pair_annotations(system, key, text, align_by)
    ids = [(one.tid, other.tid) for one, other in timexes]
    return ids + [(one.eid, other.eid) for one, other in events]


@pytest.mark.parametrize("align_by", ALIGN_BY)
def test_events_and_timexes_pair_by_place_in_the_order_of_the_key(align_by: AlignBy) -> None:
    system = Document(
        text="He left in May, they say",
        dct=TODAY,
        timexes=(TODAY, timex("t5", 11, 14, "May")),
        events=(event("e7", 3, 7, "left"), event("e8", 21, 24, "say")),
    )
    key = Document(
        text="HE LEFT  in May , they say",
        dct=timex("t9", None, None, "1998"),
        timexes=(timex("t9", None, None, "1998"), timex("t1", 12, 15, "May")),
        events=(event("e2", 23, 26, "say"), event("e1", 3, 7, "LEFT")),
    )
    assert paired(system, key, align_by) == [
        ("t0", "t9"),
        ("t5", "t1"),
        ("e8", "e2"),
        ("e7", "e1"),
    ]


@pytest.mark.parametrize("align_by", ALIGN_BY)
def test_a_creation_time_never_pairs_with_another_timex(align_by: AlignBy) -> None:
    system = Document(text="today", timexes=(timex("t1", 0, 5, "today"), TODAY))
    key = Document(text="today", dct=TODAY, timexes=(TODAY, timex("t1", 0, 5, "today")))
    assert paired(system, key, align_by) == [("t0", "t0"), ("t1", "t1")]


@pytest.mark.parametrize("align_by", ALIGN_BY)
def test_the_first_of_a_repeated_id_pairs(align_by: AlignBy) -> None:
    system = Document(text="a b", events=(event("e1", 0, 1, "a"), event("e1", 2, 3, "b")))
    key = Document(text="a b", events=(event("e5", 0, 1, "a"), event("e6", 2, 3, "b")))
    assert paired(system, key, align_by) == [("e1", "e5")]


def test_places_are_counted_in_characters_that_are_not_white_space() -> None:
    system = Document(
        text=" a  b",
        dct=TODAY,
        timexes=(TODAY,),
        events=(event("e1", 4, 5, "b"), event("e2", None, None, "c"), event("e3", 0, 5, " a  b")),
    )
    assert places_of(system, creation_time=True) == [(1, 2), None, (0, 2), None]
    assert places_of(system, creation_time=False) == [(1, 2), None, (0, 2)]
    assert places_of(Document(text="ab"), creation_time=True) == []
    text = align_texts(system.text, "ab")
    assert pair_annotations(system, Document(text="ab"), text, "overlap") == ([], [], [])


def test_first_tokens_are_those_of_each_text() -> None:
    # Split by white space in one text only, "kick" and "off" are two tokens there.
    key = Document(text="the kick-off", events=(event("e1", 9, 12, "off"),))
    together = Document(text="the kick-off", events=(event("e2", 4, 12, "kick-off"),))
    apart = Document(text="the kick - off", events=(event("e3", 11, 14, "off"),))
    assert paired(together, key, "first-token") == [("e2", "e1")]
    assert paired(apart, key, "first-token") == [("e3", "e1")]
    longer = Document(text="the kick - off", events=(event("e4", 4, 14, "kick - off"),))
    assert paired(longer, key, "first-token") == [("e4", "e1")]
    assert paired(longer, apart, "first-token") == []
    assert paired(longer, apart) == [("e4", "e3")]
