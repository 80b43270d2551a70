"""TGQA's kinds of questions."""

from __future__ import annotations

import pytest

from timegraph.facts.question_kinds import NotUnderstoodError
from timegraph.facts.read_questions import bracketed, read_story_question

A, B = "Ada (the first) owned A", "Bo was born in Rome, Georgia"


@pytest.mark.parametrize(
    ("text", "kind", "events", "more"),
    [
        (f"Which event started first, ({A}) or ({B})?", "first", (A, B), {"number": 1}),
        (f"Which event started last, ({A}), ({B}) or (C)?", "first", (A, B, "C"), {"number": 3}),
        (f"Given the following five events: ({A}), ({B}), (C), (D), (E). Which event is the fourth "
         "one in chronological order?", "nth", (A, B, "C", "D", "E"), {"number": 4}),
        (f"How long did the event ({A}) last?", "duration", (A,), {}),
        (f"How much time passed between the start of event ({A}) and the start of event ({B})?",
         "gap", (A, B), {}),
        (f"When did the event ({A}) start?", "when", (A,), {"edge": "starts"}),
        (f"when did the event ({A}) end", "when", (A,), {"edge": "ends"}),
        (f"True or false: event ({A}) and event ({B}) started at the same year?", "same-year",
         (A, B), {}),
        (f"True or false: event ({A}) was still happening when event ({B}) started?", "still",
         (A, B), {}),
        (f"What happened right before the event ({A}) starts?", "next", (A,),
         {"side": "before", "edge": "starts"}),
        (f"What happened right after the event ({A}) ends?", "next", (A,),
         {"side": "after", "edge": "ends"}),
        (f"True or false: event ({A}) was longer in duration than event ({B})?", "longer", (A, B),
         {}),
    ],
)  # fmt: skip
def test_kinds(text: str, kind: str, events: tuple[str, ...], more: dict[str, object]) -> None:
    question = read_story_question(text)
    assert (question.kind, question.events) == (kind, events)
    assert {name: getattr(question, name) for name in more} == more


def test_other_questions_are_none() -> None:
    assert read_story_question("Where was Ada (the first) educated in 1990?") is None
    assert read_story_question("Where was Ada educated?") is None


@pytest.mark.parametrize("place", ["sixth", "last-but-one", "blue"])
def test_a_place_that_is_not_there(place: str) -> None:
    text = f"Given the following events: (A), (B). Which event is the {place} one in chronological"
    if place == "last-but-one":
        assert read_story_question(f"{text} order?") is None
        return
    with pytest.raises(NotUnderstoodError, match=place):
        read_story_question(f"{text} order?")


def test_brackets_within_brackets() -> None:
    assert bracketed("a (b (c)) d (e)") == ("a (0) d (1)", ("b (c)", "e"))
    assert bracketed("a (b") == ("a (b", ())
    assert bracketed("a) b") == ("a) b", ())
