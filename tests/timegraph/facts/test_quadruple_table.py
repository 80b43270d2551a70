"""Tables of quadruples and the order of their events, against the definitions by brute force."""

from __future__ import annotations

import gzip
import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.drawing import examples
from tests.oracle.facts import answers_by_definition
from timegraph.facts import Quadruple, QuadrupleAnswer, ReadingError, quadruples

ROWS = [
    ("Lund", "visit", "Anna", "2005-01-31"),
    ("Lund", "visit", "Bo", "2005-02-01"),
    ("Lund", "visit", "Cy", "2005-02-01"),
    ("Lund", "visit", "Norway", "2006-03-01"),
    ("Ystad", "visit", "Anna", "2005-01-31"),
    ("Lund", "praise", "Anna", "2004-01-01"),
    ("Lund", "visit", "Anna", "2007-12-31"),
]


def ask(**reading: str) -> tuple[str, ...]:
    return quadruples(ROWS, kinds={"country": ["Norway"]}).ask(reading).answers


@pytest.mark.parametrize(
    ("reading", "answers"),
    [
        ({"op": "in", "time": "2005-02"}, "Bo Cy"),
        ({"op": "before", "time": "2005-02-01"}, "Anna"),
        ({"op": "after", "time": "2005-02"}, "Norway Anna"),
        ({"op": "after first", "time": "2005-01"}, "Bo Cy"),
        ({"op": "before last", "time": "2006"}, "Bo Cy"),
        ({"op": "first"}, "Anna"),
        ({"op": "last"}, "Anna"),
        ({"op": "first in", "time": "2005"}, "Anna"),
        ({"op": "last in", "time": "2005"}, "Bo Cy"),
        ({"op": "same day", "anchor": "Bo", "anchor_date": "2005-02-01"}, "Cy"),
        ({"op": "same year", "anchor": "Bo", "anchor_date": "2005-02-01"}, "Anna Cy"),
        ({"op": "after", "anchor": "Anna", "anchor_date": "2005-01-31"}, "Bo Cy Norway"),
        ({"op": "after", "time": "2004", "type": "country"}, "Norway"),
    ],
)
def test_each_operator(reading: dict[str, str], answers: str) -> None:
    assert ask(subject="Lund", relation="visit", **reading) == tuple(answers.split())


def test_dates_are_asked_with_both_sides() -> None:
    both = {"subject": "Lund", "relation": "visit", "object": "Anna"}
    assert ask(**both, op="when", unit="year") == ("2005", "2007")
    assert ask(**both, op="first", unit="month") == ("2005-01",)
    assert ask(**both, op="last") == ("2007-12-31",)
    assert ask(object="Anna", relation="visit", op="first") == ("Lund", "Ystad")


def test_unknown_is_not_nothing() -> None:
    table = quadruples(ROWS)
    nothing = table.ask({"subject": "Ystad", "relation": "praise", "op": "first"})
    unknown = table.ask({"subject": "Malmo", "relation": "praise", "op": "first"})
    assert (nothing, unknown) == (QuadrupleAnswer(()), QuadrupleAnswer((), known=False))
    answer = table.ask({"subject": "Ystad", "relation": "visit", "op": "first"})
    assert answer.facts == (Quadruple("Ystad", "visit", "Anna", "2005-01-31"),)


@pytest.mark.parametrize(
    ("reading", "message"),
    [
        ({"op": "between"}, "op is 'between'; it is one of when, first"),
        ({"op": "in"}, "takes one of time and anchor_date"),
        ({"op": "first", "time": "2005"}, "takes neither time"),
        ({"op": "in", "time": "5 May"}, "not a day, a month or a year"),
        ({"op": "in", "time": "2005-13"}, "not a day, a month or a year"),
        ({"op": "same day", "anchor_date": "2005-02-30"}, "not a day, a month or a year"),
        ({"op": "in", "time": "2005", "type": "city"}, "its names are not known"),
        ({"op": "in", "time": 2005}, "time is 2005, not a text"),
        ({"op": "in", "time": "2005", "when": "x"}, "has no field 'when'"),
        ({"op": "when"}, "give subject and object"),
        ({"op": "in", "object": "Anna", "time": "2005"}, "dates are asked for"),
        ({"op": "when", "object": "Anna", "time": "2005"}, "there is no time"),
        ({"op": "when", "object": "Anna", "unit": "week"}, "unit one of day, month, year"),
        ({"op": "in", "relation": None, "time": "2005"}, "has a relation"),
    ],
)
def test_a_reading_that_says_something_else_is_refused(
    reading: dict[str, Any], message: str
) -> None:
    with pytest.raises(ReadingError, match=message):
        quadruples(ROWS).ask({"subject": "Lund", "relation": "visit", **reading})
    with pytest.raises(ReadingError, match="object"):
        quadruples(ROWS).ask([])  # type: ignore[arg-type]


