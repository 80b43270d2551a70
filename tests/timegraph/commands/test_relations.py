"""``timegraph relations`` as its users run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.json_reports import score_of
from timegraph.commands import main as cli


def relations(*args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, ["relations", *map(str, args)])


@pytest.fixture
def parts(root: Path) -> list[object]:
    place = root / "examples" / "agreement"
    return ["--gold", place / "ada", place / "ben"]


def test_json_has_figures_labels_and_confusion(parts: list[object]) -> None:
    done = relations(*parts, "--format", "json", "--confidence")
    assert done.exit_code == 0
    (system,) = json.loads(done.stdout)["systems"]
    whole = score_of(system)
    assert whole["micro"] == pytest.approx(22 / 34)
    low, high = whole["intervals"]["micro"]
    assert low < whole["micro"] < high
    confusion = json.loads(done.stdout)["tables"]["confusion"]
    assert sum(row["count"] for row in confusion) == whole["pairs"] == 21
    assert whole["closure_precision"] == 12 / 16
    assert "intervals:jackknife-t-arcsine" in system["signature"]


@pytest.mark.parametrize("format", ["text", "csv", "markdown", "latex"])
def test_every_format(parts: list[object], format: str) -> None:
    done = relations(*parts, "--format", format)
    assert done.exit_code == 0
    assert "INCLUDES" in done.stdout or "IS\\_INCLUDED" in done.stdout


def test_without_gold_or_systems_nothing_is_scored(parts: list[object]) -> None:
    assert relations(parts[2]).exit_code == 2
    assert relations(*parts[:2]).exit_code == 2


def test_a_label_that_gold_lacks_gives_no_score(parts: list[object]) -> None:
    done = relations(*parts, "--closure-label", "CONTAINZ")
    assert done.exit_code == 2
    assert "--closure-label: no link of gold has the label CONTAINZ" in done.stderr
    done = relations(*parts, "--closure-label", "BEFORE")
    assert "closure-labels:BEFORE" in done.stdout


def test_groups_and_tests_of_several_systems(root: Path) -> None:
    kit = root / "examples" / "kit"
    systems = sorted((kit / "systems").iterdir())
    wanted = ["--by", "label", "--by", "kind", "--by", "distance", "--by", "document"]
    done = relations(
        "--gold", kit / "gold", *systems, *wanted, "--confidence", "--format", "json", "--jobs", 2
    )
    content = json.loads(done.stdout)
    for system in content["systems"]:
        tables = {
            name: [row for row in rows if row.get("name") == system["name"]]
            for name, rows in content["tables"].items()
        }
        whole = score_of(system)
        for kind in ("label", "kind", "distance", "document"):
            assert sum(row["pairs"] for row in tables[f"by_{kind}"]) == whole["pairs"]
        f1 = {row["label"]: row["f1"] for row in tables["labels"]}
        assert f1 == {row["label"]: row["f1"] for row in tables["by_label"]}
        low, high = whole["intervals"]["macro"]
        assert low < whole["macro"] < high
        assert "|distance:sentences|bins:0,1,2-4,5+|" in system["signature"]
    names = {system["name"] for system in content["systems"]}
    assert {row["figure"] for row in content["tables"]["tests"]} >= {"micro", "macro", "awareness"}
    for row in content["tables"]["tests"]:
        assert {row["name"], row["against"]} == names
        assert 0 < row["p"] <= row["p_holm"] <= 1


def test_tests_are_printed_with_their_method(root: Path) -> None:
    kit = root / "examples" / "kit"
    done = relations(
        "--gold", kit / "gold", *sorted((kit / "systems").iterdir()), "--confidence", "--by", "kind"
    )
    assert "paired approximate randomisation over documents" in " ".join(done.stdout.split())
    assert "Holm's method" in " ".join(done.stdout.split())


def test_gold_without_links_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.tml"
    for text, code in (('It <EVENT eid="e1">rained</EVENT>.', 0), ("Nothing.", 1)):
        file.write_text(f"<TimeML><TEXT>{text}</TEXT></TimeML>")
        done = relations("--gold", tmp_path, tmp_path)
        assert done.exit_code == code
        assert "the gold documents have no links, so no pair can be classified" in done.stderr
        assert ("no event, time expression or link is annotated" in done.stderr) == (code == 1)
