"""The rules of Complex-TR and TempReason."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from tests.oracle.facts import next_by_start, official_months
from timegraph.dates import read_date
from timegraph.dates.granules import OPEN
from timegraph.facts import Fact, FactBase
from timegraph.facts.answers import ask, neighbours_by_start
from timegraph.facts.read_questions import read_question
from timegraph.facts.strategies import facts
from timeml.gregorian import MONTHS


def fact(relation: str, object: str, start: str, end: str) -> Fact:
    return Fact("Ada", relation, object, read_date(start), read_date(end))


BASE = FactBase(
    [
        fact("employer", "Mill", "January 1926", "January 1934"),
        fact("employer", "Lab", "January 1931", "January 1952"),
        fact("employer", "Mint", "March 1952", "March 1960"),
        fact("employer", "Fair", "May 1940", "May 1940"),
        fact("spouse", "Bo", "January 1934", "January 1940"),
    ]
)


@pytest.mark.parametrize(
    ("time", "answer"),
    [
        ("in January 1926", "Mill"),
        ("in January 1934", "Lab"),
        ("in May 1940", "Lab Fair"),
        ("in 1934", "Lab"),
        ("from December 1933 to May 1940", "Mill Lab"),
        ("from May 1940 to May 1940", "Lab Fair"),
        ("from January 1934 to January 1952", "Lab Fair"),
        ("since February 1952", "Mint"),
        ("until January 1926", "Mill"),
        ("when she was married to Bo", "Lab"),
        ("when she worked for Fair", "Lab"),
        ("before she worked for Mint", "Fair"),
        ("after she was married to Bo", "Fair"),
        ("after she worked for Mint", ""),
        ("2 years and 1 months after she worked for Lab", "Mint"),
        ("8 years before she was married to Bo", "Mill"),
        ("10 years before May 1950", "Lab Fair"),
        ("", "Mill Lab Mint Fair"),
    ],
)
def test_times(time: str, answer: str) -> None:
    question = read_question(f"Which employers did Ada work for {time}?", BASE)
    assert " ".join(ask(BASE, question, reading="complex-tr").items) == answer


def test_tempreason_is_possible_at_the_month() -> None:
    question = read_question("Which employer did Ada work for in January 1934?", BASE)
    assert ask(BASE, question, reading="tempreason").items == ("Mill", "Lab")
    after = read_question("Which employer did Ada work for after Mill?", BASE)
    assert ask(BASE, after, reading="tempreason").items == ("Lab",)


def test_times_that_the_benchmark_lacks() -> None:
    question = read_question("Which employer did Ada work for before 1928?", BASE)
    selected = ask(BASE, question, reading="complex-tr")
    assert selected.items == ("Mill",)
    assert "no rule" in selected.notes[0]


def test_open_ends_have_no_date() -> None:
    base = FactBase([Fact("Ada", "employer", "Mill", read_date("1990"), OPEN),
                     fact("employer", "Lab", "1980", "1981")])  # fmt: skip
    later = read_question("Which employer did Ada work for 2 years after she worked for Mill", base)
    assert ask(base, later, reading="complex-tr").items == ()
    now = read_question("Which employer did Ada work for in 2020?", base)
    assert ask(base, now, reading="complex-tr").items == ("Mill",)


def test_unknown() -> None:
    for text in ("Which employer did Eve work for in 1990?",
                 "Which employer did Ada work for before Zoo?"):  # fmt: skip
        assert not ask(BASE, read_question(text, BASE), reading="complex-tr").known


def test_all_ties() -> None:
    base = FactBase([fact("team", o, y, y) for o, y in zip("ABCD", ("0001", "0001", "0002", "0003"),
                                                          strict=True)])  # fmt: skip
    rows = base.rows("Ada", "team")
    assert [r.fact.object for r in neighbours_by_start(rows, rows[2:3], before=True)] == ["A", "B"]
    assert [r.fact.object for r in neighbours_by_start(rows, rows[:1], before=False)] == ["C"]


months = st.integers(12 * 1999, 12 * 2001 - 1)
drawn = st.lists(
    facts(subjects=["Ada"], relations=["employer"], min_year=1999, max_year=2000,
          units=["month"]), min_size=1, max_size=5)  # fmt: skip


def written(month: int) -> str:
    return f"{MONTHS[month % 12]} {month // 12}"


@given(drawn, months, months)
def test_months_one_by_one(some: list[Fact], low: int, high: int) -> None:
    base = FactBase(some)
    low, high = sorted((low, high))
    question = read_question(f"Which employer did Ada work for in {written(low)}?", base)
    expected = official_months(some, low, low + 1)
    assert list(ask(base, question, reading="complex-tr").facts) == expected
    question = read_question(
        f"Which employers did Ada work for from {written(low)} to {written(high)}?", base
    )
    expected = official_months(some, low, max(high, low + 1))
    assert list(ask(base, question, reading="complex-tr").facts) == expected


marriages = facts(
    subjects=["Ada"],
    relations=["spouse"],
    objects=["X"],
    units=["month"],
    min_year=1999,
    max_year=2000,
)


@given(drawn, marriages, st.sampled_from(["before", "after"]))
def test_neighbours_by_definition(some: list[Fact], event: Fact, side: str) -> None:
    base = FactBase([*some, event])
    question = read_question(f"Which employer did Ada work for {side} she was married to X?", base)
    assert list(ask(base, question, reading="complex-tr").facts) == next_by_start(some, event, side)
