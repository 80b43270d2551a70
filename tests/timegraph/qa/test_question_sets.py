"""Question sets: the official format, its variants, and faults named by file and line."""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path

import pytest

from timegraph.answer import Answer
from timegraph.qa import Kind, QuestionSet, QuestionSetError, read_questions
from timeml import RelType

GOOD = """\
1|a.tml|IS ei1 BEFORE ei2|Did he eat before sleeping?|yes
2|a.tml|IS ei2 before  t1 |Slept before Monday?|NO
3|b.tml|IS e1 AFTER t0||Unknown|said twice|x
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "questions.txt"


def read(file: Path, content: str | bytes, *, lenient: bool = False) -> QuestionSet:
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_questions(file, lenient=lenient)


def test_questions_may_end_in_a_question_mark(file: Path) -> None:
    found = read(
        file, "1|a|IS e11 BEFORE e13 ?|Was it?|yes\n2|a|LIST BETWEEN e1 AND e2?|What was?|e3\n"
    )
    first, second = found.questions
    assert [str(q.question) for q in found.questions] == ["IS e11 BEFORE e13", "LIST BETWEEN e1 e2"]
    assert (first.query, first.answer) == ("IS e11 BEFORE e13 ?", Answer.YES)
    assert (second.query, second.rest) == ("LIST BETWEEN e1 AND e2?", ("e3",))
    assert found.warnings == ()


def test_the_fields_of_a_line_are_read(file: Path) -> None:
    found = read(file, GOOD)
    assert len(found) == 3
    first, second, third = found.questions
    assert (first.number, first.document, first.text) == (
        "1",
        "a.tml",
        "Did he eat before sleeping?",
    )
    assert first.question is not None
    assert first.question.relation is RelType.BEFORE
    assert [q.answer for q in found.questions] == [Answer.YES, Answer.NO, Answer.UNKNOWN]
    assert second.query == "IS ei2 before t1"
    assert third.rest == ("Unknown", "said twice", "x")
    assert [q.line for q in found.questions] == [1, 2, 3]
    assert found.documents == ("a.tml", "b.tml")
    assert found.warnings == ()
    assert found.digest == hashlib.sha256(GOOD.encode()).hexdigest()[:8]
    assert found.name == "questions.txt"


@pytest.mark.parametrize(
    "variant",
    [
        GOOD.encode("utf-8-sig"),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("\n", "\r").encode(),
        GOOD.rstrip("\n").encode(),
        ("\n\n" + GOOD.replace("\n", "\n \n")).encode(),
    ],
    ids=["bom", "crlf", "cr", "no last line end", "blank lines"],
)
def test_files_of_any_editor_are_read_alike(file: Path, variant: bytes) -> None:
    assert read(file, variant).questions == read(file, GOOD).questions


def test_only_line_ends_end_lines(file: Path) -> None:
    found = read(file, "1|a.tml|IS e1 AFTER e2|one\u2028two\x0bthree\x85four|yes\n")
    assert len(found) == 1


def test_a_line_of_four_fields_has_no_answer(file: Path) -> None:
    found = read(file, "1|a.tml|IS ei1 BEFORE ei2|so?\n2|a.tml|WHEN ei1|when?|t1\n")
    assert [q.answer for q in found.questions] == [None, None]
    assert [q.scored for q in found.questions] == [False, False]
    assert found.questions[1].question is not None
    assert found.questions[1].question.kind is Kind.WHEN
    assert found.questions[1].rest == ("t1",)


FAULTS = [
    ("1|a.tml|IS ei1 BEFORE ei2", "3 fields instead of 4 or more"),
    ("hello", "1 field instead of 4 or more"),
    ("1||IS ei1 BEFORE ei2|x|yes", "no document is named"),
    ("1|a.tml|IS ei1 BEFOR ei2|x|yes", "did you mean BEFORE?"),
    ("1|a.tml|IS ei1 BEFORE|x|yes", "is incomplete"),
    ("1|a.tml||x|yes", "the question is empty"),
    ("1|a.tml|IS ei1 BEFORE ei2|x|is", "the answer 'is' is not yes, no or unknown"),
    ("1|a.tml|IS ei1 BEFORE ei2|x|", "the answer is empty"),
]


@pytest.mark.parametrize(("line", "said"), FAULTS)
def test_a_fault_stops_with_file_and_line(file: Path, line: str, said: str) -> None:
    with pytest.raises(QuestionSetError) as caught:
        read(file, f"{GOOD}\n{line}\n")
    message = str(caught.value)
    assert message.startswith(f"{file}:5: ")
    assert said in message
    assert "--lenient" in message
    assert (caught.value.file, caught.value.line) == (str(file), 5)


@pytest.mark.parametrize(("line", "said"), FAULTS)
def test_lenient_reading_keeps_the_question_as_never_correct(
    file: Path, line: str, said: str
) -> None:
    found = read(file, f"{GOOD}{line}\n", lenient=True)
    assert len(found) == 4
    last = found.questions[-1]
    assert last.answer is None
    assert last.scored
    assert said in (last.problem or "")
    assert [w for w in found.warnings if said in w and w.startswith(f"{file}:4: ")]
    assert found.lenient


def test_a_well_formed_question_with_a_bad_answer_can_still_be_asked(file: Path) -> None:
    (only,) = read(file, "1|a.tml|IS ei1 BEFORE ei2|x|is\n", lenient=True).questions
    assert str(only.question) == "IS ei1 BEFORE ei2"


def test_all_faults_are_told_at_once_but_not_a_thousand(file: Path) -> None:
    with pytest.raises(QuestionSetError) as caught:
        read(file, GOOD + "nonsense\n" * 1000)
    lines = str(caught.value).split("\n")
    assert len(lines) == 7
    assert "995 more" in lines[5]


@pytest.mark.parametrize("lenient", [True, False])
def test_a_file_that_is_no_question_set_is_said_to_be_none(file: Path, lenient: bool) -> None:
    with pytest.raises(QuestionSetError, match="is this file a question set"):
        read(file, "# A page\n\nwith | bars\n" * 1000, lenient=lenient)


@pytest.mark.parametrize("content", ["", "\n \n", b"\xef\xbb\xbf"])
def test_a_file_without_questions_is_an_error(file: Path, content: str | bytes) -> None:
    with pytest.raises(QuestionSetError, match="the file has no questions"):
        read(file, content)


def test_other_encodings_are_named_with_their_line(file: Path) -> None:
    with pytest.raises(QuestionSetError, match=r":2: byte 0xe9 is not UTF-8"):
        read(file, "1|a|IS e1 AFTER e2|x|yes\n2|a|IS e1 AFTER e2|caf\xe9|no\n".encode("latin-1"))
    with pytest.raises(QuestionSetError, match="UTF-16"):
        read(file, GOOD.encode("utf-16"))


def test_repeated_numbers_are_allowed_and_told(file: Path) -> None:
    found = read(file, "1|a|IS e1 AFTER e2|x|yes\n1|a|IS e2 AFTER e1|x|no\n")
    assert len(found) == 2
    assert found.warnings == (
        f"{file}:2: the number '1' is used on line 1, too; both questions count",
    )


def test_a_missing_file_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_questions(tmp_path / "none.txt")


def test_the_error_survives_pickling(file: Path) -> None:
    with pytest.raises(QuestionSetError) as caught:
        read(file, "nonsense\n")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.line) == (str(caught.value), 1)


def test_the_bytes_of_a_file_are_read_as_the_file(tmp_path: Path) -> None:
    data = b"1|a.tml|IS e1 BEFORE e2|Was it?|yes\n"
    path = tmp_path / "set.txt"
    path.write_bytes(data)
    for source in (data, bytearray(data), memoryview(data)):
        read = read_questions(source, name="set.txt")
        assert read == read_questions(path)
    assert read_questions(data).name == "questions"
    assert read_questions(path, name="other").name == "other"


def test_errors_in_bytes_say_questions_for_a_file() -> None:
    with pytest.raises(QuestionSetError, match=r"^questions:2: 1 field") as caught:
        read_questions(b"1|a.tml|IS e1 BEFORE e2|Was it?|yes\nIS\n")
    assert (caught.value.file, caught.value.line) == ("questions", 2)
    with pytest.raises(QuestionSetError, match=r"^mine:1: the file has no questions"):
        read_questions(b"\n\n", name="mine")


@pytest.mark.parametrize("source", [None, 1, ["a.txt"]])
def test_what_is_neither_path_nor_bytes_is_refused(source: object) -> None:
    with pytest.raises(TypeError, match=r"a path or a file's bytes, not"):
        read_questions(source)  # type: ignore[arg-type]
