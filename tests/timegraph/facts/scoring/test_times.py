"""The share of questions that expect a time, and get it."""

from __future__ import annotations

import pytest

from timegraph.facts.readers.lines import Record
from timegraph.facts.scoring.measure import AnsweringSystem, is_time, score_facts
from timegraph.report import TableOptions, measure_report, render


@pytest.mark.parametrize(
    "gold", ["Mar, 1192", "in the 1990s", "3 years", "21 years", "7 May 2023", "2001 to 2005"]
)
def test_golds_that_are_times(gold: str) -> None:
    assert is_time(gold)


@pytest.mark.parametrize(
    "gold",
    ["", "FK Sarajevo 1946", "Apollo 11", "May Smith", "A few years ago", "May 1990 and 1992"],
)
def test_golds_that_are_not(gold: str) -> None:
    assert not is_time(gold)


def record(id: str, gold: str, answer: str) -> Record:
    return Record(id, "q", (gold,), None, id, columns={"a": (answer,)})


def test_the_share_is_of_questions_that_expect_a_time() -> None:
    records = [
        record("1", "May 1990", "1990-05"),
        record("2", "May 1990", "12 May 1990"),  # finer
        record("3", "May 1990", "1990"),  # coarser
        record("4", "Ann", "Ann"),
    ]
    run = score_facts(records, [AnsweringSystem("a", column="a")])
    scores = run.results[0].scores
    assert {score.time_share for score in scores.values()} == {2 / 3}
    assert "times:finer" in str(run.results[0].signature)
    assert "time\n" in render(measure_report(run), TableOptions())


def test_without_such_questions_there_is_no_column() -> None:
    run = score_facts([record("1", "Ann", "Ann")], [AnsweringSystem("a", column="a")])
    assert [figure.name for figure in run.measure.figures][-1] == "token_f1"
    assert "times" not in str(run.results[0].signature)
