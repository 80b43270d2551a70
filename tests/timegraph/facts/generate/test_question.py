"""Generated questions as a file."""

from __future__ import annotations

import json

from timegraph.dates import read_date
from timegraph.facts import Fact, FactBase
from timegraph.facts.generate import Generated, to_json_lines, to_prompts


def test_groups_come_before_their_questions() -> None:
    base = FactBase([Fact("Ada", "team", "Reds")])
    question = Generated("1", "Ada", "timeqa", "q?", ("Reds",), "Ada#1", 1990)
    lines = to_json_lines([("Ada", base), ("Bo", base)], [question]).splitlines()
    group, asked = map(json.loads, lines)
    assert group == {"group": "Ada", "facts": [base.facts[0].to_json()]}
    assert asked == question.to_json()
    assert asked["answers"] == ["Reds"]
    assert to_json_lines([], []) == ""


def test_prompts_have_the_fields_of_their_benchmark() -> None:
    years = [("Blues", "1995", "1999"), ("Reds", "January 1990", "May 1995")]
    facts = [Fact("Ada", "team", n, read_date(s), read_date(e)) for n, s, e in years]
    facts.append(Fact("Ada", "head coach", "Bo"))
    bases = [("Ada", FactBase(facts))]
    (line,) = map(json.loads, to_prompts(bases, [
        Generated("1", "Ada", "complex-tr", "q?", ("Blues", "Reds"), "Ada#1", 1990)
    ]).splitlines())  # fmt: skip
    context = (
        "Ada played for Blues from 1995 to 1999.\n"
        "Ada played for Reds from January 1990 to May 1995.\nBo was the headcoach of Ada."
    )
    assert line.pop("prompt").startswith(f"Facts:\n{context}\n\nQuestion: q? ")
    assert line == {
        "id": "1", "question": "q?", "fact_context": context,
        "text_answers": {"text": ["Reds", "Blues"]}, "target": "Reds $and Blues",
    }  # fmt: skip
    asked = [Generated(id, "Ada", "timeqa", "q?", ("",), "Ada#1", 1990) for id in "12"]
    lines = list(map(json.loads, to_prompts(bases, asked).splitlines()))
    assert [(line["idx"], line["targets"], line["target"]) for line in lines] == [
        ("1", [""], ""), ("2", [""], ""),
    ]  # fmt: skip
    assert lines[0]["context"] == context
