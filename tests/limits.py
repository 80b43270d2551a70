"""A limit that only a wrong algorithm exceeds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Fail if the block takes more than so many seconds of this thread's own time.

    It guards against algorithms that are quadratic or worse, so limits are some twenty times what
    a quiet machine takes, and inputs so large that a wrong algorithm would take a hundred times.
    What other processes do does not count, nor does a thread that still compiles kernels beside a
    test that has nothing to do with them. How fast things are is for benchmarks/ to measure.
    """
    begin = time.thread_time()
    yield
    taken = time.thread_time() - begin
    assert taken < seconds, f"took {taken:.1f} s of processor time; the limit is {seconds} s"
