"""Questions that name a fact, in the words of its table."""

from __future__ import annotations

import pytest

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.answers import ask
from timegraph.facts.question_kinds import FactQuestion, HoldingQuestion, NotUnderstoodError
from timegraph.facts.read_questions import example_questions, read_question


def fact(relation: str, object: str, start: str, end: str, subject: str = "Ada") -> Fact:
    return Fact(subject, relation, object, read_date(start), read_date(end))


BASE = FactBase(
    [
        fact("team", "Town", "2003", "2005"),
        fact("team", "", "2005", "2006"),
        fact("captain", "Town", "2009", "2011"),
        fact("hat size", "The Big One", "2001", "2002"),
        fact("owner", "Bo", "1990", "1995", "the Mill"),
    ]
)


@pytest.mark.parametrize(
    ("text", "kind", "relation", "object", "time"),
    [
        ("When did Ada play for Town?", "when", "team", "Town", "any"),
        ("when was ada captain of town", "when", "captain", "Town", "any"),
        ("When was Ada's team Town?", "when", "team", "Town", "any"),
        ("When was Ada the captain of Town?", "when", "captain", "Town", "any"),
        ("When was Ada with Town?", "when", "team", "Town", "any"),
        ("When was Ada's hat size the Big One?", "when", "hat size", "The Big One", "any"),
        ("How long did Ada play for Town?", "how-long", "team", "Town", "any"),
        ("For how long was Ada captain of Town?", "how-long", "captain", "Town", "any"),
        ("Was Ada captain in 2010?", "whether", "captain", "", "in"),
        ("Was Ada captain of Town before 2010?", "whether", "captain", "Town", "before"),
        ("Did Ada play for Town in 2004?", "whether", "team", "Town", "in"),
        ("Was Ada's team Town one year after May 2003?", "whether", "team", "Town", "step-after"),
        ("Was Ada captain when she played for Town?", "whether", "captain", "", "when"),
        ("Was the Mill owned by Bo in 1992?", "whether", "owner", "Bo", "in"),
        ("Was Ada captain?", "whether", "captain", "", "any"),
    ],
)
def test_facts_that_are_named(text: str, kind: str, relation: str, object: str, time: str) -> None:
    question = read_question(text, BASE)
    assert isinstance(question, HoldingQuestion)
    assert (question.kind, question.relation) == (kind, relation)
    assert question.object.casefold() == object.casefold()
    assert (question.time.kind, question.text) == (time, text)


@pytest.mark.parametrize(
    "text", ["Ada's team in 2004", "What was Ada's team in 2004?", "who was ada's team in 2004"]
)
def test_possessives(text: str) -> None:
    question = read_question(text, BASE)
    assert isinstance(question, FactQuestion)
    assert (question.subject, question.relations, question.kind) == ("Ada", ("team",), "in")


@pytest.mark.parametrize(
    "text", ["When did it rain?", "How long?", "Was Ada happy in 2010?", "Ada"]
)
def test_what_is_not_understood_gets_examples_in_the_words_of_the_table(text: str) -> None:
    with pytest.raises(NotUnderstoodError) as refused:
        read_question(text, BASE)
    for example in example_questions(BASE):
        assert example in refused.value.reason
    with pytest.raises(NotUnderstoodError) as without:
        read_question(text)
    assert "Ada's team" not in without.value.reason.replace(text, "")


def test_the_examples_are_understood() -> None:
    for example in example_questions(BASE):
        read_question(example, BASE)
    assert example_questions(FactBase()) == ()


@pytest.mark.parametrize(
    ("subject", "relation"),
    [("Palace of the Republic, Berlin's Berlin", "occupant"), ("Ada", "Berlin's occupant"),
     ("Ada", ""), ("Ada", "Who held the Old Tower")],
)  # fmt: skip
def test_no_example_that_nobody_would_ask(subject: str, relation: str) -> None:
    odd = Fact(subject, relation, "Bo", read_date("1990"), read_date("1995"))
    assert example_questions(FactBase([odd])) == ()
    plain = Fact("Eve", "team", "Reds", read_date("1990"), read_date("1995"))
    assert example_questions(FactBase([odd, plain]))[0] == "Eve's team in 1990"


def test_examples_are_about_the_subject_of_the_question() -> None:
    with pytest.raises(NotUnderstoodError, match=r"like: the Mill's owner in 1990 \| When was"):
        read_question("Was the Mill's flag red?", BASE)
    marked = Fact('Gaius "Caesar"', "team", "Reds; of Rome", read_date("1990"), read_date("1995"))
    assert example_questions(FactBase([marked])) == ()


