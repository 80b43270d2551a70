"""Answers beside gold."""

from __future__ import annotations

from pathlib import Path

from tests.question_sets import GOLD, asked, collection
from timegraph.options import Interpretation
from timegraph.task.question_sets.gold_answers import gold_findings, judge, read_beside
from timegraph.task.question_sets.rules import Reporter


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
    assert found[0].message.endswith(
        'gold says no, since l1: ei1 "ate" BEFORE ei2 "slept"; '
        'l2: ei2 "slept" INCLUDES ei3 "dreamt"'
    )
    assert [link.id for link in found[0].links] == ["2", "l1", "l2"]
    assert "not determined" in found[1].message
    assert "gold says yes" in found[2].message


def test_gold_that_contradicts_itself_can_be_refused(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS e1 BEFORE e2 yes")
    link = GOLD[GOLD.index("<TLINK") : GOLD.index("/>", GOLD.index("<TLINK")) + 2]
    other = link.replace("l1", "l9").replace("BEFORE", "AFTER")
    gold = collection(tmp_path / "gold", day=GOLD.replace("</TimeML>", f"{other}</TimeML>"))
    strict = Interpretation(on_conflict="error")
    beside = read_beside(document.name, document.document, gold, strict)
    assert beside.unreadable
    assert "contradicts" in beside.problem
    assert read_beside(document.name, None, gold, Interpretation()).graph is not None


def test_literal_dates_are_placed_by_the_calendar(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS t1 AFTER 1998 yes", "IS t1 AFTER 1998-99 yes")
    gold = collection(tmp_path / "gold", day=GOLD)
    for calendar, verdict in ((True, "agrees"), (False, "open")):
        interpretation = Interpretation(calendar=calendar)
        dates = ["1998", "1998-99"]
        beside = read_beside(document.name, None, gold, interpretation, dates=dates)
        judged = judge(document, beside, interpretation)
        assert [one.verdict for one in judged] == [verdict, "missing"]


def test_documents_that_gold_lacks_or_that_cannot_be_read(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS e1 BEFORE e2 yes", "IS e1 BEFORE e3 yes")
    for name, text, code in (("night", GOLD, "gold-missing"), ("day", "<x", "unreadable")):
        gold = collection(tmp_path / name, **{name: text})
        beside = read_beside(document.name, document.document, gold, Interpretation())
        judged = judge(document, beside, Interpretation())
        assert [one.verdict for one in judged] == ["missing", "missing"]
        (finding,) = gold_findings(document, beside, judged, Reporter(document))
        assert finding.code == code
