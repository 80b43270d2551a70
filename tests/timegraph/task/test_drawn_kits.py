"""Drawn questions as a kit: gold has all of it right, and a system without links nothing."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import timeml
from tests.question_sets import GOLD
from timegraph.answer import Answer
from timegraph.qa import read_questions
from timegraph.scoring import read_key, score_system
from timegraph.task.drawing import PROOF_FILE, draw_questions, drawn_files, in_words, key_of
from timeml import Collection, RelType, open_collection, read


def scores(tmp_path: Path, gold: Collection, number: int) -> list[tuple[int, int, int]]:
    """Questions, answered and correct of gold, and of gold without links."""
    answers = {Answer.YES: 45, Answer.NO: 45, Answer.UNKNOWN: 10}
    drawn = draw_questions(gold, number=number, answers=answers, seed=2)
    for name, data in drawn_files(drawn).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    bare = tmp_path / "bare"
    bare.mkdir()
    for name in gold.names:
        timeml.write(replace(gold.read(name), tlinks=()), bare / name)
    questions = read_questions(tmp_path / "eval-questions" / "question-set.txt")
    keys = open_collection(tmp_path / "eval-questions" / "question-events")
    key = read_key(keys, questions)
    found = []
    for system in (gold, open_collection(bare)):
        score = score_system(system, questions=questions, key=key).score
        found.append((score.questions, score.answered, score.correct))
    return found


def test_gold_answers_all_and_a_system_without_links_nothing(kit: Path, tmp_path: Path) -> None:
    found = scores(tmp_path, open_collection(kit / "gold"), 80)
    # An expected unknown counts as answered; nobody answers it wrongly by saying nothing.
    assert found == [(80, 80, 80), (80, 8, 8)]


@pytest.mark.data
@pytest.mark.slow
def test_the_same_on_timebank(data: Path, tmp_path: Path) -> None:
    gold = open_collection(data / "tempeval3" / "TBAQ-cleaned" / "TimeBank")
    assert scores(tmp_path, gold, 1000) == [(1000, 1000, 1000), (1000, 100, 100)]


def test_the_files(kit: Path) -> None:
    gold = open_collection(kit / "gold")
    answers = {Answer.YES: 1, Answer.NO: 1}
    drawn = draw_questions(gold, number=12, answers=answers)
    files = drawn_files(drawn)
    lines = files["eval-questions/question-set.txt"].decode().splitlines()
    proofs = [json.loads(line) for line in files[PROOF_FILE].decode().splitlines()]
    assert len(lines) == len(proofs) == 12
    for line, proof in zip(lines, proofs, strict=True):
        number, document, question, words, answer = line.split("|")
        assert [number, document, question] == [
            proof["number"],
            proof["document"],
            proof["question"],
        ]
        assert proof["answer"] == answer == proof["proof"]["answer"]
        assert proof["annotated"] in (True, False)
        assert words.endswith("?")
    for one in drawn.documents:
        key = key_of(one)
        assert key.text == one.document.text
        assert (key.tlinks, key.signals) == ((), ())
        assert timeml.read(files[f"eval-questions/question-events/{one.name}"]) == key
        asked = Counter(e for candidate, _ in one.questions for e in (candidate.a, candidate.b))
        assert set(asked) <= set(key.entities)
        for entity in asked:
            assert key.entity(entity).text == one.document.entity(entity).text
        assert all(event.class_ is None for event in key.events)


def worded(a: str, relation: RelType, b: str, text: str = GOLD) -> str:
    return in_words(read(text.encode()), a, relation, b)


def test_words_of_both_entities() -> None:
    assert worded("ei1", RelType.AFTER, "ei2") == "Did 'ate' happen after 'slept'?"
    assert worded("ei1", RelType.IS_INCLUDED, "t0") == (
        "Did 'ate' happen during the creation time '2 January 2020'?"
    )


def test_the_field_separator_is_not_among_them() -> None:
    assert worded("ei1", RelType.BEFORE, "ei2", GOLD.replace("ate<", "a|te<")) == (
        "Did 'a/te' happen before 'slept'?"
    )


@pytest.mark.parametrize("relation", tuple(RelType))
def test_every_relation_has_words(relation: RelType) -> None:
    text = worded("ei1", relation, "ei2")
    assert "'ate'" in text
    assert "'slept'" in text
