"""``timegraph serve`` as other programs run it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from timegraph.commands.main import timegraph

SERVE = [sys.executable, "-m", "timegraph", "serve"]


def request(method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n"


def test_requests_at_stdin_are_answered_at_stdout(tmp_path: Path) -> None:
    arguments = ["serve", "--state", str(tmp_path / "s.db")]
    done = CliRunner().invoke(timegraph, arguments, input=request("create", graph="g"))
    assert (done.exit_code, done.stderr) == (0, "")
    done = CliRunner().invoke(timegraph, arguments, input=request("graphs"))
    assert json.loads(done.stdout)["result"] == {"graphs": ["g"]}
    assert CliRunner().invoke(timegraph, ["serve"], input="").stdout == ""


def test_answers_come_at_once_and_a_stop_is_130(tmp_path: Path) -> None:
    with subprocess.Popen(SERVE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as served:
        assert served.stdin is not None
        assert served.stdout is not None
        served.stdin.write(request("graphs").encode())
        served.stdin.flush()
        assert json.loads(served.stdout.readline())["id"] == 1
        served.send_signal(signal.SIGINT)
        assert served.wait(30) == 130


def test_bad_usage_is_two_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database, and long enough to be read as one" * 30)
    done = CliRunner().invoke(timegraph, ["serve", "--state", str(tmp_path / "text")], input="")
    assert done.exit_code == 2, done.output
    assert "not a database" in done.stderr
