"""TimeQA's questions, their answers derived again from the dates as they are printed."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, strategies as st

from tests.drawing import examples
from tests.oracle.facts import timeqa_holds
from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.generate import (
    TIMEQA_PERTURBATIONS,
    Draw,
    short_date,
    timeqa_questions,
    unanswerable_questions,
)
from timegraph.facts.strategies import facts

drawn = st.lists(
    facts(subjects=["Ada"], relations=["team"], objects=["Xx", "Yy", "Zz"], min_year=1985,
          max_year=2005, units=["month", "year"], allow_open=False), min_size=1, max_size=5,
    unique_by=lambda f: (short_date(f.start), short_date(f.end)))  # fmt: skip
TIME = re.compile(r"\b((?:in|from|between|before|after) (?:early |late )?(?:[A-Z]|\d).*)\?$")


@examples(60)
@given(drawn, st.integers(0, 999))
@example([Fact("Ada", "team", "Xx", read_date("1985-01"), read_date("1985-01"))], 0)
def test_each_answer_is_derived_again(some: list[Fact], seed: int) -> None:
    base = FactBase(some)
    bounds = [(short_date(f.start), short_date(f.end)) for f in some]
    for question in timeqa_questions(base, group="Ada", draw=Draw(seed)):
        time = TIME.search(question.question)[1]
        held = [
            f.object for f, (start, end) in zip(some, bounds, strict=True)
            if timeqa_holds(time, start, end, bounds)
        ]  # fmt: skip
        if question.id.endswith("easy") and time.startswith("in "):
            # Beside the fact of these bounds stands what certainly lasted all that time.
            assert set(held) <= set(question.answers)
        else:
            assert question.answers == (tuple(dict.fromkeys(held)) or ("",)), question


def team(name: str, start: str, end: str) -> Fact:
    return Fact("Ada", "team", name, read_date(start), read_date(end))


def test_perturbations_have_the_same_answer() -> None:
    base = FactBase([team("Xx", "1990", "May 1995"), team("Yy", "1999", "2004")])
    made = list(timeqa_questions(base, group="Ada", draw=Draw(2)))
    of_first = [question for question in made if question.fact == "Ada#1"]
    assert len(of_first) == 1 + TIMEQA_PERTURBATIONS
    assert {question.answers for question in of_first} == {("Xx",)}
    assert len({question.question for question in of_first}) == 1 + TIMEQA_PERTURBATIONS


def test_times_in_which_nothing_holds_cannot_be_answered() -> None:
    base = FactBase([team("Xx", "1990", "May 1995"), team("Yy", "1999", "2004")])
    made = list(unanswerable_questions(base, group="Ada", draw=Draw(2), number=40))
    assert len(made) == len({question.question for question in made}) == 40
    assert {question.answers for question in made} == {("",)}
    times = " ".join(question.question for question in made)
    assert " before " in times
    assert " after " in times
    assert any(year in times for year in ("1996", "1997", "1998"))


@pytest.mark.parametrize("end", ["1985-01", "1985-02", "1985-03"])
def test_what_is_between_two_dates_is_within_the_fact(end: str) -> None:
    base = FactBase([team("Xx", "1985-01", end)])
    times = {
        TIME.search(question.question)[1]
        for seed in range(200)
        for question in timeqa_questions(base, group="Ada", draw=Draw(seed))
    }
    between = {time for time in times if time.startswith("between ")}
    assert between == ({"between Feb 1985 and Mar 1985"} if end == "1985-03" else set())


def test_points_and_what_cannot_be_asked() -> None:
    size = Fact("Ada", "shoe size", "9", read_date("1990"), read_date("1991"))
    base = FactBase([team("Xx", "1990", "1990"), Fact("Ada", "team", "Yy"), size])
    made = list(timeqa_questions(base, group="Ada", draw=Draw(2)))
    assert made[0].question.endswith("in 1990?")
    assert {question.fact for question in made} == {"Ada#1"}
