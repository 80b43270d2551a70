"""Reports about dated facts."""

from __future__ import annotations

import json

import pytest

from timegraph.facts.readers.records import Record
from timegraph.report.facts import (
    Asked,
    ScoreReport,
    ask_report,
    consistency_report,
    score_report,
)
from timegraph.report.formats import FORMATS
from timegraph.report.tables import TableOptions
from timegraph.scoring.answers.consistency import Consistency
from timegraph.scoring.answers.measures import Figures
from timegraph.scoring.answers.systems import Answered, AnswerOptions, SystemAnswers
from timegraph.scoring.signature import Signature

SIGNATURE = Signature.of("answers")


def system(name: str, *predicted: str) -> SystemAnswers:
    answers = tuple(
        Answered(Record(str(n), "q", ("x",), None, f"g{n}"), (item,), None, "certain")
        for n, item in enumerate(predicted)
    )
    return SystemAnswers(name, "answers", answers)


@pytest.mark.parametrize("format", FORMATS)
def test_scores_in_every_format(format) -> None:
    report = ScoreReport(SIGNATURE, AnswerOptions(), ("complex-tr", "neutral"), ("answers",), True)
    text = score_report(
        [system("a", "x", "y"), system("b", "x", "x")], report, TableOptions(format)
    )
    assert "oracle" in text
    assert "answers|version" in text or "answers\\textbar{}" in text or "answers|" in text
    if format == "json":
        rows = json.loads(text)["systems"]
        assert [row["neutral_set_accuracy"] for row in rows] == [0.5, 1.0]


def test_published_figures_stand_below() -> None:
    report = ScoreReport(SIGNATURE, AnswerOptions(), ("neutral",),
                         published={"P": Figures(0.1, 0.2, 0.3, 0.4)})  # fmt: skip
    text = score_report([system("a", "x")], report, TableOptions())
    assert "P (published, not re-run, open book)" in text
    assert "0.400" in text


def test_consistency_without_sets() -> None:
    text = consistency_report([("a", Consistency(0, 0, 0))], SIGNATURE, "text")
    assert " - " in text


def test_an_answer_that_is_none() -> None:
    assert ask_report([Asked("q", None, "why not")], "text") == "not answered: why not\n"
