"""The report of a comparison."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.results import answered
from timegraph.answer import Answer
from timegraph.qa import read_questions
from timegraph.report import TableOptions, render
from timegraph.report.compare import COLUMNS, compare_report
from timegraph.scoring import QA_TEMPEVAL, AnsweredQuestion, DocumentAnswers, Result, Run, Unusable
from timegraph.scoring.qa_tempeval.comparison import Comparison, compare_systems

QUESTIONS = read_questions(
    b"1|d.tml|IS ei1 BEFORE ei2|Did he eat before he slept?|yes\n"
    b"2|e.tml|IS ei1 AFTER ei2|Did he eat after he slept?|no\n"
).questions
YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN


def system(name: str, *answers: Answer) -> Result[DocumentAnswers]:
    return answered(
        name,
        (
            AnsweredQuestion(question, answer)
            for question, answer in zip(QUESTIONS, answers, strict=True)
        ),
    )


ONE, OTHER = system("one", YES, NO), system("other", UNKNOWN, NO)
COMPARISON = compare_systems([ONE, OTHER], against="other")


def report_of(
    comparison: Comparison = COMPARISON, *unusable: Unusable, format: str = "text", by: str = ""
) -> str:
    run = Run(measure=QA_TEMPEVAL, results=comparison.systems, unusable=unusable)
    report = compare_report(comparison, run, by=tuple(by.split()))
    return render(report, TableOptions(format))


def test_a_question_that_one_alone_gets_right_is_shown_with_both_answers() -> None:
    lines = report_of().splitlines()
    assert lines[0].split()[:2] == ["system", "against"]
    assert lines[-6:] == [
        "d.tml: question 1: Did he eat before he slept?",
        "  IS ei1 BEFORE ei2, expected yes",
        "  one: yes",
        "  other: unknown",
        "",
        "0 questions right in other and not in one",
    ]
    assert "1 question right in one and not in other" in lines


def test_the_table_of_pairs_fits_a_terminal() -> None:
    lines = report_of().splitlines()
    assert max(map(len, lines[:2])) <= 80
    # The columns of a single pair bear the names of its systems.
    assert "only one" in lines[0]
    assert "only other" in lines[0]
    three = compare_systems([ONE, OTHER, system("third", NO, NO)])
    assert "only the system" in report_of(three).splitlines()[0]


def test_groups_count_right_wrong_and_unknown() -> None:
    content = json.loads(report_of(format="json", by="document"))
    rows = [tuple(row.values()) for row in content["tables"]["by_document"]]
    assert rows == [
        ("d.tml", "one", 1, 0, 0),
        ("d.tml", "other", 0, 0, 1),
        ("e.tml", "one", 1, 0, 0),
        ("e.tml", "other", 1, 0, 0),
    ]
    assert "by_relation" not in content["tables"]


def test_json_has_the_pairs_the_questions_and_every_system() -> None:
    content = json.loads(report_of(format="json"))
    assert content["measure"] == "qa-tempeval"
    assert [own["name"] for own in content["systems"]] == ["one", "other"]
    assert content["systems"][0]["scores"][0]["correct"] == 2
    (pair,) = content["tables"]["pairs"]
    assert (pair["system"], pair["against"], pair["only_system"]) == ("one", "other", 1)
    (question,) = content["tables"]["questions"]
    assert (question["right"], question["not_right"], question["query"]) == (
        *("one", "other"),
        "IS ei1 BEFORE ei2",
    )
    assert isinstance(content["seed"], int)
    assert any(f"seed {content['seed']}" in note for note in content["notes"])


def test_every_table_of_csv_has_signatures_and_proofs_stand_in_it() -> None:
    pairs, by_document, questions = report_of(format="csv", by="document").split("\n\n")
    signatures = {result.name: str(result.signature) for result in (ONE, OTHER)}
    for table, about in ((pairs, "system"), (by_document, "system"), (questions, "right")):
        rows = list(csv.DictReader(io.StringIO(table)))
        assert rows
        assert [row["signature"] for row in rows] == [signatures[row[about]] for row in rows]
    assert "proof_right" in questions.splitlines()[0]
    assert "proof_right" not in report_of(format="markdown")


def test_what_could_not_be_measured_is_noted() -> None:
    lost = Unusable("lost", "there is no such folder")
    assert "lost: not compared: there is no such folder" in report_of(COMPARISON, lost)
    content = json.loads(report_of(COMPARISON, lost, format="json"))
    assert content["systems"][-1]["error"] == "there is no such folder"
    assert content["notes"][-1] == "lost: not compared: there is no such folder"


def test_the_correction_is_named() -> None:
    third = system("third", NO, NO)
    best = " ".join(report_of(compare_systems([ONE, OTHER, third])).split())
    assert "Holm: p corrected for all pairs of the 3 systems" in best
    assert "one is the best by these scores" in best
    named = report_of(compare_systems([ONE, OTHER, third], against="other"))
    assert "Holm: p corrected for the 2 pairs above, each test by itself" in named


@pytest.mark.parametrize(
    "name", ["system", "against", "f1_p", "document", "verdict", "proof_right"]
)
def test_columns_may_be_chosen(name: str) -> None:
    assert (name in {column.name for column in COLUMNS}) == (name != "verdict")
