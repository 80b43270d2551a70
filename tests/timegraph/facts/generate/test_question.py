"""Generated questions as a file."""

from __future__ import annotations

import json

from timegraph.facts import Fact, FactBase
from timegraph.facts.generate import Generated, to_json_lines


def test_groups_come_before_their_questions() -> None:
    base = FactBase([Fact("Ada", "team", "Reds")])
    question = Generated("1", "Ada", "timeqa", "q?", ("Reds",), "Ada#1")
    lines = to_json_lines({"Ada": base, "Bo": base}, [question]).splitlines()
    group, asked = map(json.loads, lines)
    assert group == {"group": "Ada", "facts": [base.facts[0].to_json()]}
    assert asked == {**question._asdict(), "answers": ["Reds"]}
    assert to_json_lines({}, []) == ""
