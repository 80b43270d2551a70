"""Numbered words, and where marks stand among them."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.timegraph.task.marked_texts.drawn import marked_texts
from timegraph.task.editing.words import NumberedWords
from timegraph.task.marked_texts.model import Mark, MarkedText

TEXT = "The well-known U.S. crane (No. 7) fell, didn't it?\nYes.\n"
MARKED = MarkedText("d", TEXT, marks=(Mark("e1", 34, 38), Mark("t1", 34 + 6, 49, "1998")))


def test_words_have_numbers_and_punctuation_has_none() -> None:
    words = NumberedWords(TEXT)
    assert words.shown(MARKED) == (
        "1:The 2:well-known 3:U.S. 4:crane (5:No. 6:7) [7:fell]{e1}, [8:didn't 9:it]{t1 1998}?\n"
        "10:Yes."
    )
    assert [TEXT[slice(*words.span(*pair))] for pair in ((2, 3), (7, 7))] == [
        "well-known U.S",
        "fell",
    ]


def test_a_part_of_a_text_has_its_marks_whole() -> None:
    words = NumberedWords(TEXT)
    assert words.shown(MARKED, 9, 9) == "[8:didn't 9:it]{t1 1998}?"
    assert words.shown(MARKED, 10, 10) == "10:Yes."


def test_empty_marks_and_empty_texts() -> None:
    marked = MarkedText("d", "It.", marks=(Mark("e1", 0, 0), Mark("e2", 2, 2)))
    assert NumberedWords(marked.text).shown(marked) == "[]{e1}1:It[]{e2}."
    assert NumberedWords("...").shown(MarkedText("d", "...")) == ""


@pytest.mark.parametrize(("first", "last", "shown"), [(0, 1, "0-1"), (3, 2, "3-2"), (11, 11, "11")])
def test_words_that_are_not_there(first: int, last: int, shown: str) -> None:
    with pytest.raises(ValueError, match=f"there are no words {shown}; the words are 1 to 10"):
        NumberedWords(TEXT).span(first, last)


@given(marked_texts())
def test_every_mark_and_word_is_shown_once(marked: MarkedText) -> None:
    words = NumberedWords(marked.text)
    if len(words):
        shown = words.shown(marked)
        assert f"{len(words)}:" in shown
        first, last = words.span(1, len(words))
        inside = [mark for mark in marked.marks if first < mark.end and mark.start < last]
        assert all(f"]{{{mark.id}" in shown for mark in inside)
