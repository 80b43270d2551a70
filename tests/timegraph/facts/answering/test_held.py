"""When facts held, how long, and whether: beside the answers that list their objects."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.answers import ask


def fact(relation: str, object: str, start: str, end: str) -> Fact:
    return Fact("Ada", relation, object, read_date(start), read_date(end))


BASE = FactBase(
    [
        fact("team", "Town", "2003", "2005"),
        fact("team", "City", "2005-03-01", "2005-03-11"),
        fact("team", "Town", "2007", "2009"),
        fact("team", "Rovers", "January 1990", "March 1993"),
        fact("captain", "Town", "2009", "2011"),
        fact("captain", "", "2012", "2013"),
    ]
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When did Ada play for Town?", ("2003 to 2005", "2007 to 2009")),
        ("How long did Ada play for City?", ("more than 9 days and less than 11 days",)),
        (
            "How long did Ada play for Rovers?",
            ("more than 3 years 1 month and less than 3 years 3 months",),
        ),
        ("Was Ada captain in 2010?", ("yes",)),
        ("Was Ada captain in 2011?", ("possibly",)),
        ("Was Ada captain in 2012?", ("no",)),
        ("Was Ada captain of City in 2010?", ("no",)),
        ("Did Ada play for City in 2004?", ("no",)),
        ("When was Ada's captain Bo?", None),
    ],
)
@pytest.mark.parametrize("reading", ["both", "certain", "timeqa"])
def test_answers(question: str, answer: tuple[str, ...] | None, reading: str) -> None:
    reply = ask(BASE, question, reading=reading)  # type: ignore[arg-type]
    assert reply.items == answer
    assert reply.known == (answer is not None)
    assert len(reply.facts) == (answer not in (None, ("no",))) * (2 if len(answer or ()) > 1 else 1)


def test_an_open_end_has_no_length() -> None:
    base = FactBase([Fact("Ada", "team", "Town", read_date("2003"))])
    assert ask(base, "How long was Ada's team Town?").items == ("not known",)


@given(
    st.lists(
        st.tuples(st.sampled_from(["Town", "City"]), st.integers(1, 8), st.integers(0, 5)),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(["in {}", "before {}", "after {}", "from {} to 2007"]),
    st.integers(2001, 2007),
)
def test_whether_is_what_the_lists_say(
    rows: list[tuple[str, int, int]], time: str, year: int
) -> None:
    facts = [fact("team", o, str(2000 + s), str(2000 + s + length)) for o, s, length in rows]
    base, when = FactBase(facts), time.format(year)
    listed = ask(base, f"Which team did Ada play for {when}?")
    for name in {name for name, _, _ in rows}:
        [answer] = ask(base, f"Did Ada play for {name} {when}?").items or ("unknown",)
        sure, perhaps = name in (listed.certain or ()), name in (listed.possible or ())
        assert answer == ("yes" if sure else "possibly" if perhaps else "no")
