"""Kits as files."""

from __future__ import annotations

from timegraph.task.files import kit_files


def test_the_official_layout() -> None:
    assert kit_files(["1|a|é", "2|a|b"], {"a.tml": b"<x/>"}) == {
        "eval-questions/question-set.txt": "1|a|é\n2|a|b\n".encode(),
        "eval-questions/question-events/a.tml": b"<x/>",
    }
