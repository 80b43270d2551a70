"""Temporal sequences of BIG-bench Hard: each asked as one query over a network with choices."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta

import pytest

from timegraph import Answer, IntervalNetwork

SEEN = re.compile(r"from (\d+[ap]m) to (\d+[ap]m)\.")
OPTION = re.compile(r"\((\w)\) (\d+[ap]m) to (\d+[ap]m)")
INSIDE = ["starts", "during", "finishes", "equal"]


def hour(text: str) -> datetime:
    return datetime(2026, 5, 3) + timedelta(hours=int(text[:-2]) % 12 + 12 * text.endswith("pm"))


def place(network: IntervalNetwork[str], name: str, start: str, end: str) -> str:
    network.place((name, "start"), at=hour(start))
    network.place((name, "end"), at=hour(end))
    return name


def answered(question: str) -> list[str]:
    """The options during which the visit can have been: they are the alternatives of one group,
    and what was possible follows for each."""
    network: IntervalNetwork[str] = IntervalNetwork()
    woke = re.search(r"woke up at (\d+[ap]m)", question)
    closed = re.search(r"was closed after (\d+[ap]m)", question)
    assert woke
    assert closed
    network.add("visit", INSIDE, place(network, "open", woke[1], closed[1]))
    facts = question.partition("Options:")[0]
    busy = [place(network, f"busy {k}", *ends) for k, ends in enumerate(SEEN.findall(facts))]
    network.add_no_overlap(["visit", *busy])
    options = {
        place(network, letter, start, end): letter
        for letter, start, end in OPTION.findall(question)
    }
    network.add_any_of([[("visit", "equal", option)] for option in options])
    return [o for o in options if network.ask("visit", "equal", o) is Answer.YES]


def test_all_are_right(data):
    path = data / "qa" / "bbh" / "temporal_sequences.jsonl"
    if not path.exists():
        pytest.skip("the questions of BIG-bench Hard are not here")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    wrong = [line for line in lines if answered(line["question"]) != [line["answer"].strip("()")]]
    assert len(lines) >= 100
    assert wrong == []
