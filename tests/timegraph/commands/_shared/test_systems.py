"""Systems: one that cannot be opened does not keep the others from being measured."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from timegraph.commands import main as cli
from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.messages import Messages
from timegraph.commands._shared.systems import open_systems


@pytest.fixture
def broken(tmp_path: Path) -> list[Path]:
    """An empty folder, an archive that is none, and a path to nothing."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "damaged.zip").write_bytes(b"PK no archive")
    return [tmp_path / "empty", tmp_path / "damaged.zip", tmp_path / "absent"]


def test_systems_that_cannot_be_opened_are_named_with_the_reason(
    kit: Path, broken: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    good = kit / "systems" / "careful"
    opened = open_systems([*broken, good, good / ".." / "careful"])
    assert opened.names == ["careful"]
    reasons = {one.name: one.reason for one in opened.unusable}
    assert list(reasons) == ["empty", "damaged", "absent", "careful"]
    assert "holds no TimeML documents" in reasons["empty"]
    assert "No such file" in reasons["absent"]
    assert "given twice" in reasons["careful"]
    opened.warn(Messages())
    assert capsys.readouterr().err.count(": not scored: ") == 4


def test_without_any_system_there_is_nothing_to_measure(broken: list[Path]) -> None:
    with pytest.raises(BadUsage, match="holds no TimeML documents"):
        open_systems(broken)


def test_a_damaged_archive_is_not_lost_in_the_archive(kit: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for document in sorted((kit / "systems" / "careful").iterdir()):
            archive.write(document, document.name)
    assert open_systems([tmp_path / "a.zip"]).names == ["a"]


def test_a_folder_of_systems_is_its_systems(
    kit: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = kit / "systems"
    opened = open_systems([folder])
    assert opened.names == ["careful", "hasty"]
    assert not opened.unusable
    opened.warn(Messages())
    assert "taken for the 2 in it: careful, hasty" in capsys.readouterr().err
    both = open_systems([folder, folder / "careful"])
    assert [one.name for one in both.unusable] == ["careful"]
    (tmp_path / "mixed").mkdir()
    shutil.copytree(folder / "careful", tmp_path / "mixed" / "a")
    shutil.make_archive(str(tmp_path / "mixed" / "b"), "zip", folder / "hasty")
    (tmp_path / "mixed" / "c.zip").write_bytes(b"PK no archive")
    (tmp_path / "mixed" / "d").mkdir()
    (tmp_path / "mixed" / "README").write_text("nothing", encoding="utf-8")
    mixed = open_systems([tmp_path / "mixed"])
    assert mixed.names == ["a", "b"]
    assert [one.name for one in mixed.unusable] == ["c", "d"]
    (tmp_path / "mixed" / "d" / "notes").mkdir()
    (tmp_path / "mixed" / "d" / "others").mkdir()
    with pytest.raises(BadUsage, match=r"holds no TimeML documents .*; give .*/mixed/a, or "):
        open_systems([tmp_path / "mixed"])


@pytest.mark.parametrize("inner", ["out", "deep/out"])
def test_a_folder_in_a_folder_keeps_the_name_that_the_user_gave(
    kit: Path, tmp_path: Path, inner: str
) -> None:
    shutil.copytree(kit / "systems" / "careful", tmp_path / "team" / inner)
    opened = open_systems([tmp_path / "team"])
    assert opened.names == ["team"]
    assert opened.remarks == (f"{tmp_path / 'team'}: its documents are in {tmp_path}/team/{inner}",)
    assert len(opened.collections["team"]) == len(list((kit / "systems" / "careful").iterdir()))


def test_a_kit_is_not_taken_for_systems(kit: Path) -> None:
    with pytest.raises(BadUsage, match=r"it is a kit: give --kit .*/kit, or .*/kit/systems"):
        open_systems([kit])


def test_near_names_are_proposed(kit: Path) -> None:
    def scored(*args: object) -> str:
        return CliRunner().invoke(cli.timegraph, [*map(str, args)]).stderr

    assert "did you mean careful?" in scored("score", "--kit", kit, "carefull", "hasty")
    assert f"did you mean {kit}?" in scored("score", "--kit", kit.parent / "kitt")
    against = scored("compare", "--kit", kit, "--against", "hastily")
    assert "the systems are careful, hasty; did you mean hasty?" in against
    questions = kit / "eval-questions" / "question-set.tx"
    named = scored("score", "--questions", questions, "--no-align", kit / "systems")
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
        assert [one["name"] for one in systems] == ["careful", "empty", "damaged", "absent"]
        assert all(one["error"] for one in systems[1:])
    else:
        assert all(name in done.stdout for name in ("careful", "empty", "damaged", "absent"))
    alone = CliRunner().invoke(cli.timegraph, [command, *gold, "--format", format, careful])
    assert alone.exit_code == 0


@pytest.mark.parametrize("command", ["score", "awareness"])
def test_json_says_where_systems_were_found(kit: Path, command: str) -> None:
    inputs = ["--kit", str(kit)] if command == "score" else ["--gold", str(kit / "gold")]
    arguments = [command, *inputs, "--format", "json", str(kit / "systems")]
    content = json.loads(CliRunner().invoke(cli.timegraph, arguments).stdout)
    assert "taken for the 2 in it: careful, hasty" in content["warnings"][-1]
