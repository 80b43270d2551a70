"""Wrong and unknown answers as text, JSON data and a table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tests.results import answered
from timegraph.report import Report, Table, TableOptions, measure_report, render
from timegraph.report.qa_tempeval import questions_report
from timegraph.scoring import DocumentAnswers, Result, Run, answer_findings, answers_of
from timegraph.scoring.qa_tempeval.measure import QA_TEMPEVAL


def report_of(result: Result[DocumentAnswers]) -> Report:
    return questions_report(Run(measure=QA_TEMPEVAL, results=(result,)), errors=True)


def text_of(result: Result[DocumentAnswers], width: int | None = None) -> str:
    report = Report(findings=report_of(result).findings)
    return render(report, TableOptions(width=width))


def records_of(result: Result[DocumentAnswers]) -> Sequence[Mapping[str, Any]]:
    systems: Any = report_of(result).content["systems"]
    return list(systems[0]["errors"])


def table_of(result: Result[DocumentAnswers]) -> Table:
    rows = report_of(result).rows
    assert rows is not None
    return rows[-1]


def test_every_format_has_the_same_answers(scored: Run[DocumentAnswers]) -> None:
    for result in scored.results:
        expected = [answer for answer, _ in answer_findings(answers_of(result).answers)]
        assert [answer.correct for answer in expected] == [False] * len(expected)
        records = records_of(result)
        for answer, record, row in zip(expected, records, table_of(result).records, strict=True):
            assert record["query"] == row["query"] == answer.question.query
            assert record["text"] == row["text"] == answer.question.text
            assert record["predicted"] == row["predicted"] == str(answer.predicted)
            assert record["message"] == row["message"]
            assert (record["proof"] is None) == (record["predicted"] == "unknown")
        text = text_of(result)
        assert Counter(record["code"] for record in records) == {
            line.split(" ")[0]: int(line.split(": ")[2].split()[0])
            for line in text.splitlines()
            if line.endswith((" documents", " document")) and not line.startswith(" ")
        }
        for record in records:
            assert str(record["message"]) in text


def test_wrong_answers_of_one_link_stand_together(scored: Run[DocumentAnswers]) -> None:
    text = text_of(scored.results[1])
    head = next(line for line in text.splitlines() if "wrong answers by line" in line)
    count = int(head.split(": ")[1].split()[0])
    assert count > 1
    assert text.count("      by line") > 5
    assert text.startswith("hasty: 29 wrong answers, 38 unknown\n")


def test_text_fits(scored: Run[DocumentAnswers]) -> None:
    for line in text_of(scored.results[1], 60).splitlines():
        assert len(line) <= 60


def test_a_system_without_wrong_answers_has_none(scored: Run[DocumentAnswers]) -> None:
    answers = answers_of(scored.results[0]).answers
    result = answered("careful", (answer for answer in answers if answer.correct))
    assert text_of(result) == "careful: 0 wrong answers, 0 unknown\n"
    assert records_of(result) == []
    assert table_of(result).rows == ()


def test_without_explanations_only_the_answers_are_named(scored: Run[DocumentAnswers]) -> None:
    answers = answers_of(scored.results[0]).answers
    result = answered("careful", (replace(answer, proof=None, context=None) for answer in answers))
    assert all(record["proof"] is None for record in records_of(result))
    text = text_of(result)
    assert "question 6" in text
    assert "by line" not in text


def test_wrong_answers_follow_the_scores_if_they_are_wanted(scored: Run[DocumentAnswers]) -> None:
    plain, with_errors = measure_report(scored), questions_report(scored, errors=True)
    below = "".join(f"\n{text_of(result)}" for result in scored.results)
    assert render(with_errors, TableOptions()) == render(plain, TableOptions()) + below
    whole = json.loads(render(with_errors, TableOptions("json")))
    codes = [record["code"] for record in whole["systems"][0]["errors"]]
    assert codes.count("wrong-answer") == 7
    assert len(codes) == 93 - 47
    scores, table = render(with_errors, TableOptions("csv")).split("\n\n")
    assert scores == render(plain, TableOptions("csv")).rstrip()
    assert table.startswith("system,question,query,text,expected,predicted,document,")
    assert table.splitlines()[0].endswith(",signature")
    assert str(scored.results[0].signature) in table.splitlines()[1]
