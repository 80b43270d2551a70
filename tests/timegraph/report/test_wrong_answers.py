"""Wrong and unknown answers as text, JSON data and a table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from timegraph.report.wrong_answers import (
    wrong_answers_table,
    wrong_answers_text,
    wrong_answers_to_json,
)
from timegraph.scoring import SystemResult, answer_findings


def test_every_format_has_the_same_answers(scored: list[SystemResult]) -> None:
    for result in scored:
        expected = [answered for answered, _ in answer_findings(result)]
        assert [one.correct for one in expected] == [False] * len(expected)
        records = wrong_answers_to_json(result)
        table = wrong_answers_table([result])
        for answered, record, row in zip(expected, records, table.records, strict=True):
            assert record["query"] == row["query"] == answered.question.query
            assert record["text"] == row["text"] == answered.question.text
            assert record["predicted"] == row["predicted"] == str(answered.predicted)
            assert record["message"] == row["message"]
            assert (record["proof"] is None) == (record["predicted"] == "unknown")
        text = wrong_answers_text(result)
        assert Counter(record["code"] for record in records) == {
            line.split(" ")[0]: int(line.split(": ")[2].split()[0])
            for line in text.splitlines()
            if line.endswith((" documents", " document")) and not line.startswith(" ")
        }
        for record in records:
            assert str(record["message"]) in text


def test_wrong_answers_of_one_link_stand_together(scored: list[SystemResult]) -> None:
    text = wrong_answers_text(scored[1])
    head = next(line for line in text.splitlines() if "wrong answers by line" in line)
    count = int(head.split(": ")[1].split()[0])
    assert count > 1
    assert text.count("      by line") > 5
    assert text.startswith("\nhasty: 29 wrong answers, 38 unknown\n")


def test_text_fits(scored: list[SystemResult]) -> None:
    for line in wrong_answers_text(scored[1], 60).splitlines():
        assert len(line) <= 60


def test_a_system_without_wrong_answers_has_none(scored: list[SystemResult]) -> None:
    right = tuple(answered for answered in scored[0].answers if answered.correct)
    result = replace(scored[0], answers=right)
    assert wrong_answers_text(result) == "\ncareful: 0 wrong answers, 0 unknown\n"
    assert wrong_answers_to_json(result) == []
    assert wrong_answers_table([result]).rows == ()


def test_without_explanations_only_the_answers_are_named(scored: list[SystemResult]) -> None:
    bare = tuple(replace(one, proof=None, context=None) for one in scored[0].answers)
    result = replace(scored[0], answers=bare)
    assert all(record["proof"] is None for record in wrong_answers_to_json(result))
    text = wrong_answers_text(result)
    assert "question 6" in text
    assert "by line" not in text
