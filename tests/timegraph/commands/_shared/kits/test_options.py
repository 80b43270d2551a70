"""The options that name several kits."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.kits.options import KitsInputs, by_kit, kits_inputs


def parsed(*args: str) -> KitsInputs:
    found: list[KitsInputs] = []

    @click.command()
    @kits_inputs
    def command(inputs: KitsInputs) -> None:
        found.append(inputs)

    CliRunner().invoke(command, args, catch_exceptions=False, standalone_mode=False)
    return found[0]


def test_a_path_that_exists_is_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a=b").mkdir()
    (only,) = parsed("--kit", "a=b").kits.items()
    assert (only[0], only[1].kit) == ("a=b", Path("a=b"))
    kits = parsed("--kit", "c=d", "--kit", "e/f").kits
    assert {name: own.kit for name, own in kits.items()} == {"c": Path("d"), "f": Path("e/f")}


def test_without_a_kit() -> None:
    inputs = parsed("--questions", "a=b.txt", "--key", "key", "system")
    assert not inputs.several
    assert inputs.kits[""].questions == "a=b.txt"
    assert inputs.kits[""].kit is None


def test_what_is_chosen_for_each_kit() -> None:
    kits = ["news", "wiki"]
    assert by_kit("--questions", [], kits) == {}
    assert by_kit("--questions", ["wiki=a", "b"], kits) == {"news": "b", "wiki": "a"}
    assert by_kit("--questions", ["wiki=a"], kits) == {"wiki": "a"}
    with pytest.raises(BadUsage, match="the kits are news, wiki"):
        by_kit("--questions", ["blogs=a"], kits)


def test_systems_have_one_name_each() -> None:
    assert parsed("--system", "x=a, b", "--system", "y=c").aliases == {"a": "x", "b": "x", "c": "y"}
    with pytest.raises(BadUsage, match="write NAME=A,B"):
        parsed("--system", "x=")
