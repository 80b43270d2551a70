"""The counts behind the table of what decoding gains."""

from __future__ import annotations

import json

import pytest

ROWS = [
    {"a": "x", "b": "y", "weights": {"before": 4, "after": 1}},
    {"a": "y", "b": "z", "weights": {"before": 3, "vague": 2}},
    {"a": "x", "b": "z", "weights": {"after": 3, "before": 2}},
]
GOLD = {("x", "y"): "before", ("y", "z"): "vague", ("x", "z"): "before"}


@pytest.fixture(scope="module")
def voting(benchmark_module):
    return benchmark_module("voting")


def test_vague_is_no_label(voting) -> None:
    counts = voting.Counts()
    counts.add(GOLD, voting.heaviest(ROWS))
    assert (counts.right, counts.predicted, counts.gold) == (1, 3, 2)
    assert counts.f1() == pytest.approx(40)


def test_a_single_vote_is_what_is_to_be_expected(voting) -> None:
    counts = voting.Counts()
    voting.one_vote(counts, GOLD, ROWS)
    assert (counts.right, counts.predicted, counts.gold) == pytest.approx((1.2, 2.6, 2))


def test_greedy_takes_the_heaviest_first(voting) -> None:
    dropped = voting.greedy(ROWS, "matres", entailed=False)
    assert list(dropped.values()) == ["before", "before", "vague"]
    closed = voting.greedy(ROWS, "matres", entailed=True)
    assert list(closed.values()) == ["before", "before", "before"]
    assert voting.contradictory(voting.heaviest(ROWS), "matres")
    assert not voting.contradictory(closed, "matres")


def test_methods_of_a_line_may_be_measured_apart(voting, tmp_path) -> None:
    documents = [(GOLD, ROWS)]
    first = {
        name: voting.figures(documents, name, "matres", "closed", 5.0)
        for name in ("one vote", "heaviest", "greedy", "decoded")
    }
    lines = [
        {"line": "x b10, seed 1", "documents": 1, **first},
        {"line": "x b10, seed 1", "documents": 1, "triads": first["decoded"]},
    ]
    path = tmp_path / "record.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    (record,) = voting.read_records(path)
    row = voting.published([record]).splitlines()[-1]
    assert row.startswith("| x 10 % | 52.2 | 40.0† | ")
    assert row.endswith("| 1 of 1 |")
