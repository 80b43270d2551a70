"""Kinds of wrong answers: one example of each, and what is not wrong."""

from __future__ import annotations

import pytest

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.answering.answers import Reading
from timegraph.facts.questions.resolve import read_question
from timegraph.facts.readers.lines import Record
from timegraph.facts.scoring.measure import error_of, errors_among, is_wrong
from timegraph.facts.scoring.systems import Answered


def fact(relation: str, object: str, start: str, end: str) -> Fact:
    return Fact("Ada Holm", relation, object, read_date(start), read_date(end))


BASE = FactBase(
    [
        fact("team", "Lund", "1990-01", "1992-06"),
        fact("team", "Ystad", "1992-06", "1995-01"),
        fact("team", "Malmo", "1995-03", "1999-01"),
        fact("team", "Sweden", "1994-01", "2001-01"),
        fact("team", "Oslo", "2005-01", "2008-01"),
        fact("employer", "Mill", "1980-01", "1985-01"),
        fact("employer", "Works", "1991-01", "1994-01"),
        fact("employer", "Yard", "2005-01", "2008-01"),
    ]
)


def answered(time: str, golds: str, predicted: str | None, reading: Reading = "timeqa") -> Answered:
    text = f"Which team did Ada Holm play for {time}?"
    gold = tuple(golds.split("|"))
    record = Record("1", text, gold, BASE, "Ada", reading)
    given = None if predicted is None else tuple(filter(None, predicted.split("|")))
    return Answered(record, given, read_question(text, BASE), reading)


@pytest.mark.parametrize(
    ("time", "golds", "predicted", "kind"),
    [
        ("in May 1991", "Lund", "", "nothing"),
        ("in May 1991", "Lund", None, "nothing"),
        ("in May 1991", "Lund", "Gothenburg", "no such object"),
        ("in May 1991", "Lund", "Mill", "other relation"),
        ("in Jun 1992", "Ystad", "Lund", "boundary"),
        ("in May 1996", "Malmo", "Sweden", "containment"),
        ("in May 1991", "Lund", "Ystad", "neighbour"),
        ("in May 2003", "", "Sweden", "neighbour"),
        ("in May 2003", "", "Oslo", "neighbour"),
        ("in May 2003", "", "Lund", "another time"),
        ("in May 1991", "Lund", "Oslo", "another time"),
        ("when she worked for Works", "Lund", "Oslo", "wrong anchor"),
    ],
)
def test_each_kind(time: str, golds: str, predicted: str | None, kind: str) -> None:
    one = answered(time, golds, predicted)
    assert is_wrong(one)
    error = error_of(one)
    assert error.kind == kind
    if kind not in ("nothing", "no such object"):
        assert {fact.object for fact in error.predicted} == {predicted}
    if golds and kind != "no such object":
        assert {fact.object for fact in error.gold} == set(golds.split("|"))


def test_some_of_several_answers() -> None:
    one = answered("in May 1996", "Malmo|Sweden", "Sweden", "complex-tr")
    assert error_of(one).kind == "one of several"
    assert not is_wrong(answered("in May 1996", "Malmo|Sweden", "Sweden"))


def test_right_answers_are_no_errors() -> None:
    right = [
        answered("in May 1991", "Lund", "the lund."),
        answered("in May 2003", "", ""),
        answered("in May 1996", "Malmo|Sweden", "Sweden|Malmo", "complex-tr"),
    ]
    assert list(errors_among(right)) == []


def test_without_facts_nothing_is_judged() -> None:
    record = Record("1", "Which team did Ada Holm play for in 1991?", ("Lund",), None, "Ada")
    one = Answered(record, ("Oslo",), read_question(record.question), "certain")
    assert error_of(one).kind == "not judged"
