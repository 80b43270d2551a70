"""``--jobs``, ``--resume`` and Ctrl-C, for every command that works on many documents."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from timegraph.commands import main as cli
from timegraph.corpus.codec import decode

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"
KIT = EXAMPLES / "kit"
SYSTEMS = (str(KIT / "systems" / "careful"), str(KIT / "systems" / "hasty"))

COMMANDS = {
    "score": ("score", "--kit", str(KIT), "--errors"),
    "compare": ("compare", "--kit", str(KIT), "--all-pairs", "--by", "document"),
    "check": ("check", str(KIT), "--repair", "--calendar"),
    "awareness": ("awareness", "--gold", str(KIT / "gold"), *SYSTEMS),
    "entities": ("entities", "--gold", str(KIT / "gold"), *SYSTEMS, "--by", "document"),
    "relations": ("relations", "--gold", str(KIT / "gold"), *SYSTEMS, "--confidence"),
    "agreement": ("agreement", *SYSTEMS),
    "torque": ("torque", "score", str(EXAMPLES / "torque" / "passages.json"), "--baselines"),
    "facts": ("facts", "score", str(EXAMPLES / "facts" / "questions.jsonl")),
    "consistency": ("facts", "consistency", str(EXAMPLES / "facts" / "perturbed.jsonl")),
    "open": ("open", str(KIT / "gold")),
}

every_command = pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli.timegraph, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], bytes]:
    """A function that has the file of --resume that a command leaves, of one run for all tests."""

    @cache
    def of(command: str) -> bytes:
        file = tmp_path_factory.mktemp("runs") / "run.jsonl"
        assert run(*COMMANDS[command], "--resume", file).stdout
        return file.read_bytes()

    return of


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


@pytest.mark.slow
@every_command
@pytest.mark.parametrize("format", ["text", "json"])
def test_several_processes_print_what_one_prints(arguments: tuple[str, ...], format: str) -> None:
    alone = run(*arguments, "--format", format)
    several = run(*arguments, "--format", format, "--jobs", 2)
    assert alone.stdout
    assert (several.stdout, several.stderr) == (alone.stdout, alone.stderr)
    assert several.exit_code == alone.exit_code


@pytest.mark.slow
@every_command
def test_a_run_resumes_to_what_it_would_have_printed(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    alone = run(*arguments, "--format", "json")
    file = tmp_path / "run.jsonl"
    assert run(*arguments, "--format", "json", "--resume", file).stdout == alone.stdout
    whole = file.read_bytes()
    for kept in (len(whole) // 3, len(whole) - 7, len(whole)):
        for jobs in (1, 2):
            file.write_bytes(whole[:kept])
            resumed = run(*arguments, "--format", "json", "--resume", file, "--jobs", jobs)
            assert (resumed.stdout, resumed.stderr) == (alone.stdout, alone.stderr)
            assert resumed.exit_code == alone.exit_code
            if arguments == COMMANDS["consistency"]:
                # A worker's copy of a constant, such as an open date, is spelt out once more.
                assert results(file.read_bytes()) == results(whole)
            else:
                assert file.read_bytes() == whole


def results(journal: bytes) -> list[tuple[object, ...]]:
    """What a file of --resume says of each item: its name, its digest and the result."""
    records = [json.loads(line) for line in journal.splitlines() if line.startswith(b'{"doc')]
    assert len(records) > 1
    return [(each["document"], each["digest"], decode(each["result"])) for each in records]


@every_command
def test_results_in_the_file_are_taken_from_there(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "run.jsonl"
    first = run(*arguments, "--resume", file)

    def fail(*args: object) -> None:
        raise AssertionError("a result was there and is worked out again")

    for work in (
        "checking.corpus._checked",
        "checking.survey._opened",
        "scoring.agreement.measure.measure_text",
        "scoring.answers.systems._count",
        "scoring.pairs._measured",
        "scoring.qa_tempeval.measure.ask_document",
        "scoring.torque.measure._count",
    ):
        monkeypatch.setattr(f"timegraph.{work}", fail)
    assert run(*arguments, "--resume", file).stdout == first.stdout


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("score", "--during=contained"),
        ("score", "--calendar"),
        ("score", "--align=off"),
        ("check", "--on-conflict=drop-constraint"),
        ("check", "--during=contained"),
        ("check", "--calendar-reading=exact"),
        ("awareness", "--method=acl11"),
        ("awareness", "--align=off"),
        ("awareness", "--calendar"),
        ("awareness", "--coarse=bounds"),
    ],
)
def test_a_file_of_other_options_is_refused(
    command: str, option: str, finished: Callable[[str], bytes], tmp_path: Path
) -> None:
    file = tmp_path / "run.jsonl"
    content = finished(command)
    file.write_bytes(content)
    done = run(*COMMANDS[command], option, "--resume", file)
    assert done.exit_code == 2
    assert "other options or input" in done.stderr
    assert done.stdout == ""
    assert file.read_bytes() == content


def test_a_file_of_other_documents_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    folder = tmp_path / "documents"
    folder.mkdir()
    for path in (KIT / "gold").glob("*.tml"):
        (folder / path.name).write_bytes(path.read_bytes())
    assert run("check", folder, "--resume", file).exit_code == 0
    changed = min(folder.iterdir())
    changed.write_bytes(changed.read_bytes().replace(b'relType="BEFORE"', b'relType="AFTER"'))
    done = run("check", folder, "--resume", file)
    assert done.exit_code == 2
    assert f"{changed.name} has changed since" in done.stderr
    assert run("check", KIT / "gold", "--resume", file).exit_code == 2


def test_a_folder_to_resume_from_is_refused(tmp_path: Path) -> None:
    done = run("check", KIT / "gold", "--resume", tmp_path)
    assert done.exit_code == 2
    assert "is a folder" in done.stderr


@pytest.mark.parametrize("jobs", ["0", "-1", "many"])
def test_jobs_are_a_number_of_processes(jobs: str) -> None:
    assert run("check", KIT / "gold", "--jobs", jobs).exit_code == 2


def test_jobs_and_a_cluster_exclude_each_other() -> None:
    done = run("check", KIT / "gold", "--jobs", 2, "--dask", "tcp://127.0.0.1:1")
    assert done.exit_code == 2
    assert "exclude each other" in done.stderr


def test_documents_that_cannot_be_read_fail_alone(tmp_path: Path) -> None:
    for path in (KIT / "gold").glob("*.tml"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "broken.tml").write_bytes(b"<TimeML><TEXT>")
    alone, several = (run("check", tmp_path, "--jobs", jobs) for jobs in (1, 2))
    assert several.exit_code == 1
    assert f"{tmp_path / 'broken.tml'}:1: " in several.stderr
    assert (several.stdout, several.stderr) == (alone.stdout, alone.stderr)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="sends POSIX signals")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_stops_at_once_and_the_run_resumes(tmp_path: Path, jobs: int) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    documents = sorted((KIT / "gold").glob("*.tml"))
    for number in range(MANY):
        document = documents[number % len(documents)]
        (folder / f"{number:05}.tml").write_bytes(document.read_bytes())
    file = tmp_path / "run.jsonl"
    command = [sys.executable, ROOT / "cli.py", "check", folder, "--format", "json"]
    command += ["--jobs", str(jobs), "--resume", file]
    # A session of its own stands for a terminal: Ctrl-C goes to all of its processes.
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        try:
            while process.poll() is None:
                if file.exists() and file.read_bytes().count(b"\n") > 200:
                    break
                time.sleep(0.005)
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=300)
        finally:
            process.kill()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert nobody_is_left(process.pid)
    done = file.read_bytes().count(b"\n")
    assert 200 < done < MANY
    resumed = run("check", folder, "--format", "json", "--jobs", jobs, "--resume", file)
    assert resumed.exit_code == 0
    assert json.loads(resumed.stdout)["summary"]["documents"] == MANY
    assert file.read_bytes().count(b"\n") == MANY + 1
