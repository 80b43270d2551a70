"""``timegraph questions draw``: a kit that can be scored, and bad input."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands.main import timegraph


def run(*args: object) -> Result:
    return CliRunner().invoke(timegraph, [*map(str, args)])


def test_the_kit_can_be_scored(kit: Path, tmp_path: Path) -> None:
    out = tmp_path / "kit"
    done = run("questions", "draw", kit / "gold", "--number", 40, "--output", out)
    assert done.exit_code == 0, done.stderr
    assert "questions  all               40   40" in done.stdout
    assert "gold: measure:gold-answers|" in done.stdout
    scored = run("score", "--kit", out, kit / "gold", "--format", "csv")
    assert scored.exit_code == 0, scored.stderr
    assert scored.stdout.splitlines()[1].startswith("gold,40,40,40,")
    again = run("questions", "draw", kit / "gold", "--output", out)
    assert again.exit_code == 2
    assert "holds a kit already" in again.stderr


def test_what_gold_cannot_give_is_named(kit: Path, tmp_path: Path) -> None:
    done = run(
        *("questions", "draw", kit / "gold", "--number", 60),
        *("--shares", "yes=1,BEGINS=2,AFTER=1", "--output", tmp_path / "kit"),
    )
    assert done.exit_code == 1
    assert "relation BEGINS: " in done.stderr
    assert " instead of 40" in done.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--shares", "yes"), "yes has no share"),
        (("--shares", "maybe=1"), "'maybe' is not an answer, and unknown relation type"),
        (("--shares", "yes=0"), "no answer has a share"),
        (("--shares", "yes=x"), "'yes=x' is not NAME=SHARE"),
        (("--shares", "yes=1,yes=2"), "yes is given twice"),
        (("--shares", "BEFORE=1,AFTER"), "every relation a share, or none"),
        (("--shares", "BEFORE=0"), "no relation has a share"),
        (("--number", "0"), "--number"),
    ],
)
def test_bad_usage(kit: Path, tmp_path: Path, args: tuple[str, ...], message: str) -> None:
    done = run("questions", "draw", kit / "gold", "--output", tmp_path / "kit", *args)
    assert done.exit_code == 2
    assert message in done.stderr
    assert not (tmp_path / "kit").exists()


def test_the_output_is_not_gold_itself(kit: Path) -> None:
    done = run("questions", "draw", kit / "gold", "--output", kit / "gold")
    assert done.exit_code == 2
    assert "its files would be lost" in done.stderr
