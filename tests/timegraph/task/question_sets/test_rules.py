"""The rules are explained in the page."""

from __future__ import annotations

import re
from pathlib import Path

from timegraph.task.question_sets import RULES


def test_each_rule_has_a_row_in_the_page(root: Path) -> None:
    page = (root / "docs" / "question-sets.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (error|warning|note) \|", page, re.M)
    assert rows == [(code, rule.severity) for code, rule in RULES.items()]
    assert all(rule.explanation for rule in RULES.values())
