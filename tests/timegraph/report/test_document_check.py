"""The report on a check in every format."""

from __future__ import annotations

import csv
import io
import json

import pytest

from timegraph.checking.document import CheckedDocument, check_document, failed_document
from timegraph.report import FINDING_FORMATS, FindingFormat, TableOptions, render
from timegraph.report.documents import by_folder, check_report
from timeml import read

DATA = b"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02">2 January</TIMEX3></DCT>
<TEXT>She <EVENT eid="e1" class="OCURRENCE">ate</EVENT>,
<EVENT eid="e2" class="STATE">slept</EVENT>.</TEXT>
<TLINK lid="l1" relType="BEFORE" eventID="e1" relatedToEvent="e2"/>
<TLINK lid="l2" relType="AFTER" eventID="e1" relatedToEvent="e2"/></TimeML>"""
GOOD = check_document(read(DATA), path="d/a.tml", folder="d", data=DATA)
FAILED = failed_document("broken", path="e/b.tml", folder="e", line=2)
UNUSABLE = failed_document("no such folder", path="f")


def rendered(format: FindingFormat) -> str:
    checked: list[CheckedDocument] = [GOOD, FAILED]
    return render(check_report(checked, unusable=[UNUSABLE]), TableOptions(format))


def test_every_format_ends_in_one_line_feed() -> None:
    for format in FINDING_FORMATS:
        text = rendered(format)
        assert text.endswith("\n")
        assert not text.endswith("\n\n")


def test_text_has_findings_and_the_summary() -> None:
    lines = rendered("text").splitlines()
    assert lines[0].startswith("contradiction (error): ")
    assert "unreadable" not in rendered("text")  # stderr says so
    assert [line.split() for line in lines[-3:]] == [
        ["d", "1", "1", "1", "1", "0"],
        ["e", "1", "0", "0", "0", "1"],
        ["all", "2", "1", "1", "1", "1"],
    ]


def test_json_and_csv_hold_every_finding() -> None:
    content = json.loads(rendered("json"))
    codes = ["unreadable", "no-instance", "unknown-class", "contradiction", "unreadable"]
    assert [finding["code"] for finding in content["findings"]] == codes
    rows = list(csv.DictReader(io.StringIO(rendered("csv"))))
    assert [row["code"] for row in rows] == codes
    assert [row["document"] for row in rows] == ["f", *["d/a.tml"] * 3, "e/b.tml"]
    assert content["errors"] == [{"path": "f", "line": None, "error": "no such folder"}]
    assert [document["path"] for document in content["documents"]] == ["d/a.tml", "e/b.tml"]


@pytest.mark.parametrize("format", ["markdown", "latex"])
def test_tables_are_the_summary(format: FindingFormat) -> None:
    assert "contradiction" not in rendered(format)
    assert "links left out" in rendered(format)


def test_folders_are_counted_apart() -> None:
    counts = by_folder([GOOD, FAILED])
    assert {folder: total["documents"] for folder, total in counts.items()} == {"d": 1, "e": 1}
