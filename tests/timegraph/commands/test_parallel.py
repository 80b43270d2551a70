"""``--jobs`` and Ctrl-C, for every command that works on many documents."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands import main as cli

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"
KIT = EXAMPLES / "kit"
SYSTEMS = (str(KIT / "systems" / "careful"), str(KIT / "systems" / "hasty"))

COMMANDS = {
    "score": ("score", "--kit", str(KIT), "--errors"),
    "compare": ("compare", "--kit", str(KIT), "--by", "document"),
    "check": ("check", str(KIT), "--repair", "--calendar"),
    "awareness": ("awareness", "--gold", str(KIT / "gold"), *SYSTEMS),
    "entities": ("entities", "--gold", str(KIT / "gold"), *SYSTEMS, "--by", "document"),
    "relations": ("relations", "--gold", str(KIT / "gold"), *SYSTEMS, "--confidence"),
    "agreement": ("agreement", *SYSTEMS),
    "torque": ("torque", "score", str(EXAMPLES / "torque" / "passages.json"), "--baselines"),
    "facts": ("facts", "score", str(EXAMPLES / "facts" / "questions.jsonl")),
    "open": ("open", str(KIT / "gold")),
}

every_command = pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli.timegraph, [str(argument) for argument in arguments])


MANY = 2000
"""So many documents take seconds, so that a run is interrupted long before its end."""


def nobody_is_left(group: int) -> bool:
    """Whether a process group ends; what tracks resources does a moment after its parent."""
    for _ in range(2000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def is_at_work(pid: int, jobs: int) -> bool:
    """Whether a command has begun to read documents: its workers are there, or it has used more
    processor time than its start takes."""
    process = Path(f"/proc/{pid}")
    if jobs > 1:
        threads = process.glob("task/*/children")  # each worker is started by a thread of its own
        return sum(len(children.read_text().split()) for children in threads) >= jobs
    fields = (process / "stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12]) > os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
@every_command
@pytest.mark.parametrize("format", ["text", "json"])
def test_several_processes_print_what_one_prints(arguments: tuple[str, ...], format: str) -> None:
    alone = run(*arguments, "--format", format)
    several = run(*arguments, "--format", format, "--jobs", 2)
    assert alone.stdout
    assert (several.stdout, several.stderr) == (alone.stdout, alone.stderr)
    assert several.exit_code == alone.exit_code


@pytest.mark.parametrize("jobs", ["0", "-1", "many"])
def test_jobs_are_a_number_of_processes(jobs: str) -> None:
    assert run("check", KIT / "gold", "--jobs", jobs).exit_code == 2


def test_documents_that_cannot_be_read_fail_alone(tmp_path: Path) -> None:
    for path in (KIT / "gold").glob("*.tml"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "broken.tml").write_bytes(b"<TimeML><TEXT>")
    alone, several = (run("check", tmp_path, "--jobs", jobs) for jobs in (1, 2))
    assert several.exit_code == 1
    assert f"{tmp_path / 'broken.tml'}:1: " in several.stderr
    assert (several.stdout, several.stderr) == (alone.stdout, alone.stderr)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="sends signals and reads /proc")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_stops_at_once(tmp_path: Path, jobs: int) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    documents = sorted((KIT / "gold").glob("*.tml"))
    for number in range(MANY):
        document = documents[number % len(documents)]
        (folder / f"{number:05}.tml").write_bytes(document.read_bytes())
    command = [sys.executable, ROOT / "cli.py", "check", folder, "--format", "json"]
    command += ["--jobs", str(jobs)]
    # A session of its own stands for a terminal: Ctrl-C goes to all of its processes.
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        try:
            while process.poll() is None and not is_at_work(process.pid, jobs):
                time.sleep(0.005)
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=300)
        finally:
            process.kill()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert nobody_is_left(process.pid)
