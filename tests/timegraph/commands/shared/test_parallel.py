"""Workers of commands; tests/timegraph/commands/test_parallel.py runs whole commands."""

from __future__ import annotations

import pytest

from tests.parts import called
from timegraph.commands.shared.command import BadUsage, Call
from timegraph.commands.shared.named_documents import open_workers
from timegraph.commands.shared.options import parallel_options
from timegraph.corpus import Pool, WorkerError


def test_a_call_has_the_number_of_processes() -> None:
    def jobs(*args: str) -> int | None:
        run = called(parallel_options, *args)[1]
        return None if run is None else run.jobs

    assert jobs() == 1
    assert jobs("--jobs", "2") == 2
    assert jobs("--jobs", "0") is None


def test_one_process_needs_no_workers() -> None:
    with open_workers(Call()) as executor:
        assert executor is None


def test_several_processes_are_a_pool() -> None:
    with open_workers(Call(jobs=2)) as executor:
        assert isinstance(executor, Pool)


def test_lost_workers_are_bad_usage() -> None:
    with pytest.raises(BadUsage, match="they died"), open_workers(Call()):
        raise WorkerError("they died")
