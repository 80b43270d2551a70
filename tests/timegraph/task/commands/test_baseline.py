"""``timegraph task baseline``: floors and ceilings that are scored like systems."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.json_reports import score_of
from timegraph.commands.main import timegraph


def run(*args: object) -> Result:
    return CliRunner().invoke(timegraph, [*map(str, args)])


@pytest.fixture
def key(kit: Path) -> Path:
    return kit / "eval-questions" / "question-events"


def test_baselines_of_the_kit(kit: Path, key: Path, tmp_path: Path) -> None:
    questions = kit / "eval-questions" / "question-set.txt"
    for name, *options in (
        ("nothing",),
        ("text-order",),
        ("creation-time",),
        ("answers", "--questions", questions),
        ("gold", "--gold", kit / "gold"),
    ):
        done = run("task", "baseline", name, "--key", key, "--output", tmp_path / name, *options)
        # OVERLAPS can be asked but not annotated.
        assert done.exit_code == (name == "answers"), done.stderr
        assert ("cannot be written as a TLINK" in done.stderr) == (name == "answers")
    done = run("score", "--kit", kit, *sorted(tmp_path.iterdir()), "--format", "json")
    assert done.exit_code == 0
    scores = {system["name"]: score_of(system) for system in json.loads(done.stdout)["systems"]}
    assert scores["gold"]["f1"] == 1.0
    assert scores["answers"]["precision"] == 1.0
    # Only the questions whose answer is unknown.
    assert scores["nothing"]["answered"] == scores["nothing"]["correct"] == 14
    done = run("task", "check-submission", *sorted(tmp_path.iterdir()), "--texts", key)
    assert done.exit_code == 0, done.stdout


def test_bad_usage(kit: Path, key: Path, tmp_path: Path) -> None:
    out = ("--key", key, "--output", tmp_path / "out")
    faulty = tmp_path / "questions.txt"
    faulty.write_text("1|nowhere|IS e1 BEFORE e2|x|yes\n", encoding="utf-8")
    for arguments, message in (
        (["gold", *out], "the baseline gold needs --gold DIR"),
        (["answers", *out], "the baseline answers needs --questions FILE"),
        (["nothing", *out, "--gold", kit / "gold"], "--gold is for the baseline gold"),
        (["gold", *out, "--gold", kit / "none"], "--gold"),
        (["guess", *out], "'guess' is not one of"),
        (["nothing", "--key", key, "--output", key], "is the key's own folder"),
        (["answers", *out, "--questions", faulty], "txt:1: the key has no document nowhere"),
        (["answers", *out, "--questions", tmp_path / "x"], "No such file"),
    ):
        done = run("task", "baseline", *arguments)
        assert done.exit_code == 2, done.output
        assert message in done.stderr
    assert not (tmp_path / "out").exists()


def test_documents_that_gold_lacks_are_named(kit: Path, key: Path, tmp_path: Path) -> None:
    gold = tmp_path / "gold"
    gold.mkdir()
    name = "news-bridge-reopens.tml"
    (gold / name).write_bytes((kit / "gold" / name).read_bytes())
    out = tmp_path / "out"
    done = run("task", "baseline", "gold", "--gold", gold, "--key", key, "--output", out)
    assert done.exit_code == 1
    assert done.stderr.startswith("blog-canal-ride.tml: gold has no such document; not written")
    assert [path.name for path in out.iterdir()] == [name]


def test_a_learned_baseline_does_not_know_the_key(kit: Path, key: Path, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    options = ["--gold", kit / "gold", "--output", tmp_path / "out"]
    done = run("task", "baseline", "learned", "--key", key, *options)
    assert done.exit_code == 2
    assert "without the key's documents: nothing to learn from" in done.stderr
    few = tmp_path / "few"
    few.mkdir()
    name = min(path.name for path in key.iterdir())
    (few / name).write_bytes((key / name).read_bytes())
    done = run("task", "baseline", "learned", "--key", few, *options)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[1].startswith(name.split(".")[0])
    done = run("score", "--kit", kit, "--verbose", tmp_path / "out")
    assert "trained on" not in done.stderr
