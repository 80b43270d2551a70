"""Tables of TORQUE in every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from timegraph.report import FORMATS
from timegraph.report.tables import TableOptions
from timegraph.report.torque import agreement_report, pairs_report, score_report
from timegraph.scoring.torque.agreement import Agreement
from timegraph.scoring.torque.pair_differences import PairDifference
from timegraph.scoring.torque.systems import score_torque
from timegraph.torque.baselines import BASELINES, answers_of
from timegraph.torque.groupings import by_document, by_kind
from timegraph.torque.pairs import pair_counts
from timegraph.torque.passages import read_passages
from timegraph.torque.problems import Problem


@pytest.mark.parametrize("format_", FORMATS)
def test_scores_in_every_format(root: Path, format_: str) -> None:
    passages = read_passages(root / "examples" / "torque" / "passages.json")
    results = [
        score_torque(passages, name, answers_of(BASELINES[name], passages))
        for name in ("majority", "nothing")
    ]
    text = score_report(
        passages,
        results,
        empty="official",
        grouped=False,
        groupings={"kind": by_kind, "document": by_document(passages)},
        confidence=True,
        problems=[Problem("x", "p", "", "so")],
        options=TableOptions(format_),  # type: ignore[arg-type]
    )
    assert "majority" in text
    assert "ferry" in text
    if format_ == "json":
        content = json.loads(text)
        assert content["problems"] == [
            {"code": "x", "passage": "p", "question": None, "message": "so"}
        ]
        assert content["systems"][0]["consistency"] is None


def test_agreement_and_pairs() -> None:
    text = agreement_report([("all", Agreement(4, 4, 3))], None, 2, "text")
    assert "0.750" in text
    assert "shares: -" in text
    text = pairs_report([("a", pair_counts([]))], [], "text")
    assert "constant answer" in text
    differences = [PairDifference("b", "a", 9, 3, 0, 0.25)]
    content = json.loads(pairs_report([("a", pair_counts([]))], differences, "json"))
    assert content["differences"][0]["p_holm"] == 0.25
