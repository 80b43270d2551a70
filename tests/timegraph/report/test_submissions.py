"""Verdicts as they are sent."""

from __future__ import annotations

import json

import pytest

from timegraph.report.submissions import render_submissions, verdict_of
from timegraph.report.task import CHECK_FORMATS
from timegraph.task.rules import finding
from timegraph.task.submissions.check import CheckedFile, CheckedSubmission

GOOD = CheckedSubmission("good", (CheckedFile("a", 9, 1, 2, 3),), ())
WARNED = CheckedSubmission("warned", (), (finding("extra-document", "warned/b.tml", "extra"),))
LOST = finding("missing-document", "bad", "the submission has no document a")
BAD = CheckedSubmission("bad", (CheckedFile("a"),), (LOST, *WARNED.own))


def test_verdicts() -> None:
    assert [verdict_of(one) for one in (GOOD, WARNED, BAD)] == [
        "accepted",
        "accepted, with 1 warning",
        "not accepted: 1 error and 1 warning; mend the errors and submit again",
    ]


def test_each_verdict_is_complete() -> None:
    text = render_submissions([GOOD, BAD], "text")
    assert text.startswith("Submission good: accepted.\n1 of 1 input document is there.\n")
    assert "\nSubmission bad: not accepted: 1 error and 1 warning; mend" in text
    assert "the submission has no document a" in text


@pytest.mark.parametrize("format_", CHECK_FORMATS)
def test_every_format(format_: str) -> None:
    assert render_submissions([GOOD, BAD], format_).endswith("\n")  # type: ignore[arg-type]


def test_json() -> None:
    content = json.loads(render_submissions([GOOD, BAD], "json"))
    assert [one["accepted"] for one in content["submissions"]] == [True, False]
    assert [one["document"] for one in content["documents"]] == ["a", "a"]
    assert content["documents"][1]["bytes"] is None
    assert len(content["findings"]) == 2
