"""Reports about dated facts."""

from __future__ import annotations

import json

import pytest

from timegraph.facts.commands.ask import ask_report, unanswered
from timegraph.facts.readers.lines import Record
from timegraph.facts.scoring.measure import (
    AnsweringSystem,
    answer_grouping,
    score_facts,
)
from timegraph.report import FORMATS, TableOptions, measure_report, render

RECORDS = [
    Record(str(n), "q", ("x",), None, f"g{n}", columns={"a": (a,), "b": ("x",)})
    for n, a in enumerate(("x", "y"))
]
SYSTEMS = [AnsweringSystem(name, column=name) for name in ("a", "b")]


@pytest.mark.parametrize("format", FORMATS)
def test_scores_in_every_format(format) -> None:
    run = score_facts(RECORDS, SYSTEMS, statistics=True)
    for groupings in ([], [answer_grouping("answers")]):
        text = render(measure_report(run, groupings), TableOptions(format))
        assert "oracle" in text
        assert "intervals:jackknife-t-arcsine" in text
        if format == "json":
            systems = json.loads(text)["systems"]
            rows = [score for system in systems for score in system["scores"]]
            neutral = [row for row in rows if row["scorer"] == "neutral"]
            assert [row["set_accuracy"] for row in neutral] == [0.5, 1.0]
            assert not any(note.startswith("oracle facts") for note in json.loads(text)["notes"])


def test_an_answer_that_is_none() -> None:
    asked = unanswered("q", "why not")
    assert render(ask_report([asked]), TableOptions()) == "not answered: why not\n"
    assert render(ask_report([asked]), TableOptions("csv")).splitlines()[1].startswith("q,not")
    content = json.loads(render(ask_report([asked]), TableOptions("json")))
    assert content["answers"] == [{"question": "q", "problem": "why not"}]
    two = render(ask_report([asked, asked]), TableOptions())
    assert two == "q\n  not answered: why not\n" * 2
