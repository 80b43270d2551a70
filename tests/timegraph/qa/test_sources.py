"""The sources of questions: in field six, and in the table beside the set."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.qa import QuestionSetError, read_questions
from timegraph.qa.question_sets import (
    SOURCE,
    SOURCE_FILE,
    read_source_table,
    sources_of,
)

SET = """\
1|day|IS e1 BEFORE e2||yes|source=a,b
2|day|IS e1 BEFORE e2||yes|hard
3|day|LIST BEFORE e1||source=a
4|day|IS e1 BEFORE e2||yes
"""


def test_field_six_is_for_is_questions_alone() -> None:
    questions = read_questions(SET.encode()).questions
    assert [sources_of(question) for question in questions] == [("a", "b"), (), (), ()]
    table = {("2", "day"): ("c",), ("3", "day"): ("a", "d"), ("1", "day"): ("z",)}
    assert [sources_of(question, table) for question in questions] == [
        ("a", "b"),
        ("c",),
        ("a", "d"),
        (),
    ]


def test_the_form_of_field_six() -> None:
    assert all(map(SOURCE.fullmatch, ["source=a", "source=a b,c"]))
    assert not any(map(SOURCE.fullmatch, ["source=", "source=a,", "yes"]))


def test_the_table_is_read(tmp_path: Path) -> None:
    assert read_source_table(tmp_path / "set.txt") == {}
    (tmp_path / SOURCE_FILE).write_text("number\tdocument\tsource\n2\tday\tc\n3\ta night\ta,d e\n")
    assert read_source_table(tmp_path / "set.txt") == {
        ("2", "day"): ("c",),
        ("3", "a night"): ("a", "d e"),
    }


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"number\tdocument\tsource\n1\tday\n", ":2: a line has a number"),
        (b"1\tday\t \n", ":1: a line has a number"),
        (b"1\tday\t\xff\n", "is not UTF-8"),
    ],
)
def test_a_faulty_table_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / SOURCE_FILE).write_bytes(content)
    with pytest.raises(QuestionSetError, match=message):
        read_source_table(tmp_path / "set.txt")
