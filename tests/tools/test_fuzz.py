"""The script that changes files at random: the same for the same seed, and faults that count."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.scripts import script
from timeml.readers import FORMATS


def test_each_format_is_tried_and_nothing_fails(tmp_path: Path) -> None:
    fuzz = script("tools/fuzz.py")
    assert set(fuzz.sources()) == {"timeml", *FORMATS}
    tried, failed = fuzz.fuzz(30, 5, tmp_path)
    assert (sum(tried.values()), failed, list(tmp_path.iterdir())) == (30, 0, [])


def test_the_same_seed_makes_the_same_files() -> None:
    fuzz = script("tools/fuzz.py")
    files = fuzz.sources()["link-list"]
    made = [fuzz.changed(random.Random(f"1 {number}"), files) for number in range(50)]
    assert made == [fuzz.changed(random.Random(f"1 {number}"), files) for number in range(50)]
    assert sum(one != files for one in made) > 40


def test_what_fails_is_named_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fuzz = script("tools/fuzz.py")

    class Runner:
        def invoke(self, command: object, arguments: list[str]) -> SimpleNamespace:
            wrong = ValueError("max() of nothing") if arguments[0] == "check" else None
            return SimpleNamespace(exception=wrong, output="", exit_code=1)

    monkeypatch.setattr(fuzz, "CliRunner", Runner)
    assert fuzz.fuzz(1, 1, tmp_path)[1] == 1
    assert "timeml-0: check: ValueError: max() of nothing" in capsys.readouterr().out
    assert (tmp_path / "timeml-0" / "storm.tml").is_file()
