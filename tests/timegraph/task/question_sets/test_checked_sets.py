"""The check as a whole, and its figures on the published sets."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.question_sets import GOLD, KEY, collection, questions
from timegraph.checking.document import Selection
from timegraph.qa import read_questions
from timegraph.task.question_sets import RULES, CheckedSets, check_question_sets
from timeml import open_collection


def test_findings_are_in_the_order_of_files_and_lines(tmp_path: Path) -> None:
    first = questions("IS e1 BEFORE e2 yes", "IS e1 BEFORE e9 yes", "IS e1 AFTER e3 yes")
    second = questions("IS e1 AFTER e2 yes")
    checked = check_question_sets(
        [("b.txt", first), ("a.txt", second)],
        key=collection(tmp_path / "key", day=KEY),
        gold=collection(tmp_path / "gold", day=GOLD),
    )
    assert [
        (finding.document, finding.position and finding.position.line, finding.code)
        for finding in checked.findings
    ] == [
        ("b.txt", 2, "unknown-id"),
        ("b.txt", 2, "gold-missing"),
        ("b.txt", 3, "gold-contradicts"),
        ("a.txt", 1, "contradicting-answers"),
        ("a.txt", 1, "gold-contradicts"),
    ]
    (document,) = checked.documents
    assert document.verdicts == Counter(agrees=1, missing=1, contradicts=2)


def test_only_selected_rules_are_reported(tmp_path: Path) -> None:
    checked = check_question_sets(
        [("a.txt", questions("IS e1 BEFORE e9 yes", "IS e1 BEFORE e2 yes"))],
        key=collection(tmp_path / "key", day=KEY),
        selection=Selection(select=("unknown-*",), rules=RULES),
    )
    assert [finding.code for finding in checked.findings] == ["unknown-id"]


def published(kit: Path, *names: str) -> CheckedSets:
    folder = kit / "eval-questions"
    paths = [folder / f"{name}.txt" for name in names]
    return check_question_sets(
        [(path.name, read_questions(path, lenient=True)) for path in paths],
        key=open_collection(folder / "question-events"),
    )


@pytest.mark.data
@pytest.mark.parametrize(
    ("names", "inconsistent", "pairs"),
    [
        (("old",), 0, 0),
        (("yes",), 0, 0),
        (("no",), 0, 0),
        (("old", "yes"), 5, 8),
        (("old", "no"), 2, 3),
        (("yes", "no"), 0, 0),
    ],
)
def test_the_news_sets(data: Path, names: tuple[str, ...], inconsistent: int, pairs: int) -> None:
    kit = data / "qa-tempeval" / "test-news"
    checked = published(kit, *(f"question-set-{name}" for name in names))
    answers = [document.answers for document in checked.documents]
    assert len(answers) == 10
    assert sum(answer.consistent is False for answer in answers) == inconsistent
    contradictions = [found for answer in answers for found in answer.contradictions]
    assert [len(found) for found in contradictions] == [2] * pairs
    assert all(answer.all_found for answer in answers)


@pytest.mark.data
def test_the_training_set_beside_timebank_and_aquaint(data: Path, tmp_path: Path) -> None:
    gold = tmp_path / "gold"
    gold.mkdir()
    for file in (data / "tempeval3" / "TBAQ-cleaned").glob("*/*.tml"):
        shutil.copy(file, gold)
    folder = data / "qa-tempeval" / "train" / "eval-questions"
    path = folder / "question-set.txt"
    checked = check_question_sets(
        [("train", read_questions(path, lenient=True))],
        key=open_collection(folder / "question-events"),
        gold=open_collection(gold),
    )
    judged = sum((each.verdicts or Counter() for each in checked.documents), Counter())
    assert judged == Counter(agrees=25, contradicts=3, open=50)
    assert all(document.answers.consistent for document in checked.documents)
    assert not any(document.following for document in checked.documents)
    faulty = [finding for finding in checked.findings if finding.code == "faulty-question"]
    assert [one.position and one.position.line for one in faulty] == [24]


@pytest.mark.data
def test_the_small_sets_beside_their_gold(data: Path) -> None:
    for name, gold, counts, follow in (
        ("fold1/questionset.txt", "fold1/test-fold1-normalized", (8, 2, 16), 0),
        ("example2/questionset.txt", "example2", (4, 0, 0), 3),
    ):
        documents = open_collection(data / "qa-tempeval" / gold)
        path = data / "qa-tempeval" / name
        sets = [(name, read_questions(path))]
        checked = check_question_sets(sets, key=documents, gold=documents)
        judged = sum((each.verdicts or Counter() for each in checked.documents), Counter())
        assert tuple(judged[v] for v in ("agrees", "contradicts", "open")) == counts
        assert all(document.answers.consistent for document in checked.documents)
        assert sum(document.following or 0 for document in checked.documents) == follow
