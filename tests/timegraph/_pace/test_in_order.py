"""Results of an executor, in the order of the tasks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from timegraph._pace import in_order


def slow_first(number: int) -> int:
    time.sleep(0.02 if number == 0 else 0)
    return number * number


def test_results_come_in_the_order_of_the_tasks() -> None:
    with ThreadPoolExecutor(3) as pool:
        tasks = (("abcdefgh"[k], k) for k in range(8))
        assert list(in_order(pool, slow_first, tasks, 4)) == [
            ("abcdefgh"[k], k * k) for k in range(8)
        ]


def test_tasks_are_not_read_far_ahead() -> None:
    read: list[int] = []

    def tasks() -> Iterator[tuple[None, int]]:
        for number in range(20):
            read.append(number)
            yield None, number

    with ThreadPoolExecutor(1) as pool:
        for count, (_, result) in enumerate(in_order(pool, slow_first, tasks(), 3)):
            assert result == count * count
            assert len(read) <= count + 3


def test_no_more_is_done_when_nobody_reads_on() -> None:
    with ThreadPoolExecutor(1) as pool:
        results = in_order(pool, slow_first, ((k, k) for k in range(100)), 5)
        next(results)
        results.close()
        assert pool._work_queue.qsize() <= 5
