"""The rules of a task, and findings made of them."""

from __future__ import annotations

from pathlib import Path

from timegraph.checking.document import RULES
from timegraph.task.files import TASK_RULES, finding
from timeml import Position


def test_each_rule_says_how_to_fix_it() -> None:
    for code, rule in TASK_RULES.items():
        assert rule.code == code
        assert rule.title
        assert rule.fix
        assert rule.severity in ("error", "warning", "note")


def test_the_page_explains_each_rule(root: Path) -> None:
    page = (root / "docs" / "shared-task.md").read_text(encoding="utf-8")
    for code, rule in TASK_RULES.items():
        assert (f"| `{code}` | {rule.severity} | {rule.title} |" in page) == (code not in RULES)


def test_a_finding_has_the_advice_of_its_rule_or_its_own() -> None:
    found = finding("short-text", "a.txt", "it is short", position=Position(3))
    assert (found.severity, found.place) == ("warning", "a.txt:3")
    assert found.fix == TASK_RULES["short-text"].fix
    assert finding("short-text", "a.txt", "it is short", fix="write more").fix == "write more"
