"""Checking one document."""

from __future__ import annotations

import pytest

from timegraph.checking import document
from timegraph.checking.document import Selection, check_document, failed_document, totals
from timeml import Position, read

DATA = b"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02">2 January</TIMEX3></DCT>
<TEXT>She <EVENT eid="e1" class="OCURRENCE">ate</EVENT>, <EVENT eid="e2">slept</EVENT>.</TEXT>
<TLINK lid="l1" relType="BEFORE" eventID="e1" relatedToEvent="e2"/>
<TLINK lid="l2" relType="AFTER" eventID="e1" relatedToEvent="e2"/></TimeML>"""
DOCUMENT = read(DATA)


def codes(**options: object) -> list[str]:
    checked = check_document(DOCUMENT, path="a.tml", **options)  # type: ignore[arg-type]
    return [finding.code for finding in checked.findings]


def test_findings_come_by_line() -> None:
    assert codes() == ["no-instance", "unknown-class", "missing-attribute", "contradiction"]
    assert codes(selection=Selection(severity="error")) == ["contradiction"]


def test_a_selection_hides_findings() -> None:
    checked = check_document(DOCUMENT, path="a", selection=Selection(ignore=("*",)))
    assert (checked.findings, checked.clean) == ((), True)
    assert len(checked.diagnostics) == 1
    assert not check_document(DOCUMENT, path="a").clean
    only = check_document(DOCUMENT, path="a", selection=Selection(("missing-attribute",)))
    assert [finding.severity for finding in only.findings] == ["warning"]


def test_links_are_closed_only_for_rules_that_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(document, "contradictions_of", lambda reading, **_: asked.append(reading))
    selection = Selection(("missing-attribute",))
    counted = totals([check_document(DOCUMENT, path="a", selection=selection)])
    assert [counted[n] for n in ("inconsistent", "links_left_out", "links")] == [None, None, 2]
    monkeypatch.undo()
    searched = check_document(DOCUMENT, path="a", selection=selection, time_limit=1)
    assert (searched.links_left_out, searched.repairs is not None) == (1, True)
    assert not asked


def test_columns_need_the_file() -> None:
    at = [f.position for f in check_document(DOCUMENT, path="a", data=DATA).findings]
    assert at == [None, Position(2, 11, 2, 45), Position(2, 58, 2, 74), Position(4, 1, 4, 67)]
    assert check_document(DOCUMENT, path="a").findings[1].position == Position(2)


def test_a_repair_is_cited_in_words() -> None:
    repairs = check_document(DOCUMENT, path="a", time_limit=5).repairs
    assert repairs is not None
    assert list(map(str, repairs.cited)) == ['l2: e1 "ate" AFTER e2 "slept"']


def test_the_reading_of_links_is_that_of_build() -> None:
    checked = check_document(DOCUMENT, path="a", on_conflict="drop-constraint")
    assert checked.links_left_out == 1
    with pytest.raises(ValueError, match="during is one of"):
        check_document(DOCUMENT, path="a", during="never")  # type: ignore[arg-type]


def test_a_document_that_cannot_be_read() -> None:
    failed = failed_document("broken", path="d/a.tml", folder="d", line=3)
    assert failed.failure == "d/a.tml:3: broken"
    assert not failed.clean
    (finding,) = failed.findings
    assert (finding.code, finding.position) == ("unreadable", Position(3))
    assert failed_document("gone", path="a").failure == "a: gone"
    assert check_document(DOCUMENT, path="a").failure is None


def test_totals() -> None:
    counts = totals([check_document(DOCUMENT, path="a"), failed_document("x", path="b")])
    assert list(counts.values())[:5] == [2, 1, 1, 1, 1]
