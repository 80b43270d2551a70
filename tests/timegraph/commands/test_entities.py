"""``timegraph entities`` as its users run it."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.json_reports import groups_of
from timegraph.commands import main as cli


def entities(*args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, ["entities", *map(str, args)])


@pytest.fixture
def parts(kit: Path) -> list[object]:
    """Gold and systems of the shipped kit."""
    return ["--gold", kit / "gold", kit / "systems" / "careful", kit / "systems" / "hasty"]


def test_what_is_to_be_compared_stands_together(parts: list[object]) -> None:
    done = entities(*parts)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].split()[:7] == ["system", "layer", "mode", "attribute", "P", "R", "F1"]
    assert lines[25].startswith("*: best")  # a row is a line
    assert lines[1].split()[:3] == ["careful", "EVENT", "strict"]
    assert lines[2].split()[:3] == ["hasty", "EVENT", "strict"]
    assert lines[1].count("*") == 3
    assert lines[-1].startswith("signature: measure:entities|match:text|")


def test_json_has_rows_by_layer_mode_and_attribute(parts: list[object]) -> None:
    content = json.loads(entities(*parts, "--format", "json", "--by", "document").stdout)
    careful, _ = content["systems"]
    keys = [(row["layer"], row["mode"], row["attribute"]) for row in careful["scores"]]
    assert keys[:2] == [("EVENT", "strict", None), ("EVENT", "relaxed", None)]
    assert ("TIMEX3", "relaxed", "value") in keys
    documents = groups_of(careful, "document")
    for row, key in zip(careful["scores"], keys, strict=True):
        assert row["precision"] == row["matched"] / row["system_total"]
        assert row["recall"] == row["matched"] / row["gold_total"]
        assert row["matched"] == sum(
            document["matched"]
            for document in documents
            if (document["layer"], document["mode"], document["attribute"]) == key
        )


def test_gold_against_itself_is_perfect(kit: Path) -> None:
    content = json.loads(entities("--gold", kit / "gold", kit / "gold", "--format", "json").stdout)
    assert {row["f1"] for row in content["systems"][0]["scores"]} == {1.0}


def test_confidence_adds_intervals_and_p(parts: list[object]) -> None:
    content = json.loads(entities(*parts, "--confidence", "--format", "json").stdout)
    careful, hasty = (system["scores"][0] for system in content["systems"])
    low, high = hasty["intervals"]["f1"]
    assert low < hasty["f1"] < high
    assert careful["against"] is None
    assert hasty["against"]["system"] == "careful"
    assert 0 < hasty["against"]["p"] < 0.1


def test_csv_leaves_no_attribute_empty(parts: list[object]) -> None:
    rows = list(csv.DictReader(io.StringIO(entities(*parts, "--format", "csv").stdout)))
    assert {row["attribute"] for row in rows if row["mode"] == "strict"} == {""}
    assert all(row["signature"].startswith("measure:entities|") for row in rows)


def test_a_bad_document_is_named_and_exit_code_1_says_so(kit: Path, tmp_path: Path) -> None:
    shutil.copytree(kit / "systems" / "careful", tmp_path / "careful")
    (tmp_path / "careful" / "blog-canal-ride.tml").write_text("<TimeML", encoding="utf-8")
    done = entities("--gold", kit / "gold", tmp_path / "careful")
    assert done.exit_code == 1
    assert "careful: 1 document failed" in done.stderr
    assert "EVENT" in done.stdout


def test_bad_usage_scores_nothing(kit: Path) -> None:
    done = entities(kit / "systems" / "careful")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "no gold: give --gold" in done.stderr
