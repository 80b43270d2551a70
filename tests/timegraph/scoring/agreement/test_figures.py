"""The figures of groups of annotators, with intervals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import timeml
from tests.timegraph.scoring.agreement.conftest import annotated
from timegraph.report.agreement import agreement_tables
from timegraph.report.tables import Estimate
from timegraph.scoring.agreement.measure import Agreement, measure_agreement
from timegraph.scoring.entities import ENTITY_ROWS

Folders = Callable[[dict[str, dict[str, str]]], dict[str, Path]]
Rows = dict[str, list[dict[str, Any]]]
Measured = Callable[..., Agreement]

TEXTS = {
    "ada": [("1 BEFORE 2", "2 BEFORE 3"), ("1 BEFORE 2",), ("3 INCLUDES 4",)],
    "ben": [("1 BEFORE 2", "3 BEFORE 2"), ("1 BEFORE 2",), ("3 BEFORE 4", "1 BEFORE 2")],
    "eve": [("1 BEFORE 2",), ("1 AFTER 2",), ()],
}


@pytest.fixture
def measured(folders: Folders) -> Measured:
    """Measures annotators by their names in :data:`TEXTS`."""

    def measure(*annotators: str, **options: Any) -> Agreement:
        files = {
            who: {f"{k}.tml": annotated(*links) for k, links in enumerate(TEXTS[who])}
            for who in annotators
        }
        opened = {who: timeml.open_collection(path) for who, path in folders(files).items()}
        return measure_agreement(opened, **options)

    return measure


def rows_of(agreement: Agreement, *by: str, confidence: bool = True) -> Rows:
    """The rows of each table, by the names of their columns."""
    return {
        table.name: [
            dict(zip((column.name for column in table.columns), row, strict=True))
            for row in table.rows
        ]
        for table in agreement_tables(agreement, by=by, confidence=confidence)
    }


def estimates(row: dict[str, Any]) -> dict[str, float | None]:
    """The figures of a row that have an interval."""
    return {
        name: cell.value
        for name, cell in row.items()
        if isinstance(cell, Estimate) and cell.low is not None
    }


def test_entities_have_a_row_for_each_score(measured: Measured) -> None:
    agreement = measured("ada", "ben")
    rows = rows_of(agreement)["entities"]
    assert [(row["layer"], row["mode"], row["attribute"]) for row in rows] == [
        (row.layer, row.mode, row.attribute or "") for row in ENTITY_ROWS
    ]
    assert (estimates(rows[0]), rows[0]["matched"]) == ({"f1": 1}, 12)
    assert not estimates(rows_of(agreement, confidence=False)["entities"][0])


def test_links_count_in_each_way(measured: Measured) -> None:
    agreement = measured("ada", "ben", by=["document"])
    tables = rows_of(agreement, "document")
    either, anybody = tables["links"]
    assert (either["linked_by"], either["pairs"], either["raw"].value) == ("all", 4, 1 / 2)
    assert (anybody["linked_by"], anybody["pairs"], anybody["raw"].value) == ("any", 5, 2 / 5)
    assert "raw" in estimates(either)
    assert not estimates(rows_of(agreement, confidence=False)["links"][0])
    by_document = tables["links_by_document"]
    assert [
        (row["document"], row["pairs"]) for row in by_document if row["linked_by"] == "all"
    ] == [
        ("0.tml", 2),
        ("1.tml", 1),
        ("2.tml", 1),
    ]
    assert not any(map(estimates, by_document))


def test_relations_are_those_of_two_annotators(measured: Measured) -> None:
    tables = rows_of(measured("ada", "ben", "eve"))
    everyone = "ada, ben, eve"
    assert everyone not in {row["annotators"] for row in tables["relations"] + tables["entities"]}
    links = [row["linked_by"] for row in tables["links"] if row["annotators"] == everyone]
    assert links == ["all", "any", "two"]
    links, closure = (row for row in tables["relations"] if row["annotators"] == "ada, ben")
    shares = [links[name] for name in ("equal", "compatible", "contradicting")]
    assert (links["of"], links["pairs"], shares) == ("links", 4, [1 / 2, 0, 1 / 2])
    assert estimates(links) == {"agreement": 1 / 2}
    assert links["agreement"].low < 1 / 2
    assert (closure["of"], closure["pairs"]) == ("closure", 18)


def test_labels_have_their_specific_agreement(measured: Measured) -> None:
    agreement = measured("ada", "ben")
    rows = rows_of(agreement, "label")["labels"]
    both = [row for row in rows if row["linked_by"] == "all"]
    assert [(row["label"], row["given"], row["specific"].value) for row in both] == [
        ("AFTER", 1, 0),
        ("BEFORE", 6, pytest.approx(4 / 6)),
        ("INCLUDES", 1, 0),
    ]
    assert estimates(both[1])
    plain = rows_of(agreement, "label", confidence=False)["labels"]
    assert not any(map(estimates, plain))