days = st.integers(0, 800).map(lambda n: str(date(2004, 12, 1) + timedelta(n)))
dates = days.flatmap(lambda day: st.sampled_from([day, day, day, day[:7], day[:4]]))
rows = st.lists(
    st.tuples(st.sampled_from("AB"), st.sampled_from("rs"), st.sampled_from("ABCDE"), dates),
    max_size=25,
)
readings = st.one_of(
    st.fixed_dictionaries(
        {"subject": st.sampled_from("AB"), "relation": st.just("r"), "op": st.sampled_from(
            ["in", "first in", "last in", "before", "after", "after first", "before last",
             "same day", "same month", "same year"])},
        optional={"anchor": st.sampled_from("ABC"), "type": st.just("vowel")},
    ).flatmap(lambda reading: days.map(lambda day: {**reading, (
        "anchor_date" if reading["op"].startswith("same") else "time"): day})),
    st.fixed_dictionaries({"object": st.sampled_from("ABC"), "relation": st.just("s"),
                           "op": st.sampled_from(["first", "last"])}),
    st.fixed_dictionaries({"subject": st.just("A"), "relation": st.just("r"),
                           "object": st.sampled_from("BC"),
                           "op": st.sampled_from(["when", "first", "last"]),
                           "unit": st.sampled_from(["day", "month", "year"])}),
)  # fmt: skip


@given(rows, readings)
@examples(300)
def test_answers_are_those_of_the_definition(
    drawn: list[tuple[str, str, str, str]], reading: dict[str, str]
) -> None:
    kinds = {"vowel": ["A", "E"]}
    answer = quadruples(drawn, kinds=kinds).ask(reading)
    assert set(answer.answers) == answers_by_definition(drawn, reading, kinds=kinds)
    assert len(set(answer.answers)) == len(answer.answers)
    if "unit" not in reading:
        side = "object" if "subject" in reading else "subject"
        assert {getattr(fact, side) for fact in answer.facts} == set(answer.answers)


def test_multitq_is_answered_as_gold(data: Path) -> None:
    folder = data / "qa" / "multitq"
    countries = (folder / "countries.txt").read_text(encoding="utf-8").split("\n")
    table = quadruples(folder / "facts.tsv.gz", kinds={"country": countries})
    assert (len(table), table.problems) == (274_673, ())
    right = asked = 0
    with gzip.open(folder / "questions-all.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            question = json.loads(line)
            if question["reading"]:
                asked += 1
                right += set(table.ask(question["reading"]).answers) == set(question["answers"])
    assert (right, asked) == (33_417, 33_417)


def test_lines_that_were_not_read_may_have_the_answer(tmp_path: Path) -> None:
    file = tmp_path / "facts.tsv"
    file.write_text(
        "2005-01-31\tLund\tvisit\tAnna\nspring 2005\tLund\tvisit\tBo\n2005\tLund\tpraise\tCy\n"
    )
    table = quadruples(file)

    def known(**reading: str) -> tuple[bool, tuple[str, ...], tuple[int, ...]]:
        answer = table.ask(reading)
        return answer.known, answer.answers, answer.left_out

    visits = {"subject": "Lund", "relation": "visit"}
    assert known(**visits, op="in", time="2006") == (False, (), (2,))
    assert known(**visits, op="last") == (False, (), (2,))
    assert known(**visits, op="in", time="2005-01") == (True, ("Anna",), (2,))
    assert known(subject="Lund", relation="praise", op="in", time="2006") == (True, (), ())
    assert known(object="Anna", relation="visit", op="in", time="2006") == (True, (), ())
