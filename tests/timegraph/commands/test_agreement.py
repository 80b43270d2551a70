"""``timegraph agreement`` as its users run it."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands import main as cli


def agreement(*args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, ["agreement", *map(str, args)])


@pytest.fixture
def annotators(root: Path) -> list[Path]:
    """The annotators that the project ships."""
    return [root / "examples" / "agreement" / name for name in ("ada", "ben")]


def test_json_has_every_table_and_the_findings(annotators: list[Path]) -> None:
    done = agreement(*annotators, "--format", "json", "--confidence")
    assert done.exit_code == 0
    content = json.loads(done.stdout)
    (group,) = content["systems"]
    assert (group["name"], group["annotators"]) == ("ada, ben", ["ada", "ben"])
    assert len(group["documents"]) == 3
    both, either = group["scores"]
    assert (both["linked_by"], both["pairs"], both["raw"]) == ("all", 13, 11 / 13)
    assert either["linked_by"] == "any"
    low, high = either["intervals"]["raw"]
    assert low < either["raw"] < high
    tables = content["tables"]
    assert [row["raw"] for row in tables["links"]] == [both["raw"], either["raw"]]
    assert {row["of"] for row in tables["relations"]} == {"links", "closure"}
    assert len(content["problems"]) == 2


def test_text_shows_what_the_union_contradicts(annotators: list[Path]) -> None:
    done = agreement(*annotators)
    assert 'ben:l2: ei1 "fire" INCLUDES ei2 "destroyed"' in done.stdout
    assert "and 1 more; --max 0 shows all" in agreement(*annotators, "--max", 1).stdout


@pytest.mark.parametrize("format", ["csv", "markdown", "latex"])
def test_other_formats(annotators: list[Path], format: str) -> None:
    done = agreement(*annotators, "--format", format)
    assert done.exit_code == 0
    assert "contradiction" not in done.stdout
    if format == "csv":
        rows = list(csv.reader(io.StringIO(done.stdout)))
        assert rows[0][0] == "annotators"


def test_a_missing_document_gives_exit_code_1(annotators: list[Path], tmp_path: Path) -> None:
    ada, ben = annotators
    (tmp_path / "eve").mkdir()
    text = (ben / "mill-fire.tml").read_text(encoding="utf-8")
    (tmp_path / "eve" / "mill-fire.tml").write_text(text, encoding="utf-8")
    done = agreement(ada, ben, tmp_path / "eve", "--columns", "raw,cohen")
    assert done.exit_code == 1
    assert "2 documents missing" in done.stderr
    assert "ada, ben, eve" in done.stdout


def test_one_annotator_is_not_enough(annotators: list[Path]) -> None:
    done = agreement(annotators[0])
    assert done.exit_code == 2
    assert "two annotators or more" in done.stderr
    done = agreement()
    assert done.exit_code == 2


def test_no_common_document(annotators: list[Path], tmp_path: Path) -> None:
    text = (annotators[0] / "mill-fire.tml").read_text(encoding="utf-8")
    (tmp_path / "other.tml").write_text(text, encoding="utf-8")
    done = agreement(annotators[0], tmp_path)
    assert done.exit_code == 2
    assert "by their names" in done.stderr


def test_groups_of_pairs_have_tables_of_their_own(annotators: list[Path]) -> None:
    wanted = ("--by", "label", "--by", "distance", "--by", "kind", "--by", "document")
    done = agreement(*annotators, *wanted, "--format", "json", "--confidence", "--jobs", "2")
    assert done.exit_code == 0
    content = json.loads(done.stdout)
    (group,) = content["systems"]
    assert "|distance:sentences|bins:0,1,2-4,5+|" in group["signature"]
    whole = group["scores"][0]["pairs"]
    tables = content["tables"]
    for kind in ("distance", "kind", "document"):
        rows = [row for row in tables[f"links_by_{kind}"] if row["linked_by"] == "all"]
        assert sum(row["pairs"] for row in rows) == whole
        closures = [row for row in tables[f"relations_by_{kind}"] if row["of"] == "closure"]
        assert sum(closure["pairs"] for closure in closures) == tables["relations"][1]["pairs"]
    rows = {row["label"]: row for row in tables["labels"] if row["linked_by"] == "all"}
    assert rows["INCLUDES"]["specific"] == 0.5
    assert rows["INCLUDES"]["specific_low"] <= 0.5 <= rows["INCLUDES"]["specific_high"]
    assert sum(row["given"] for row in rows.values()) == 2 * whole


def test_only_links_of_a_kind_count(annotators: list[Path]) -> None:
    done = agreement(*annotators, "--kind", "event-event", "--format", "json")
    content = json.loads(done.stdout)
    (group,) = content["systems"]
    assert group["scores"][0]["pairs"] == 10
    assert "|kind:event-event|" in group["signature"]
    assert "links_by_kind" not in content["tables"]


def test_messages_speak_of_annotators(annotators: list[Path], tmp_path: Path) -> None:
    lacking = agreement(annotators[0], tmp_path / "eve")
    assert "eve: not compared: annotator" in lacking.stderr
    assert "system" not in lacking.stderr
    texts = {
        "ada": "He <EVENT eid='e1'>ate</EVENT>.",
        "ben": "Bricks <EVENT eid='e1'>fell</EVENT>.",
    }
    for who, text in texts.items():
        (tmp_path / who).mkdir()
        (tmp_path / who / "a.tml").write_text(f"<TimeML><TEXT>{text}</TEXT></TimeML>")
    differing = agreement(tmp_path / "ada", tmp_path / "ben")
    assert differing.exit_code == 0
    assert "the first annotator's text has" in differing.stderr
    assert "key" not in differing.stderr
    (tmp_path / "ben" / "a.tml").rename(tmp_path / "ben" / "b.tml")
    apart = agreement(tmp_path / "ada", tmp_path / "ben")
    assert apart.exit_code == 2
    assert "ada has a.tml ...; ben has b.tml ..." in apart.stderr


def test_links_with_labels_of_another_scheme_are_not_left_out_in_silence(
    annotators: list[Path], tmp_path: Path
) -> None:
    for folder in annotators:
        (tmp_path / folder.name).mkdir()
        for file in folder.iterdir():
            data = file.read_bytes().replace(b'relType="BEFORE"', b'relType="VAGUE"')
            (tmp_path / folder.name / file.name).write_bytes(data)
    done = agreement(*(tmp_path / folder.name for folder in annotators), "--html", tmp_path / "p")
    assert done.exit_code == 1
    assert "not of the scheme tml: VAGUE" in done.stderr
    assert "more than a tenth of the links" in done.stderr
    assert "--labels nt has all of them" in done.stderr or "--labels tbd" in done.stderr
    assert "more than a tenth" in (tmp_path / "p" / "index.html").read_text(encoding="utf-8")
    assert " raw*  Cohen*" in done.stdout
    assert re.search(r"^\* of the links that are read: \d+ links more could", done.stdout, re.M)
    clean = agreement(*(tmp_path / folder.name for folder in annotators), "--labels", "nt")
    assert "not read" not in clean.stderr
    assert "*" not in clean.stdout
