"""The labels on given pairs in groups."""

from __future__ import annotations

import pytest

from tests.timegraph.scoring.relations.conftest import Labels, result_of
from timegraph.scoring.relations import group_interval, group_scores
from timegraph.scoring.signature import FoundScore

DOCUMENTS: list[Labels] = [
    [("BEFORE", "BEFORE"), ("AFTER", None)],
    [("BEFORE", "AFTER")],
    [],
]


def test_labels_and_documents_are_groups() -> None:
    result = result_of("a", DOCUMENTS)
    assert group_scores(result, "label") == {
        "AFTER": [FoundScore(0, 0, 1), FoundScore(0, 1, 0), FoundScore()],
        "BEFORE": [FoundScore(1, 1, 1), FoundScore(0, 0, 1), FoundScore()],
    }
    documents = group_scores(result, "document")
    assert [(name, score.gold_total) for name, (score,) in documents.items()] == [
        ("0.tml", 2),
        ("1.tml", 1),
        ("2.tml", 0),
    ]


def test_kinds_that_were_not_counted_have_no_groups() -> None:
    assert group_scores(result_of("a", DOCUMENTS), "kind") == {}
    with pytest.raises(ValueError, match="colour: groups are by label, document, kind, distance"):
        group_scores(result_of("a", DOCUMENTS), "colour")


def test_the_interval_of_a_group() -> None:
    found = group_interval([FoundScore(1, 2, 2), FoundScore(2, 2, 2), FoundScore(0, 0, 0)])
    assert found.low is not None
    assert found.high is not None
    assert found.low < 3 / 4 < found.high
