"""Contrast questions as files: TORQUE's own readers read them, and proofs fit the answers."""

from __future__ import annotations

import json
from pathlib import Path

from timegraph.allen import AllenSet
from timegraph.task.drawing.contrast import (
    ASKED,
    OPEN_FILE,
    PASSAGE_FILE,
    PROOF_FILE,
    contrast_files,
    draw_contrasts,
)
from timegraph.torque import read_passages
from timegraph.torque.answers import align_passages
from timeml import open_collection


def test_the_passages_are_found_in_their_documents(kit: Path) -> None:
    gold = open_collection(kit / "gold")
    files = contrast_files(draw_contrasts(gold))
    passages = read_passages(files[PASSAGE_FILE])
    assert not passages.problems
    assert passages.questions
    aligned, problems = align_passages(passages, gold)
    assert not problems
    assert all(len(one.entities) == len(one.passage.events) for one in aligned.values())


def test_each_event_of_a_question_has_a_proof_that_decides_it(kit: Path) -> None:
    files = contrast_files(draw_contrasts(open_collection(kit / "gold")))
    passages = read_passages(files[PASSAGE_FILE])
    lines = [json.loads(line) for line in files[PROOF_FILE].splitlines()]
    asked = {(line["passage"], line["question"]): line for line in lines}
    assert set(asked) == {question.key for question in passages.questions}
    for question in passages.questions:
        record = asked[question.key]
        assert question.answer == {tuple(answer["span"]) for answer in record["answers"]}
        events = [*record["answers"], *record["non_answers"], record["anchor"]]
        spans = {tuple(event["span"]) for event in events}
        assert spans == set(passages.by_name[question.passage].events)
        for key, word in (("answers", "yes"), ("non_answers", "no")):
            for one in record[key]:
                assert one["proof"]["answer"] == "yes"
                possible = AllenSet(one["proof"]["relation"])
                assert ASKED[record["relation"]].answer(possible).value == word


def test_open_anchors_have_a_file_of_their_own(kit: Path) -> None:
    files = contrast_files(draw_contrasts(open_collection(kit / "gold")))
    proven = [json.loads(line) for line in files[PROOF_FILE].splitlines()]
    drawn = {(one["passage"], one["anchor"]["id"]) for one in proven}
    for line in files[OPEN_FILE].splitlines():
        record = json.loads(line)
        assert (record["passage"], record["anchor"]["id"]) not in drawn
        marks = {mark for question in record["questions"] for mark in question["events"].values()}
        assert "open" in marks
        assert marks <= {"answer", "non-answer", "open"}
