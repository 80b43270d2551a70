"""Every rule has a page with an example that triggers it, and nothing graver does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from timegraph.checking.all_rules import RULE_SETS
from timegraph.checking.document import CheckedDocument, check_document, failed_document
from timegraph.checking.rules import ALWAYS, RULES, near
from timegraph.checking.selection import Selection
from timegraph.findings import SEVERITIES
from timeml import TimeMLError, read
from timeml.readers import File, read_files

SECTION = re.compile(r"^### (\S+)\n(.*?)^```xml\n(.*?)^```", re.MULTILINE | re.DOTALL)
FRAME = """<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02"
 functionInDocument="CREATION_TIME">2 January</TIMEX3></DCT>
<TEXT>{}</TEXT></TimeML>"""


def page() -> str:
    root = Path(__file__).resolve().parents[3]
    return (root / "docs" / "checks.md").read_text(encoding="utf-8")


EXAMPLES = {code: (text, example) for code, text, example in SECTION.findall(page())}


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


def test_every_rule_has_a_page() -> None:
    assert set(EXAMPLES) == set(RULES)


@pytest.mark.parametrize("code", RULES)
def test_an_example_triggers_its_rule_and_no_graver_one(code: str) -> None:
    found = checked(EXAMPLES[code][1]).findings
    shown = {finding.code for finding in found}
    assert code in shown
    rank = SEVERITIES.index(RULES[code].severity)
    beside = {other for other in shown if SEVERITIES.index(RULES[other].severity) <= rank} - {code}
    assert beside == set()
    assert all(finding.mend and finding.message for finding in found)


@pytest.mark.parametrize("code", RULES)
def test_the_page_says_how_severe_a_rule_is(code: str) -> None:
    assert EXAMPLES[code][0].startswith(RULES[code].severity.capitalize() + ". ")


def test_rules_come_from_one_place_each() -> None:
    own = [code for codes, _ in RULE_SETS for code in codes]
    assert sorted([*own, "contradiction", *ALWAYS]) == sorted(RULES)


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
