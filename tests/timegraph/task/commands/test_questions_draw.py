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
        *("questions", "draw", kit / "gold", "--number", 200),
        *("--shares", "yes=1,no=1,BEGINS", "--output", tmp_path / "kit"),
    )
    assert done.exit_code == 1
    assert "answer yes: " in done.stderr
    assert " instead of 100" in done.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--shares", "yes"), "'yes' is not yes=SHARE"),
        (("--shares", "maybe=1"), "'maybe=1' is not an answer, and unknown relation type"),
        (("--shares", "yes=0"), "no answer has a share"),
        (("--shares", "yes=x"), "'yes=x' is not yes=SHARE"),
        (("--shares", "yes=1,yes=2"), "yes is given twice"),
        (("--shares", "BEFORE=1"), "'BEFORE=1' is not an answer"),
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
