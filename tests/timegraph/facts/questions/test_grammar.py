"""Questions taken apart: every relation with every time, and names that hold such words."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph.dates.granules import DateError, read_date, year
from timegraph.facts import Fact, FactBase
from timegraph.facts.answers import ask
from timegraph.facts.question_kinds import (
    DateQuestion,
    FactQuestion,
    NotUnderstoodError,
    StoryQuestion,
)
from timegraph.facts.read_questions import read_date_question, read_question
from timegraph.facts.relations import RELATIONS, phrases

NAMES = (
    "Hans Kramers",
    "John Spencer-Churchill, 11th Duke of Marlborough",
    "Oliver Thompson (footballer, born 1961)",
    "A. (B) C.",
    "Mary, Crown Princess of Denmark",
    "École normale supérieure (Paris)",
    "Museum of Life and Death",
    "İYİ Party",
    "The Isle of Man's Own",
)
HARD_NAMES = (
    "Life before Death", "Man in Exile", "Class of 1990", "After the Flood", "Made in 1990 in Rome",
    "Duke of Marlborough in exile", "When in Rome", "24 hours after Ada",
)  # fmt: skip
TIMES = (
    ("in May 1990", "in"), ("in 1990", "in"), ("as of 1990", "as-of"), ("since 1990", "since"),
    ("from May 1990 to 1992", "from-to"), ("between Jan 1990 and Feb 1991", "between"),
    ("before Mar 1990", "before"), ("after 1990", "after"), ("in early 1990s", "early"),
    ("in the late 1990s", "late"), ("during 1990", "during"), ("when she lived in Oslo", "when"),
    ("before he/she worked for the Mill in B", "before-event"),
    ("after he/she was married to Bo", "after-event"),
    ("5 years and 1 months before May 1990", "step-before"), ("10 years after 1990", "step-after"),
    ("2 years after he/she was married to Bo", "step-after-event"),
    ("1 year before it was owned by Bo", "step-before-event"),
)  # fmt: skip
HEADS = [(relation.name, head) for relation in RELATIONS for n in relation.heads for head in
         phrases(n)]  # fmt: skip


@given(st.sampled_from(HEADS), st.sampled_from(NAMES), st.sampled_from(TIMES), st.booleans())
def test_every_relation_with_every_time(head, name: str, time, mark: bool) -> None:
    relation, phrase = head
    text = f"{phrase.format(name)} {time[0]}"
    question = read_question(text[0].upper() + text[1:] + "?" * mark)
    assert isinstance(question, FactQuestion)
    assert question.subject.lower() == name.lower()
    assert relation in question.relations
    assert question.kind == time[1]


@given(st.sampled_from(HEADS), st.sampled_from(HARD_NAMES), st.sampled_from(TIMES))
def test_facts_help_where_names_hold_times(head, name: str, time) -> None:
    relation, phrase = head
    base = FactBase([Fact(name, relation, "x", year(1990), year(1991))])
    question = read_question(f"{phrase.format(name)} {time[0]}", base)
    assert (question.subject, question.kind) == (name, time[1])
    assert relation in question.relations


@given(st.sampled_from(HEADS), st.sampled_from(TIMES))
def test_case_does_not_matter(head, time) -> None:
    text = f"{head[1].format('Ada')} {time[0]}"
    lower, upper = read_question(text.lower()), read_question(text.upper())
    assert lower.relations == upper.relations == read_question(text).relations
    assert lower.time.kind == upper.time.kind == time[1]


def test_blanks_do_not_matter() -> None:
    question = read_question("  Which team did  Ada  play for\tin  Feb,  2001 ? ")
    assert (question.subject, question.time.first) == ("Ada", read_date("February 2001"))


def test_a_question_without_a_time() -> None:
    question = read_question("Which teams did Ada play for?")
    assert (question.kind, question.subject) == ("any", "Ada")


def test_a_time_in_front() -> None:
    question = read_question("From 2006 to 2009, which team did Ada play for?")
    assert (question.kind, question.subject) == ("from-to", "Ada")


def test_other_grammars() -> None:
    assert isinstance(read_question("What is the time 2 year after Apr, 1416"), DateQuestion)
    assert isinstance(read_question("How long did the event (A (b)) last?"), StoryQuestion)


class TestNotUnderstood:
    def refused(self, text: str, base: FactBase | None = None) -> NotUnderstoodError:
        with pytest.raises(NotUnderstoodError) as refused:
            read_question(text, base)
        assert refused.value.question == text
        return refused.value

    def test_the_time(self) -> None:
        error = self.refused("Which team did Ada play for around 1990?")
        assert error.part == "around 1990"
        assert "is not a time" in str(error)

    def test_the_head(self) -> None:
        error = self.refused("Whose hat did Ada wear in 1990?")
        assert error.part == "Whose hat did Ada wear"

    def test_everything(self) -> None:
        assert self.refused("How are you?").part == "How are you"
        assert "the question is empty" in str(self.refused(""))

    def test_a_date_that_is_not_there(self) -> None:
        assert "no day 30" in str(self.refused("What is the day 1 year after 30 February 1990?"))

    def test_an_event_of_another_subject(self) -> None:
        error = self.refused("Which team did Ada play for when Bo lived in Oslo?")
        assert error.part == "Bo lived in Oslo"
        assert "one subject at a time" in str(error)

    def test_two_subjects(self) -> None:
        base = FactBase([Fact(name, "team", "x", year(1990), year(1991)) for name in "AB"])
        error = self.refused("Which team did A and B play for in 1990?", base)
        assert error.part == "A and B"
        assert "2 subjects" in str(error)


@pytest.mark.parametrize(
    ("text", "months", "back"),
    [
        ("What is the time 9 year and 4 month after Apr, 1416", 112, False),
        ("what is the time 12 month before Apr, 1416", 12, True),
        ("What was the date 2 years earlier than Apr, 1416", 24, True),
    ],
)
def test_the_step_and_its_side(text: str, months: int, back: bool) -> None:
    question = read_date_question(text)
    assert (question.step.months, question.back) == (months, back)
    assert question.origin == read_date("April 1416")
    assert question.kind == "date"


def test_other_questions_are_none() -> None:
    assert read_date_question("Which team did A play for in 1990") is None


def test_a_day_that_is_not_there() -> None:
    with pytest.raises(DateError, match="no day 30"):
        read_date_question("What is the day 2 years after 30 February 1990")


TOWN = [
    ("Oslo", "chair", "Ann"), ("Oslo", "head of government", "Bo"), ("Ystad", "head", "Cy"),
    ("Embassy of Canada, Washington, D.C.", "owner", "Canada"), ("Ida", "position", "mayor"),
    ("Ida", "award", "Medal"), ("Ida", "team", "Rovers"), ("Ida", "employer", "Mill"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "objects"),
    [
        ("Who was the chair of Oslo in 1992?", "Ann"),
        ("Who was chairperson of Oslo in 1992?", "Ann"),
        ("Who was the head of Oslo in 1992?", "Ann Bo"),
        ("Who was head of government of Oslo in 1992?", "Bo"),
        ("Who was the head of government of Ystad in 1992?", "Cy"),
        ("Who was owner of Embassy of Canada, Washington, D.C. in 1992?", "Canada"),
        ("Who owned Embassy of Canada, Washington, D.C., in 1992?", "Canada"),
        ("What position was held by Ida in 1992?", "mayor"),
        ("Which offices were held by Ida when she worked for Mill?", "mayor"),
        ("What awards did Ida win when she worked for Mill?", "Medal"),
        ("Which prize was won by Ida in 1992?", "Medal"),
        ("Ida played for _X_.", "Rovers"),
        ("In 1992, Ida played for _X_", "Rovers"),
        ("Ida plays for _X_ in 1992.", "Rovers"),
        ("Ida worked for _X_ when she played for Rovers.", "Mill"),
        ("_X_ was the chair of Oslo in 1992.", "Ann"),
        ("_X_ is the head of the government of Oslo.", "Bo"),
    ],
)
def test_forms_of_the_benchmarks(text: str, objects: str) -> None:
    base = FactBase(Fact(*parts, read_date("1990"), read_date("1995")) for parts in TOWN)
    assert set(ask(base, text).certain or ()) == set(objects.split())
