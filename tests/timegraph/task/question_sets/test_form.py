"""The form of question sets."""

from __future__ import annotations

from pathlib import Path

from tests.question_sets import asked, questions
from timegraph.findings import Finding
from timegraph.task.question_sets.gold_answers import form_findings, set_findings
from timegraph.task.question_sets.rules import Reporter


def found(tmp_path: Path, *lines: str) -> dict[str, list[Finding]]:
    document = asked(tmp_path, *lines)
    codes: dict[str, list[Finding]] = {}
    for finding in form_findings(document, Reporter(document)):
        codes.setdefault(finding.code, []).append(finding)
    codes.pop("few-questions", None)
    return codes


def test_lines_and_ids(tmp_path: Path) -> None:
    codes = found(
        tmp_path,
        "IS e1 BEFORE e2 is",
        "IS e1 BEFORE e9 yes",
        "IS e1 EQUALS e2 yes",
        "IS e1 BEFORE e1 no",
        "5|day|IS e1 BEFORE e3|Did she eat before she dreamt?",
    )
    assert list(codes) == ["faulty-question", "unknown-id", "same-entity", "no-answer"]
    assert [one.position.line for one in codes["faulty-question"] if one.position] == [1, 3]
    (unknown,) = codes["unknown-id"]
    assert "the document has no e9" in unknown.message
    assert str(unknown).startswith("set.txt:2: day.tml: question 2 ")


def test_the_words_name_what_the_ids_mark(tmp_path: Path) -> None:
    codes = found(
        tmp_path,
        "1|day|IS e1 BEFORE e2|Did she eat before sleeping?|yes",
        "2|day|IS e3 BEFORE t1|Did she dream before nine?|yes",
        "3|day|IS e4 AFTER t0|Did the waking follow today?|no",
        "4|day|IS e4 AFTER e2||no",
    )
    assert [finding.ids for finding in codes["other-words"]] == [("2",)]
    assert 'does not name t1 "eight"' in codes["other-words"][0].message


def test_what_is_asked_again(tmp_path: Path) -> None:
    codes = found(
        tmp_path,
        "IS e1 BEFORE e2 yes",
        "IS e1 BEFORE e2 yes",
        "IS e2 AFTER e1 yes",
        "IS e2 INCLUDES e1 no",
        "IS e1 BEFORE e2 no",  # a contradiction
        "IS e1 BEFORE e2 unknown",  # determined
        "IS e1 BEFORE e3 no",
        "IS e1 AFTER e3 no",  # says something else
    )
    assert {code: [one.ids for one in several] for code, several in codes.items()} == {
        "duplicate-question": [("2", "1")],
        "converse-question": [("3", "1")],
        "negated-question": [("4", "1")],
    }
    assert 'asks the converse of question 1 (yes): e1 "ate" BEFORE e2 "slept"' in (
        codes["converse-question"][0].message
    )


def test_the_no_repeats_the_yes_wherever_it_stands(tmp_path: Path) -> None:
    codes = found(tmp_path, "IS e1 AFTER e2 no", "IS e1 BEFORE e2 yes")
    assert [one.ids for one in codes["negated-question"]] == [("1", "2")]


def test_how_many_questions(tmp_path: Path) -> None:
    (tmp_path / "few").mkdir()
    few = asked(tmp_path / "few", "IS e1 BEFORE e2 yes")
    assert [finding.code for finding in form_findings(few, Reporter(few))] == ["few-questions"]
    many = asked(
        tmp_path,
        *[f"IS e{a} BEFORE {b} unknown" for a in range(1, 5) for b in ("t0", "t1", "1998", "1999")],
    )
    assert [finding.code for finding in form_findings(many, Reporter(many))] == ["many-questions"]


def test_numbers_and_lines_of_a_set() -> None:
    several = questions("1|day|IS e1 BEFORE e2||yes", "1|night|IS e1 BEFORE e2||yes", "2||IS a||x")
    codes = [
        (finding.code, finding.position and finding.position.line)
        for finding in set_findings([("set.txt", several)])
    ]
    assert codes == [("repeated-number", 2), ("faulty-question", 3)]
