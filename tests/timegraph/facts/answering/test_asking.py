"""Questions answered under every reading, and the order of the readings."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.answers import ask
from timegraph.facts.question_kinds import READINGS, NotUnderstoodError
from timegraph.facts.readers import read_facts_file
from timegraph.facts.strategies import facts
from timeml.gregorian import MONTHS

BASE = FactBase(
    [
        Fact("Ada", "employer", "Mill", read_date("January 1926"), read_date("January 1934")),
        Fact("Ada", "employer", "", read_date("1940"), read_date("1950")),
    ]
)


class TestAsk:
    def test_both_by_default(self) -> None:
        reply = ask(BASE, "Which employer did Ada work for in January 1934?")
        assert (reply.items, reply.certain, reply.possible) == ((), (), ("Mill",))
        assert reply.text == "nothing certain (possibly: Mill)"

    def test_readings(self) -> None:
        text = "Which employer did Ada work for in January 1934?"
        answers = {reading: ask(BASE, text, reading=reading).items for reading in READINGS}
        assert answers == {
            "certain": (), "possible": ("Mill",), "both": (), "complex-tr": (),
            "tempreason": ("Mill",), "timeqa": ("Mill",), "tgqa": ("Mill",),
        }  # fmt: skip

    def test_nothing_known_is_no_object(self) -> None:
        reply = ask(BASE, "Which employer did Ada work for in 1945?")
        assert (reply.certain, reply.possible) == ((), ())
        assert ask(BASE, "Which employer did Ada work for in 1945?", reading="timeqa").items == (
            "",
        )

    @pytest.mark.parametrize("reading", READINGS)
    def test_unknown_says_why(self, reading) -> None:
        for text, why in (
            ("Which employer did Eve work for in 1930?", "no fact about 'Eve'"),
            ("Where did Ada live in 1930?", "has the relation 'residence', only: employer"),
            (
                "Which employer did Ada work for before Zoo?",
                "no fact about 'Ada' matches the event: Zoo",
            ),
        ):
            reply = ask(BASE, text, reading=reading)
            assert not reply.known
            assert any(why in note for note in reply.notes)

    def test_an_unknown_reading(self) -> None:
        with pytest.raises(ValueError, match="the reading must be one of"):
            ask(BASE, "Which employer did Ada work for in 1930?", reading="literal")

    def test_what_is_not_understood(self) -> None:
        with pytest.raises(NotUnderstoodError):
            ask(BASE, "Why?")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the time 6 year and 4 month after Nov, 1185", "Mar, 1192"),
        ("What is the time 9 year and 12 month before Apr, 2044", "Apr, 2034"),
        ("What is the time 1 month before May, 1999", "Apr, 1999"),
        ("What is the time 2 years after April 1999", "April 2001"),
        ("What is the time 2 years after May 1999", "May 2001"),
        ("What is the time 11 months after May 1999", "April 2000"),
        ("What is the time 2 years before Jan AD 1", "Jan 2 BC"),
        ("What is the time 2 years before 1999", "1997"),
        ("What is the date 1 month after 31 January 1999", "28 February 1999"),
    ],
)
def test_date_arithmetic(question: str, answer: str) -> None:
    assert ask(FactBase(), question).items == (answer,)


TIMES = ("in {0}", "as of {0}", "between {0} and {1}", "during {0}", "from {0} to {1}",
         "when she was married to X")  # fmt: skip
SELECTING = (
    "before {0}",
    "after {0}",
    "in early 1990s",
    "in late 1990s",
    "since {0}",
    "before she was married to X",
    "after she was married to X",
    "3 months after {0}",
    "1 year before she was married to X",
    "10 months after she was married to X",
)
INCLUSIVE = {"before {0}": "until {0}", "after {0}": "since {0}"}
dates = st.one_of(
    st.integers(1989, 2001).map(str),
    st.builds("{} {}".format, st.sampled_from(MONTHS), st.integers(1989, 2001)),
    st.builds("{} {} {}".format, st.integers(1, 28), st.sampled_from(MONTHS),
              st.integers(1989, 2001)),
)  # fmt: skip
drawn = st.lists(
    facts(subjects=["Ada"], relations=["employer"], objects=list("ABCDE"), min_year=1990,
          max_year=2000), min_size=1, max_size=5)  # fmt: skip
event = facts(subjects=["Ada"], relations=["spouse"], objects=["X"], min_year=1990, max_year=2000)


def asked(some: list[Fact], happened: Fact, text: str, reading) -> set[Fact]:
    reply = ask(FactBase([*some, happened]), f"Which employers did Ada work for {text}?",
                reading=reading)  # fmt: skip
    return set(reply.items or ()) - {""}


def test_a_job_within_two_years_is_neither_before_the_one_nor_after_the_other() -> None:
    base = FactBase(
        [Fact("Ada", "employer", "Mill", read_date("1998-10-19"), read_date("2001-03-28"))]
    )
    for time, certain, possible in (
        ("before 1998", (), ()),
        ("before 1999", ("Mill",), ("Mill",)),
        ("after 2001", (), ()),
        ("after 2000", ("Mill",), ("Mill",)),
        ("before 19 October 1998", (), ()),
        ("after 28 March 2001", (), ()),
    ):
        reply = ask(base, f"Which employer did Ada work for {time}?")
        assert (reply.certain, reply.possible) == (certain, possible), time
    # TimeQA's rule compares 2001 with the printed end, as it does any date.
    after = ask(base, "Which employer did Ada work for after 2001?", reading="timeqa")
    since = ask(base, "Which employer did Ada work for since 2001?")
    assert after.items == since.possible == ("Mill",)


@given(drawn, event, st.sampled_from(TIMES), dates, dates)
def test_certain_is_official_is_possible(some, happened, time: str, first: str, last: str) -> None:
    if read_date(first).low > read_date(last).low:
        first, last = last, first
    text = time.format(first, last)
    certain = asked(some, happened, text, "certain")
    possible = asked(some, happened, text, "possible")
    assert certain <= possible
    for reading in ("complex-tr", "tempreason", "timeqa"):
        official = asked(some, happened, text, reading)
        assert official <= possible, reading
        # TimeQA's from-to picks the fact with these printed bounds.
        if not (reading == "timeqa" and time.startswith("from")):
            assert certain <= official, reading


@given(drawn, event, st.sampled_from(SELECTING), dates)
def test_official_is_possible(some, happened, time: str, date: str) -> None:
    text = time.format(date)
    possible = asked(some, happened, text, "possible")
    for reading in ("complex-tr", "tempreason"):
        assert asked(some, happened, text, reading) <= possible, reading
    # TimeQA's "before" and "after" include instants of the date, as "until" and "since" do.
    inclusive = INCLUSIVE.get(time)
    bound = asked(some, happened, inclusive.format(date), "possible") if inclusive else possible
    assert asked(some, happened, text, "timeqa") <= bound
    assert asked(some, happened, text, "certain") <= possible


UNREAD = {
    "facts.csv": "subject,relation,object,start,end\n"
    "Lumo,employer,Old Quarry,spring of 1990,1995\nLumo,employer,New Quarry,2000,2005\n"
    "Lumo,team,Rovers,1990,1995\n",
    "facts.jsonl": '{"subject": "Lumo", "relation": "employer", "object": "Old Quarry", "start": '
    '"spring of 1990"}\n{"subject": "Lumo", "relation": "employer", "object": "New Quarry", '
    '"start": "2000", "end": "2005"}\n'
    '{"subject": "Lumo", "relation": "team", "object": "Rovers", "start": "1990", "end": "1995"}',
    "broken.jsonl": '{"subject": "Lumo", "relation": "employer" "object": "Old Quarry"}\n'
    '{"subject": "Lumo", "relation": "employer", "object": "New Quarry", "start": "2000", '
    '"end": "2005"}',
    "facts.txt": "Lumo worked for Old Quarry from spring of 1990 to January 1995.\n"
    "Lumo worked for New Quarry from January 2000 to January 2005.\n"
    "Lumo played for Rovers from January 1990 to January 1995.\n",
    "until.txt": "Lumo worked for Old Quarry in the spring of 1990.\n"
    "Lumo worked for New Quarry from January 2000 to January 2005.\n"
    "Lumo played for Rovers from January 1990 to January 1995.\n",
    "segments.txt": "30 February 1990 - 1995 : Lumo's employer is ( Old Quarry )\n"
    "2000 - 2004 : Lumo's employer is ( New Quarry )\n",
}


@pytest.mark.parametrize("name", UNREAD)
def test_what_was_not_read_is_no_certain_no(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(UNREAD[name])
    base = read_facts_file(path).base
    line = 1 + name.endswith(".csv")
    for question in (
        "Was Lumo's employer Old Quarry in 1992?",
        "Which employer did Lumo work for in 1992?",
        "Which employer did Lumo work for before New Quarry?",
    ):
        for reading in READINGS:
            reply = ask(base, question, reading=reading)
            assert (reply.items, reply.text) == (None, "unknown"), (question, reading)
            assert any(f"{name}:{line} is left out" in note for note in reply.notes)
    # What was read stays true; nobody knows whether it is all.
    reply = ask(base, "Which employer did Lumo work for in 2002?")
    assert reply.certain == ("New Quarry",)
    assert any(f"{name}:{line} " in note for note in reply.notes)
    if not name.startswith("broken") and "Rovers" in UNREAD[name]:
        reply = ask(base, "Was Lumo's team Rovers in 2002?")
        assert (reply.items, reply.notes) == (("no",), ())


def test_no_other_subject_is_doubted(tmp_path: Path) -> None:
    path = tmp_path / "facts.csv"
    path.write_text(f"{UNREAD['facts.csv']}Lu,employer,Mill,2000,2005\n")
    base = read_facts_file(path).base
    assert ask(base, "Was Lu's employer Mill in 1992?").items == ("no",)
    assert not base.at("Lumo", "employer", read_date("1992")).known
    assert base.at("Lumo", "team", read_date("2002")).known
