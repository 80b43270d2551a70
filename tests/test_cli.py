"""The command line as a whole: exit codes, pipes, interruption, encodings, and what is loaded."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from timegraph import __version__
from timegraph.commands import main as cli

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(root: Path) -> Run:
    """Runs the command in a process of its own, in the project's root."""

    def call(*args: str, **options: object) -> subprocess.CompletedProcess[str]:
        settings: dict[str, object] = {
            "cwd": root,
            "capture_output": True,
            "encoding": "utf-8",
            "timeout": 300,
            "stdin": subprocess.DEVNULL,
        } | options
        if "input" in settings:
            del settings["stdin"]
        return subprocess.run(  # type: ignore[call-overload,no-any-return]
            [sys.executable, str(root / "cli.py"), *args], **settings
        )

    return call


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is that of Unix")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_give_no_traceback(root: Path, closed: str) -> None:
    line = f'"$0" cli.py check examples/kit/systems/hasty {closed}'
    done = subprocess.run(
        ["sh", "-c", line, sys.executable], cwd=root, capture_output=True, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert bool(done.stdout) == (">&- " not in f" {closed} ".replace("2>&-", ""))


def test_version(run: Run) -> None:
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"timegraph {__version__}\n", "")


def test_the_package_is_a_program(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "timegraph", "--version"],
        cwd=root,
        capture_output=True,
        encoding="utf-8",
    )
    assert (done.returncode, done.stdout) == (0, f"timegraph {__version__}\n")


def commands(group: click.Group = cli.timegraph, name: str = "") -> Iterator[str]:
    """The names of a group and of all the commands in it, as they are typed."""
    yield name
    for part in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), part)
        if isinstance(command, click.Group):
            yield from commands(command, f"{name} {part}".strip())
        else:
            yield f"{name} {part}".strip()


@pytest.mark.parametrize("flag", ["-h", "--help"])
@pytest.mark.parametrize("command", list(commands()))
def test_every_command_has_help_with_an_example(command: str, flag: str) -> None:
    done = CliRunner().invoke(cli.timegraph, [*command.split(), flag])
    assert done.exit_code == 0, done.output
    assert "Example" in done.stdout
    assert "timegraph score --kit examples/kit" in done.stdout or command
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_the_group_tells_every_command_without_loading_it(run: Run) -> None:
    code = (
        "import sys; from timegraph.commands import main as cli;"
        "from click.testing import CliRunner;"
        "print(CliRunner().invoke(cli.timegraph, ['--help']).stdout);"
        "print(sorted(m for m in sys.modules if m.startswith(('timegraph.', 'timeml'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(cli.__file__).parents[2],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    for name, (_, line) in cli._COMMANDS.items():
        assert name in done.stdout
        assert line in done.stdout
    assert done.stdout.splitlines()[-1] == str(
        [
            "timegraph._lazy",
            "timegraph._version",
            "timegraph.commands",
            "timegraph.commands.main",
            "timegraph.commands.shared",
            "timegraph.commands.shared.lazy_group",
        ]
    )


def test_bad_usage_is_2_without_traceback(run: Run) -> None:
    for args in (["frobnicate"], ["score", "--frob"], ["score"], ["ask"], ["ask", "none.tml"]):
        done = run(*args)
        assert done.returncode == 2
        assert done.stdout == ""
        assert "Traceback" not in done.stderr
        assert "Error: " in done.stderr


def test_a_closed_pipe_is_silent(root: Path) -> None:
    questions = "IS ei4 BEFORE ei6\n" * 20_000
    command = [sys.executable, str(root / "cli.py"), "ask"]
    asking = subprocess.Popen(
        [*command, "examples/kit/gold/news-festival-storm.tml"],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert asking.stdin is not None
    assert asking.stdout is not None
    assert asking.stderr is not None
    asking.stdin.write(questions.encode()[:1800])
    asking.stdin.flush()
    assert asking.stdout.readline() == b"no\n"
    asking.stdout.close()
    # What is left in the pipe is answered into the closed one, or not read at all.
    try:
        asking.stdin.write(questions.encode()[:60_000])
        asking.stdin.close()
    except BrokenPipeError:
        pass
    assert asking.stderr.read() == b""
    asking.stderr.close()
    assert asking.wait(300) == 0


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_ctrl_c_is_130_and_silent(root: Path) -> None:
    asking = subprocess.Popen(
        [sys.executable, str(root / "cli.py"), "ask", "examples/kit/gold/news-festival-storm.tml"],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert asking.stdin is not None
    assert asking.stdout is not None
    asking.stdin.write(b"IS ei4 BEFORE ei6\n")
    asking.stdin.flush()
    assert asking.stdout.readline() == b"no\n"  # it is up and waits for the next question
    asking.send_signal(signal.SIGINT)
    _, errors = asking.communicate(timeout=300)
    assert (asking.returncode, errors) == (130, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_an_error_and_no_traceback(run: Run) -> None:
    with open("/dev/full", "w") as full:
        done = run(
            "score",
            "--kit",
            "examples/kit",
            capture_output=False,
            stdout=full,
            stderr=subprocess.PIPE,
        )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "Error: No space left on device"


def test_output_is_utf8_whatever_the_locale(run: Run, tmp_path: Path) -> None:
    (tmp_path / "é.tml").write_text(
        '<TimeML><TEXT><EVENT eid="e1">é</EVENT></TEXT></TimeML>', encoding="utf-8"
    )
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = run(
        "ask", str(tmp_path / "é.tml"), "--format", "json", "IS é1 BEFORE e1", env=environment
    )
    assert '"question": "IS é1 BEFORE e1"' in done.stdout or "\\udc" in done.stdout
    assert done.returncode == 1


def test_answers_come_line_by_line(root: Path) -> None:
    asking = subprocess.Popen(
        [sys.executable, str(root / "cli.py"), "ask", "examples/kit/gold/news-festival-storm.tml"],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert asking.stdin is not None
    assert asking.stdout is not None
    for question, answer in (("IS ei4 OVERLAPS ei6", "yes"), ("IS ei6 BEFORE ei4", "no")):
        asking.stdin.write(f"{question}\n")
        asking.stdin.flush()
        assert asking.stdout.readline() == f"{answer}\n"
    asking.stdin.close()
    assert asking.wait(300) == 0
    asking.stdout.close()
