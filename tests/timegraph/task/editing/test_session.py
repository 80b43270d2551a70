"""Commands of an editing session, one per line."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.timegraph.task.marked_texts.drawn import marked_texts
from timegraph.task.editing.session import HELP, EditingSession, NumberedWords
from timegraph.task.marked_texts.marked_text import Mark, MarkedText
from timegraph.task.marked_texts.parse import parse_marked_text
from timegraph.task.marked_texts.render import render_marked_text

TEXT = "Yesterday the bees came. We had ordered them in May.\n"


def session(*lines: str) -> EditingSession:
    found = EditingSession(MarkedText("bees", TEXT, "2021-07-11"))
    for line in lines:
        found.do(line)
    return found


def test_marks_and_questions() -> None:
    edited = session(
        *("mark 1 t 2021-07-10", "mark 4", "mark 7", "mark 10 t9", "mark 2-3 e12"),
        *("IS e2 BEFORE e1 | Were they ordered before? | yes", "WHEN e1 | When did they come?"),
    )
    marked = edited.marked
    assert [(mark.id, marked.words(mark), mark.value) for mark in marked.marks] == [
        ("t1", "Yesterday", "2021-07-10"),
        ("e12", "the bees", None),
        ("e1", "came", None),
        ("e2", "ordered", None),
        ("t9", "May", None),
    ]
    assert [question.query for question in marked.questions] == ["IS e2 BEFORE e1", "WHEN e1"]
    assert parse_marked_text(render_marked_text(marked), "m.txt") == marked


def test_replies() -> None:
    edited = session("mark 4", "mark 7")
    assert edited.do("words 4-5") == "[4:came]{e1}. 5:We"
    assert edited.do("mark 1 t 2021-07-10") == "t1 is 'Yesterday'"
    assert edited.do("marks") == (
        "t0 2021-07-11 (creation time)\nt1 'Yesterday' 2021-07-10\ne1 'came'\ne2 'ordered'"
    )
    assert edited.do("questions") == "there are no questions"
    assert edited.do("is e2 before e1 | x | yes").startswith("question 1: new")
    assert edited.do("IS e1 AFTER e2") == "the answer is yes, which follows from question 1"
    assert len(edited.marked.questions) == 1
    assert edited.do("IS e1 BEFORE t0 | x").endswith("leave it open; it has no answer")
    assert edited.do("drop 2") == "dropped: IS e1 BEFORE t0 | x"
    assert edited.do("questions") == "1 is e2 before e1 | x | yes"
    assert edited.do("undo") == "undone"
    assert len(edited.marked.questions) == 2
    assert edited.do("unmark t1") == "t1 is no longer marked"
    assert edited.do("help") == HELP


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("paint 3", "'paint' is not a command; help lists them"),
        ("mark", "mark takes word numbers"),
        ("mark a", "'a' is not the number of a word"),
        ("mark 99", "there are no words 99; the words are 1 to 10"),
        ("mark 4", "'came' is marked already, as e1; unmark e1 first"),
        ("mark 3-5", "'came' is marked already, as e1"),
        ("mark 3 e1", "the id e1 is taken; e2 is free"),
        ("mark 3 t0", "the id t0 is taken; t1 is free"),
        ("mark 3 x", "'x' is not an id"),
        ("mark 3 e 1998", "e2 is an event; only times"),
        ("mark 3 t 19}98", "'19}98' is not a TIMEX3 value"),
        ("unmark e1", "question 1 names e1; drop 1 first"),
        ("unmark e7", "there is no mark e7; the marks are e1"),
        ("unmark", "unmark takes one id"),
        ("drop 2", "drop takes the number of a question; the questions are 1 to 1"),
        ("words x", "'x' is not the number of a word"),
        ("IS e1 BEFORE e7 | x | yes", "e7 is not marked in the text"),
        ("IS e1 BEFORE t0 | x | ja", "the answer 'ja' is not yes, no or unknown"),
        ("IS e1 NEAR t0", "unknown relation 'NEAR'"),
        ("IS e1 BEFORE t0 | a | b | yes", "there is a | too many"),
    ],
)
def test_what_cannot_be_done_changes_nothing(line: str, message: str) -> None:
    edited = session("mark 4", "IS e1 BEFORE t0 | x | yes")
    before = edited.marked
    with pytest.raises(ValueError, match="^" + message.replace("|", "\\|")):
        edited.do(line)
    assert edited.marked is before


def test_everything_can_be_taken_back() -> None:
    edited = session("mark 4", "IS e1 BEFORE t0 | x | yes", "drop 1")
    for _ in range(3):
        edited.do("undo")
    assert edited.marked == MarkedText("bees", TEXT, "2021-07-11")
    with pytest.raises(ValueError, match="nothing to undo"):
        edited.do("undo")


def test_completions() -> None:
    edited = session("mark 4", "mark 1 t 1998")
    for before, prefix, found in (
        ([], "u", ["unmark", "undo"]),
        (["IS"], "", ["t0", "t1", "e1"]),
        (["IS", "e1"], "bef", ["BEFORE"]),
        (["IS", "e1", "BEFORE"], "e", ["e1"]),
        (["LIST"], "b", ["BEFORE", "BETWEEN"]),
        (["unmark"], "t1", ["t1"]),
        (["IS", "e1", "BEFORE", "t1", "|", "x", "|"], "y", ["yes"]),
        (["mark"], "", []),
    ):
        assert edited.completions(before, prefix) == found


def test_a_text_that_was_marked_before_goes_on() -> None:
    marked = MarkedText("d", TEXT, marks=(Mark("e5", 0, 9), Mark("E8", 10, 13)))
    edited = EditingSession(marked)
    assert edited.do("mark 4") == "e9 is 'came'"


NUMBERED = "The well-known U.S. crane (No. 7) fell, didn't it?\nYes.\n"
MARKED = MarkedText("d", NUMBERED, marks=(Mark("e1", 34, 38), Mark("t1", 34 + 6, 49, "1998")))


def test_words_have_numbers_and_punctuation_has_none() -> None:
    words = NumberedWords(NUMBERED)
    assert words.shown(MARKED) == (
        "1:The 2:well-known 3:U.S. 4:crane (5:No. 6:7) [7:fell]{e1}, [8:didn't 9:it]{t1 1998}?\n"
        "10:Yes."
    )
    assert [NUMBERED[slice(*words.span(*pair))] for pair in ((2, 3), (7, 7))] == [
        "well-known U.S",
        "fell",
    ]


def test_a_part_of_a_text_has_its_marks_whole() -> None:
    words = NumberedWords(NUMBERED)
    assert words.shown(MARKED, 9, 9) == "[8:didn't 9:it]{t1 1998}?"
    assert words.shown(MARKED, 10, 10) == "10:Yes."


def test_empty_marks_and_empty_texts() -> None:
    marked = MarkedText("d", "It.", marks=(Mark("e1", 0, 0), Mark("e2", 2, 2)))
    assert NumberedWords(marked.text).shown(marked) == "[]{e1}1:It[]{e2}."
    assert NumberedWords("...").shown(MarkedText("d", "...")) == ""


@pytest.mark.parametrize(("first", "last", "shown"), [(0, 1, "0-1"), (3, 2, "3-2"), (11, 11, "11")])
def test_words_that_are_not_there(first: int, last: int, shown: str) -> None:
    with pytest.raises(ValueError, match=f"there are no words {shown}; the words are 1 to 10"):
        NumberedWords(NUMBERED).span(first, last)


@given(marked_texts())
def test_every_mark_and_word_is_shown_once(marked: MarkedText) -> None:
    words = NumberedWords(marked.text)
    if len(words):
        shown = words.shown(marked)
        assert f"{len(words)}:" in shown
        first, last = words.span(1, len(words))
        inside = [mark for mark in marked.marks if first < mark.end and mark.start < last]
        assert all(f"]{{{mark.id}" in shown for mark in inside)
