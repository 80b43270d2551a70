"""Reports of TORQUE in every format."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from timegraph.report import FORMATS, TableOptions, measure_report, render
from timegraph.torque.answers import BASELINES, align_passages, answer_passages, answers_of
from timegraph.torque.passages import problem, read_passages
from timegraph.torque.scoring import (
    agreement_report,
    agreement_with_majority,
    reasons_of,
    score_torque,
    torque_grouping,
)
from timeml import open_collection


@pytest.mark.parametrize("format_", FORMATS)
def test_scores_in_every_format(root: Path, format_: str) -> None:
    passages = read_passages(root / "examples" / "torque" / "passages.json")
    systems = {name: answers_of(BASELINES[name], passages) for name in ("majority", "nothing")}
    run = score_torque(passages, systems, statistics=True)
    groupings = [
        torque_grouping("kind", passages),
        torque_grouping("document", passages),
    ]
    problems = [problem("x", "p", "", "so")]
    text = render(measure_report(run, groupings, problems=problems), TableOptions(format_))
    assert "majority" in text
    assert "ferry" in text
    assert "intervals:jackknife-t-arcsine" in text
    if format_ == "json":
        content = json.loads(text)
        (found,) = content["problems"]
        assert (found["code"], found["document"], found["message"]) == ("x", "p", "so")
        assert content["measure"] == "torque"
        assert content["notes"][-1].startswith("span-level")
        (scores,) = content["systems"][0]["scores"]
        assert scores["consistency"] is None
        assert scores["f1"] == 1.0
        row = content["systems"][0]["groups"]["kind"][0]
        assert "consistency" not in row  # contrast groups may spread over the kinds
        assert [row["kind"] for row in content["systems"][0]["groups"]["kind"]] == [
            "warm-up",
            "user",
        ]
    elif format_ != "csv":
        assert "span-level" in text


def test_agreement(root: Path) -> None:
    passages = read_passages(root / "examples" / "torque" / "passages.json")
    report = agreement_report(replace(passages, annotated={}))
    assert "shares: -" in render(report, TableOptions())
    problems = (problem("x", "p", "", "so"),)
    shares = {"a": 1, "b": 3}
    report = agreement_report(replace(passages, annotated=shares, problems=problems))
    content = json.loads(render(report, TableOptions("json")))
    assert (content["gini"], content["problems"][0]["code"]) == (0.25, "x")
    pooled = agreement_with_majority(passages.questions)
    assert content["agreement"][0]["precision"] == pooled.precision


def test_each_event_has_a_line(root: Path) -> None:
    example = root / "examples" / "torque"
    passages = read_passages(example / "passages.json")
    aligned, _ = align_passages(passages, open_collection(example / "timeml"))
    answers = list(answer_passages(aligned.values()))
    before = answers[3]
    lines = reasons_of(before).splitlines()
    assert len(lines) == 2 + 7
    assert lines[1] == '  asks for events before "sailed" (ei2)'
    assert lines[2] == '  "warned" (ei1): in gold, answered: yes, since l1: ei1 BEFORE ei2'
    assert "the creation time" in reasons_of(answers[0])
    assert "is not understood" in reasons_of(replace(before, asked=None))
    lost = replace(before, anchor=None, anchor_entity=None, events=())
    assert "which names no event of the passage" in reasons_of(lost)
