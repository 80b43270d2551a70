"""``timegraph questions make``: marked texts to a kit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import timeml
from tests.json_reports import score_of
from timegraph.commands.main import timegraph

A = """\
document: farkas
created: 1998-04-18
title: A short life

Farkas [became]{e19} a general \\[sic\\] [today]{t3 1998-04-18}.
---
IS e19 IS_INCLUDED t3 | Was he made a general today? | yes
LIST AFTER t3 | What came later?
"""
B = "document: b\ncreated: 1998\n\nIt [rained]{e1}.\n---\nIS e1 BEFORE t0 | Did it rain? | no\n"


def run(*args: object) -> Result:
    return CliRunner().invoke(timegraph, ["questions", "make", *map(str, args)])


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    folder = tmp_path / "marked"
    folder.mkdir()
    (folder / "farkas.txt").write_text(A, encoding="utf-8")
    (folder / "b.txt").write_text(B, encoding="utf-8")
    return folder


def test_a_kit(marked: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    done = run(marked / "farkas.txt", marked / "b.txt", "--output", kit)
    assert (done.exit_code, done.stderr) == (0, "")
    assert (kit / "eval-questions" / "question-set.txt").read_text(encoding="utf-8") == (
        "1|farkas.tml|IS e19 IS_INCLUDED t3|Was he made a general today?|yes\n"
        "2|farkas.tml|LIST AFTER t3|What came later?\n"
        "3|b.tml|IS e1 BEFORE t0|Did it rain?|no\n"
    )
    key = timeml.read(kit / "eval-questions" / "question-events" / "farkas.tml")
    assert key.text == "\nFarkas became a general [sic] today.\n"
    assert [key.entity(id).text for id in ("e19", "t3")] == ["became", "today"]


def test_the_kit_can_be_scored(marked: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    assert run(marked, "--output", kit).exit_code == 0
    arguments = ["score", "--kit", kit, kit / "eval-questions" / "question-events"]
    done = CliRunner().invoke(timegraph, [*map(str, arguments), "--format", "json"])
    assert done.exit_code == 0, done.stderr
    (system,) = json.loads(done.stdout)["systems"]
    assert (score_of(system)["questions"], score_of(system)["answered"]) == (2, 0)


def test_findings(marked: Path, tmp_path: Path) -> None:
    (marked / "b.txt").write_text(B.replace("It", "[It]{e2}"), encoding="utf-8")
    done = run(marked, "--output", tmp_path / "kit", "--format", "json")
    assert done.exit_code == 1
    (found,) = json.loads(done.stdout)["findings"]
    assert (found["code"], found["line"], found["ids"]) == ("unasked-mark", 4, ["e2"])
    assert (tmp_path / "kit" / "eval-questions" / "question-set.txt").exists()


def test_faults_of_all_files_are_named_and_nothing_is_written(marked: Path, tmp_path: Path) -> None:
    (marked / "b.txt").write_text(B.replace("| no", "| nein"), encoding="utf-8")
    (marked / "c.txt").write_text(A.replace("{e19}", ""), encoding="utf-8")
    (marked / "d.txt").write_text(A, encoding="utf-8")
    (marked / "e.txt").write_bytes(b"\xe9")
    done = run(marked, "--output", tmp_path / "kit")
    assert done.exit_code == 2
    assert "b.txt:6:1: the answer 'nein' is not yes, no or unknown" in done.stderr
    assert "c.txt:5:8: this [ is part of no mark" in done.stderr
    assert f"the document farkas is also that of {marked / 'd.txt'}" in done.stderr
    assert "e.txt:1: byte 0xe9 is not UTF-8" in done.stderr
    assert not (tmp_path / "kit").exists()


def test_bad_usage(marked: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    assert run(marked, "--output", kit).exit_code == 0
    for arguments, message in (
        ([tmp_path / "none", "--output", kit], "No such file"),
        ([tmp_path, "--output", kit], "holds no marked texts"),
        ([marked, "--output", marked], "is the input's own folder"),
        ([marked / "b.txt", "--output", kit], "holds a key document farkas.tml of other questions"),
    ):
        done = run(*arguments)
        assert done.exit_code == 2, arguments
        assert message in done.stderr
