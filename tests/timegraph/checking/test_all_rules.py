"""All rules on all documents: they raise nothing, and report only what they are asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from tests.strategies.timeml_files import timeml_bytes
from timegraph.checking.document import (
    RULE_SETS,
    RULES,
    Selection,
    UnknownRuleError,
    check_document,
    findings_of,
)
from timegraph.documents.closure import Reading
from timegraph.testing.strategies import documents
from timeml import Document, read, write


@given(documents())
def test_any_document_can_be_checked(document: Document) -> None:
    data = write(document)
    checked = check_document(document, path="x", data=data, selection=Selection(severity="note"))
    for finding in checked.findings:
        assert finding.severity == RULES[finding.code].severity
        assert finding.message
        assert finding.fix
        json.dumps(finding.to_json())


@given(documents().flatmap(timeml_bytes))
def test_any_spelling_of_a_file_can_be_checked(data: bytes) -> None:
    reading = Reading(read(data), path="x", data=data)
    for finding in findings_of(reading, frozenset(RULES)):
        lines = [link.line for link in finding.links if link.origin == "TLINK"]
        if finding.position is not None and finding.position.end_line and lines[:1] != [None]:
            assert lines == [] or finding.position.line <= lines[0] <= finding.position.end_line


@given(documents())
def test_rules_report_only_what_they_are_asked_for(document: Document) -> None:
    reading = Reading(document, path="x")
    everything = findings_of(reading, frozenset(RULES))
    for rules, check in RULE_SETS:
        codes = {rule.code for rule in rules}
        assert {finding.code for finding in check(reading)} <= codes
    for code in {finding.code for finding in everything}:
        alone = findings_of(reading, frozenset({code}))
        assert alone == [finding for finding in everything if finding.code == code]


# How often each rule fires on corpora; none that is an error on more than 2 % of gold links.
COUNTS = {
    "tempeval3/TBAQ-cleaned/TimeBank": {
        "contradiction": 14,
        "no-instance": 40,
        "self-link": 1,
        "reversed-link": 1,
        "unlinked-event": 1545,
        "timex-type": 10,
        "timex-text": 2,
    },
    "tempeval3/TBAQ-cleaned/AQUAINT": {
        "contradiction": 64,
        "repeated-link": 3,
        "unlinked-event": 155,
        "timex-type": 20,
        "timex-text": 5,
    },
    "tempeval3/te3-platinum": {
        "repeated-link": 6,
        "reversed-link": 1,
        "unlinked-event": 88,
        "timex-type": 3,
    },
    "qa-tempeval/fold1/TIPSem-fold1-normalized": {
        "contradiction": 205,
        "no-instance": 13,
        "unlinked-event": 13,
        "timex-type": 15,
        "timex-text": 3,
    },
}


@pytest.mark.data
@pytest.mark.parametrize("corpus", COUNTS)
def test_counts_on_corpora(data: Path, corpus: str) -> None:
    counts: dict[str, int] = {}
    for file in sorted((data / corpus).rglob("*.tml")):
        checked = check_document(read(file), path=file.name, selection=Selection(severity="note"))
        for finding in checked.findings:
            counts[finding.code] = counts.get(finding.code, 0) + 1
    assert counts == COUNTS[corpus]


NOTES = {code for code, rule in RULES.items() if rule.severity == "note"}
ERRORS = {code for code, rule in RULES.items() if rule.severity == "error"}


def test_warnings_and_errors_are_shown_by_default() -> None:
    assert Selection().codes == set(RULES) - NOTES
    assert Selection(severity="note").codes == set(RULES)
    assert Selection(severity="error").codes == ERRORS


def test_what_is_named_is_shown_whatever_its_severity() -> None:
    assert Selection(select=("unlinked-event",)).codes == {"unlinked-event", "unreadable"}
    assert Selection(("unlinked-event",), severity="warning").codes == {"unreadable"}


def test_patterns() -> None:
    timex = {code for code in RULES if code.startswith("timex-")}
    assert len(timex) > 2
    assert Selection(select=("timex-*",)).codes == timex | {"unreadable"}
    assert Selection(ignore=("timex-*", "no-dct")).codes == set(RULES) - NOTES - timex - {"no-dct"}
    assert Selection(("timex-*",), ("timex-form",)).codes == timex - {"timex-form"} | {"unreadable"}


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("unknown-clas", "there is no rule 'unknown-clas'; did you mean unknown-class?"),
        ("E501", "there is no rule 'E501'; the rules are unreadable, contradiction, "),
        ("timx-*", "there is no rule 'timx-*'; the rules are"),
    ],
)
def test_unknown_rules(code: str, hint: str) -> None:
    for kind in ("select", "ignore"):
        with pytest.raises(UnknownRuleError) as raised:
            Selection(**{kind: (code,)})  # type: ignore[arg-type]
        assert str(raised.value).startswith(hint)


def test_what_cannot_be_read_cannot_be_ignored() -> None:
    with pytest.raises(UnknownRuleError, match="the rule unreadable cannot be ignored"):
        Selection(ignore=("unreadable",))
    assert "unreadable" in Selection(ignore=("*",)).codes


def test_an_unknown_severity() -> None:
    with pytest.raises(ValueError, match="severity is one of error, warning, note, not 'fatal'"):
        Selection(severity="fatal")  # type: ignore[arg-type]
