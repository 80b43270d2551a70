"""The pairs that questions decide."""

from __future__ import annotations

from pathlib import Path

from timegraph.torque.answers import align_passages, answer_passages, pair_counts
from timegraph.torque.passages import read_passages
from timeml import open_collection


def test_pairs_are_counted_by_what_the_annotation_says(example: Path) -> None:
    passages = read_passages(example / "passages.json")
    aligned, _ = align_passages(passages, open_collection(example / "timeml"))
    counts = pair_counts(answer_passages(aligned.values()))
    # Two questions of before and after, each with six events beside the anchor.
    assert sum(counts.pairs.values()) == 12
    assert counts.pairs == {"yes": 5, "no": 5, "unknown": 2, "not annotated": 0, "anchor": 0}
    assert counts.in_answer["yes"] == 3
    assert counts.decided == 10
    assert counts.accuracy == 0.8
    assert counts.constant_accuracy == 0.7
    assert pair_counts([]).accuracy is None
