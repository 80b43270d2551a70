"""Certain and possible answers to questions."""

from __future__ import annotations

import pytest

from tests.oracle.facts import open_from
from timegraph.dates import read_date
from timegraph.dates.granules import OPEN, year
from timegraph.facts import Fact, FactBase
from timegraph.facts.answers import find, origin_of
from timegraph.facts.fact import distinct_objects
from timegraph.facts.question_kinds import FactQuestion
from timegraph.facts.read_questions import read_question


def fact(relation: str, object: str, start: str, end: str) -> Fact:
    return Fact("Ada", relation, object, read_date(start), read_date(end))


BASE = FactBase(
    [
        fact("employer", "Mill", "January 1926", "January 1934"),
        fact("employer", "Lab", "January 1931", "January 1952"),
        fact("employer", "Mint", "March 1952", "1960"),
        fact("spouse", "Bo", "1930", "1940"),
    ]
)


@pytest.mark.parametrize(
    ("time", "certain", "possible"),
    [
        ("in May 1932", "Mill Lab", "Mill Lab"),
        ("as of January 1934", "Lab", "Mill Lab"),
        ("between May 1932 and May 1933", "Mill Lab", "Mill Lab"),
        ("between May 1933 and May 1935", "Lab", "Mill Lab"),
        ("between 1935 and 1934", "", ""),
        ("from May 1933 to May 1935", "Mill Lab", "Mill Lab"),
        ("from 1953 to 1940", "", ""),
        ("during 1952", "Mint", "Lab Mint"),
        ("since 1953", "Mint", "Mint"),
        ("until 1930", "Mill", "Mill"),
        # Not within the date: a job from January 1931 to January 1952 is not before 1931, nor is
        # it after 1952; "until" and "since" include it.
        ("before 1931", "Mill", "Mill"),
        ("before February 1931", "Mill Lab", "Mill Lab"),
        ("until 1931", "Mill", "Mill Lab"),
        ("after January 1952", "Mint", "Mint"),
        ("after 1952", "Mint", "Mint"),
        ("since 1952", "Mint", "Lab Mint"),
        ("after 1959", "", "Mint"),
        ("after 1958", "Mint", "Mint"),
        ("in early 1950s", "Lab Mint", "Lab Mint"),
        ("when she was married to Bo", "Mill Lab", "Mill Lab"),
        ("after she was married to Bo", "Lab", "Lab"),
        ("before she worked for Lab", "Mill", "Mill"),
        ("5 years after May 1925", "Mill", "Mill"),
        ("5 years after she worked for Mill", "Lab", "Lab"),
        ("2 years before she worked for Mint", "Lab", "Lab"),
    ],
)
def test_times(time: str, certain: str, possible: str) -> None:
    question = read_question(f"Which employers did Ada work for {time}?", BASE)
    assert isinstance(question, FactQuestion)
    found = find(BASE, question)
    assert found.known
    assert " ".join(distinct_objects(found.certain)) == certain
    assert " ".join(distinct_objects(found.possible)) == possible


def test_any_time() -> None:
    question = read_question("Which employers did Ada work for?", BASE)
    assert distinct_objects(find(BASE, question).certain) == ("Mill", "Lab", "Mint")


def test_unknown() -> None:
    for text in ("Which employer did Eve work for in 1990?", "Where did Ada live in 1990?",
                 "Which employer did Ada work for before Zoo?"):  # fmt: skip
        assert not find(BASE, read_question(text, BASE)).known


def test_several_meanings_together() -> None:
    base = FactBase(
        Fact("Club", relation, object, year(1990), year(1999))
        for relation, object in (("chair", "Bo"), ("head of government", "Cy"))
    )
    question = read_question("Who was the head of Club in 1995?", base)
    assert distinct_objects(find(base, question).certain) == ("Bo", "Cy")


def test_the_end_of_an_event_that_is_open() -> None:
    base = FactBase([Fact("Ada", "team", "A", year(1990), OPEN),
                     Fact("Ada", "team", "B", year(1990), open_from(year(2000)))])  # fmt: skip
    first, second = base.rows("Ada", "team")
    assert origin_of(first, "after").first == year(1990).first
    assert origin_of(second, "after").first == year(2000).first
    assert origin_of(first, "after").after is None
    assert origin_of(first, "before") == year(1990)
