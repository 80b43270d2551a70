"""PyPI's other ``timegraph`` in the same environment: both the import and the command say so."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from timegraph._version import NAMESAKE

ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with our packages, and a file of the other's."""
    folder = tmp_path_factory.mktemp("both")
    for package in ("timegraph", "timeml"):
        ignored = shutil.ignore_patterns("__pycache__", "kernels")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    (folder / "timegraph" / "timestructs.py").write_text("", encoding="utf-8")
    return folder


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "default", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def test_the_import_warns(both: Path) -> None:
    done = python(both, "-c", "import timegraph; timegraph.TimeGraph")
    assert (done.returncode, done.stdout) == (0, "")
    assert NAMESAKE in done.stderr


def test_the_command_warns_where_the_others_package_has_taken_the_place_of_ours(both: Path) -> None:
    initial = both / "timegraph" / "__init__.py"
    ours = initial.read_text(encoding="utf-8")
    initial.write_text("", encoding="utf-8")
    done = python(both, "-m", "timegraph", "--version")
    initial.write_text(ours, encoding="utf-8")
    assert done.stdout.startswith("timegraph 0.")
    assert done.stderr == f"Warning: {NAMESAKE}\n"


def test_alone_nothing_is_said() -> None:
    assert python(ROOT, "-c", "import timegraph").stderr == ""
