"""The report of QA TempEval."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from timegraph.qa import read_questions
from timegraph.report.scores import GROUPS, score_report
from timegraph.report.systems import ReportOptions
from timegraph.report.wrong_answers import wrong_answers_text
from timegraph.scoring import AnsweredList, SystemResult


@pytest.fixture
def with_list(scored: list[SystemResult]) -> SystemResult:
    """A system with a question whose answer is a list, and one that has only such questions."""
    text = "1|a.tml|LIST AFTER ei1|What came later?|ei2|ei3\n"
    (question,) = read_questions(text.encode()).questions
    return replace(scored[0], lists=(AnsweredList(question, ("ei2",), ("ei2", "ei3")),))


@pytest.mark.parametrize("kind", GROUPS)
def test_groups_add_up(scored: list[SystemResult], kind: str) -> None:
    whole = json.loads(score_report(scored, ReportOptions("json", by=GROUPS)))
    for content in whole["systems"]:
        for count in ("questions", "answered", "correct"):
            assert sum(group[count] for group in content[f"by_{kind}"]) == content[count]


def test_a_table_for_each_kind_of_group(scored: list[SystemResult]) -> None:
    tables = score_report(scored, ReportOptions(by=GROUPS)).split("\n\n")
    assert [table.split()[1] for table in tables] == list(GROUPS)
    for kind, table in zip(GROUPS, tables, strict=True):
        alone = score_report(scored, ReportOptions(by=(kind,)))
        assert table.strip() == alone.strip()


def test_the_best_is_marked_for_papers_and_with_statistics(scored: list[SystemResult]) -> None:
    assert "*" not in score_report(scored, ReportOptions())
    assert "*: best of the systems" in score_report(scored, ReportOptions(), statistics=True)
    assert "*" not in score_report(scored[:1], ReportOptions(), statistics=True)
    assert r"\textbf" in score_report(scored, ReportOptions("latex"))


def test_lists_have_a_table_of_their_own(with_list: SystemResult) -> None:
    scores, lists = score_report([with_list], ReportOptions()).split("\n\n")
    assert scores.startswith("system")
    assert lists.split()[:3] == ["system", "lists", "predicted"]
    assert lists.splitlines()[1].split()[1:5] == ["1", "1", "2", "1"]
    other = replace(with_list, name="other", lists=(replace(with_list.lists[0], predicted=()),))
    paper = score_report([with_list, other], ReportOptions("markdown", columns=("macro_f1",)))
    assert "**0.667**" in paper
    only = replace(with_list, answers=())
    assert "answered" not in score_report([only], ReportOptions())
    (content,) = json.loads(score_report([only], ReportOptions("json")))["systems"]
    assert content["lists"]["recall"] == 0.5


def test_wrong_answers_follow_if_wanted(scored: list[SystemResult]) -> None:
    plain = score_report(scored, ReportOptions())
    with_errors = score_report(scored, ReportOptions(), errors=True)
    assert with_errors == plain + "".join(map(wrong_answers_text, scored))
    whole = json.loads(score_report(scored, ReportOptions("json"), errors=True))
    codes = [one["code"] for one in whole["systems"][0]["errors"]]
    assert codes.count("wrong-answer") == 7
    assert len(codes) == 93 - 47
    scores, table = score_report(scored, ReportOptions("csv"), errors=True).split("\n\n")
    assert scores == score_report(scored, ReportOptions("csv")).rstrip()
    assert table.startswith("system,question,query,text,expected,predicted,document,")
