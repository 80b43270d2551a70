"""Workers of commands; tests/timegraph/commands/test_parallel.py runs whole commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.parts import called
from timegraph.commands._shared.command import Parallel
from timegraph.commands._shared.files import BadUsage
from timegraph.commands._shared.options import parallel_options
from timegraph.commands._shared.parallel import open_workers
from timegraph.corpus import Pool, WorkerError
from timegraph.options import Interpretation

ALONE = Parallel(1, None, None)


def test_a_command_receives_the_options_as_one() -> None:
    def parallel(*args: str) -> Parallel | None:
        run = called((parallel_options,), *args)[1]
        return None if run is None else run.parallel

    assert parallel() == ALONE
    given = parallel("--jobs", "2", "--resume", "file", "--dask", "tcp://a:1")
    assert given == Parallel(2, "tcp://a:1", Path("file"))
    assert parallel("--jobs", "0") is None


def test_one_process_needs_no_workers() -> None:
    with open_workers(ALONE) as workers:
        assert workers == {"executor": None, "resume": None, "seconds": None}


def test_several_processes_are_a_pool() -> None:
    with open_workers(Parallel(2, None, None)) as workers:
        assert isinstance(workers["executor"], Pool)


def test_a_file_to_resume_from_names_the_run(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    with open_workers(
        Parallel(1, None, file), command="score", interpretation=Interpretation(calendar=True)
    ) as workers:
        assert workers["resume"] is not None
    run = json.loads(json.loads(file.read_text())["run"])
    assert run["command"] == "score"
    assert run["interpretation"]["calendar"] is True


def test_what_excludes_each_other_is_bad_usage(tmp_path: Path) -> None:
    for parallel, message in (
        (Parallel(2, "tcp://a:1", None), "exclude each other"),
        (Parallel(1, None, tmp_path), "is a folder"),
    ):
        with pytest.raises(BadUsage, match=message), open_workers(parallel):
            pass


def test_lost_workers_are_bad_usage_that_says_what_is_kept(tmp_path: Path) -> None:
    with pytest.raises(BadUsage, match=r"died; what was done is kept in .*run\.jsonl"):  # noqa: SIM117
        with open_workers(Parallel(1, None, tmp_path / "run.jsonl")):
            raise WorkerError("they died")
