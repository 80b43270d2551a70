"""SARIF 2.1.0, validated by models that were generated from its schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from timegraph.checking.document import RULES, Selection, check_documents
from timegraph.corpus import Source
from timegraph.findings import CitedLink, Finding, Mark, Mention, Sentence
from timegraph.report import FindingsSection, Report, TableOptions
from timegraph.report.formats.written import render_sarif
from timeml import Position

ATE, SLEPT = Mention("ei1", "ate"), Mention("ei2", "slept")
FINDING = Finding(
    code="contradiction",
    severity="error",
    document="a folder/b.tml",
    message="it cannot be",
    ids=("l3",),
    position=Position(11, 1, 12, 90),
    sentences=(Sentence("She ate.", (Mark(4, 7, "ei1"),)),),
    links=(CitedLink("l3", SLEPT, "AFTER", ATE, 11), CitedLink("l1", ATE, "BEFORE", SLEPT, 9)),
    fix="leave one out",
)


def sarif(*findings: Finding) -> str:
    return render_sarif(Report(findings=(FindingsSection(findings, RULES),)), TableOptions("sarif"))


def validated(text: str) -> dict[str, object]:
    """The log, after a check against the schema."""
    model = pytest.importorskip("pydantic_sarif.model", reason="needs pydantic-sarif")
    model.StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate_json(text)
    content: dict[str, object] = json.loads(text)
    return content


def result_of(finding: Finding) -> dict[str, object]:
    (run,) = validated(sarif(finding))["runs"]  # type: ignore[misc]
    (result,) = run["results"]
    assert isinstance(result, dict)
    return result


def test_the_schema_notices_what_is_wrong() -> None:
    model = pytest.importorskip("pydantic_sarif.model", reason="needs pydantic-sarif")
    text = sarif(FINDING).replace('"level": "error"', '"level": "fatal"')
    with pytest.raises(ValueError, match="fatal"):
        model.StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate_json(text)


def test_a_result_has_all_of_its_finding() -> None:
    result = result_of(FINDING)
    assert result["ruleId"] == "contradiction"
    assert result["ruleIndex"] == list(RULES).index("contradiction")
    assert result["level"] == "error"
    assert result["message"] == {"text": "it cannot be\nShe [ate ei1].\nFix: leave one out"}
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "a%20folder/b.tml"},
                "region": {"startLine": 11, "startColumn": 1, "endLine": 12, "endColumn": 90},
            }
        }
    ]
    (related,) = result["relatedLocations"]  # type: ignore[misc]
    assert related["message"] == {"text": 'l1: ei1 "ate" BEFORE ei2 "slept"'}
    assert related["physicalLocation"]["region"] == {"startLine": 9}


def test_rules_are_described() -> None:
    (run,) = validated(sarif())["runs"]  # type: ignore[misc]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(RULES)
    assert rules[0]["defaultConfiguration"] == {"level": "error"}
    assert run["columnKind"] == "unicodeCodePoints"


def test_a_finding_keeps_its_fingerprint_when_it_moves() -> None:
    moved = Finding(
        code="contradiction",
        severity="error",
        document="a folder/b.tml",
        message="m",
        ids=("l3",),
        position=Position(99),
    )
    assert result_of(moved)["partialFingerprints"] == result_of(FINDING)["partialFingerprints"]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a.tml", "a.tml"),
        ("./a#b.tml", "a%23b.tml"),
        ("/x y/ä.tml", "file:///x%20y/%C3%A4.tml"),
        ("c:d.tml", "c%3Ad.tml"),
        ("-", "-"),
    ],
)
def test_paths_are_uris(path: str, uri: str) -> None:
    finding = Finding(code="no-dct", severity="note", document=path, message="m")
    (location,) = result_of(finding)["locations"]  # type: ignore[misc]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == uri
    assert "region" not in location["physicalLocation"]


@given(
    st.builds(
        Finding,
        code=st.text(min_size=1),
        severity=st.sampled_from(["error", "note"]),
        document=st.text(min_size=1).filter(lambda text: "\0" not in text),
        message=st.text(min_size=1),
        ids=st.tuples(st.text()),
    )
)
def test_any_finding_is_valid(finding: Finding) -> None:
    assert result_of(finding)["ruleId"] == finding.code


def test_a_whole_kit_is_valid(kit: Path) -> None:
    files = sorted((kit / "systems").rglob("*.tml"))
    sources = [(Source(f.name, str(f.relative_to(kit)), f.read_bytes()), "") for f in files]
    checked = check_documents(iter(sources), selection=Selection(severity="note"))
    findings = [finding for document in checked for finding in document.findings]
    (run,) = validated(sarif(*findings))["runs"]  # type: ignore[misc]
    assert len(run["results"]) == len(findings) > 10
