"""Marks, ids and names."""

from __future__ import annotations

import pytest

from timegraph.task.marked_texts import ID, Mark, MarkedQuestion, MarkedText, file_name


def test_kinds_and_words() -> None:
    marked = MarkedText("d", "It rained.", "1998", marks=(Mark("e1", 3, 9), Mark("T2", 9, 9)))
    assert [(mark.is_time, marked.words(mark)) for mark in marked.marks] == [
        (False, "rained"),
        (True, ""),
    ]
    assert marked.ids == ("t0", "e1", "T2")
    assert MarkedText("d", "").ids == ()


def test_questions_are_parsed_when_asked() -> None:
    assert MarkedQuestion("is e1 before e2", "x").question.args == ("e1", "e2")
    with pytest.raises(ValueError, match="is not a question"):
        _ = MarkedQuestion("no", "x").question


def test_forms() -> None:
    assert all(map(ID.fullmatch, ["e1", "t1001", "E5", "ei7", "e1-a.b_c"]))
    assert not any(map(ID.fullmatch, ["1", "x1", "", "e 1", "e1|"]))
    assert [file_name("a"), file_name("a.tml"), file_name("a.txt")] == [
        "a.tml",
        "a.tml",
        "a.txt.tml",
    ]
