"""Workers of commands; tests/timegraph/commands/test_parallel.py runs whole commands."""

from __future__ import annotations

import pytest

from tests.parts import called
from timegraph.commands.shared.command import BadUsage, Parallel
from timegraph.commands.shared.named_documents import open_workers
from timegraph.commands.shared.options import parallel_options
from timegraph.corpus import Pool, WorkerError

ALONE = Parallel(1)


def test_a_command_receives_the_options_as_one() -> None:
    def parallel(*args: str) -> Parallel | None:
        run = called((parallel_options,), *args)[1]
        return None if run is None else run.parallel

    assert parallel() == ALONE
    given = parallel("--jobs", "2")
    assert given == Parallel(2)
    assert parallel("--jobs", "0") is None


def test_one_process_needs_no_workers() -> None:
    with open_workers(ALONE) as workers:
        assert workers == {"executor": None, "seconds": None}


def test_several_processes_are_a_pool() -> None:
    with open_workers(Parallel(2)) as workers:
        assert isinstance(workers["executor"], Pool)


def test_lost_workers_are_bad_usage() -> None:
    with pytest.raises(BadUsage, match="they died"), open_workers(ALONE):
        raise WorkerError("they died")
