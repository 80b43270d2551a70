"""Questions about ends: their words, and their answers beside the point constraints of a graph."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph import Allen, AllenSet, Answer, TimeGraph
from timegraph.labels import SCHEMES, find_scheme
from timegraph.qa import Kind, Session, parse_question
from timegraph.qa.questions import EndpointRelation, compares_starts, starts_alone
from timeml import Document, Event, RelType, TLink

SIDES = ("start", "end")


def matres(*links: tuple[str, str, str]) -> Document:
    events = tuple(Event(f"e{k}", "STATE", None, None, f"w{k}") for k in (1, 2, 3))
    tlinks = tuple(TLink(f"l{k}", *(label, a, b)) for k, (a, label, b) in enumerate(links))
    return Document(events=events, tlinks=tlinks, scheme="matres")


@pytest.mark.parametrize(
    ("text", "relation", "args"),
    [
        ("IS e1.start BEFORE e2.start", ("start", "BEFORE", "start"), ("e1", "e2")),
        ("is e1.START after e.2.End ?", ("start", "AFTER", "end"), ("e1", "e.2")),
        ("IS e1.end SIMULTANEOUS e1.end?", ("end", "SIMULTANEOUS", "end"), ("e1", "e1")),
    ],
)
def test_words(text: str, relation: tuple[str, str, str], args: tuple[str, str]) -> None:
    question = parse_question(text)
    assert question.relation == EndpointRelation(*relation)  # type: ignore[arg-type]
    assert (question.kind, question.args) == (Kind.IS, args)
    assert question.about_ends
    assert not question.about_distance
    assert parse_question(str(question)) == question


def test_words_with_a_dot_that_are_ids() -> None:
    question = parse_question("IS e1.a BEFORE e2.b")
    assert (question.relation, question.args) == (RelType.BEFORE, ("e1.a", "e2.b"))
    assert parse_question("IS .start BEFORE e2").args == (".start", "e2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("IS e1.start BEFORE e2", "'e2' is an interval"),
        ("IS e1 BEFORE e2.end", "'e1' is an interval"),
        ("IS e1.start INCLUDES e2.start", "not 'INCLUDES'"),
    ],
)
def test_what_is_not_a_question(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_question(text)


@given(st.lists(st.integers(0, 4), min_size=4, max_size=4), st.sampled_from(SIDES))
def test_the_meaning_is_that_of_numbers(points: list[int], first: str) -> None:
    a, b = (points[0], points[0] + points[1] + 1), (points[2], points[2] + points[3] + 1)
    for second in SIDES:
        x, y = a[SIDES.index(first)], b[SIDES.index(second)]
        for label, holds in (("BEFORE", x < y), ("AFTER", x > y), ("SIMULTANEOUS", x == y)):
            asked = EndpointRelation(first, label, second)  # type: ignore[arg-type]
            assert (Allen.between(a, b) in asked.meaning) == holds


def test_starts_answer_where_intervals_do_not() -> None:
    session = Session(matres(("e1", "BEFORE", "e2"), ("e2", "EQUAL", "e3")))
    assert session.ask("IS e1 BEFORE e2") is Answer.UNKNOWN
    assert session.ask("IS e1.start BEFORE e3.start") is Answer.YES
    assert session.ask("IS e3.start BEFORE e1.start") is Answer.NO
    assert session.ask("IS e1.end BEFORE e2.end") is Answer.UNKNOWN
    assert session.ask("IS e1.start BEFORE e1.end") is Answer.YES
    assert session.ask("IS e1.start BEFORE e9.start") is Answer.UNKNOWN


def test_that_only_starts_are_known_is_said() -> None:
    graph = TimeGraph()
    graph.add("a", AllenSet(EndpointRelation("start", "BEFORE", "start").meaning), "b")
    graph.add_entity("c")
    assert starts_alone(graph, "a", RelType.BEFORE, "b") == (
        "only starts are known: IS a.start BEFORE b.start is yes"
    )
    assert "b.start AFTER a.start" in str(starts_alone(graph, "b", RelType.BEFORE, "a"))
    assert starts_alone(graph, "a", RelType.INCLUDES, "b") is None
    assert starts_alone(graph, "a", RelType.BEFORE, "c") is None
    assert starts_alone(graph, "a", RelType.BEFORE, "d") is None


def test_two_schemes_compare_starts() -> None:
    assert {name for name in SCHEMES if compares_starts(find_scheme(name))} == {"matres", "tcr"}
