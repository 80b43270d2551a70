"""What authors write, and what they write wrongly."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from tests.timegraph.task.marked_texts.drawn import rendered, without_positions
from timegraph.task.files import MarkedText, MarkedTextError, parse_marked_text
from timeml import TimeMLError

HEAD = "document: farkas\ncreated: 1998-04-18\n\n"
TEXT = "Farkas [became]{e19} a general [today]{t3 1998-04-18}.\n"


def read(content: str) -> MarkedText:
    return parse_marked_text(content.encode(), "m.txt")


def problems(content: str) -> list[str]:
    with pytest.raises(MarkedTextError) as caught:
        read(content)
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
    assert (found.document, found.created, found.title) == ("farkas", "1998-04-18", "A short life")
    assert found.text == "Farkas became a general today.\n\nNo [mark] {here}, no \\ there.\n---\n"
    assert [(m.id, m.start, m.end, m.value, m.is_time) for m in found.marks] == [
        ("e19", 7, 13, None, False),
        ("t3", 24, 29, "1998-04-18", True),
    ]
    assert [(m.position.line, m.position.column) for m in found.marks] == [(5, 8), (5, 32)]
    assert [question.fields for question in found.questions] == [
        ("IS e19 INCLUDES t3", "Was it today?", "yes"),
        ("list before e19", "What was before?", "t3"),
    ]


def test_offsets_are_those_of_the_text_without_marks() -> None:
    found = read(f"{HEAD}a\\[[b\\]]{{e1}}[]{{t1}}c\n[d\ne]{{t2 P1D}}\n---\n")
    assert found.text == "a[b]c\nd\ne\n"
    assert [(m.id, m.start, m.end, m.value) for m in found.marks] == [
        ("e1", 2, 4, None),
        ("t1", 4, 4, None),
        ("t2", 6, 9, "P1D"),
    ]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("It [rained{e1}.", "4:4: this [ is part of no mark such as [came]{e1}"),
        ("It [rained.", "4:4: this [ is part of no mark"),
        ("It rained]{e1}.", "4:10: this ] is part of no mark"),
        ("It [has [rained]{e1}]{e2}.", "4:4: this [ is part of no mark such as [came]{e1}, and"),
        ("It [rained] again.", "4:4: this [ is part of no mark"),
        ("It {e1} rained.", "4:4: this { is part of no mark"),
        ("It [rained]{}.", "4:4: '' is not an id for 'rained'; write e1 for an event"),
        ("It [rained]{x1}.", "4:4: 'x1' is not an id for 'rained'"),
        ("It [rained]{e1 1998}.", "4:4: 'e1 1998' has more than an id, and the value of a time"),
        ("It [rained]{t1 1998 2}.", "4:4: 't1 1998 2' has more than an id"),
        ("It [a]{e1} [b]{e1}.", "4:12: the id e1 is used on line 4; write another id"),
        ("[a]{t0}", "4:1: the id t0 is of the creation time; write another id"),
        ("a\nb \\n c", "5:3: this \\ is part of no mark"),
        ("a \\--- b", "4:3: this \\ is part of no mark"),
        ("a\x0cb", "4:2: TimeML cannot hold the character U+000C"),
    ],
)
def test_faulty_marks(text: str, where: str) -> None:
    found = problems(f"{HEAD}{text}\n---\n")
    assert any(line.startswith(where) for line in found), found


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("IS e19 BEFORE t3", "the line has no |"),
        ("IS e19 FOLLOWS t3 | x | yes", "unknown relation 'FOLLOWS'"),
        ("What was it? | x | yes", "'What was it?' is not a question"),
        ("IS e19 BEFORE e7 | x | yes", "e7 is not marked in the text"),
        ("IS e9 BEFORE t3 | x | yes", "e9 is not marked in the text; did you mean e19?"),
        ("IS e19 BEFORE t3 | x | ja", "the answer 'ja' is not yes, no or unknown"),
        ("IS e19 BEFORE t3 | x | ", "the answer '' is not yes"),
        ("IS e19 BEFORE t3 | x | y | yes", "there is a | too many"),
        ("LIST BEFORE t3 | x | e19 | e4", "e4 is not marked in the text"),
        ("LIST BEFORE t3 | x | so many", "so many is not marked in the text"),
    ],
)
def test_faulty_questions(line: str, what: str) -> None:
    (found,) = problems(f"{HEAD}{TEXT}---\n{line}\n")
    assert found.startswith(f"6:1: {what}")


@pytest.mark.parametrize(
    ("head", "where"),
    [
        ("created: 1998\n\n", "1:1: the header document: is missing"),
        ("document: a\nauthor: b\n\n", "2:1: the line is not a header; headers are document:"),
        ("document: a\nIt rained.\n\n", "2:1: the line is not a header"),
        ("document: a\ndocument: b\n\n", "2:1: the header document: occurs twice"),
        ("document: a\ntitle:\n\n", "2:1: the header title: is empty"),
        ("document: a/b\n\n", "1:1: 'a/b' cannot be the name"),
        ("document: a|b\n\n", "1:1: 'a|b' cannot be the name"),
        ("document: a\ncreated: May\n\n", "2:1: 'May' is not a TIMEX3 date"),
        ("", "1:1: the line is not a header"),
        ("\n", "1:1: the header document: is missing"),
    ],
)
def test_faulty_headers(head: str, where: str) -> None:
    (found, *_) = problems(f"{head}It rained.\n---\n")
    assert found.startswith(where)


def test_a_text_without_questions_says_so_by_its_last_line() -> None:
    assert read(f"{HEAD}{TEXT}---").questions == ()
    assert problems(f"{HEAD}{TEXT}") == [
        "5:1: there is no line --- between the text and the questions; add it"
    ]


def test_every_problem_is_named_in_order() -> None:
    content = HEAD + "a ] b } c\n---\nIS e1 BEFORE e2 | | ja\nIS | x\n"
    assert [line.split(": ")[0] for line in problems(content)] == ["4:3", "4:7", "6:1", "7:1"]
    many = problems(f"{HEAD}{'] ' * 30}\n---\n")
    assert len(many) == 11
    assert many[-1] == "... and 20 more problems in m.txt"


def test_ids_of_instances_dates_and_sources() -> None:
    found = read(f"{HEAD}{TEXT}---\nIS ei19 BEFORE 1998-05 | x | unknown | source=a,b\n")
    assert found.questions[0].fields[2:] == ("unknown", "source=a,b")


def test_other_encodings_are_refused() -> None:
    with pytest.raises(TimeMLError, match=r"m\.txt:2: byte 0xe9 is not UTF-8"):
        parse_marked_text(b"document: a\ncaf\xe9\n", "m.txt")


@given(st.lists(st.sampled_from([*"[]{}\\|\n", "---", "e1", "t1 1998", "a ", "IS e1 AFTER t1"])))
def test_any_text_is_read_or_refused(pieces: list[str]) -> None:
    content = f"{HEAD}{''.join(pieces)}\n---\n"
    try:
        marked = read(content)
    except MarkedTextError as error:
        lines = content.split("\n")
        for problem in str(error).split("\n"):
            if not problem.startswith("..."):
                _, line, column, _ = problem.split(":", 3)
                assert 1 <= int(line) <= len(lines)
                assert 1 <= int(column) <= len(lines[int(line) - 1]) + 1
    else:
        again = parse_marked_text(rendered(marked), "m.txt")
        assert without_positions(again) == without_positions(marked)


def test_a_long_text_takes_no_longer_for_each_mark() -> None:
    text = "".join(f"word [word]{{e{n}}} \\[x\\]\n" for n in range(20_000))
    marked = read(f"{HEAD}{text}---\n")
    assert len(marked.marks) == 20_000
    assert marked.words(marked.marks[-1]) == "word"
