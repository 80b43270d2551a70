"""Answers of other systems."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.facts.scoring.scorers import prediction_lines, read_predictions


def read(tmp_path: Path, text: str):
    path = tmp_path / "model.jsonl"
    path.write_text(text, encoding="utf-8")
    return read_predictions(path)


def test_lines_with_answers(tmp_path: Path) -> None:
    lines = (
        '{"id": 1, "answer": "A"}',
        '{"idx": "b", "answers": ["B", "C"]}',
        '{"id": "c", "prediction_text": ""}',
        '{"id": "d", "answers": []}',
    )
    found = read(tmp_path, "\n".join(lines))
    assert found.name == "model"
    assert found.answers == {"1": ("A",), "b": ("B", "C"), "c": ("",), "d": ()}
    assert found.ids == ("1", "b", "c", "d")
    assert found.problems == ()


def test_an_object_of_ids(tmp_path: Path) -> None:
    assert read(tmp_path, '{"1": "A",\n "2": ["B"]}').answers == {"1": ("A",), "2": ("B",)}


def test_facts_instead_of_answers(tmp_path: Path) -> None:
    found = read(tmp_path, '{"id": "a", "facts": ["Ada worked for A from 1 to 2.", "Ada dreamt"]}')
    assert found.answers == {}
    assert found.facts["a"].subjects == ("Ada",)
    assert [(p.place, p.code) for p in found.problems] == [("model.jsonl:1", "not-a-fact")]


def test_what_is_broken(tmp_path: Path) -> None:
    lines = (
        '{"id": "a", "answer": "A"}',
        '{"id": "a", "answer": "B"}',
        '{"id": "b"}',
        "{",
        '{"answer": "A", "id": null}',
        '{"id": "c", "answer": {"x": {"y": 1}}}',
        "7",
    )
    found = read(tmp_path, "\n".join(lines))
    assert found.answers == {"a": ("A",)}
    assert [(p.place, p.code) for p in found.problems] == [
        ("model.jsonl:2", "repeated"), ("model.jsonl:3", "not-a-prediction"),
        ("model.jsonl:4", "unreadable"), ("model.jsonl:5", "not-a-prediction"),
        ("model.jsonl:6", "not-a-prediction"), ("model.jsonl:7", "not-a-prediction")]  # fmt: skip


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    text = prediction_lines([("a", ("Å", "B")), ("b", ())])
    assert text.startswith('{"id": "a", "answers": ["Å", "B"]}\n')
    assert read(tmp_path, text).answers == {"a": ("Å", "B"), "b": ()}


def test_an_id_a_tab_and_the_answer(tmp_path: Path) -> None:
    file = tmp_path / "test.txt"
    file.write_text("/wiki/Ada#P54#0\tReds, Blues\n2\t\nno tab\n2\tGreens\n")
    read = read_predictions(file)
    assert read.answers == {"/wiki/Ada#P54#0": ("Reds, Blues",), "2": ("",)}
    assert [problem.code for problem in read.problems] == ["unreadable", "repeated"]
    assert '{"id": "q1", "answer": "the Mill"}' in read.problems[0].message


@pytest.mark.parametrize(
    "line", ['{"id": "1"}', '{"answer": "x", "n": 1', "[1]", '{"id": 1, "answer": {}}']
)
def test_what_is_not_a_prediction_is_shown_the_form(tmp_path: Path, line: str) -> None:
    file = tmp_path / "p.jsonl"
    file.write_text(line)
    (problem,) = read_predictions(file).problems
    assert '{"id": "q1", "answer": "the Mill"}' in problem.message
