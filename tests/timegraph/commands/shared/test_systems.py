"""Systems on the command line: one that cannot be opened does not keep the others from being
measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from timegraph.commands import main as cli


@pytest.fixture
def broken(tmp_path: Path) -> list[Path]:
    """An empty folder, an archive that is none, and a path to nothing."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "damaged.zip").write_bytes(b"PK no archive")
    return [tmp_path / "empty", tmp_path / "damaged.zip", tmp_path / "absent"]


def test_near_names_are_proposed(kit: Path) -> None:
    def scored(*args: object) -> str:
        return CliRunner().invoke(cli.timegraph, [*map(str, args)]).stderr

    assert "did you mean careful?" in scored("score", "--kit", kit, "carefull", "hasty")
    assert f"did you mean {kit}?" in scored("score", "--kit", kit.parent / "kitt")
    against = scored("compare", "--kit", kit, "--against", "hastily")
    assert "the systems are careful, hasty; did you mean hasty?" in against
    questions = kit / "eval-questions" / "question-set.tx"
    named = scored("score", "--questions", questions, "--align", "off", kit / "systems")
    assert f"did you mean {questions}t?" in named


@pytest.mark.parametrize("command", ["score", "awareness", "entities"])
@pytest.mark.parametrize("format", ["text", "json", "csv", "markdown", "latex"])
def test_every_command_scores_the_others(
    kit: Path, broken: list[Path], command: str, format: str
) -> None:
    gold = ["--kit", str(kit)] if command == "score" else ["--gold", str(kit / "gold")]
    careful = str(kit / "systems" / "careful")
    arguments = [command, *gold, "--format", format, careful, *map(str, broken)]
    done = CliRunner().invoke(cli.timegraph, arguments)
    assert done.exit_code == 1
    assert "empty: not scored: " in done.stderr
    if format == "json":
        systems = json.loads(done.stdout)["systems"]
        assert [system["name"] for system in systems] == ["careful", "empty", "damaged", "absent"]
        assert all(system["error"] for system in systems[1:])
    else:
        assert all(name in done.stdout for name in ("careful", "empty", "damaged", "absent"))
    alone = CliRunner().invoke(cli.timegraph, [command, *gold, "--format", format, careful])
    assert alone.exit_code == 0


@pytest.mark.parametrize("command", ["score", "awareness"])
def test_json_says_where_systems_were_found(kit: Path, command: str) -> None:
    inputs = ["--kit", str(kit)] if command == "score" else ["--gold", str(kit / "gold")]
    arguments = [command, *inputs, "--format", "json", str(kit / "systems")]
    content = json.loads(CliRunner().invoke(cli.timegraph, arguments).stdout)
    assert "holds 2 systems: careful, hasty" in content["warnings"][-1]
