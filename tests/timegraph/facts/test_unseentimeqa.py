"""UnSeenTimeQA through the engine: stories of trucks and packages, told with clocks and lengths.

The adapter in ``unseentimeqa/`` reads the English and knows who carries what; when anything is, the
graph of distances says. The stories here are our own; the data is measured where it is present.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest

from tests.timegraph.facts.unseentimeqa.sentences import (
    Action,
    SentenceError,
    read_event,
    read_question,
    read_state,
)
from tests.timegraph.facts.unseentimeqa.world import Reply, answer, graph_of, read_story
from timegraph.proofs import explain_distance

STATES = ["package p1 is at the location l0_1.", "truck t0 is at the location l0_1.",
          "airplane a0 is at the location l0_0."]  # fmt: skip
CLOCKS = [
    "Given the initial states, the following events occur:",
    "package p1 is loaded into truck t0 from 11:10 PM to 11:40 PM at location l0_1.",
    "from location l0_1, truck t0 moves to location l0_0 starting at 11:45 PM and continues for "
    "30 minutes.",
    "unloading package p1 from truck t0 at location l0_0 starts at 12:20 AM and ends at 12:30 AM.",
    "from 12:35 AM package p1 loaded into airplane a0 at location l0_0 for 15 minutes.",
]
LENGTHS = [
    "loading package p1 into truck t0 at location l0_1 takes 30 minutes to finish.",
    "truck t0 operates from location l0_1 to location l0_0 and it requires 30 minutes to complete.",
    "package p1 unloaded from truck t0 at location l0_0 for 10 minutes.",
]


def reply(question: str, events: list[str] = CLOCKS) -> Reply:
    return answer(read_story(events, STATES), question)


@pytest.mark.parametrize(
    ("when", "places"),
    [
        ("at 11:10 PM", {"l0_1", "t0"}),
        ("at 11:39 PM", {"l0_1", "t0"}),
        ("at 11:42 PM", {"l0_1", "t0"}),  # in the truck, which has not left
        ("at 11:45 PM", {"t0"}),
        ("at 12:14 AM", {"t0"}),
        ("at 12:15 AM", {"t0", "l0_0"}),
        ("at 12:30 AM", {"l0_0"}),
        ("at 12:50 AM", {"a0", "l0_0"}),
        ("1 hour after 11:34 PM", {"l0_0"}),
        ("25 hours before 01:00 AM", {"t0"}),
    ],
)
def test_where_a_package_is(when: str, places: set[str]) -> None:
    assert reply(f"Where is the package p1 {when}?").places == places


@pytest.mark.parametrize(
    ("if_", "at", "places"),
    [
        ("driving truck t0 from location l0_1 to location l0_0 is delayed by 20 minutes",
         "11:50 PM", {"l0_1", "t0"}),
        ("driving truck t0 from location l0_1 to location l0_0 is delayed by 20 minutes",
         "12:45 AM", {"t0", "l0_0"}),
        ("unloading package p1 from truck t0 at location l0_0 is expedited by 1 minute",
         "12:29 AM", {"l0_0"}),
        ("loading package p1 into truck t0 at location l0_1 is expedited by 40 minutes",
         "11:30 PM", {"t0"}),
    ],
)  # fmt: skip
def test_a_shift_moves_all_later_events(if_: str, at: str, places: set[str]) -> None:
    assert reply(f"If {if_}, Where is the package p1 at {at}?").places == places


def test_without_clocks_events_follow_each_other_from_the_one_that_is_dated() -> None:
    start = "If driving truck t0 from location l0_1 to location l0_0 starts at 12:10 AM"
    ask = ", where is the package p1 at {}?"
    assert reply(start + ask.format("11:40 PM"), LENGTHS).places == {"l0_1", "t0"}
    assert reply(start + ask.format("12:39 AM"), LENGTHS).places == {"t0"}
    assert reply(start + ask.format("12:50 AM"), LENGTHS).places == {"l0_0"}
    late = " and unloading package p1 from truck t0 at location l0_0 is delayed by 5 minutes"
    assert reply(start + late + ask.format("12:42 AM"), LENGTHS).places == {"t0", "l0_0"}
    with pytest.raises(SentenceError, match="at what time anything happens"):
        reply("Where is the package p1 at 12:39 AM?", LENGTHS)


def test_a_clock_time_on_two_days_is_ambiguous() -> None:
    long = [*CLOCKS, "flying airplane a0 from location l0_0 to location l1_0 starts at 06:00 PM "
            "and ends after 600 minutes."]  # fmt: skip
    twice = reply("Where is the package p1 at 11:50 PM?", long)
    assert twice.ambiguous
    assert twice.places == frozenset()
    assert list(twice.days.values()) == [{"t0"}, {"a0"}]
    assert reply("Where is the package p1 at 05:00 AM?", long).places == {"a0", "l0_0"}


def test_a_time_outside_the_story_is_before_or_after_it() -> None:
    outside = reply("Where is the package p1 at 03:00 PM?")
    assert outside.ambiguous
    assert list(outside.days.values()) == [{"l0_1"}, {"a0", "l0_0"}]


def test_an_event_that_occurs_twice_is_meant_the_first_time() -> None:
    again = [*CLOCKS, "from 12:55 AM to 01:00 AM package p1 is unloaded from airplane a0 at "
             "location l0_0.", "from 01:10 AM package p1 loaded into airplane a0 at location l0_0 "
             "for 15 minutes."]  # fmt: skip
    late = "If loading package p1 into airplane a0 at location l0_0 is delayed by 10 minutes"
    assert reply(f"{late}, where is the package p1 at 12:40 AM?", again).places == {"l0_0"}


def test_the_graph_proves_what_a_delay_does() -> None:
    late = "driving truck t0 from location l0_1 to location l0_0 is delayed by 20 minutes"
    question = read_question(f"If {late}, where is the package p1 at 12:45 AM?")
    graph = graph_of(read_story(CLOCKS, STATES), question)
    assert graph.latest((2, "start")) == datetime(2000, 1, 11, 0, 40)
    chains = explain_distance(graph, (0, "start"), (2, "start"))
    cited = {step.source for chain in chains for step in chain.links}
    assert question.shifts[0] in cited


def test_states_and_actions() -> None:
    assert read_state("airplane a0 is at the location l1_0.") == ("a0", "l1_0")
    assert read_event("flying airplane a0 from location l0_0 to location l1_0").action == Action(
        "move", "a0", "l0_0", to="l1_0"
    )
    with pytest.raises(SentenceError, match="does not say what is where"):
        read_state("airplane a0 is late.")


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("package p1 is lost at location l0_1.", "'is lost at location l0_1' is not understood"),
        ("package p1 is loaded at location l0_1.", "does not say who does what where"),
        ("driving truck t0 to location l0_1", "does not say who does what where"),
        ("loading package p1 unloading into truck t0 at location l0_1", "who does what where"),
        ("loading package p1 package p2 into truck t0 at location l0_1", "two of the same: p1, p2"),
    ],
)
def test_what_is_not_an_event_is_refused(sentence: str, message: str) -> None:
    with pytest.raises(SentenceError, match=message):
        read_event(sentence)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("Who is the package p1 at 11:50 PM?", "does not ask where a package is"),
        ("If it rains, where is the package p1 at 11:50 PM?", "'it rains' is not understood"),
        ("Where is the package p9 at 11:50 PM?", "where package p9 is at first"),
        ("If loading package p9 into truck t0 at location l0_1 is delayed by 1 minute, "
         "where is the package p1 at 11:50 PM?", "the story has no event"),
    ],
)  # fmt: skip
def test_what_is_not_a_question_of_the_story_is_refused(question: str, message: str) -> None:
    with pytest.raises(SentenceError, match=message):
        reply(question)


def test_all_serial_questions(data: Path) -> None:
    """All are answered as the data has it, but those whose clock time occurs on two days."""
    files = sorted((data / "qa" / "unseentimeqa").glob("*/final_serial*.json"))
    assert files
    found: Counter[str] = Counter()
    wrong = []
    for file in files:
        for record in json.loads(file.read_text(encoding="utf-8")):
            story = read_story(record["events"], record["initial_states_description"])
            given = answer(story, record["question"])
            found["ambiguous" if given.ambiguous else "answered"] += 1
            if not given.ambiguous and given.places != set(record["answers"]):
                wrong.append((file.name, record["id"], given))
    assert wrong == []
    assert found["ambiguous"] <= found["answered"] / 1_000
