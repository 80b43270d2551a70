"""Questions that take up the time of the one before."""

from __future__ import annotations

import pytest

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.answering.asking import ask
from timegraph.facts.questions import read_question
from timegraph.facts.questions.question_kinds import NotUnderstoodError
from timegraph.facts.questions.resolve import read_follow_up

BASE = FactBase(
    [
        Fact("Ada", "employer", name, read_date(start), read_date(end))
        for name, start, end in (("Mill", "1930", "1941"), ("Works", "1945", "1960"))
    ]
)
IN_1950 = "Which employer did Ada work for in 1950?"


def answers(*questions: str) -> list[tuple[str, ...] | None]:
    previous, replies = None, []
    for text in questions:
        asked = read_follow_up(text, BASE, previous) or read_question(text, BASE)
        replies.append(ask(BASE, asked, reading="certain").items)
        previous = asked
    return replies


@pytest.mark.parametrize(
    ("follow_up", "answer"),
    [
        ("And two years later?", ("Works",)),
        ("and fifteen years earlier", ("Mill",)),
        ("What about five years before that?", ()),
        ("Which employer did Ada work for fifteen years earlier?", ("Mill",)),
        ("Was Ada's employer Mill fifteen years earlier?", ("yes",)),
    ],
)
def test_a_step_from_a_date(follow_up: str, answer: tuple[str, ...]) -> None:
    assert answers(IN_1950, follow_up)[1] == answer


def test_steps_add_up() -> None:
    assert answers(IN_1950, "ten years earlier", "five years earlier")[-1] == ("Mill",)


def test_a_step_from_an_event() -> None:
    when = "Which employer did Ada work for when she worked for the Mill?"
    later = answers(when, "six years later", "a year later")
    assert later[1:] == [("Works",), ("Works",)]


@pytest.mark.parametrize(
    "questions",
    [
        ("a year earlier?",),
        ("Which employer did Ada work for?", "a year earlier?"),
        ("What is the time a year after May 1990?", "a year earlier?"),
        (IN_1950, "What is the time a year after May 1990 a year later?"),
        (IN_1950, "and half a month later"),
    ],
)
def test_without_a_time_to_count_from(questions: tuple[str, ...]) -> None:
    with pytest.raises(NotUnderstoodError):
        answers(*questions)


def test_other_questions_are_none() -> None:
    for text in (IN_1950, "Who was there a year later than 1990?", "", "a year"):
        assert read_follow_up(text, BASE, None) is None
