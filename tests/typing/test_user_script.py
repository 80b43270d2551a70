"""What mypy and pyright say about a user's script: they find each wrong line and no other."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("user_script.py")
LINES = SCRIPT.read_text(encoding="utf-8").splitlines()
WRONG = {number for number, line in enumerate(LINES, 1) if "  # wrong: " in line}


def checked(*command: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | environment,
        timeout=300,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr or done.stdout
    return done.stdout


def as_they_are(found: dict[int, list[str]]) -> None:
    """Assert that what a checker found is on the wrong lines, and on all of them."""
    missed = [f"{number}: {LINES[number - 1]}" for number in sorted(WRONG - found.keys())]
    assert missed == []
    too_many = [f"{number}: {found[number]}" for number in sorted(found.keys() - WRONG)]
    assert too_many == []


def test_the_script_has_lines_of_both_kinds() -> None:
    assert len(WRONG) > 40
    assert sum(bool(line) for line in LINES) - len(WRONG) > 60


def test_what_is_right_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The lines that nobody should complain about are right indeed."""
    right = [line for number, line in enumerate(LINES, 1) if number not in WRONG]
    exec(compile("\n".join(right), str(SCRIPT), "exec"), {"__name__": "user_script"})
    assert capsys.readouterr().out


@pytest.mark.slow
def test_mypy_finds_the_wrong_lines(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    found: dict[int, list[str]] = {}
    text = checked(
        "mypy",
        *("--strict", "--config-file=", "--no-error-summary", "--hide-error-context"),
        *("--follow-imports=silent", f"--cache-dir={tmp_path}", str(SCRIPT)),
        MYPYPATH=str(ROOT),
    )
    for number, message in re.findall(r"^[^:\n]+user_script\.py:(\d+): error: (.+)$", text, re.M):
        found.setdefault(int(number), []).append(message)
    as_they_are(found)


@pytest.mark.slow
def test_pyright_finds_the_wrong_lines(tmp_path: Path) -> None:
    pytest.importorskip("pyright")
    quiet = {"PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    try:
        checked("pyright", "--version", **quiet)
    except (AssertionError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"pyright does not start; it loads node at its first start: {error}")
    shutil.copy(SCRIPT, tmp_path)
    settings = {
        "include": [SCRIPT.name],
        "extraPaths": [str(ROOT)],
        "typeCheckingMode": "strict",
        # Lines that only ask, and lines after a wrong one, are as they should be here.
        "reportUnusedExpression": False,
        "reportUnusedVariable": False,
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    text = checked(
        "pyright",
        *("--outputjson", "--project", str(tmp_path), "--pythonpath", sys.executable),
        **quiet,
    )
    found: dict[int, list[str]] = {}
    for diagnostic in json.loads(text)["generalDiagnostics"]:
        found.setdefault(diagnostic["range"]["start"]["line"] + 1, []).append(diagnostic["message"])
    as_they_are(found)
