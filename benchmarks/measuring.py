"""How to measure: the best of several runs, two things in turn, results beside targets."""

from __future__ import annotations

import gc
import platform
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from statistics import median
from typing import Any

from timegraph.report import Column, Report, Table, TableOptions, render

__all__ = [
    "Pace",
    "Result",
    "best",
    "duration",
    "factor",
    "fits",
    "machine",
    "memory",
    "peak_memory",
    "resident",
    "side_by_side",
    "table",
]


@dataclass(frozen=True)
class Result:
    """One measurement.

    ``seconds`` is what ours took, ``other`` what ``against`` took for the same work; ``ratio`` is
    how many times faster ours is, unless the section says otherwise. ``target`` is the ratio that
    the project wants, a ceiling if ``at_most``. ``memory`` is in bytes.
    """

    section: str
    what: str
    shape: str = ""
    points: int = 0
    seconds: float | None = None
    against: str = ""
    other: float | None = None
    ratio: float | None = None
    target: float | None = None
    at_most: bool = False
    memory: int | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the target is met; ``None`` without one."""
        if self.target is None or self.ratio is None:
            return None
        return self.ratio <= self.target if self.at_most else self.ratio >= self.target

    def record(self) -> dict[str, Any]:
        """The result as JSON has it."""
        return {**asdict(self), "met": self.met}


class Pace:
    """How long to measure: ``share`` of the usual time."""

    share = 1.0


def best(function: Callable[[], object], *, budget: float = 0.5, most: int = 200) -> float:
    """Seconds of the fastest run: at least one, at most ``most``, for ``budget`` seconds.

    Work that takes less than ``budget`` is run once before, unmeasured, since first runs load and
    compile. The garbage collector waits, as in ``timeit``, since no run alone causes it.
    """
    fastest = float("inf")
    budget *= Pace.share
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        function()
        first = time.perf_counter() - start
        if first > max(budget, 2.0):
            return first
        end = time.perf_counter() + budget
        for _ in range(most):
            start = time.perf_counter()
            function()
            now = time.perf_counter()
            fastest = min(fastest, now - start)
            if now > end:
                break
    finally:
        if collecting:
            gc.enable()
    return fastest


def side_by_side(
    ours: Callable[[], object], other: Callable[[], object], *, runs: int = 9
) -> tuple[float, float]:
    """The median seconds of two pieces of work that run in turn, so that neither has a quieter
    machine: processor time, which other work on the machine changes least. The first run of each
    is not measured."""
    times: tuple[list[float], list[float]] = [], []
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        for run in range(max(3, round(runs * Pace.share)) + 1):
            for work, measured in zip((ours, other), times, strict=True):
                start = time.process_time()
                work()
                if run:
                    measured.append(time.process_time() - start)
    finally:
        if collecting:
            gc.enable()
    return median(times[0]), median(times[1])


def peak_memory(function: Callable[[], object]) -> int:
    """The most memory, in bytes, that ``function`` and its result took at once, as far as Python
    and numpy allocated it; a library's own heap is not counted."""
    gc.collect()
    tracemalloc.start()
    try:
        result = function()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        result = None  # noqa: F841


def resident() -> int | None:
    """Bytes of memory that the process has, where the system reports it."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS")), None)


class fits:  # noqa: N801
    """Whether the next, larger run of something will take less than ``limit`` seconds, judged by
    how its time grew so far (at least as the square of the size from the last one)."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._last: dict[str, tuple[int, float]] = {}

    def __call__(self, what: str, size: int) -> bool:
        if what not in self._last:
            return True
        before, seconds = self._last[what]
        return seconds * (size / before) ** 2 < self._limit

    def took(self, what: str, size: int, seconds: float) -> None:
        self._last[what] = size, seconds


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def machine(packages: Iterable[str]) -> dict[str, str]:
    """What the figures were measured on: processor, system, Python and versions of packages."""
    import os

    versions = {}
    for package in packages:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            versions[package] = "not installed"
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "python": sys.version.split()[0],
        **versions,
    }


def duration(seconds: float | None) -> str | None:
    """Seconds for people, with their unit."""
    if seconds is None:
        return None
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def memory(size: int | None) -> str | None:
    """Bytes for people, with their unit."""
    if size is None:
        return None
    return f"{size / 1e6:.3g} MB" if size >= 100_000 else f"{size / 1e3:.3g} kB"


def factor(value: float) -> str:
    """A ratio for people: three digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(results: list[Result], format: Any = "text") -> str:
    """The results of one section as a table."""
    sized = any(result.points for result in results)
    sized_up = any(result.memory is not None for result in results)
    noted = any(result.note for result in results)
    columns = [Column("what")]
    columns += [Column("shape"), Column("points")] if sized else []
    columns += [Column("ours"), Column("against"), Column("theirs"), Column("ratio")]
    columns += [Column("target"), Column("met")]
    columns += [Column("memory")] if sized_up else []
    columns += [Column("note")] if noted else []
    rows = []
    for result in results:
        row: list[str | None] = [result.what]
        row += [result.shape, f"{result.points:,}" if result.points else ""] if sized else []
        row += [duration(result.seconds), result.against, duration(result.other)]
        row += [None if result.ratio is None else factor(result.ratio)]
        sign = "<= " if result.at_most else ">= "
        row += [None if result.target is None else sign + factor(result.target)]
        row += [None if result.met is None else "yes" if result.met else "NO"]
        row += [memory(result.memory)] if sized_up else []
        row += [result.note] if noted else []
        rows.append(tuple(row))
    return render(Report([Table(tuple(columns), tuple(rows))]), TableOptions(format))
