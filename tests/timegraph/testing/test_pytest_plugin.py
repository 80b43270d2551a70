"""A test that takes a vector runs for each, in anybody's suite."""

from __future__ import annotations

import configparser
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

SUITE = """
import sys
import pytest

@pytest.mark.temporal_vectors("composition")
def test_of_a_kind(temporal_vector):
    assert temporal_vector["kind"] == "composition"

def test_of_all(temporal_vector):
    assert temporal_vector["answer"] != "no"

def test_of_none():
    assert "hypothesis" not in sys.modules
"""


def run(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "timegraph.testing.pytest_plugin"]
    # By -p alone: the plugin may be installed as well.
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*command, "--strict-markers", *arguments],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


@pytest.mark.slow
def test_a_test_runs_for_each_vector(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(SUITE, encoding="utf-8")
    assert "169 passed" in run(tmp_path, "-k", "of_a_kind")
    assert "1 passed" in run(tmp_path, "-k", "of_none")
    whole = run(tmp_path, "-k", "of_all")
    assert "test_mine.py::test_of_all[links-v" in whole
    assert "99 failed, 747 passed" in whole


def test_an_unknown_kind_is_an_error_of_the_test(tmp_path: Path) -> None:
    text = SUITE.replace('"composition")', '"compositions")')
    (tmp_path / "test_mine.py").write_text(text, encoding="utf-8")
    assert "no vectors of the kind 'compositions'" in run(tmp_path)


def test_it_is_installed() -> None:
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg", encoding="utf-8")
    entry = config["options.entry_points"]["pytest11"].strip()
    assert entry == "timegraph = timegraph.testing.pytest_plugin"
