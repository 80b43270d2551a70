"""Whole files of questions."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.facts.generate import generate
from timegraph.facts.readers import read_dataset, read_facts_file
from timegraph.facts.scoring.measure import score_facts


@pytest.fixture(scope="module")
def base(root: Path):
    return read_facts_file(root / "examples" / "facts" / "career.csv").base


@pytest.mark.parametrize("like", ["timeqa", "complex-tr"])
def test_files_are_read_and_answered_again(base, tmp_path: Path, like) -> None:
    text = generate(base, like=like, seed=7)
    assert text == generate(base, like=like, seed=7)
    assert text != generate(base, like=like, seed=8)
    path = tmp_path / "q.jsonl"
    path.write_text(text, encoding="utf-8")
    dataset = read_dataset(path)
    assert dataset.problems == ()
    assert len(dataset.records) > 20
    (result,) = score_facts(dataset.records, scorer="neutral").results
    assert result.score.set_accuracy == 1.0
    if like == "timeqa":
        assert result.score.sets == result.score.identical_right > 5


def test_no_question_is_made_where_a_line_was_not_read(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_text(
        "subject,relation,object,start,end\nAda,team,Reds,1990,1995\nAda,team,Blues,1997,2000\n"
        "Ada,team,Greens,spring of 1995,1997\nAda,employer,Mill,1990,1995\n"
    )
    text = generate(read_facts_file(path).base, like="timeqa", seed=1)
    assert "Mill" in text
    assert "team" not in text
