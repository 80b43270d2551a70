"""``timegraph questions study`` on the shipped kit, and bad input."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from tests.question_sets import GOLD, folder
from timegraph.commands.main import timegraph


def run(*args: object) -> Result:
    return CliRunner().invoke(timegraph, ["questions", "study", *map(str, args)])


def test_the_kit(kit: Path) -> None:
    done = run("--kit", kit, "--gold", kit / "gold", "--format", "json")
    assert done.exit_code == 0, done.stderr
    content = json.loads(done.stdout)
    parts = {row["part"] for row in content["figures"]}
    assert parts == {"class", "links", "determined", "dated", "distance"}
    assert content["notes"][0].startswith("chosen: 108 events and 89 pairs of 8 documents")


def test_what_gold_lacks_is_named_and_no_gold_is_bad_usage(kit: Path, tmp_path: Path) -> None:
    assert "no gold: give --gold DIR" in run("--kit", kit).stderr
    other = folder(tmp_path / "other", day=GOLD)
    done = run("--kit", kit, "--gold", other)
    assert done.exit_code == 2
    assert "has none of the documents" in done.stderr
    one = tmp_path / "one"
    one.mkdir()
    name = "blog-canal-ride.tml"
    (one / name).write_bytes((kit / "gold" / name).read_bytes())
    done = run("--kit", kit, "--gold", one)
    assert done.exit_code == 1
    assert "has no document news-bridge-reopens.tml" in done.stderr
