"""Findings beside a table, in every format."""

from __future__ import annotations

import json

import pytest

from timegraph.report import Column, Table
from timegraph.report.task import CHECK_FORMATS, render_task
from timegraph.task.rules import finding

TABLE = Table((Column("document"), Column("words")), (("a", 3),), name="documents")
FOUND = finding("short-text", "a.txt", "the text has 3 words")


@pytest.mark.parametrize("format_", CHECK_FORMATS)
def test_every_format(format_: str) -> None:
    text = render_task([FOUND], TABLE, format_)  # type: ignore[arg-type]
    assert text.endswith("\n")
    assert ("the text has 3 words" in text) == (format_ not in ("markdown", "latex"))


def test_text_and_json() -> None:
    assert render_task([], TABLE, "text") == "document  words\na             3\n"
    content = json.loads(render_task([FOUND], TABLE, "json", more={"verdict": "x"}))
    assert content["schema"] == 1
    assert content["documents"] == [{"document": "a", "words": 3}]
    assert [one["code"] for one in content["findings"]] == ["short-text"]
    assert content["verdict"] == "x"
