"""Verdicts as they are sent."""

from __future__ import annotations

import json

import pytest

from timegraph.report import FINDING_FORMATS, TableOptions, render
from timegraph.task.report import submissions_report, verdict_of
from timegraph.task.submissions import CheckedFile, CheckedSubmission, finding

GOOD = CheckedSubmission("good", (CheckedFile("a", 9, 1, 2, 3),), ())
WARNED = CheckedSubmission("warned", (), (finding("extra-document", "warned/b.tml", "extra"),))
LOST = finding("missing-document", "bad", "the submission has no document a")
BAD = CheckedSubmission("bad", (CheckedFile("a"),), (LOST, *WARNED.own))


def text_of(*checked: CheckedSubmission, format: str = "text", most: int = 0) -> str:
    return render(submissions_report(checked, most=most), TableOptions(format))


def test_verdicts() -> None:
    assert [verdict_of(checked) for checked in (GOOD, WARNED, BAD)] == [
        "accepted",
        "accepted, with 1 warning",
        "not accepted: 1 error and 1 warning; fix the errors and submit again",
    ]


def test_each_verdict_is_complete() -> None:
    text = text_of(GOOD, BAD)
    assert text.startswith("Submission good: accepted. 1 of 1 input document is there.\n")
    assert "\nSubmission bad: not accepted: 1 error and 1 warning; fix" in text
    assert "the submission has no document a" in text
    assert "\n\nsubmission  document" in text, "the table is parted from what stands before"
    assert ".\n\nsubmission  document" in text_of(GOOD)


def test_text_shows_the_first_findings_of_each_rule() -> None:
    many = CheckedSubmission("many", (), (LOST,) * 5)
    assert text_of(many, most=2).count(LOST.message) == 2
    assert text_of(many).count(LOST.message) == 5


@pytest.mark.parametrize("format", FINDING_FORMATS)
def test_every_format(format: str) -> None:
    assert text_of(GOOD, BAD, format=format).endswith("\n")


def test_json() -> None:
    content = json.loads(text_of(GOOD, BAD, format="json"))
    assert [submission["accepted"] for submission in content["submissions"]] == [True, False]
    assert [document["document"] for document in content["documents"]] == ["a", "a"]
    assert content["documents"][1]["bytes"] is None
    assert len(content["findings"]) == 2
