"""The figures of groups of annotators, with intervals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import timeml
from tests.timegraph.scoring.agreement.conftest import annotated
from timegraph.scoring.agreement.measure import (
    GroupAgreement,
    entity_figures,
    label_figures,
    link_figures,
    measure_agreement,
    relation_figures,
)
from timegraph.scoring.entities import ENTITY_ROWS

Folders = Callable[[dict[str, dict[str, str]]], dict[str, Path]]
Measured = Callable[..., tuple[GroupAgreement, ...]]

TEXTS = {
    "ada": [("1 BEFORE 2", "2 BEFORE 3"), ("1 BEFORE 2",), ("3 INCLUDES 4",)],
    "ben": [("1 BEFORE 2", "3 BEFORE 2"), ("1 BEFORE 2",), ("3 BEFORE 4", "1 BEFORE 2")],
    "eve": [("1 BEFORE 2",), ("1 AFTER 2",), ()],
}


@pytest.fixture
def measured(folders: Folders) -> Measured:
    """Measures annotators by their names in :data:`TEXTS`."""

    def measure(*annotators: str, **options: Any) -> tuple[GroupAgreement, ...]:
        files = {
            who: {f"{k}.tml": annotated(*links) for k, links in enumerate(TEXTS[who])}
            for who in annotators
        }
        opened = {who: timeml.open_collection(path) for who, path in folders(files).items()}
        return measure_agreement(opened, **options).groups

    return measure


def test_entities_have_a_row_for_each_score(measured: Measured) -> None:
    (group,) = measured("ada", "ben")
    rows = entity_figures(group, intervals=True)
    assert [found.row for found in rows] == list(ENTITY_ROWS)
    assert (rows[0].score.f1, rows[0].score.matched) == (1, 12)
    assert rows[0].interval is not None
    assert entity_figures(group)[0].interval is None


def test_links_count_in_each_way(measured: Measured) -> None:
    (group,) = measured("ada", "ben", by=["document"])
    either, anybody = link_figures(group, intervals=True)
    assert (either.linked_by, either.ratings.items, either.ratings.raw) == ("all", 4, 1 / 2)
    assert (anybody.linked_by, anybody.ratings.items, anybody.ratings.raw) == ("any", 5, 2 / 5)
    assert set(either.intervals) == {"raw", "cohen", "fleiss", "alpha"}
    assert link_figures(group)[0].intervals == {}
    by_document = link_figures(group, "document", intervals=True)
    assert [(row.group, row.ratings.items) for row in by_document if row.linked_by == "all"] == [
        ("0.tml", 2),
        ("1.tml", 1),
        ("2.tml", 1),
    ]
    assert not any(row.intervals for row in by_document)


def test_relations_are_those_of_two_annotators(measured: Measured) -> None:
    *pairs, all_three = measured("ada", "ben", "eve")
    assert relation_figures(all_three) == []
    assert entity_figures(all_three) == []
    assert [row.linked_by for row in link_figures(all_three)] == ["all", "any", "two"]
    links, closure = relation_figures(pairs[0], intervals=True)
    assert (links.of, links.relations.counts) == ("links", (2, 0, 2, 0, 0))
    assert links.relations.agreement == 1 / 2
    assert links.interval is not None
    assert links.interval.low is not None
    assert links.interval.low < 1 / 2
    assert (closure.of, closure.relations.pairs) == ("closure", 18)


def test_labels_have_their_specific_agreement(measured: Measured) -> None:
    (group,) = measured("ada", "ben")
    rows = {
        row.label: row for row in label_figures(group, intervals=True) if row.linked_by == "all"
    }
    assert [(row.label, row.given, row.specific) for row in rows.values()] == [
        ("AFTER", 1, 0),
        ("BEFORE", 6, pytest.approx(4 / 6)),
        ("INCLUDES", 1, 0),
    ]
    assert rows["BEFORE"].interval is not None
    assert all(row.interval is None for row in label_figures(group))
