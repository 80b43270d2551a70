"""Findings above a table that sums them up, in every format."""

from __future__ import annotations

import csv
import io
import json

import pytest

from timegraph.findings import CitedLink, Finding, Mark, Mention, Sentence
from timegraph.report import (
    FINDING_FORMATS,
    Column,
    FindingsSection,
    Report,
    Table,
    TableOptions,
    render,
)
from timegraph.report.findings import findings_report, findings_table
from timegraph.task.files import TASK_RULES, finding
from timeml import Position

TABLE = Table((Column("document"), Column("words")), (("a", 3),), name="documents")
SHORT = finding("short-text", "a.txt", "the text has 3 words")
RULES = TASK_RULES


def report_of(*findings: Finding, verdict: str = "") -> Report:
    members = {"verdict": verdict} if verdict else None
    return findings_report([FindingsSection(findings, RULES)], [TABLE], members=members)


@pytest.mark.parametrize("format", FINDING_FORMATS)
def test_every_format(format: str) -> None:
    text = render(report_of(SHORT), TableOptions(format))
    assert text.endswith("\n")
    # A table for a paper has no room for findings.
    assert ("the text has 3 words" in text) == (format not in ("markdown", "latex"))


def test_text_and_json() -> None:
    assert render(report_of(), TableOptions()) == "document  words\na             3\n"
    content = json.loads(render(report_of(SHORT, verdict="x"), TableOptions("json")))
    assert content["schema"] == 2
    assert content["documents"] == [{"document": "a", "words": 3}]
    assert [found["code"] for found in content["findings"]] == ["short-text"]
    assert content["verdict"] == "x"


def test_findings_stand_above_the_table_and_csv_has_a_row_for_each() -> None:
    text = render(report_of(SHORT), TableOptions())
    assert text.index("the text has 3 words") < text.index("document  words")
    head, *rows = render(report_of(SHORT, SHORT), TableOptions("csv")).splitlines()
    assert head.startswith("document,line,")
    assert len(rows) == 2


def test_text_has_the_severity_and_title_of_the_rule_and_the_fix() -> None:
    lines = render(report_of(SHORT), TableOptions()).splitlines()
    rule = RULES["short-text"]
    assert lines[0] == f"short-text ({rule.severity}): {rule.title}: 1 finding in 1 document"
    assert SHORT.fix
    assert lines[1] == f"  Fix: {SHORT.fix}"


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
