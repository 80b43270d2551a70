"""The rules of TGQA."""

from __future__ import annotations

import pytest

from timegraph.facts.answers import ask
from timegraph.facts.readers.lines import read_lines

BASE = read_lines(
    [
        "(A was born in X) starts at 1948",
        "(B was born in X) starts at 1948",
        "(A was married to B) starts at 1970",
        "(B was married to A) starts at 1970",
        "(A owned C) starts at 1980",
        "(A was married to B) ends at 1980",
        "(B was married to A) ends at 1980",
        "(A owned C) ends at 1981",
        "(A died in X) starts at 2001",
    ]
).base
FIVE = "(A died in X), (B was married to A), (A was married to B), (A owned C), (A was born in X)"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which event started first, (A owned C) or (A was born in X)?", "A was born in X"),
        ("Which event started last, (A owned C) or (A was born in X)?", "A owned C"),
        (f"Given the following five events: {FIVE}. Which event is the second one in chronological "
         "order?", "B was married to A"),
        (f"Given the following five events: {FIVE}. Which event is the third one in chronological "
         "order?", "B was married to A"),
        ("How long did the event (A was married to B) last?", "10 years"),
        ("How long did the event (A owned C) last?", "1 year"),
        ("How much time passed between the start of event (A owned C) and the start of event (A was"
         " born in X)?", "32 years"),
        ("How much time passed between the start of event (A was born in X) and the start of event "
         "(B was born in X)?", "0 year"),
        ("When did the event (A owned C) start?", "1980"),
        ("When did the event (A owned C) end?", "1981"),
        ("True or false: event (A owned C) and event (A was born in X) started at the same year?",
         "False"),
        ("True or false: event (A was married to B) was still happening when event (A owned C) "
         "started?", "True"),
        ("True or false: event (A was born in X) was still happening when event (A owned C) "
         "started?", "False"),
        ("True or false: event (A owned C) was still happening when event (A was married to B) "
         "started?", "False"),
        ("True or false: event (A was married to B) was longer in duration than event (A owned C)?",
         "True"),
        ("True or false: event (A was born in X) was longer in duration than event (A owned C)?",
         "False"),
        ("What happened right after the event (A owned C) ends?", "(A died in X) starts"),
        ("What happened right before the event (A owned C) ends?",
         "(A was married to B) ends; (B was married to A) ends; (A owned C) starts"),
    ],
)  # fmt: skip
def test_kinds(question: str, answer: str) -> None:
    reply = ask(BASE, question, reading="tgqa")
    assert "; ".join(sorted(reply.items)) == "; ".join(sorted(answer.split("; ")))


def test_candidates_break_ties() -> None:
    question = "What happened right before the event (A owned C) ends?"
    candidates = ["x", "(B was married to A) ends", "(A owned C) starts"]
    assert ask(BASE, question, candidates=candidates).items == ("(B was married to A) ends",)
    assert len(ask(BASE, question, candidates=["x"]).items) == 3


@pytest.mark.parametrize(
    "question",
    [
        "How long did the event (A died in X) last?",
        "When did the event (A died in X) end?",
        "What happened right before the event (A was born in X) starts?",
        "What happened right after the event (A died in X) ends?",
    ],
)
def test_dates_that_are_not_stated(question: str) -> None:
    assert ask(BASE, question).items == ()


def test_events_that_are_not_stated() -> None:
    reply = ask(BASE, "How long did the event (Z owned C) last?")
    assert not reply.known
    assert reply.notes == ("no fact matches the event: Z owned C",)


def test_the_last_occurrence_counts() -> None:
    told = "(A owned C) starts at 1. (A owned C) ends at 2. (A owned C) starts at 5. "
    base = read_lines(told + "(A owned C) ends at 9").base
    assert ask(base, "How long did the event (A owned C) last?").items == ("4 years",)


def test_starts_that_are_not_stated() -> None:
    base = read_lines(["(A owned C) ends at 2", "(B owned C) starts at 2"]).base
    question = "Which event started first, (A owned C) or (B owned C)?"
    assert ask(base, question).items == ()
    gap = "How much time passed between the start of event (A owned C) and the start of event (B owned C)?"  # noqa: E501
    assert ask(base, gap).items == ()
