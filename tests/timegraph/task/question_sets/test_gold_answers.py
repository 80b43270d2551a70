"""Answers compared with gold."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.question_sets import GOLD, asked, collection
from timegraph.findings import Finding
from timegraph.options import Interpretation
from timegraph.qa.contradictions import AskedDocument
from timegraph.task.question_sets import Reporter, gold_findings


def compared(
    document: AskedDocument,
    gold: object,
    interpretation: Interpretation = Interpretation(),
    *,
    own_ids: bool = True,
) -> tuple[Counter[str], list[Finding]]:
    key = document.document if own_ids else None
    counts, found, _ = gold_findings(document, key, gold, interpretation, Reporter(document))
    return counts, found


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
    counts, found = compared(document, collection(tmp_path / "gold", day=GOLD))
    assert counts == Counter(agrees=2, contradicts=2, open=2, missing=1)
    assert [(finding.code, finding.ids) for finding in found] == [
        ("gold-contradicts", ("2",)),
        ("gold-open", ("3",)),
        ("gold-contradicts", ("5",)),
        ("gold-missing", ("6",)),
        ("gold-open", ("7",)),
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
    counts, (finding,) = compared(document, gold, Interpretation(on_conflict="error"))
    assert (counts, finding.code) == (Counter(missing=1), "unreadable")
    assert "contradicts" in finding.message
    assert compared(document, gold, own_ids=False)[1][0].code == "gold-missing"


def test_literal_dates_are_placed_by_the_calendar(tmp_path: Path) -> None:
    document = asked(tmp_path, "IS t1 AFTER 1998 yes", "IS t1 AFTER 1998-99 yes")
    gold = collection(tmp_path / "gold", day=GOLD)
    for calendar, verdict in ((True, "agrees"), (False, "open")):
        interpretation = Interpretation(calendar=calendar)
        counts, _ = compared(document, gold, interpretation, own_ids=False)
        assert counts == Counter({verdict: 1, "missing": 1})


@pytest.mark.parametrize(
    ("name", "text", "code"), [("night", GOLD, "gold-missing"), ("day", "<x", "unreadable")]
)
def test_documents_that_gold_lacks_or_that_cannot_be_read(
    tmp_path: Path, name: str, text: str, code: str
) -> None:
    document = asked(tmp_path, "IS e1 BEFORE e2 yes", "IS e1 BEFORE e3 yes")
    counts, (finding,) = compared(document, collection(tmp_path / name, **{name: text}))
    assert (counts, finding.code) == (Counter(missing=2), code)
