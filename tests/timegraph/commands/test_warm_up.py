"""``timegraph warm-up`` as its users run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.timegraph._closure.kernels.test_kernels import COMPILED
from timegraph.commands import main as cli, warm_up as module
from timegraph.warming import WarmUp

pytestmark = pytest.mark.skipif(not COMPILED, reason="kernels are not compiled")


def warm_up(*args: object) -> Result:
    return CliRunner().invoke(cli.timegraph, ["warm-up", *map(str, args)])


def test_it_says_what_is_kept_and_where(tmp_path: Path) -> None:
    done = warm_up()
    assert (done.exit_code, done.stderr) == (0, "")
    assert "__pycache__" in done.stdout or "numba" in done.stdout.lower()
    output = tmp_path / "warm.json"
    assert warm_up("--format", "json", "--output", output).exit_code == 0
    written = json.loads(output.read_text(encoding="utf-8"))
    assert set(written) >= {"kernels", "compiled", "seconds", "folders"}
    assert all(folder in done.stdout for folder in written["folders"])


def test_it_says_what_to_do_where_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "warm_up", lambda: WarmUp(39, 39, 30.0, ()))
    done = warm_up()
    assert done.exit_code == 1
    assert "set NUMBA_CACHE_DIR" in done.stderr
    assert done.stdout.splitlines()[-1].split() == ["39", "39", "30.0", "-"]
