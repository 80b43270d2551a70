"""Spans as tags that nest, in their one order."""

from __future__ import annotations

import pytest

from timeml import Document, Event, Signal, Timex3
from timeml._model import Mark
from timeml.writer import check_spans, nested


def event(eid: str, start: int, end: int, text: str) -> Event:
    return Event(eid, None, start, end, text)


def timex(tid: str, start: int, end: int, text: str) -> Timex3:
    return Timex3(tid, None, None, start, end, text)


def shown(document: Document) -> str:
    """The text with ``(id`` and ``)`` for tags."""
    parts = []
    for token in nested(document):
        if isinstance(token, Event):
            parts.append(f"({token.eid} ")
        elif isinstance(token, Timex3):
            parts.append(f"({token.tid} ")
        elif isinstance(token, Signal):
            parts.append(f"({token.sid} ")
        else:
            parts.append(")" if token is Mark.CLOSE else str(token))
    return "".join(parts)


def test_the_longer_is_outside_and_of_equal_spans_timex_event_signal() -> None:
    document = Document(
        text="abcd",
        events=(event("e1", 0, 2, "ab"), event("e2", 0, 4, "abcd")),
        timexes=(timex("t1", 0, 2, "ab"),),
        signals=(Signal("s1", 0, 2, "ab"),),
    )
    assert shown(document) == "(e2 (t1 (e1 (s1 ab)))cd)"


def test_empty_spans_keep_their_place_among_others() -> None:
    document = Document(
        text="ab", events=(event("e1", 0, 0, ""), event("e2", 0, 2, "ab"), event("e3", 2, 2, ""))
    )
    assert shown(document) == "(e1 )(e2 ab)(e3 )"
    document = Document(text="ab", events=(event("e2", 0, 2, "ab"), event("e1", 0, 0, "")))
    assert shown(document) == "(e2 (e1 )ab)"


def test_spans_that_cross_are_named() -> None:
    document = Document(text="abc", events=(event("e1", 0, 2, "ab"), event("e2", 1, 3, "bc")))
    with pytest.raises(ValueError, match="EVENT e1 and EVENT e2 overlap, but XML tags must nest"):
        list(nested(document))


@pytest.mark.parametrize(
    ("span", "message"),
    [
        (event("e1", 2, 9, "c"), "EVENT e1: its span 2:9 is not within the text of 3 characters"),
        (event("e1", 2, 1, ""), "EVENT e1: its span 2:1 is not within"),
        (event("e1", 0, 2, "xy"), "EVENT e1: its text is 'xy', but the document has 'ab' at 0:2"),
    ],
)
def test_spans_that_do_not_fit_the_text_are_named(span: Event, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_spans(Document(text="abc", events=(span,)))


def test_spans_outside_the_text_fit_any_text() -> None:
    check_spans(Document(text="", events=(Event("e1", None, None, None, "rained"),)))
