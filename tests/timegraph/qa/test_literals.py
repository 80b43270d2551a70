"""Times that questions name beside the entities of their document."""

from __future__ import annotations

import pytest

from timegraph.answer import Answer
from timegraph.qa import Session, parse_question
from timegraph.qa.answers import place_of_literal, qualities_of
from timeml import Document, Event, TLink
from timeml.edtf import When
from timeml.timex_value import CalendarInterval

DOCUMENT = Document(
    events=tuple(Event(id, "STATE", None, None, id) for id in ("e1", "e2")),
    tlinks=(TLink("l1", "BEFORE", "e1", "e2"),),
)


def extent(text: str) -> tuple[float | None, float | None]:
    starts = When(text).extent.starts
    return float(starts.low), float(starts.high)


def place(text: str, *, as_written: bool = False) -> CalendarInterval:
    found = place_of_literal(text, DOCUMENT, as_written=as_written)
    assert isinstance(found, CalendarInterval)
    return found


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("1998-05", "1998-05"),
        ("May 1998", "1998-05"),
        ("one year after May 1990", "1991-05"),
        ("twenty-one days earlier than 22 May 1990", "1990-05-01"),
        ("two months before 1990-05-01", "1990-03-01"),
        ("[1984,1986]", "[1984,1986]"),
        ("198X", "198X"),
    ],
)
def test_where_a_time_lies(text: str, same: str) -> None:
    found = place(text)
    assert (found.earliest, found.latest) == extent(same)


def test_an_interval_of_edtf_starts_in_one_date_and_ends_in_the_other() -> None:
    found = place("1964/2008")
    assert (found.earliest, found.latest_start) == extent("1964")
    assert (found.earliest_end, found.latest) == extent("2008")
    assert place("1964/..").latest is None


def test_what_is_not_certain_gives_no_bound_but_as_written() -> None:
    found = place("1850~")
    assert (found.earliest, found.latest) == (None, None)
    written = place("1850~", as_written=True)
    assert (written.earliest, written.latest) == extent("1850")
    assert qualities_of("1850~") == ["1850 is approximate"]
    assert qualities_of("the great war") == []


@pytest.mark.parametrize(
    "text",
    ["last dance", "one year after", "half a month after May 1990", "2001-99~", "{1960,1961}"],
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a date|part of a month|several dates"):
        place(text)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ('IS 1918 BEFORE "one year after May 1990"', Answer.YES),
        ("IS 1914 IS_INCLUDED 1914/1918", Answer.NO),
        ("IS 1964-02 IS_INCLUDED 1964/2008", Answer.UNKNOWN),
        ("IS ~1850 BEFORE 2020", Answer.UNKNOWN),
    ],
)
def test_questions_name_times(question: str, answer: Answer) -> None:
    assert Session(DOCUMENT).ask(question) is answer


def test_both_verdicts() -> None:
    session = Session(DOCUMENT)
    question = parse_question('IS "1850?" BEFORE 2020')
    assert question.args == ("1850?", "2020")
    assert str(question) == 'IS "1850?" BEFORE 2020'
    assert parse_question(str(question)) == question
    assert session.ask(question) is Answer.UNKNOWN
    assert session.ask(question, as_written=True) is Answer.YES
    written = session.otherwise(question, Answer.UNKNOWN)
    assert written == (Answer.YES, ["1850 is uncertain"])
    assert session.otherwise(question, Answer.YES) is None
    assert session.is_date("1850?")
    assert not session.is_date("last dance")


def test_as_written_may_not_contradict_what_is_sure() -> None:
    """Whatever a question with sure bounds answers stays as it is."""
    session = Session(DOCUMENT)
    for question in ("IS 1850 BEFORE 2020", "IS e1 BEFORE e2", 'IS "1850-XX" BEFORE 2020'):
        assert session.ask(question, as_written=True) is session.ask(question) is Answer.YES


def test_a_name_is_not_a_date() -> None:
    with pytest.raises(ValueError, match="not a date"):
        Session(DOCUMENT).ask('IS e1 BEFORE "Great War"')


def test_messages_are_short() -> None:
    for question in (f"IS e1 BEFORE {'9' * 100_000}", 'IS e1 BEFORE ""'):
        with pytest.raises(ValueError, match=r"not a date|nothing between") as refused:
            Session(DOCUMENT).ask(question)
        assert len(str(refused.value)) < 300
