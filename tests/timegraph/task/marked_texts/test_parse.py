"""What authors write, and what they write wrongly."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, strategies as st

from timegraph.task.marked_texts import (
    Mark,
    MarkedQuestion,
    MarkedText,
    MarkedTextError,
    parse_marked_text,
    render_marked_text,
)
from timeml import TimeMLError

HEAD = "document: farkas\ncreated: 1998-04-18\n\n"
TEXT = "Farkas [became]{e19} a general [today]{t3 1998-04-18}.\n"


def problems(content: str | bytes) -> list[str]:
    with pytest.raises(MarkedTextError) as caught:
        parse_marked_text(content, "m.txt")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    return [line.removeprefix("m.txt:") for line in str(caught.value).split("\n")]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_whole_text(line_end: str) -> None:
    content = (
        "document: farkas\ncreated: 1998-04-18\ntitle: A short  life\n\n"
        f"{TEXT}\nNo \\[mark\\] \\{{here\\}}, no \\\\ there.\n\\---\n---\n\n"
        "IS e19  INCLUDES t3 | Was it today? | Yes\n"
        "list before e19|What was before?|t3\n"
    )
    found = parse_marked_text(content.replace("\n", line_end).encode("utf-8-sig"), "m.txt")
    assert found == MarkedText(
        document="farkas",
        created="1998-04-18",
        title="A short life",
        text="Farkas became a general today.\n\nNo [mark] {here}, no \\ there.\n---\n",
        marks=(Mark("e19", 7, 13), Mark("t3", 24, 29, "1998-04-18")),
        questions=(
            MarkedQuestion("IS e19 INCLUDES t3", "Was it today?", ("yes",)),
            MarkedQuestion("list before e19", "What was before?", ("t3",)),
        ),
    )
    assert [
        (mark.position.line, mark.position.column) for mark in found.marks if mark.position
    ] == [
        (5, 8),
        (5, 32),
    ]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("It [rained{e1}.", "4:11: the ] is missing before {e1}"),
        ("It [rained.", "4:4: the mark '[rained.' is not closed; write ]{id} after its words"),
        ("It rained]{e1}.", "4:10: this ] closes no mark; write \\] for a bracket"),
        ("It [has [rained]{e1}]{e2}.", "4:9: a mark within the mark that begins at 4:4"),
        ("It [rained] again.", "4:11: no {id} right after the ]"),
        ("It [rained] {e1}.", "4:11: no {id} right after the ]"),
        ("It {e1} rained.", "4:4: this { does not follow a mark"),
        ("It [rained]{}.", "4:13: '' is not an id for 'rained'; ids of events begin with e"),
        ("It [rained]{x1}.", "4:13: 'x1' is not an id for 'rained'"),
        ("It [rained]{e1 1998}.", "4:13: the event e1 'rained' has a value"),
        ("It [rained]{t1 1998 2}.", "4:13: 't1 1998 2' has more than an id and a value"),
        ("It [a]{e1} [b]{e1}.", "4:12: the id e1 of 'b' is already used for 'a' on line 4"),
        ("[a]{t0}", "4:1: t0 is the id of the creation time; write another id"),
        ("a\nb \\n c", "5:3: a \\ may stand only before [ ] { } \\ and a line ---"),
        ("a \\--- b", "4:3: a \\ may stand only before"),
        ("a\x0cb", "4:2: TimeML cannot hold the character U+000C"),
        ("[]{e1}[]{e2}", "4:7: e1 and e2 are two marks without words at the same position"),
    ],
)
def test_faulty_marks(text: str, where: str) -> None:
    assert any(line.startswith(where) for line in problems(f"{HEAD}{text}\n---\n")), problems(
        f"{HEAD}{text}\n---\n"
    )


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("IS e19 BEFORE t3", "6:1: the line has no |"),
        ("IS e19 FOLLOWS t3 | x | yes", "6:1: unknown relation 'FOLLOWS'"),
        ("What was it? | x | yes", "6:1: 'What was it?' is not a question"),
        ("IS e19 BEFORE e7 | x | yes", "6:15: e7 is not marked in the text"),
        ("IS e9 BEFORE t3 | x | yes", "6:4: e9 is not marked in the text; did you mean e19?"),
        ("IS e19 BEFORE t3 | x | ja", "6:23: the answer 'ja' is not yes, no or unknown"),
        ("IS e19 BEFORE t3 | x | ", "6:23: the answer is empty; write"),
        ("IS e19 BEFORE t3 | x | y | yes", "6:22: there is a | too many"),
        ("LIST BEFORE t3 | x | e19 | e4", "6:27: e4 is not marked in the text"),
        ("LIST BEFORE t3 | x | so many", "6:21: 'so many' is not an id"),
    ],
)
def test_faulty_questions(line: str, where: str) -> None:
    (found,) = problems(f"{HEAD}{TEXT}---\n{line}\n")
    assert found.startswith(where)


@pytest.mark.parametrize(
    ("head", "where"),
    [
        ("created: 1998\n\n", "1:1: the header document: is missing"),
        ("document: a\nauthor: b\n\n", "2:1: the line is not a header; headers are document:"),
        ("document: a\nIt rained.\n\n", "2:1: the line is not a header"),
        ("document: a\ndocument: b\n\n", "2:1: the header document: occurs twice"),
        ("document: a\ntitle:\n\n", "2:1: the header title: is empty"),
        ("document: a/b\n\n", "1:11: 'a/b' cannot be the name"),
        ("document: a|b\n\n", "1:11: 'a|b' cannot be the name"),
        ("document: a\ncreated: May\n\n", "2:10: 'May' is not a TIMEX3 date"),
        ("document: a\ncreated: 1998 {e1}\n\n", "2:10: only the id of the creation time, such as"),
        ("", "1:1: the line is not a header"),
        ("\n", "1:1: the header document: is missing"),
    ],
)
def test_faulty_headers(head: str, where: str) -> None:
    (found, *_) = problems(f"{head}It rained.\n---\n")
    assert found.startswith(where)


def test_a_text_without_questions_says_so_by_its_last_line() -> None:
    assert parse_marked_text(f"{HEAD}{TEXT}---", "m.txt").questions == ()
    assert problems(f"{HEAD}{TEXT}") == [
        "5:1: there is no line --- between the text and the questions; add it"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It [rained [hard]{e1}]{e2} in [Leeds{e3} again.", ["4:12", "4:37"]),
        ("It [rained and [blew]{e1}, [stopped]{e2}, [began]{e3}.", ["4:4", "4:16"]),
        ("It rained]{e1} and [blew]{e2} {e3} again.", ["4:10", "4:31"]),
    ],
)
def test_one_fault_is_named_once(text: str, expected: list[str]) -> None:
    content = f"{HEAD}{text}\n---\nIS e1 BEFORE e2 | x | yes\n"
    assert [line.split(": ")[0] for line in problems(content) if line[0] == "4"] == expected


def test_every_problem_is_named_in_order() -> None:
    content = HEAD + "a ] b } c\n---\nIS e1 BEFORE e2 | | ja\nIS | x\n"
    assert [line.split(": ")[0] for line in problems(content)] == ["4:3", "4:7", "6:4", "7:1"]
    many = problems(f"{HEAD}{'] ' * 30}\n---\n")
    assert len(many) == 11
    assert many[-1] == "... and 20 more problems in m.txt"


def test_ids_and_other_creation_times() -> None:
    content = "document: a\ncreated: 1998 {t27}\n\n[It]{E5}\n---\nIS E5 BEFORE t27 | x\n"
    found = parse_marked_text(content, "m.txt")
    assert found.ids == ("t27", "E5")
    content = f"{HEAD}{TEXT}---\nIS ei19 BEFORE 1998-05 | x | unknown | source=a,b\n"
    assert parse_marked_text(content, "m.txt").questions[0].rest == ("unknown", "source=a,b")


def test_other_encodings_are_refused() -> None:
    with pytest.raises(TimeMLError, match=r"m\.txt:2: byte 0xe9 is not UTF-8"):
        parse_marked_text(b"document: a\ncaf\xe9\n", "m.txt")


@given(st.lists(st.sampled_from([*"[]{}\\|\n", "---", "e1", "t1 1998", "a ", "IS e1 AFTER t1"])))
def test_any_text_is_read_or_refused(pieces: list[str]) -> None:
    content = f"{HEAD}{''.join(pieces)}\n---\n"
    try:
        marked = parse_marked_text(content, "m.txt")
    except MarkedTextError as error:
        lines = content.split("\n")
        for at, _ in error.problems:
            assert 1 <= at.line <= len(lines)
            assert at.column is not None
            assert 1 <= at.column <= len(lines[at.line - 1]) + 1
    else:
        assert parse_marked_text(render_marked_text(marked), "m.txt") == marked
