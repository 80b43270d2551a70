"""Findings as rows."""

from __future__ import annotations

import csv
import io

from timegraph.findings import CitedLink, Finding, Mark, Mention, Sentence
from timegraph.report import Report, TableOptions, render
from timegraph.report.findings.table import findings_table
from timeml import Position

ATE, SLEPT = Mention("ei1", "ate"), Mention("ei2", "slept")


def test_each_finding_is_a_row_with_all_its_fields() -> None:
    finding = Finding(
        code="contradiction",
        severity="error",
        document="a,b.tml",
        message='it "cannot" be',
        ids=("l3",),
        position=Position(11, 1, 12, 90),
        mentions=(ATE, SLEPT),
        sentences=(Sentence("She ate.", (Mark(4, 7, "ei1"),)), Sentence("He slept.")),
        links=(CitedLink("l3", SLEPT, "AFTER", ATE, 11),),
        fix="leave one out",
    )
    bare = Finding(code="no-dct", severity="note", document="c.tml", message="m")
    text = render(Report((findings_table([finding, bare]),)), TableOptions("csv"))
    first, second = csv.DictReader(io.StringIO(text))
    assert first == {
        "document": "a,b.tml",
        "line": "11",
        "column": "1",
        "end_line": "12",
        "end_column": "90",
        "severity": "error",
        "code": "contradiction",
        "ids": "l3",
        "words": 'ei1 "ate"; ei2 "slept"',
        "message": 'it "cannot" be',
        "sentence": "She [ate ei1]. He slept.",
        "links": 'l3: ei2 "slept" AFTER ei1 "ate"',
        "mend": "leave one out",
    }
    assert (second["line"], second["words"], second["severity"]) == ("", "", "note")
