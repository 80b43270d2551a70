"""Questions about distances in a question set: IS and LIST are scored, HOW LONG is answered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.results import grouped_by
from timegraph.qa import read_questions
from timegraph.report import Report, TableOptions, render
from timegraph.report.qa_tempeval import answers_to_tsv, questions_report
from timegraph.scoring import (
    DocumentAnswers,
    Result,
    Run,
    answers_of,
    list_score,
    score_system,
)
from timegraph.scoring.qa_tempeval.measure import QA_TEMPEVAL
from timeml import open_collection

DOCUMENT = """<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-05-08"
functionInDocument="CREATION_TIME">May 8</TIMEX3></DCT><TEXT>
They <EVENT eid="e1" class="OCCURRENCE">sailed</EVENT> on
<TIMEX3 tid="t1" type="DATE" value="2020-05-04">Monday</TIMEX3> and
<EVENT eid="e2" class="OCCURRENCE">landed</EVENT> on
<TIMEX3 tid="t2" type="DATE" value="2020-05-12">Tuesday</TIMEX3>.</TEXT>
<TLINK lid="l1" relType="IS_INCLUDED" eventInstanceID="e1" relatedToTime="t1"/>
<TLINK lid="l2" relType="IS_INCLUDED" eventInstanceID="e2" relatedToTime="t2"/></TimeML>"""
QUESTIONS = """\
1|a|IS e1 AT LEAST 7 DAYS BEFORE e2|Was it a week?|yes
2|a|IS e1 AT MOST 3 DAYS BEFORE e2|Was it at most three days?|yes
3|a|IS e1 EXACTLY 8 DAYS BEFORE e2|Was it eight days?|yes
4|a|IS e1 BEFORE e2|Was it before?|yes
5|a|LIST WITHIN 8 DAYS AFTER t1|What came within eight days?|t0|e2|t2
6|a|HOW LONG BETWEEN t1.end t2.start|How long was it?|7 days
"""


@pytest.fixture
def result(tmp_path: Path) -> Result[DocumentAnswers]:
    (tmp_path / "a.tml").write_text(DOCUMENT, encoding="utf-8")
    questions = read_questions(QUESTIONS.encode())
    system = open_collection(tmp_path)
    return score_system(system, questions=questions, key=None, explain=True, calendar=True)


def test_is_questions_count_in_the_score(result: Result[DocumentAnswers]) -> None:
    assert (result.score.questions, result.score.answered, result.score.correct) == (4, 3, 2)
    by_relation = result.group_scores(grouped_by("relation")["relation"])
    groups = {
        name: sum(score.questions for score in scores[()])
        for (name,), scores in by_relation.items()
    }
    assert groups == {"BEFORE": 1, "AT LEAST": 1, "AT MOST": 1, "EXACTLY": 1}


def test_lists_count_as_lists(result: Result[DocumentAnswers]) -> None:
    lists = list_score(result)
    assert lists is not None
    assert lists.f1 == 1.0


def test_how_long_is_answered(result: Result[DocumentAnswers]) -> None:
    assert [timed.predicted for timed in answers_of(result).times] == ["exactly 7 days"]


def test_a_wrong_answer_is_a_finding_with_its_links(result: Result[DocumentAnswers]) -> None:
    report = questions_report(Run(measure=QA_TEMPEVAL, results=(result,)), errors=True)
    systems: Any = report.content["systems"]
    wrong, unknown = systems[0]["errors"]
    assert wrong["code"] == "wrong-answer"
    assert wrong["query"] == "IS e1 AT MOST 3 DAYS BEFORE e2"
    assert "together e2.start - e1.end > 2020-05-12 - 2020-05-05 = 7 days" in str(wrong["proof"])
    assert {link["id"] for link in wrong["links"]} >= {"l1", "l2"}
    assert unknown["code"] == "no-path"
    assert "e2.start - e1.end is more than 7 days and less than 9 days" in unknown["message"]
    assert "AT MOST 3 DAYS BEFORE" in render(Report(findings=report.findings), TableOptions())


def test_every_answer_is_in_the_table_of_answers(result: Result[DocumentAnswers]) -> None:
    lines = answers_to_tsv([result]).splitlines()[1:]
    predicted = [line.split("\t")[5] for line in lines]
    assert predicted == ["yes", "no", "unknown", "yes", "t0|e2|t2", "exactly 7 days"]
