"""Questions to networks as text."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timegraph import AllenSet, Answer, IntervalNetwork
from timegraph.networks.questions import parse_network_question


@pytest.fixture
def gym() -> IntervalNetwork[object]:
    network: IntervalNetwork[object] = IntervalNetwork()
    network.add_any_of([[("the visit", "during", 1)], [("the visit", "during", 3)]])
    network.add(1, "before", 2)
    network.add(2, "before", 3)
    return network


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("IS 1 before 3", Answer.YES),
        ("is 'the visit' during 1", Answer.UNKNOWN),
        ("IS 'the visit' DURING 1 or 'the visit' during 3", Answer.YES),
        ("IS 'the visit' during 1 AND 'the visit' during 3", Answer.NO),
        ("IS 'the visit' before|after 2", Answer.YES),
        ("IS 'the visit' equal,overlaps 2", Answer.NO),
        ("RELATIONS 'the visit' 2", AllenSet("before", "after")),
    ],
)
def test_answers(gym, text, answer):
    question = parse_network_question(text)
    assert question.missing(gym) == []
    assert question.answer(gym) == answer
    if answer in (Answer.YES, Answer.NO):
        why: IntervalNetwork[object] = IntervalNetwork()
        for entity in gym.entities:
            why.add_entity(entity)
        why.extend(question.why(gym, answer))
        assert question.answer(why) is answer


def test_names_that_the_network_lacks(gym):
    question = parse_network_question("IS 4 before 5 OR 4 before 1")
    assert question.missing(gym) == ["4", "5"]
    with pytest.raises(KeyError):
        question.answer(gym)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not a question to a network; write IS a RELATION b"),
        ("HOW LONG a", "is not a question to a network"),
        ("IS a before", "is not a question to a network"),
        ("IS a before b AND", "is not a question to a network"),
        ("IS a near b", "unknown Allen relation 'near'; known: before"),
        ("RELATIONS a", "does not name two intervals"),
        ("IS 'a before b", "close the quotes"),
    ],
)
def test_what_is_wrong_is_said(text, words):
    with pytest.raises(ValueError, match=words):
        parse_network_question(text)


@given(st.text(alphabet="ISORANDa b'|,before\\\"\n", max_size=30))
def test_any_text_is_a_question_or_refused(text):
    with contextlib.suppress(ValueError):
        parse_network_question(text)
