"""The report on question sets, in every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.question_sets import GOLD, KEY, collection, questions
from timegraph.report import FindingFormat, TableOptions, render
from timegraph.task.question_sets.checked_sets import CheckedSets, check_question_sets
from timegraph.task.report import question_check_report


@pytest.fixture
def checked(tmp_path: Path) -> CheckedSets:
    several = questions("IS e1 BEFORE e2 yes", "IS e1 INCLUDES e2 yes", "IS e4 AFTER e1 unknown")
    return check_question_sets(
        [("set.txt", several)],
        key=collection(tmp_path / "key", day=KEY),
        gold=collection(tmp_path / "gold", day=GOLD),
    )


def rendered(checked: CheckedSets, format: FindingFormat, signature: str = "") -> str:
    return render(question_check_report(checked, signature=signature), TableOptions(format))


def test_text_has_findings_and_counts(checked: CheckedSets) -> None:
    text = rendered(checked, "text", signature="measure:x")
    assert text.startswith("contradicting-answers (error): answers that cannot all be true: 1 ")
    assert "gold-contradicts (error)" in text
    assert "gold: measure:x\n" in text
    assert _row(text, "day.tml") == "day.tml 3 2 0 1 no 1 1 - 2 1 0 0"
    assert "distance  2 to 4 sentences          1" in text


def test_json_has_everything(checked: CheckedSets) -> None:
    content = json.loads(rendered(checked, "json", signature="measure:x"))
    assert content["signature"] == "measure:x"
    (document,) = content["documents"]
    assert document["consistent"] is False
    (contradiction,) = document["contradictions"]
    assert [question["number"] for question in contradiction["questions"]] == ["1", "2"]
    assert contradiction["branches"][0]["chain"]["steps"][0]["question"] in ("1", None)
    assert document["fewest_to_drop"] == [{"file": "set.txt", "line": 1, "number": "1"}]
    assert document["following"] is None
    assert [one["verdict"] for one in document["gold"]] == ["agrees", "contradicts", "agrees"]
    assert document["gold"][1]["proof"]["answer"] == "no"
    assert {group["by"] for group in content["groups"]} == {"relation", "kinds", "distance"}


@pytest.mark.parametrize(
    ("format", "begin"),
    [
        ("csv", "document,line,"),
        ("github", "::error file=set.txt,line=2"),
        ("markdown", "| document |"),
        ("latex", "% "),
    ],
)
def test_other_formats(checked: CheckedSets, format: FindingFormat, begin: str) -> None:
    assert rendered(checked, format).startswith(begin)


def test_several_sets_and_what_is_not_known(tmp_path: Path) -> None:
    sets = [
        ("a/set-a.txt", questions("IS e1 BEFORE e2 yes", "LIST BEFORE e1 ", "WHEN e1 ")),
        ("a/set-b.txt", questions("IS e2 BEFORE e1 yes", "IS e1 BEFORE 1998 yes")),
        ("a/set-c.txt", questions("1|noon|IS e1 SIMULTANEOUS e2||no")),
    ]
    checked = check_question_sets(sets, key=collection(tmp_path / "key", day=KEY), time_limit=None)
    text = rendered(checked, "text")
    assert "1 of set-a.txt" in text
    assert "gold" not in text.partition("document  ")[2]
    assert "kinds     not known" in text
    assert _row(text, "all") == "all 6 3 1 0 1 of 2 1 1 0"


def _row(text: str, name: str) -> str:
    (row,) = [line for line in text.splitlines() if line.startswith(f"{name} ")]
    return " ".join(row.split())
