"""Complex-TR's questions, their answers derived again by looking at each month."""

from __future__ import annotations

import re

from hypothesis import given, strategies as st

from tests.drawing import examples
from tests.oracle.facts import next_by_start, official_months
from timegraph.facts import Fact, FactBase
from timegraph.facts.fact import distinct_objects
from timegraph.facts.generate import KINDS, Draw, Generated, complex_tr_questions
from timegraph.facts.strategies import facts
from timeml.plain_dates import MONTHS

drawn = st.lists(
    facts(subjects=["Ada"], relations=["employer", "residence"], objects=["Xx", "Yy", "Zz"],
          min_year=1990, max_year=1995, units=["month"], allow_open=False), min_size=1,
    max_size=5)  # fmt: skip


def month_of(text: str) -> int:
    name, year = text.split()
    return 12 * int(year) + MONTHS.index(name)


def months_in(length: str) -> int:
    found = {unit: int(n) for n, unit in re.findall(r"(\d+) (year|month)", length)}
    return 12 * found.get("year", 0) + found.get("month", 0)


def derived(question: Generated, some: list[Fact]) -> tuple[str, ...]:
    """The answers, from the words of the question and the months of the facts."""
    text = question.question.rstrip("?")
    employer = "employer" in text
    asked = [f for f in some if f.relation == ("employer" if employer else "residence")]
    kind = question.id.split("_")[0]
    clause = re.search(r"(worked for|lived in) (\w+)$", text)
    events = [] if clause is None else [
        f for f in some if f.object == clause[2]
        and f.relation == ("employer" if clause[1] == "worked for" else "residence")
    ]  # fmt: skip
    others = [f for f in asked if f not in events]
    if kind == "L2":
        month = month_of(re.search(r" in (\w+ \d+)$", text)[1])
        found = official_months(asked, month, month + 1)
    elif kind == "L2M":
        low, high = map(month_of, re.search(r" from (\w+ \d+) to (\w+ \d+)$", text).groups())
        found = official_months(asked, low, high)
    elif kind == "L2H":
        step, side, origin = re.search(r" (\d+ .*) (before|after) (\w+ \d+)$", text).groups()
        month = month_of(origin) + months_in(step) * (-1 if side == "before" else 1)
        found = official_months(asked, month, month + 1)
    elif kind == "L3":
        side = "before" if " before " in text else "after"
        rest = [f for f in asked if (f.relation, f.object) not in
                {(e.relation, e.object) for e in events}]  # fmt: skip
        chosen = [f for e in events for f in next_by_start(rest, e, side)]
        found = [f for f in some if f in chosen]
    elif kind == "L3M":
        spans = [(e.start.months, max(e.end.months, e.start.months + 1)) for e in events]
        chosen = [f for low, high in spans for f in official_months(others, low, high)]
        found = [f for f in some if f in chosen]
    else:
        step, side = re.search(r" (\d+ .*) (before|after) he/she", text).groups()
        months = [
            e.start.months - months_in(step) if side == "before" else e.end.months + months_in(step)
            for e in events
        ]
        chosen = [f for m in months for f in official_months(others, m, m + 1)]
        found = [f for f in some if f in chosen]
    return distinct_objects(found)


@examples(60)
@given(drawn, st.integers(0, 999))
def test_each_answer_is_derived_again(some: list[Fact], seed: int) -> None:
    base = FactBase(dict.fromkeys(some))
    for question in complex_tr_questions(base, group="Ada", draw=Draw(seed), tries=2):
        assert question.answers == derived(question, list(base.facts)), question


def test_all_kinds_are_made() -> None:
    some = [Fact("Ada", relation, name, *dates) for relation, name, dates in (
        ("employer", "Xx", _dates("1990-01", "1993-05")), ("employer", "Yy",
                                                          _dates("1993-05", "1999-01")),
        ("residence", "Zz", _dates("1991-01", "1995-01")))]  # fmt: skip
    made = complex_tr_questions(FactBase(some), group="Ada", draw=Draw(1), tries=4)
    assert {question.id.split("_")[0] for question in made} == set(KINDS)


def _dates(start: str, end: str):
    from timegraph.dates import read_date

    return read_date(start), read_date(end)


def test_what_cannot_be_asked_is_passed_over() -> None:
    base = FactBase([Fact("Ada", "employer", "Xx"), Fact("Ada", "shoe size", "9",
                                                        *_dates("1990", "1991"))])  # fmt: skip
    assert list(complex_tr_questions(base, group="Ada", draw=Draw(1))) == []
