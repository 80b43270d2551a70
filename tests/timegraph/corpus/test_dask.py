"""A real Dask cluster, a scheduler and workers as processes of their own on loopback."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        importlib.util.find_spec("distributed") is None, reason="needs Dask (timegraph-qa[dask])"
    ),
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]

ROOT = Path(__file__).resolve().parents[3]
KIT = ROOT / "examples" / "kit"
SECONDS = 300
MANY = 1500
"""Documents that take a cluster of two workers seconds."""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@dataclass
class Cluster:
    """Processes that are killed at the end, whatever happens."""

    folder: Path
    address: str = ""
    scheduler: subprocess.Popen[bytes] | None = None
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def begin(self) -> None:
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = self._run(
            "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"
        )
        self._wait("scheduler", self.address)

    def add_worker(self) -> subprocess.Popen[bytes]:
        name = f"worker{len(self.workers)}"
        worker = self._run(
            *("worker", self.address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny"),
            *("--no-dashboard", "--name", name, "--local-directory", str(self.folder)),
            log=name,
        )
        self.workers.append(worker)
        self._wait(name, "Registered to")
        return worker

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            if process is not None:
                process.kill()
                process.wait()

    def _run(self, what: str, *arguments: str, log: str = "") -> subprocess.Popen[bytes]:
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        with open(self.folder / f"{log or what}.log", "wb") as out:
            return subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_" + what, *arguments],
                stdout=out,
                stderr=subprocess.STDOUT,
                env={
                    **os.environ,
                    "PYTHONPATH": path,
                    "DASK_TEMPORARY_DIRECTORY": str(self.folder),
                },
                cwd=self.folder,
            )

    def _wait(self, name: str, words: str) -> None:
        log = self.folder / f"{name}.log"
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if words in log.read_text(errors="replace"):
                return
            time.sleep(0.05)
        raise AssertionError(f"{name} did not start:\n{log.read_text(errors='replace')}")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler without workers."""
    made = Cluster(tmp_path)
    try:
        made.begin()
        yield made
    finally:
        made.end()


def start(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def run(*arguments: object) -> tuple[int, str, str]:
    process = start(*arguments)
    try:
        out, err = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    return process.returncode, out, err


def wait_for_work(cluster: Cluster, process: subprocess.Popen[str]) -> None:
    """Until the first worker has used a fifth of a second more, or the command has ended."""

    def used() -> int:
        stat = Path(f"/proc/{cluster.workers[0].pid}/stat").read_text()
        return sum(map(int, stat.rpartition(")")[2].split()[11:13]))

    begin, end = used(), time.monotonic() + SECONDS
    while time.monotonic() < end and process.poll() is None:
        if used() - begin > os.sysconf("SC_CLK_TCK") / 5:
            break
        time.sleep(0.005)


def many_documents(folder: Path, number: int) -> Path:
    place = folder / "documents"
    place.mkdir()
    documents = [path.read_bytes() for path in sorted((KIT / "systems").rglob("*.tml"))]
    for index in range(number):
        (place / f"{index:05}.tml").write_bytes(documents[index % len(documents)])
    return place


def test_a_cluster_gives_what_one_process_gives(cluster: Cluster) -> None:
    for _ in range(2):
        cluster.add_worker()
    systems = (KIT / "systems" / "careful", KIT / "systems" / "hasty")
    for command in (
        ("score", "--kit", KIT, "--errors"),
        ("check", "--repair", KIT),
        ("awareness", "--gold", KIT / "gold", *systems),
        ("entities", "--gold", KIT / "gold", *systems),
    ):
        assert run(*command, "--dask", cluster.address) == run(*command)


def test_a_worker_that_is_killed_loses_nothing(cluster: Cluster, tmp_path: Path) -> None:
    first, _ = cluster.add_worker(), cluster.add_worker()
    folder = many_documents(tmp_path, MANY)
    command = ("check", folder, "--format", "json")
    process = start(*command, "--dask", cluster.address)
    try:
        wait_for_work(cluster, process)
        first.kill()
        out, err = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    assert (process.returncode, out, err) == run(*command)


def test_a_scheduler_that_is_lost_is_told(cluster: Cluster, tmp_path: Path) -> None:
    cluster.add_worker()
    folder = many_documents(tmp_path, MANY)
    process = start("check", folder, "--dask", cluster.address)
    try:
        wait_for_work(cluster, process)
        cluster.end()
        out, err = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    assert (process.returncode, out) == (2, ""), err
    assert "was lost" in err
    assert "Traceback" not in err


def test_ctrl_c_leaves_a_cluster_at_once(cluster: Cluster, tmp_path: Path) -> None:
    cluster.add_worker()
    folder = many_documents(tmp_path, MANY)
    process = start("check", folder, "--dask", cluster.address)
    try:
        wait_for_work(cluster, process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{port}", "127.0.0.1:{port}"])
def test_a_scheduler_that_is_not_there_is_told_at_once(address: str) -> None:
    address = address.format(port=free_port())
    code, out, err = run("check", KIT / "gold", "--dask", address)
    assert (code, out) == (2, "")
    # Dask itself would try for half a minute and say that the time is over.
    assert re.search(rf"--dask {address}: no scheduler answers there \(.*refused\)", err), err
    assert "Traceback" not in err


@pytest.mark.parametrize("address", ["nonsense", "ftp://127.0.0.1:1", "tcp://"])
def test_an_address_that_is_none_is_told(address: str) -> None:
    code, out, err = run("check", KIT / "gold", "--dask", address)
    assert (code, out) == (2, "")
    assert f"--dask {address}: " in err
    assert "Traceback" not in err


def test_a_scheduler_without_workers_is_told(cluster: Cluster) -> None:
    code, out, err = run("check", KIT / "gold", "--dask", cluster.address)
    assert (code, out) == (2, "")
    assert "the scheduler has no workers" in err
    assert "Traceback" not in err
