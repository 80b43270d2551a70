"""The report on question sets, in every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.question_sets import GOLD, KEY, collection, questions
from timegraph.report import FindingFormat, TableOptions, render
from timegraph.scoring.statistics import Interval
from timegraph.task.question_sets.gold_answers import Compared, Study
from timegraph.task.question_sets.suggestions import CheckedSets, check_question_sets
from timegraph.task.report import question_check_report, study_report


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
        ("sarif", "{"),
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


STUDY = Study(
    (
        Compared("class", "STATE", 0.5, 0.25, Interval(0.1, 0.4, 0.95)),
        Compared("links", "mean", 2.0, None, Interval(None, None, 0.95)),
    ),
    *(3, 10, 20, 5, 40),
    (),
)


def test_figures_with_their_numbers() -> None:
    assert render(study_report(STUDY, signature="measure:x"), TableOptions()).splitlines() == [
        "part   value  chosen  others  difference   2.5%  97.5%",
        "class  STATE   0.500   0.250       0.250  0.100  0.400",
        "links  mean    2.000       -           -      -      -",
        "chosen: 10 events and 5 pairs of 3 documents; others: 20 events and 40 pairs",
        "95% interval of the difference: jackknife over documents, Student's t",
        "gold: measure:x",
    ]


def test_a_study_of_a_single_event() -> None:
    (note, *_) = study_report(Study((), 1, 1, 0, 1, 2000, ()), signature="x").tables[0].notes
    assert note == "chosen: 1 event and 1 pair of 1 document; others: 0 events and 2,000 pairs"


def test_a_study_in_other_formats() -> None:
    report = study_report(STUDY, signature="x")
    text = render(report, TableOptions("csv"))
    assert text.splitlines()[1] == "class,STATE,0.500000,0.250000,0.250000,0.100000,0.400000"
    assert '"figures": [' in render(report, TableOptions("json"))
