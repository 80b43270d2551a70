"""Results of an executor in the order of the tasks, with few of them under way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
L = TypeVar("L")


def in_order(
    executor: Executor, function: Callable[[T], R], tasks: Iterable[tuple[L, T]], ahead: int
) -> Generator[tuple[L, R], None, None]:
    """``function(task)`` with the label of each task, in order, as results become available.

    ``tasks`` are not read further while ``ahead`` of them are under way. If the iterator is
    closed, those that wait are cancelled.
    """
    pending: deque[tuple[L, Future[R]]] = deque()

    def first() -> tuple[L, R]:
        label, future = pending[0]
        result = future.result()
        pending.popleft()
        return label, result

    try:
        for label, task in tasks:
            pending.append((label, executor.submit(function, task)))
            while pending and (len(pending) >= ahead or pending[0][1].done()):
                yield first()
        while pending:
            yield first()
    finally:
        for _, future in pending:
            future.cancel()
