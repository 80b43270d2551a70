"""``timegraph task input``: texts to documents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import timeml
from timegraph.commands.main import timegraph

LONG = "The river rose again. " * 40


def run(*args: object) -> Result:
    return CliRunner().invoke(timegraph, ["task", "input", *map(str, args)])


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text(f"1998-04-18\nRain\n\n{LONG}\n", encoding="utf-8")
    (folder / "b.txt").write_text(f"1998-05\nSun & wind\n\n{LONG}", encoding="utf-8")
    (folder / "notes.md").write_text("x", encoding="utf-8")
    return folder


def test_documents_are_made(texts: Path, tmp_path: Path) -> None:
    done = run(texts, "--output", tmp_path / "in")
    assert (done.exit_code, done.stderr) == (0, "")
    assert sorted(path.name for path in (tmp_path / "in").iterdir()) == ["a.tml", "b.tml"]
    assert timeml.read(tmp_path / "in" / "b.tml").dct == timeml.plain_text.creation_time("1998-05")
    done = run(texts, "--output", tmp_path / "again", "--format", "json")
    assert json.loads(done.stdout)["documents"][1] == {
        "document": "b",
        "words": 160,
        "created": "1998-05",
        "title": "Sun & wind",
    }


def test_problems_are_named_and_the_rest_is_written(texts: Path, tmp_path: Path) -> None:
    (texts / "c.txt").write_text("Monday\nToo short.", encoding="utf-8")
    (texts / "d.txt").write_text("1998\nToo short\x0c.", encoding="utf-8")
    done = run(texts, "--output", tmp_path / "in", "--format", "json")
    assert done.exit_code == 1
    found = [
        (Path(finding["document"]).name, finding["code"])
        for finding in json.loads(done.stdout)["findings"]
    ]
    assert found == [
        ("c.txt", "no-creation-time"),
        ("d.txt", "short-text"),
        ("d.txt", "no-title"),
        ("d.txt", "unwritable-character"),
    ]
    assert sorted(p.name for p in (tmp_path / "in").iterdir()) == ["a.tml", "b.tml", "d.tml"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{texts}", "--output", "{texts}"], "is the input's own folder"),
        (["{tmp}/none", "--output", "{tmp}/in"], "none: does not exist"),
        (["{texts}/a.txt", "--output", "{tmp}/in"], "is a file"),
        (["{tmp}", "--output", "{tmp}/in"], "holds no texts"),
        (["{texts}", "--output", "{texts}/a.txt"], "is a file; give a folder"),
    ],
)
def test_bad_usage(texts: Path, tmp_path: Path, arguments: list[str], message: str) -> None:
    done = run(*(argument.format(texts=texts, tmp=tmp_path) for argument in arguments))
    assert done.exit_code == 2
    assert message in done.stderr
    assert not (tmp_path / "in").exists()
