"""The rules of TimeQA."""

from __future__ import annotations

import pytest

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.answers import ask
from timegraph.facts.read_questions import read_question


def fact(object: str, start: str, end: str, relation: str = "team") -> Fact:
    return Fact("Ada", relation, object, read_date(start), read_date(end))


BASE = FactBase(
    [
        fact("A", "1979", "1983"),
        fact("B", "1983", "1984"),
        fact("C", "Feb 1986", "Jun 1991"),
        fact("", "1991", "1993"),
        fact("G", "1993", "1994"),
        fact("", "1994", "1995"),
        fact("D", "1996", "Mar 2002"),
        fact("E", "2002", "Feb 2002"),
        fact("F", "2005", "2005"),
    ]
)


@pytest.mark.parametrize(
    ("time", "answer"),
    [
        # Easy questions: the printed bounds.
        ("from 1979 to 1983", "A"),
        ("from Feb 1986 to Jun 1991", "C"),
        ("from 1986 to 1991", "C"),
        ("in 2005", "F"),
        ("in 2002", "E"),
        # Hard ones: inside, with the end and without the start.
        ("in 1983", "A"),
        ("in Jan 1979", "A"),
        ("in Dec 1983", "B"),
        ("in Jun 1991", "C"),
        # The start itself, where nothing else fits.
        ("in Feb 1986", "C"),
        ("as of Feb 1986", "C"),
        ("during Feb 1986", "C"),
        ("in 1979", "A"),
        ("in 1986", ""),
        ("in 1996", "D"),
        # What is not known yields to what begins as it ends, but not the other way round.
        ("in 1993", "G"),
        ("in 1994", "G"),
        ("in 1995", ""),
        ("between Jan 1979 and Dec 1982", "A"),
        ("between Jan 1980 and Feb 1983", ""),
        ("between 1979 and 1983", "A"),
        ("from 1980 to 1982", "A"),
        ("in May 1992", ""),
        ("in 1950", ""),
        ("before Mar 1981", "A"),
        ("before 1978", ""),
        ("until 1990", "A"),
        ("after 2004", "F"),
        ("after 2006", ""),
        ("in early 1980s", "A"),
        ("in early 1990s", "C"),
        ("in late 1990s", "D"),
        ("in late 1980s", "C"),
        ("in late 1970s", "A"),
        ("in early 1950s", ""),
        ("since 1996", "D"),
        ("since 1998", "D"),
        ("since 2004", "F"),
        ("since 2010", ""),
        ("during 1982", "A"),
        ("as of Mar 2000", "D"),
    ],
)
def test_times(time: str, answer: str) -> None:
    question = read_question(f"Which team did Ada play for {time}?", BASE)
    assert ask(BASE, question, reading="timeqa").items == (answer,)


def test_any_time() -> None:
    question = read_question("Which teams did Ada play for?", BASE)
    assert ask(BASE, question, reading="timeqa").items == tuple("ABCGDEF")


def test_a_fact_answers_from_its_printed_start_on() -> None:
    """Each date from the start to the end of two facts in a row has an answer; where they meet, it
    is the one that ends."""
    base = FactBase([fact("A", "May 2003", "Jul 2003"), fact("B", "Jul 2003", "Dec 2007")])
    answers = [
        ask(
            base, read_question(f"Which team did Ada play for in {time}?", base), reading="timeqa"
        ).items
        for time in ("Apr 2003", "May 2003", "Jun 2003", "Jul 2003", "Aug 2003", "Dec 2007")
    ]
    assert answers == [("",), ("A",), ("A",), ("A",), ("B",), ("B",)]


def test_facts_that_start_together_answer_together() -> None:
    base = FactBase([fact("A", "1990", "1999"), fact("B", "1990", "1995")])
    question = read_question("Which team did Ada play for in 1990?", base)
    assert ask(base, question, reading="timeqa").items == ("A", "B")


def test_nothing_known_yields_to_something() -> None:
    base = FactBase([fact("", "1990", "1999"), fact("A", "1990", "1999")])
    question = read_question("Which team did Ada play for in 1995?", base)
    assert ask(base, question, reading="timeqa").items == ("A",)


def test_printed_bounds_do_not_hide_what_is_certain() -> None:
    base = FactBase([fact("A", "1980", "2000"), fact("B", "1990", "1990")])
    question = read_question("Which team did Ada play for in 1990?", base)
    assert ask(base, question, reading="timeqa").items == ("A", "B")


def test_times_that_the_benchmark_lacks() -> None:
    question = read_question("Which team did Ada play for 1 year after May 1980?", BASE)
    selected = ask(BASE, question, reading="timeqa")
    assert selected.items == ("A",)
    assert "no rule" in selected.notes[0]


def test_unknown_is_not_unanswerable() -> None:
    assert not ask(
        BASE, read_question("Which team did Eve play for in 1990?", BASE), reading="timeqa"
    ).known
    assert not ask(
        BASE, read_question("Which team did Ada play for before Zoo?", BASE), reading="timeqa"
    ).known
