"""Every rule has an example that triggers it, and nothing graver does."""

from __future__ import annotations

import pytest

from timegraph.checking.diagnostics import ALWAYS
from timegraph.checking.document import (
    RULE_SETS,
    RULES,
    CheckedDocument,
    Selection,
    check_document,
    failed_document,
)
from timegraph.findings import SEVERITIES, Rule
from timegraph.labels import near
from timeml import TimeMLError, read
from timeml.readers import File, read_files

FRAME = """<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02"
 functionInDocument="CREATION_TIME">2 January</TIMEX3></DCT>
<TEXT>{}</TEXT></TimeML>"""


def checked(example: str) -> CheckedDocument:
    other = read_files([File("x.xml", "x.xml", example.encode)])
    if other:
        (found,) = other
        assert found.document is not None
        return check_document(found.document, path="x.xml", selection=Selection(severity="note"))
    whole = example if example.startswith(("<TimeML", "<document", "<!DOC")) else None
    data = (whole or FRAME.format(example)).encode()
    try:
        document = read(data)
    except TimeMLError as error:
        return failed_document(error.message, path="x.tml", line=error.line)
    return check_document(document, path="x.tml", data=data, selection=Selection(severity="note"))


def test_every_rule_explains_itself() -> None:
    assert all(rule.explanation and rule.example for rule in RULES.values())


def test_the_gravest_rules_come_first() -> None:
    ranks = [SEVERITIES.index(rule.severity) for rule in RULES.values()]
    assert ranks == sorted(ranks)


def test_source_may_be_indented() -> None:
    rule = Rule("a", "note", "t", "f", "  It\n  rains. ", "\n    <a>\n      <b/>\n    </a>\n    ")
    assert (rule.explanation, rule.example) == ("It rains.", "<a>\n  <b/>\n</a>")


@pytest.mark.parametrize("code", RULES)
def test_an_example_triggers_its_rule_and_no_graver_one(code: str) -> None:
    found = checked(RULES[code].example).findings
    shown = {finding.code for finding in found}
    assert code in shown
    rank = SEVERITIES.index(RULES[code].severity)
    beside = {other for other in shown if SEVERITIES.index(RULES[other].severity) <= rank} - {code}
    assert beside == set()
    assert all(finding.fix and finding.message for finding in found)


def test_rules_come_from_one_place_each() -> None:
    applied = [rule.code for rules, _ in RULE_SETS for rule in rules]
    assert sorted([*applied, "contradiction", *ALWAYS]) == sorted(RULES)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("OCURRENCE", "OCCURRENCE"),
        ("occurrence", "OCCURRENCE"),
        ("I-STATE", "I_STATE"),
        ("REPORT", "REPORTING"),
        ("XYZ", None),
        ("", None),
        ("I", None),
    ],
)
def test_slips_are_recognised(written: str, meant: str | None) -> None:
    assert near(written, ("OCCURRENCE", "REPORTING", "I_STATE", "I_ACTION")) == meant
