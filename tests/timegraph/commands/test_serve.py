"""``timegraph serve`` as other programs run it."""

from __future__ import annotations

import json
import signal
import socket
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


def test_a_socket_is_listened_on_and_removed(tmp_path: Path) -> None:
    place = tmp_path / "socket"
    with subprocess.Popen(
        [*SERVE, "--listen", str(place)], stderr=subprocess.PIPE, text=True
    ) as served:
        assert served.stderr is not None
        assert served.stderr.readline() == f"listening on {place}\n"
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(place))
            client.sendall(request("graphs").encode())
            assert b'"graphs":[]' in client.recv(1000)
        served.send_signal(signal.SIGINT)
        assert served.wait(30) == 130
        assert not place.exists()


def test_bad_usage_is_two_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database, and long enough to be read as one" * 30)
    for arguments, words in (
        (["--listen", "0.0.0.0:80"], "is not the loopback"),
        (["--listen", str(tmp_path / "no" / "s")], "No such file"),
        (["--state", str(tmp_path / "text")], "not a database"),
        (["--mcp", "--listen", "socket"], "is not a port of the loopback"),
    ):
        done = CliRunner().invoke(timegraph, ["serve", *arguments], input="")
        assert done.exit_code == 2, done.output
        assert words in done.stderr
