"""The form of question sets."""

from __future__ import annotations

from pathlib import Path

from tests.question_sets import asked, questions
from timegraph.findings import Finding
from timegraph.task.question_sets import Reporter, form_findings, set_findings


def found(tmp_path: Path, *lines: str) -> dict[str, list[Finding]]:
    document = asked(tmp_path, *lines)
    codes: dict[str, list[Finding]] = {}
    for finding in form_findings(document, Reporter(document)):
        codes.setdefault(finding.code, []).append(finding)
    return codes


def test_lines_and_ids(tmp_path: Path) -> None:
    codes = found(
        tmp_path,
        "IS e1 BEFORE e2 is",
        "IS e1 BEFORE e9 yes",
        "IS e1 EQUALS e2 yes",
        "IS e1 BEFORE e1 no",
        "5|day|IS e1 BEFORE e3|Did she eat before she dreamt?",
    )
    assert list(codes) == ["faulty-question", "unknown-id", "same-entity", "no-answer"]
    assert [one.position.line for one in codes["faulty-question"] if one.position] == [1, 3]
    (unknown,) = codes["unknown-id"]
    assert "the document has no e9" in unknown.message
    assert str(unknown).startswith("set.txt:2: day.tml: question 2 ")


def test_numbers_and_lines_of_a_set() -> None:
    several = questions("1|day|IS e1 BEFORE e2||yes", "1|night|IS e1 BEFORE e2||yes", "2||IS a||x")
    codes = [
        (finding.code, finding.position and finding.position.line)
        for finding in set_findings([("set.txt", several)])
    ]
    assert codes == [("repeated-number", 2), ("faulty-question", 3)]
