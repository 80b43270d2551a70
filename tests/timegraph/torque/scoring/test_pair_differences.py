"""Two annotations on the pairs that both decide."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from timegraph.torque.answers import align_passages, answer_passages
from timegraph.torque.passages import read_passages
from timegraph.torque.scoring import pair_difference, pair_differences
from timeml import open_collection


def test_only_pairs_that_both_decide_are_compared(example: Path) -> None:
    passages = read_passages(example / "passages.json")
    aligned, _ = align_passages(passages, open_collection(example / "timeml"))
    answered = [
        answer for passage in answer_passages(aligned.values()) for answer in passage.answers
    ]
    same = pair_difference("a", answered, "b", answered)
    assert (same.both, same.only_first, same.only_second, same.p) == (10, 0, 0, 1.0)
    turned = [
        replace(answer, events=tuple(replace(v, reason="no") for v in answer.events))
        for answer in answered
    ]
    other = pair_difference("a", answered, "b", turned)
    assert other.both == 10
    assert other.only_first == 3
    assert other.only_second == 2


def test_several_annotations_are_corrected(example: Path) -> None:
    passages = read_passages(example / "passages.json")
    aligned, _ = align_passages(passages, open_collection(example / "timeml"))
    answered = [
        answer for passage in answer_passages(aligned.values()) for answer in passage.answers
    ]
    turned = [
        replace(answer, events=tuple(replace(v, reason="no") for v in answer.events))
        for answer in answered
    ]
    differences = pair_differences([("a", answered), ("b", turned), ("c", answered)])
    assert [(pair.name, pair.against) for pair in differences] == [("b", "a"), ("c", "a")]
    assert [pair.p_holm for pair in differences] == [1.0, 1.0]
    assert pair_differences([("a", answered)]) == pair_differences([]) == []
