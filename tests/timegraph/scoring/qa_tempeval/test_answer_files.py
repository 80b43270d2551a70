"""Files of answers: every form they come in, and everything that is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from timegraph.answer import Answer
from timegraph.qa import QuestionSet, read_questions
from timegraph.scoring.qa_tempeval.answer_files import AnswerFileError, folded, read_answers

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
SET = """\
1|a.tml|IS ei1 BEFORE ei2|Was it earlier?|yes
2|a.tml|IS ei2 AFTER ei1|Was it later?|yes
3|b.tml|IS ei1 BEFORE ei2|Was it earlier?|unknown
3|c.tml|IS ei1 INCLUDES ei2|Was it within?|no
"""


@pytest.fixture
def questions(tmp_path: Path) -> QuestionSet:
    file = tmp_path / "questions.txt"
    file.write_text(SET, encoding="utf-8")
    return read_questions(file)


Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str) -> Path:
        file = tmp_path / "answers"
        file.write_text(text, encoding="utf-8")
        return file

    return written


@pytest.mark.parametrize(
    "text",
    [
        "1\tyes\n2\tNO.\nb.tml\t3\tunknown\n",
        "1,yes\n2,no\nb,3,unknown\n",
        "\ufeffquestion\tdocument\tanswer\r\n1\t\tyes\r\n2\ta\tno\r\n3\tb.tml\tunknown\r\n",
        "document,query,answer\na,is ei1  before ei2,yes\na,IS ei2 AFTER ei1,no\n"
        "b,IS ei1 BEFORE ei2,unknown\n",
        '{"number": 1, "answer": "yes"}\n\n{"id": "2", "predicted": "**No**"}\n'
        '{"question": "IS ei1 BEFORE ei2", "document": "B.tml", "answer": "Unknown"}\n',
        '[{"number": 1, "answer": "yes"}, {"number": 2, "answer": "no"},'
        ' {"number": 3, "document": "b", "answer": "unknown"}]',
    ],
)
def test_every_form_says_the_same(text: str, questions: QuestionSet, write: Write) -> None:
    read = read_answers(write(text), questions)
    assert dict(read.answers) == {0: YES, 1: NO, 2: UNKNOWN}
    assert read.notices == ()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("yes", YES),
        (" Yes.\n", YES),
        ('"NO"', NO),
        ("**unknown**!", UNKNOWN),
        ("Yes, since it was later", None),
        ("No. Yes.", None),
        ("yes no", None),
        ("true", None),
        ("", None),
        ("...", None),
    ],
)
def test_words_of_models_are_folded_by_one_rule(text: str, answer: Answer | None) -> None:
    assert folded(text) is answer


@given(st.text())
def test_a_text_is_an_answer_only_if_it_is_its_word(text: str) -> None:
    letters = "".join(letter for letter in text.lower() if letter.isalnum())
    answer = folded(text)
    assert answer is None or letters == str(answer)


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("7\tyes", "not-in-set", "no question of the set is 7"),
        ("3\tyes", "unusable-answer", "2 questions are 3; name the document, too"),
        ("c.tml\t1\tyes", "not-in-set", "no question of the set is c.tml 1"),
        ("1\tno", "unusable-answer", "answers 1 again; the first answer counts"),
        ("2\tI think so", "not-answered", "question 2: 'I think so' is not yes, no or unknown"),
        ("2\tyes\tno\tyes", "unusable-answer", "has 4 fields, not two"),
        ("chatter", "unusable-answer", "has 1 field, not two"),
    ],
)
def test_what_is_of_no_use_is_named(
    line: str, code: str, message: str, questions: QuestionSet, write: Write
) -> None:
    (notice,) = read_answers(write(f"1\tyes\n{line}\n"), questions).notices
    assert notice.code == code
    assert f":2: {message}" in notice.message


@pytest.mark.parametrize("line", ['{"number": 2, "ans', "[" * 5000, "7", '{"number": 2}', "null"])
def test_half_a_line_of_json_leaves_the_others(
    line: str, questions: QuestionSet, write: Write
) -> None:
    read = read_answers(write(f'{{"number": 1, "answer": "yes"}}\n{line}\n'), questions)
    assert dict(read.answers) == {0: YES}
    assert len(read.notices) == 1


def test_a_file_of_several_systems(questions: QuestionSet, write: Write) -> None:
    file = write("system\tquestion\tpredicted\none\t1\tyes\ntwo\t1\tno\n")
    assert dict(read_answers(file, questions, system="two").answers) == {0: NO}
    other = read_answers(file, questions, system="other")
    assert dict(other.answers) == {0: YES}
    assert len(other.notices) == 1


@pytest.mark.parametrize(
    "text", ["", "nothing here\n", "[1, 2", "number,answer\n", json.dumps([]), "9\tyes"]
)
def test_a_file_without_answers_is_refused(text: str, questions: QuestionSet, write: Write) -> None:
    with pytest.raises(AnswerFileError, match=r"answers"):
        read_answers(write(text), questions)


def test_files_that_cannot_be_read(questions: QuestionSet, tmp_path: Path) -> None:
    with pytest.raises(AnswerFileError, match="No such file"):
        read_answers(tmp_path / "none", questions)
    with pytest.raises(AnswerFileError, match="directory"):
        read_answers(tmp_path, questions)
    (tmp_path / "binary").write_bytes(b"\xff\xfe1")
    with pytest.raises(AnswerFileError, match="UTF-8"):
        read_answers(tmp_path / "binary", questions)


def test_ten_megabytes_of_chatter(questions: QuestionSet, write: Write) -> None:
    read = read_answers(write(f"1\tyes\n2\t{'Well, ' * 2_000_000}\n"), questions)
    assert dict(read.answers) == {0: YES, 1: None}
    assert len(read.notices[0].message) < 500


def test_a_number_that_repeats_in_a_document_is_told_by_the_query(
    tmp_path: Path, write: Write
) -> None:
    file = tmp_path / "questions.txt"
    queries = ("IS ei1 BEFORE ei2", "IS ei3 BEFORE ei1", "IS ei3 BEFORE ei1")
    file.write_text("".join(f"1|a.tml|{query}|Q?|yes\n" for query in queries), encoding="utf-8")
    questions = read_questions(file)
    rows = (
        f"question\tdocument\tquery\tpredicted\n1\ta\t{queries[0]}\tyes\n1\ta\t{queries[1]}\tno\n"
    )
    read = read_answers(write(rows), questions)
    assert (dict(read.answers), read.notices) == ({0: YES, 1: NO, 2: NO}, ())
    read = read_answers(write(f"a\t1\tyes\na\t{queries[1]}\tno\n"), questions)
    assert [notice.message.partition(": ")[2] for notice in read.notices] == [
        "3 questions are a 1; name the query, too"
    ]
