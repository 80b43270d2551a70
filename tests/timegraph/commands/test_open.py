"""``timegraph open`` as its users run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands.main import timegraph

DATA = """<TimeML><TEXT>She <EVENT eid="e1">ate</EVENT> and <EVENT eid="e2">slept</EVENT>. Then she
<EVENT eid="e3">woke</EVENT>.</TEXT>
<TLINK lid="l1" relType="BEFORE" eventID="e1" relatedToEvent="e2"/></TimeML>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "docs"
    place.mkdir()
    for name in ("a", "b"):
        (place / f"{name}.tml").write_text(DATA, encoding="utf-8")
    return place


def survey(*args: object) -> Result:
    return CliRunner().invoke(timegraph, ["open", *map(str, args)])


def pairs(*args: object) -> list[list[tuple[str, str]]]:
    documents = json.loads(survey("--format", "json", *args).stdout)["documents"]
    return [
        [(pair["a"]["id"], pair["b"]["id"]) for pair in document["next"]] for document in documents
    ]


def test_what_is_open_is_not_a_fault(folder: Path) -> None:
    done = survey(folder)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "1 of 3 pairs are decided (33 %)" in done.stdout
    assert pairs(folder) == [[("e2", "e3"), ("e1", "e3")]] * 2
    assert pairs(folder, "--number", "1") == [[("e2", "e3")]] * 2
    assert pairs(folder, "--number", "0") == [[], []]


def test_dates_that_the_calendar_orders_are_not_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "dates.tml"
    dates = "".join(
        f'<TIMEX3 tid="t{year}" type="DATE" value="{year}">{year}</TIMEX3>' for year in (2019, 2024)
    )
    path.write_text(f"<TimeML><TEXT>{dates}</TEXT></TimeML>", encoding="utf-8")
    assert pairs(path) == [[]]
    assert pairs(path, "--no-calendar") == [[("t2019", "t2024")]]


def test_documents_that_cannot_be_read_are_named(folder: Path) -> None:
    (folder / "c.tml").write_text("<TimeML>", encoding="utf-8")
    done = survey(folder)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"{folder}/c.tml:1: ")


@pytest.mark.parametrize("args", [["--format", "github"], ["--repair"], ["--select", "no-dct"]])
def test_options_for_findings_do_not_go_with_it(folder: Path, args: list[str]) -> None:
    assert survey(folder, *args).exit_code == 2


def test_where_there_is_nothing_to_survey(tmp_path: Path) -> None:
    done = survey(tmp_path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "nothing to survey: no DOC holds a document" in done.stderr


def test_processes_give_the_same(folder: Path) -> None:
    first = survey(folder, "--jobs", "2").stdout
    assert survey(folder).stdout == first


def test_choices_are_decided(tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text(
        "storm BEFORE|AFTER flood\nflood BEFORE|AFTER fire\nfire AFTER storm\n"
        "visit DURING storm OR visit DURING fire\nflood AFTER fire\n",
        encoding="utf-8",
    )
    done = survey("--format", "json", path)
    assert (done.exit_code, done.stderr) == (0, "")
    (document,) = json.loads(done.stdout)["documents"]
    possible = {(p["a"]["id"], p["b"]["id"]): p["possible"] for p in document["next"]}
    assert possible == {
        ("fire", "visit"): ["contains", "after"],
        ("storm", "visit"): ["before", "contains"],
    }
    assert (document["settled"], document["pairs"]) == (4, 6)
