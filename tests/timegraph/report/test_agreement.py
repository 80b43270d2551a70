"""The report of agreement."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from timegraph.report import TableOptions, render
from timegraph.report.agreement import (
    COLUMNS,
    GROUPS,
    agreement_report,
    agreement_tables,
)
from timegraph.scoring.agreement.compare import AGREEMENT_BY
from timegraph.scoring.agreement.measure import Agreement, measure_agreement
from timeml import open_collection


@pytest.fixture(scope="module")
def agreement(root: Path) -> Agreement:
    """The annotators that the project ships, and one who copies the first."""
    folder = root / "examples" / "agreement"
    annotators = {"ada": "ada", "ben": "ben", "eve": "ada"}
    collections = {who: open_collection(folder / path) for who, path in annotators.items()}
    return measure_agreement(collections, by=AGREEMENT_BY)


def content_of(agreement: Agreement, **options: Any) -> dict[str, Any]:
    report = agreement_report(agreement, GROUPS, **options)
    content: dict[str, Any] = json.loads(render(report, TableOptions("json")))
    return content


def test_columns_are_those_that_are_there(agreement: Agreement) -> None:
    report = agreement_report(agreement, GROUPS, confidence=True)
    for column in COLUMNS:
        assert column.name in render(report, TableOptions("csv", columns=(column.name,)))


def test_text_has_the_tables_then_what_the_union_contradicts(agreement: Agreement) -> None:
    text = render(agreement_report(agreement, most=1), TableOptions())
    assert text.index("matched") < text.index("linked by") < text.index("closure")
    assert text.index("signature:") < text.index("\n\ncontradiction (error): what all annotators")
    assert "--max 0 shows all" in text
    assert text.count("signature: ") == 1
    assert "intervals:" not in text


@pytest.mark.parametrize("format", ["csv", "markdown", "latex"])
def test_other_formats_have_tables_alone(agreement: Agreement, format: str) -> None:
    text = render(agreement_report(agreement), TableOptions(format))
    assert "measure:annotator-agreement|" in text
    assert "contradiction (" not in text


def test_each_row_of_each_table_has_the_signature(agreement: Agreement) -> None:
    text = render(agreement_report(agreement, GROUPS, confidence=True), TableOptions("csv"))
    tables = text.split("\n\n")
    assert len(tables) == len(agreement_tables(agreement, by=GROUPS)) == 11
    for table in tables:
        head, *rows = csv.reader(io.StringIO(table))
        assert head[-1] == "signature"
        assert rows
        for row in rows:
            assert "|intervals:jackknife-t-arcsine|version:" in row[-1]


def test_a_system_in_json_is_a_group_of_annotators(agreement: Agreement) -> None:
    content = content_of(agreement, confidence=True)
    assert content["measure"] == "annotator-agreement"
    systems = {system["name"]: system for system in content["systems"]}
    assert list(systems) == ["ada, ben", "ada, eve", "ben, eve", "ada, ben, eve"]
    for name, system in systems.items():
        assert system["annotators"] == name.split(", ")
        assert "|intervals:jackknife-t-arcsine|" in system["signature"]
        rows = [row for row in content["tables"]["links"] if row["annotators"] == name]
        assert [score["alpha"] for score in system["scores"]] == [row["alpha"] for row in rows]
        for score, row in zip(system["scores"], rows, strict=True):
            assert score["intervals"]["raw"] == [row["raw_low"], row["raw_high"]]
        assert set(system["groups"]) == set(AGREEMENT_BY)
        assert (len(system["documents"]), system["incomplete"]) == (3, [])
    assert systems["ada, eve"]["warnings"] == []
    assert (
        "not compared: some annotators lack one of the entities"
        in systems["ada, ben"]["warnings"][0]
    )
    assert content["warnings"][0] == "3 documents only: intervals from fewer than 5 are unreliable"
    assert {problem["code"] for problem in content["problems"]} == {"contradiction"}
    assert any("Student's t" in note for note in content["notes"])


def test_without_confidence_nothing_has_an_interval(agreement: Agreement) -> None:
    assert "interval" not in json.dumps(content_of(agreement))
    assert not any(
        column.interval for table in agreement_tables(agreement) for column in table.columns
    )


def test_unknown_groups_are_refused(agreement: Agreement) -> None:
    with pytest.raises(ValueError, match="colour: groups are by label, kind, distance, document"):
        agreement_report(agreement, ["colour"])
