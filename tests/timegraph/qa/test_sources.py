"""The sources of questions, in field six."""

from __future__ import annotations

from timegraph.qa import read_questions
from timegraph.qa.question_sets import SOURCE, sources_of

SET = """\
1|day|IS e1 BEFORE e2||yes|source=a,b
2|day|IS e1 BEFORE e2||yes|hard
3|day|LIST BEFORE e1||source=a
4|day|IS e1 BEFORE e2||yes
"""


def test_field_six_is_for_is_questions_alone() -> None:
    questions = read_questions(SET.encode()).questions
    assert [sources_of(question) for question in questions] == [("a", "b"), (), (), ()]


def test_the_form_of_field_six() -> None:
    assert all(map(SOURCE.fullmatch, ["source=a", "source=a b,c"]))
    assert not any(map(SOURCE.fullmatch, ["source=", "source=a,", "yes"]))
