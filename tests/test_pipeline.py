"""The whole road on real data: the official QA TempEval kits, fold1 and example2.

``official-answers/*.tsv`` hold, for every question of every run, what the official software says
and what exact reasoning over the officially normalised files gives. Skipped where the evaluation
data is absent.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest

from timegraph.qa import QuestionSet, read_questions
from timegraph.scoring import (
    DocumentAnswers,
    Result,
    Score,
    answers_of,
    read_key,
    score_system,
)
from timeml import Document, open_collection
from timeml.normalize import AlignBy

pytestmark = pytest.mark.data

TRAIN = ("human-fold1-original", "human-fold1-timlinks", "TIPSem-fold1-original")
TRAIN += ("TIPSem-fold1-with-timex",)
NEWS = ("TIPSem", "TIPSem-timex-ref-links", "TIPSemB", "TIPSemB-timex-ref-links")
RUNS = [("train", "", system) for system in TRAIN]
RUNS += [("test-news", variant, system) for variant in ("yes", "no", "old") for system in NEWS]

# Answers on raw systems, aligned by overlap, that differ from those on the officially normalised
# files, and why. The official normaliser pairs events only if they begin with the same token. The
# key marks "100th anniversary" and this system "anniversary", which overlap but begin apart.
# Nothing else differs on the 1,504 answers, and nothing at all if they are aligned by first token.
BY_OVERLAP = {
    ("test-news", variant, "TIPSem-timex-ref-links", "89"): ("unknown", "no")
    for variant in ("yes", "no", "old")
}


@cache
def question_set(data: Path, kit: str, variant: str) -> QuestionSet:
    name = f"question-set-{variant}.txt" if variant else "question-set.txt"
    # Line 24 of the training set has the answer "is".
    return read_questions(
        data / "qa-tempeval" / kit / "eval-questions" / name, lenient=kit == "train"
    )


@cache
def key_documents(data: Path, kit: str, variant: str) -> dict[str, Document]:
    folder = data / "qa-tempeval" / kit / "eval-questions" / "question-events"
    return read_key(open_collection(folder), question_set(data, kit, variant))


def normalised(data: Path, kit: str, variant: str, system: str) -> Result[DocumentAnswers]:
    folder = data / "qa-tempeval" / kit / "systems-normalized" / f"{system}-normalized"
    questions = question_set(data, kit, variant)
    return score_system(open_collection(folder), questions=questions, key=None)


def aligned(
    data: Path, kit: str, variant: str, system: str, align_by: AlignBy
) -> Result[DocumentAnswers]:
    folder = data / "qa-tempeval" / kit / "systems" / system
    questions, key = question_set(data, kit, variant), key_documents(data, kit, variant)
    return score_system(open_collection(folder), questions=questions, key=key, align_by=align_by)


def published(data: Path, kit: str, variant: str, system: str) -> list[dict[str, str]]:
    name = f"{system}.{variant}.tsv" if variant else f"{system}.tsv"
    path = data / "qa-tempeval" / kit / "official-answers" / name
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize(("kit", "variant", "system"), RUNS)
def test_normalised_files_give_every_exact_answer(
    data: Path, kit: str, variant: str, system: str
) -> None:
    rows = published(data, kit, variant, system)
    result = normalised(data, kit, variant, system)
    assert [row["query"].split() for row in rows] == [
        answered.question.query.split() for answered in answers_of(result).answers
    ]
    assert [row["exact"] for row in rows] == [str(a.predicted) for a in answers_of(result).answers]


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "variant", "system"), RUNS)
def test_wherever_the_official_software_decides_we_say_the_same(
    data: Path, kit: str, variant: str, system: str
) -> None:
    rows = published(data, kit, variant, system)
    result = normalised(data, kit, variant, system)
    for row, answered in zip(rows, answers_of(result).answers, strict=True):
        assert row["official"] in ("unknown", str(answered.predicted)), row


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "variant", "system"), RUNS)
def test_raw_files_with_alignment_differ_only_where_explained(
    data: Path, kit: str, variant: str, system: str
) -> None:
    exact = normalised(data, kit, variant, system)
    raw = aligned(data, kit, variant, system, "overlap")
    differences = {
        (kit, variant, system, one.question.number): (str(one.predicted), str(other.predicted))
        for one, other in zip(answers_of(exact).answers, answers_of(raw).answers, strict=True)
        if one.predicted is not other.predicted
    }
    expected = {run: how for run, how in BY_OVERLAP.items() if run[:3] == (kit, variant, system)}
    assert differences == expected
    assert exact.score.f1 is not None
    assert raw.score.f1 == pytest.approx(exact.score.f1, abs=0.02)
    assert raw.having("missing") == raw.having("failed") == ()


@pytest.mark.parametrize(("kit", "variant", "system"), RUNS)
def test_raw_files_aligned_by_first_token_give_every_exact_answer(
    data: Path, kit: str, variant: str, system: str
) -> None:
    rows = published(data, kit, variant, system)
    result = aligned(data, kit, variant, system, "first-token")
    assert [row["exact"] for row in rows] == [str(a.predicted) for a in answers_of(result).answers]


def test_all_1504_answers_are_compared(data: Path) -> None:
    assert sum(len(published(data, *run)) for run in RUNS) == 1504


@pytest.mark.parametrize(
    ("kit", "variant", "system", "answered", "correct"),
    [
        ("train", "", "human-fold1-original", 34, 29),
        ("train", "", "human-fold1-timlinks", 42, 37),
        ("train", "", "TIPSem-fold1-original", 28, 16),
        ("train", "", "TIPSem-fold1-with-timex", 42, 29),
        ("test-news", "yes", "TIPSem", 23, 12),
        ("test-news", "yes", "TIPSem-timex-ref-links", 35, 21),
        ("test-news", "yes", "TIPSemB", 33, 16),
        ("test-news", "yes", "TIPSemB-timex-ref-links", 42, 27),
    ],
)
def test_the_counts_are_those_published_with_the_data(
    data: Path, kit: str, variant: str, system: str, answered: int, correct: int
) -> None:
    score = normalised(data, kit, variant, system).score
    assert (score.answered, score.correct) == (answered, correct)


@pytest.mark.parametrize(
    ("folder", "answered", "correct"),
    [
        ("TIPSem-fold1-normalized", 10, 8),
        ("TIPSem-fold1-normalized-wo-timex-ref-links", 8, 6),
        ("test-fold1-normalized", 10, 8),
        ("test-fold1-normalized-timex-ref-links", 14, 10),
        ("test-fold1-normalized-wo-timex-ref-links", 14, 11),
        ("trios-fold1-normalized", 7, 4),
        ("trios-fold1-normalized-wo-timex-ref-links", 8, 5),
    ],
)
def test_fold1(data: Path, folder: str, answered: int, correct: int) -> None:
    place = data / "qa-tempeval" / "fold1"
    questions = read_questions(place / "questionset.txt")
    score = score_system(open_collection(place / folder), questions=questions, key=None).score
    assert score == Score(26, answered, correct)


def test_example2(data: Path) -> None:
    place = data / "qa-tempeval" / "example2"
    questions = read_questions(place / "questionset.txt")
    result = score_system(open_collection(place), questions=questions, key=None)
    assert result.score == Score(4, 4, 4)
    assert [w.code for w in result.notices] == ["left-out"]


def test_the_question_files_of_the_data_are_read(data: Path) -> None:
    place = data / "qa-tempeval"
    old = read_questions(place / "fold1" / "questionset-original-with-list-and-when-questions.txt")
    assert len(old) == 189
    assert not any(question.scored or question.problem for question in old.questions)
