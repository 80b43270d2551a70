"""Answers beside gold."""

from __future__ import annotations

from pathlib import Path

from tests.question_sets import GOLD, asked, collection
from timegraph.options import Interpretation
from timegraph.task.question_sets.gold_answers import gold_findings, judge, read_beside
from timegraph.task.question_sets.reporting import Reporter


def test_each_verdict_with_its_proof(tmp_path: Path) -> None:
    document = asked(
        tmp_path,
        "IS e1 BEFORE e3 yes",
        "IS e1 AFTER e3 yes",
        "IS e4 AFTER e3 yes",
        "IS e4 AFTER e1 unknown",
        "IS e1 BEFORE e2 unknown",
        "IS e1 BEFORE e9 yes",
        "IS e1 BEFORE 1998 yes",
        "WHEN e1 ",
    )
    gold = collection(tmp_path / "gold", day=GOLD)
    beside = read_beside(document.name, document.document, gold, Interpretation())
    judged = judge(document, beside, Interpretation())
    verdicts = ["agrees", "contradicts", "open", "agrees", "contradicts", "missing", "missing"]
    assert [one.verdict for one in judged] == verdicts
    found = list(gold_findings(document, beside, judged, Reporter(document)))
    assert [one.code for one in found] == [
        "gold-contradicts",
        "gold-open",
        "gold-contradicts",
        "gold-missing",
        "gold-missing",
    ]
    assert "gold says no: not ei1 AFTER ei3, since l1: " in found[0].message
    assert [link.id for link in found[0].links] == ["2", "l1", "l2"]
    assert "not determined" in found[1].message
    assert "gold says yes" in found[2].message


def test_documents_that_gold_lacks_or_that_cannot_be_read(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS e1 BEFORE e2 yes", "IS e1 BEFORE e3 yes")
    for name, text, code in (("night", GOLD, "gold-missing"), ("day", "<x", "unreadable")):
        gold = collection(tmp_path / name, **{name: text})
        beside = read_beside(document.name, document.document, gold, Interpretation())
        judged = judge(document, beside, Interpretation())
        assert [one.verdict for one in judged] == ["missing", "missing"]
        (finding,) = gold_findings(document, beside, judged, Reporter(document))
        assert finding.code == code
