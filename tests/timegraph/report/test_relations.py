"""The report on relation classification."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from timegraph.report import TableOptions, render
from timegraph.report.relations import COLUMNS, relations_report
from timegraph.scoring import Run, Unusable, read_gold, run_measure
from timegraph.scoring.relations import GROUPS, RELATIONS, RELATIONS_BY, RelationsScore
from timeml import open_collection


def measured(root: Path, *systems: str, **options: Any) -> Run[RelationsScore]:
    kit = root / "examples" / "kit"
    gold = read_gold(open_collection(kit / "gold"))
    tasks = [
        RELATIONS.task(
            gold=gold, system=open_collection(kit / "systems" / name), name=name, by=RELATIONS_BY
        )
        for name in systems
    ]
    return run_measure(RELATIONS, tasks, **options)


@pytest.fixture(scope="module")
def both(root: Path) -> Run[RelationsScore]:
    """Two systems, with statistics."""
    return measured(root, "careful", "hasty", statistics=True)


def tables_in_csv(run: Run[RelationsScore], *columns: str) -> list[list[list[str]]]:
    text = render(relations_report(run, GROUPS), TableOptions("csv", columns=columns))
    return [list(csv.reader(io.StringIO(part))) for part in text.split("\n\n")]


def test_every_column_is_there(both: Run[RelationsScore]) -> None:
    for column in COLUMNS:
        if column.name != "domain":  # which only runs over several kits have
            assert any(column.name in rows[0] for rows in tables_in_csv(both, column.name))


def test_each_row_of_each_table_has_its_signature(both: Run[RelationsScore]) -> None:
    tables = tables_in_csv(both)
    assert len(tables) == 3 + len(GROUPS) + 1
    for rows in tables:
        assert rows[0][-1] == "signature"
        for row in rows[1:]:
            assert row[-1].startswith("measure:relations|")
            assert "|intervals:jackknife-t-arcsine|" in row[-1]


def test_json_has_the_overview_as_scores_and_the_rest_as_tables(both: Run[RelationsScore]) -> None:
    content = json.loads(render(relations_report(both, GROUPS), TableOptions("json")))
    tables = content["tables"]
    assert list(tables) == [
        "labels",
        "confusion",
        "by_label",
        "by_document",
        "by_kind",
        "by_distance",
        "tests",
    ]
    for system in content["systems"]:
        (score,) = system["scores"]
        low, high = score["intervals"]["macro"]
        assert low < score["macro"] < high
        for kind in GROUPS:
            rows = [row for row in tables[f"by_{kind}"] if row["name"] == system["name"]]
            assert sum(row["pairs"] for row in rows) == score["pairs"]
        counts = [row["count"] for row in tables["confusion"] if row["name"] == system["name"]]
        assert sum(counts) == score["pairs"]
    careful, hasty = (system["scores"][0] for system in content["systems"])
    assert careful["against"] is None
    assert hasty["against"]["system"] == "careful"
    micro = tables["tests"][0]
    assert (micro["figure"], micro["name"], micro["against"]) == ("micro", "hasty", "careful")
    assert micro["difference"] == hasty["against"]["micro_difference"]
    assert micro["difference"] == pytest.approx(hasty["micro"] - careful["micro"])
    assert [row["figure"] for row in tables["tests"]] == list(RELATIONS.compared)
    assert content["seed"] == 20150501


def test_systems_are_compared_with_the_one_that_is_named(root: Path) -> None:
    run = measured(root, "careful", "hasty", statistics=True, against="hasty")
    text = render(relations_report(run), TableOptions())
    assert "Holm's method for the comparison with hasty" in text
    assert "the best" not in text.replace("best of the systems", "")
    (first, *_) = json.loads(render(relations_report(run), TableOptions("json")))["tables"]["tests"]
    assert (first["name"], first["against"]) == ("careful", "hasty")
    with pytest.raises(ValueError, match="no system is called eve; the systems are careful, hasty"):
        measured(root, "careful", "hasty", statistics=True, against="eve")


def test_without_statistics_nothing_is_tested(root: Path) -> None:
    unusable = [Unusable("eve", "is empty")]
    run = measured(root, "careful", "hasty", unusable=unusable)
    report = relations_report(run, ["kind"])
    text = render(report, TableOptions())
    assert "eve: not scored: is empty" in text
    assert "signature: measure:relations|" in text
    assert "intervals:" not in text
    assert "against" not in text
    content = json.loads(render(report, TableOptions("json")))
    assert "tests" not in content["tables"]
    assert "seed" not in content
    assert [system.get("error") for system in content["systems"]] == [None, None, "is empty"]


@pytest.mark.parametrize("format", ["markdown", "latex"])
def test_other_formats_have_the_signature_and_the_notes(
    both: Run[RelationsScore], format: str
) -> None:
    text = render(relations_report(both, ["kind"]), TableOptions(format))
    assert "measure:relations|" in text
    assert "paired approximate randomisation over documents" in text
