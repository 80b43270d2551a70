"""The pool of processes: none of its work is lost, and it ends when it is told to."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from timegraph import corpus
from timegraph.corpus import Item, Pool, WorkerError
from timegraph.corpus.runner import check_number, check_sendable

ITEMS = [Item(f"d{number:03}", rest=number) for number in range(100)]


# What workers do is defined in modules that they can import.


def square(item: Item) -> int:
    return int(item.rest) ** 2


def die(item: Item) -> int:
    if item.rest == 30:
        os.kill(os.getpid(), signal.SIGKILL)
    return square(item)


def sleep(item: Item) -> int:
    time.sleep(600)
    return 0


class Unpicklable(Exception):
    def __init__(self, one: str, other: str) -> None:
        super().__init__(one)


def raise_unpicklable(item: Item) -> int:
    raise Unpicklable("what happened", "")


def test_a_pool_serves_several_runs() -> None:
    with Pool(2) as pool:
        first = list(corpus.run(square, ITEMS, executor=pool))
        assert list(corpus.run(square, ITEMS, executor=pool)) == first
    with pytest.raises(RuntimeError, match="after shutdown"):
        pool.submit(square, ITEMS[0])


def test_an_error_that_cannot_be_pickled_is_told() -> None:
    with pytest.raises(WorkerError, match="Unpicklable: what happened"):
        list(corpus.run(raise_unpicklable, ITEMS, jobs=2))


def test_a_function_that_cannot_be_sent_is_refused_at_once() -> None:
    def unread() -> Iterator[Item]:
        raise AssertionError
        yield

    with pytest.raises(TypeError, match="must be defined in a module") as caught:
        corpus.run(lambda item: 0, unread(), jobs=2)
    assert "lambda" in str(caught.value.__cause__)
    with Pool(1) as pool, pytest.raises(TypeError, match="must be defined in a module"):
        corpus.run(partial(square, threading.Lock()), unread(), executor=pool)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")
@pytest.mark.slow
def test_a_worker_that_is_killed_ends_the_run() -> None:
    with pytest.raises(WorkerError, match=r"a worker process died.*; give fewer"):
        list(corpus.run(die, ITEMS, jobs=2, chunk=5))


def test_leaving_a_run_kills_its_processes_at_once() -> None:
    before = set(multiprocessing.active_children())
    started: list[float] = []

    def interrupted() -> None:
        with Pool(2) as pool:
            for item in ITEMS[:4]:
                pool.submit(sleep, item)
            while len(set(multiprocessing.active_children()) - before) < 2:
                time.sleep(0.01)
            started.append(time.monotonic())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert time.monotonic() - started[0] < 300  # and not the 600 s of a task
    assert set(multiprocessing.active_children()) == before
    assert not [one for one in threading.enumerate() if one.name == "timegraph-worker"]


def test_a_script_without_guard_is_told_of_it(root: Path, tmp_path: Path) -> None:
    script = tmp_path / "unguarded.py"
    script.write_text(
        textwrap.dedent(
            f"""
            import sys
            sys.path.insert(0, {str(root)!r})
            from timegraph import corpus
            print(list(corpus.run(len, [corpus.Item("a")], jobs=2)))
            """
        )
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 1
    assert "__name__" in done.stderr


def test_numbers_of_jobs_are_whole_and_positive() -> None:
    check_number("jobs", 3)
    for number, message in ((1.5, "is a whole number"), (True, "is a whole"), (0, "is at least 1")):
        with pytest.raises(ValueError, match=f"jobs {message}"):
            check_number("jobs", number)


def test_what_processes_can_receive() -> None:
    check_sendable(partial(square, ITEMS[0]))
    with pytest.raises(TypeError, match="must be defined in a module"):
        check_sendable(lambda: 0)
