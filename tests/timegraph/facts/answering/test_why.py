"""Why an answer is what it is."""

from __future__ import annotations

import pytest

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase, Source
from timegraph.facts.answers import ask, proofs_of, why
from timegraph.facts.read_questions import read_question
from timegraph.facts.readers import read_lines

BASE = FactBase(
    [
        Fact("Ada", "team", "Reds", read_date("1990"), read_date("May 1995"), Source("f", 1)),
        Fact("Ada", "team", "Blues", read_date("May 1995"), read_date("1999")),
        Fact("Ada", "spouse", "Bo", read_date("1991"), read_date("1998")),
    ]
)


def lines(text: str, **options) -> str:
    return "\n".join(why(BASE, ask(BASE, text, **options)))


def test_facts_with_their_dates_and_proofs() -> None:
    text = lines("Which team did Ada play for in May 1995?")
    assert "Reds: possible, 1990 to May 1995 [f:1]" in text
    assert "not determined: whether May 1995 is within Blues" in text
    sure = lines("Which team did Ada play for in 1992?")
    assert "Reds: certain, 1990 to May 1995 [f:1]" in sure
    assert "1992 is within Reds, since f:1:" in sure


def test_arithmetic_and_events() -> None:
    text = lines("Which team did Ada play for 3 years after May 1989?")
    assert text.startswith("3 years after May 1989 is May 1992")
    text = lines("Which team did Ada play for 2 years and 1 month after she played for Reds?")
    assert "event: Ada | team | Reds (1990 to May 1995) [f:1]" in text
    assert "2 years and 1 month after May 1995 is June 1997" in text
    text = lines("Which team did Ada play for when she was married to Bo?")
    assert "Reds has time in common with Bo, since" in text


def test_rules_of_benchmarks_alone() -> None:
    text = lines("Which team did Ada play for in 1999?", reading="timeqa")
    assert "Blues: possible" in text
    base = FactBase([Fact("Ada", "team", "Reds", read_date("1991"), read_date("1990"))])
    assert why(base, ask(base, "Which team did Ada play for in 1990?")) == ()


def test_notes() -> None:
    assert lines("Which team did Eve play for in 1990?") == "note: there is no fact about 'Eve'"


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("What is the time 2 year before Apr, 1416", ["2 year before Apr, 1416 is Apr, 1414"]),
        ("How long did the event (Ada owned B) last?",
         ["Ada owned B (1990 to 1995) [x:1]", "1995-01-01 is exactly 1826 days after 1990-01-01"]),
        ("How much time passed between the start of event (Ada died in C) and the start of event "
         "(Ada owned B)?",
         ["Ada died in C (2001 to open) [x:3]", "Ada owned B (1990 to 1995) [x:1]",
          "2001-01-01 is exactly 4018 days after 1990-01-01"]),
        ("How long did the event (Ada died in C) last?", ["Ada died in C (2001 to open) [x:3]"]),
        ("When did the event (Ada owned B) start?", ["Ada owned B (1990 to 1995) [x:1]"]),
    ],
)  # fmt: skip
def test_other_questions(question: str, lines: list[str]) -> None:
    said = ["(Ada owned B) starts at 1990", "(Ada owned B) ends at 1995",
            "(Ada died in C) starts at 2001"]  # fmt: skip
    base = read_lines(said, file="x").base
    assert list(why(base, ask(base, question))) == lines


def test_kinds_without_proof() -> None:
    question = read_question("Which team did Ada play for before 1995?", BASE)
    assert list(proofs_of(BASE, question, BASE.facts[0])) == []
    during = read_question("Which team did Ada play for during 1996?", BASE)
    [proof] = proofs_of(BASE, during, BASE.facts[1])
    assert proof.startswith("1996 has time in common with Blues, since")
