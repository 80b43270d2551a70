"""Workflow commands of GitHub Actions."""

from __future__ import annotations

import pytest

from timegraph.findings import Finding, Mark, Rule, Sentence, Severity
from timegraph.report import FindingsSection, Report, TableOptions
from timegraph.report.formats import render_github
from timeml import Position

RULES = {"no-dct": Rule("no-dct", "warning", "no creation time", "add one")}


def rendered(*findings: Finding) -> str:
    return render_github(Report(findings=(FindingsSection(findings, RULES),)), TableOptions())


def command(**fields: object) -> str:
    given: dict[str, object] = {
        "code": "no-dct",
        "severity": "warning",
        "document": "a.tml",
        "message": "it has none",
        **fields,
    }
    (line,) = rendered(Finding(**given)).splitlines()  # type: ignore[arg-type]
    return line


@pytest.mark.parametrize(
    ("severity", "level"), [("error", "error"), ("warning", "warning"), ("note", "notice")]
)
def test_levels(severity: Severity, level: str) -> None:
    assert command(severity=severity).startswith(f"::{level} file=a.tml,")


def test_places() -> None:
    title = "title=no-dct%3A no creation time::it has none"
    assert command() == f"::warning file=a.tml,{title}"
    assert command(position=Position(3)) == f"::warning file=a.tml,line=3,endLine=3,{title}"
    one_line = command(position=Position(3, 5, 3, 9))
    assert one_line == f"::warning file=a.tml,line=3,endLine=3,col=5,endColumn=8,{title}"
    # GitHub ignores columns of a region of several lines.
    several = command(position=Position(3, 5, 4, 9))
    assert several == f"::warning file=a.tml,line=3,endLine=4,{title}"


def test_what_would_end_a_command_is_escaped() -> None:
    line = command(document="50%, a:b.tml", message="100%\r\n::error::", fix="so: a, b")
    assert line.startswith("::warning file=50%25%2C a%3Ab.tml,")
    assert line.endswith("::100%25%0D%0A::error::%0AFix: so: a, b")


def test_sentences_and_unknown_codes() -> None:
    line = command(code="other", sentences=(Sentence("She ate.", (Mark(4, 7, "ei1"),)),))
    assert line == "::warning file=a.tml,title=other::it has none%0AShe [ate ei1]."
    assert rendered() == ""
