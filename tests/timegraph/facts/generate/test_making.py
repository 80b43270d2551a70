"""Whole files of questions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.generate import generate
from timegraph.facts.readers import read_dataset, read_facts_file
from timegraph.facts.scoring.measure import score_facts


@pytest.fixture(scope="module")
def base(root: Path):
    return read_facts_file(root / "examples" / "facts" / "career.csv").base


def test_files_are_read_and_answered_again(base, tmp_path: Path) -> None:
    text = generate(base, seed=7)
    assert text == generate(base, seed=7)
    assert text != generate(base, seed=8)
    path = tmp_path / "q.jsonl"
    path.write_text(text, encoding="utf-8")
    dataset = read_dataset(path)
    assert dataset.problems == ()
    assert len(dataset.records) > 20
    (result,) = score_facts(dataset.records, scorer="neutral").results
    assert result.score.set_accuracy == 1.0
    assert result.score.sets == result.score.identical_right > 5


def test_no_question_is_made_where_a_line_was_not_read(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_text(
        "subject,relation,object,start,end\nAda,team,Reds,1990,1995\nAda,team,Blues,1997,2000\n"
        "Ada,team,Greens,spring of 1995,1997\nAda,employer,Mill,1990,1995\n"
    )
    text = generate(read_facts_file(path).base, seed=1)
    assert "Mill" in text
    assert "team" not in text


def test_a_share_of_the_questions_cannot_be_answered_and_groups_come_with_their_facts() -> None:
    base = FactBase(
        Fact(subject, "team", f"Team {k}", read_date(str(k)), read_date(str(k + 2)))
        for subject in ("Ada", "Bo")
        for k in range(1900, 1940, 5)
    )
    lines = [json.loads(line) for line in generate(base, seed=3).splitlines()]
    questions = [line for line in lines if "question" in line]
    assert [line["group"] for line in lines if "facts" in line] == ["Ada", "Bo"]
    none = sum(question["answers"] == [""] for question in questions)
    assert none == round(0.15 * len(questions))
    assert generate(FactBase(), seed=3) == ""