TWO_CUTS = FactBase(
    [
        fact("school", "Old Hall", "1990", "2000"),
        fact("employer", "North Mill", "1990", "2000"),
        fact("political party", "Green Party", "1990", "2000"),
        fact("organization", "Book Guild", "1990", "2000"),
        fact("spouse", "Ove Berg", "1990", "2000"),
    ]
)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Was Ada married to Ove Berg in 1995?", "yes"),
        ("Was Ada married in 1995?", "yes"),
        ("When was Ada married to Ove Berg?", "1990 to 2000"),
        ("Did Ada work for the North Mill in 1995?", "yes"),
        ("Did Ada attend the Old Hall in 1995?", "yes"),
        ("Was Ada's employer 'North Mill' in 1995?", "yes"),
        ("Was Ada a member of Book Guild in 1995?", "yes"),
        ("Was Ada a member of the Green Party in 1995?", "yes"),
        ("Did Ada work for Old Hall in 1995?", "no"),
        ("Was Ada married to Ove Berg in 2010?", "no"),
    ],
)
def test_of_two_cuts_the_one_whose_object_the_facts_know_is_meant(text: str, answer: str) -> None:
    assert ask(TWO_CUTS, text).text == answer


@pytest.mark.parametrize(
    ("text", "object"),
    [
        ("Was Ada married to Tom Falk in 1995?", "Tom Falk"),
        ("Was Ada's employer Works in 1995?", "Works"),
    ],
)
def test_what_no_fact_has_for_its_object_is_unknown(text: str, object: str) -> None:
    reply = ask(TWO_CUTS, text)
    assert reply.items is None
    assert reply.notes == (f"no fact has the object {object!r}",)


OBJECT_FIRST = FactBase(
    [
        fact("owner", "Bo", "1990", "2000", "the Mill"),
        fact("head coach", "Jan Ek", "1990", "2000", "Lund Rovers"),
        fact("award", "Gold Cup", "1990", "2000"),
        fact("position", "Mayor", "1990", "2000"),
        fact("organization", "Book Guild", "1990", "2000"),
        fact("residence", "Ystad", "1990", "2000"),
        fact("work location", "Ystad", "1990", "2000"),
        fact("political party", "Green Party", "1990", "2000"),
    ]
)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Was Bo the owner of the Mill in 1995?", "yes"),
        ("Did Bo own the Mill in 2010?", "no"),
        ("When was Bo the owner of the Mill?", "1990 to 2000"),
        ("Was Jan Ek the head coach of Lund Rovers in 1995?", "yes"),
        ("Did Jan Ek coach the Lund Rovers in 1995?", "yes"),
        ("Was Bo the head coach of Lund Rovers in 1995?", "no"),
        ("Did Ada win the Gold Cup in 1995?", "yes"),
        ("Did Ada receive the Gold Cup in 1995?", "yes"),
        ("Did Ada serve as Mayor in 1995?", "yes"),
        ("Did Ada join the Book Guild in 1995?", "yes"),
        ("Did Ada reside in Ystad in 1995?", "yes"),
        ("Did Ada work in Ystad in 1995?", "yes"),
        ("Did Ada belong to the Green Party in 1995?", "yes"),
    ],
)
def test_the_object_may_stand_first_and_verbs_may_follow_did(text: str, answer: str) -> None:
    assert ask(OBJECT_FIRST, text).text == answer


QUARTERS = FactBase(
    [fact("employer", "Mill", "1990-Q2", "1992-Q1"), fact("team", "Town", "-0050", "-0005")]
)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Which employer did Ada work for in 1990-Q3?", "Mill"),
        ("In 1990-Q3, which employer did Ada work for?", "Mill"),
        ("Which employer did Ada work for from 1990-Q2 to 1992-Q1?", "Mill"),
        ("Was Ada's employer Mill in 1990-Q3?", "yes"),
        ("Which team did Ada play for in -0040?", "Town"),
    ],
)
def test_questions_read_the_dates_that_tables_read(text: str, answer: str) -> None:
    assert ask(QUARTERS, text).text == answer


@pytest.mark.parametrize(
    ("time", "part"),
    [
        ("in 1990-Q7", "in 1990-Q7"),
        ("in Q3 1990", "in Q3"),
        ("in the summer of 1991", "in the summer of"),
        ("in July 1990 and in 1991", "in July 1990 and"),
        ("in 1990 or 1991", "or 1991"),
    ],
)
@pytest.mark.parametrize("asked", ["who was the owner of the Mill", "what was the Mill's owner"])
def test_what_is_no_time_is_refused_and_no_part_of_a_subject(
    asked: str, time: str, part: str
) -> None:
    with pytest.raises(NotUnderstoodError) as error:
        read_question(f"{asked} {time}?", BASE)
    if asked.startswith("who"):
        assert error.value.part == part


def test_what_is_no_time_is_no_part_of_an_object() -> None:
    with pytest.raises(NotUnderstoodError, match="'in Q3 1990' is not a time"):
        read_question("Was Ada's employer Mill in Q3 1990?", QUARTERS)


@pytest.mark.parametrize("name", ["Mill House", "Mill Radio 4", "Mill and Sons", "Mill (UK)"])
def test_a_longer_name_is_another_name(name: str) -> None:
    question = read_question(f"Who was the owner of the {name} in 1990?", BASE)
    assert isinstance(question, FactQuestion)
    assert question.subject == f"the {name}"
