"""The report of temporal awareness."""

from __future__ import annotations

import json
from dataclasses import replace

from timegraph.report.awareness import awareness_report
from timegraph.report.systems import ReportOptions
from timegraph.scoring import AwarenessResult, AwarenessScore


def test_figures_are_those_of_the_results(awareness: list[AwarenessResult]) -> None:
    whole = json.loads(awareness_report(awareness, ReportOptions("json"), warnings=["odd"]))
    assert whole["warnings"] == ["odd"]
    for content, result in zip(whole["systems"], awareness, strict=True):
        assert content["f1"] == result.score.f1
        assert content["recall_implicit"] == 0
        assert content["signature"] == str(result.signature)


def test_the_implicit_share_has_a_column_where_there_is_one(
    awareness: list[AwarenessResult],
) -> None:
    assert "implicit" not in awareness_report(awareness, ReportOptions())
    credited = replace(awareness[0], documents=(("a.tml", AwarenessScore(1, 2, 1, 2, 0.25)),))
    head, row, _ = awareness_report([credited], ReportOptions()).splitlines()
    assert head.split()[-1] == "implicit"
    assert row.split()[-1] == "0.250"


def test_groups_are_documents(awareness: list[AwarenessResult]) -> None:
    lines = awareness_report(awareness, ReportOptions(by=("document",)), statistics=True)
    for name in awareness[0].by_document():
        assert lines.count(name) == 2
    assert "F1 [95% interval]" in lines
