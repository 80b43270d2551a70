"""``timegraph facts consistency`` as its users run it."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from tests.json_reports import score_of
from timegraph.commands import main as cli

SEGMENT = ["1989 - 1995 : Ada's team is ( Reds )"]


def consistency(*args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, ["facts", "consistency", *map(str, args)])


def written(path: Path, *times: str) -> Path:
    lines = [
        {"id": f"{n}", "question": f"Which team did Ada play for {time}?", "answers": ["Reds"],
         "facts": SEGMENT, "model": "Reds" if n else "Blues"}
        for n, time in enumerate(times)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_two_files_of_the_same_questions(tmp_path: Path) -> None:
    easy = written(tmp_path / "easy.jsonl", "from 1989 to 1995", "from 1989 to 1995")
    hard = written(tmp_path / "hard.jsonl", "in May 1990", "after May 1996")
    done = consistency(easy, hard, "--predictions", "model", "--format", "json")
    assert (done.exit_code, done.stderr) == (0, "")
    engine, model = map(score_of, json.loads(done.stdout)["systems"])
    assert (engine["sets"], engine["identical"], engine["right"]) == (2, 1, 1)
    assert (model["identical"], model["right"]) == (2, 1)
    assert "oracle facts" in consistency(easy, hard).stdout
    assert "measure:consistency|" in consistency(easy, hard, "--format", "csv").stdout


def test_bad_usage(tmp_path: Path) -> None:
    easy = written(tmp_path / "easy.jsonl", "from 1989 to 1995")
    done = consistency(easy)
    assert (done.exit_code, "no two questions ask for the same" in done.stderr) == (2, True)
    assert consistency().exit_code == 2
    assert consistency(tmp_path / "nowhere").exit_code == 2
