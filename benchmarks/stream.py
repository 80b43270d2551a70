"""A graph to live with: links are added one by one, and questions asked in between.

``python benchmarks/stream.py`` prints the table, as ``python benchmarks/run.py --only live`` does.

A stream has one question, about two entities drawn at random, after each k links. Every call is
timed by itself, three times in streams of their own; for questions and sums the fastest time of
each call counts, so that what other programs do on the machine does not. *Peak* is the slowest call
of all three streams, be it ``add`` or ``ask``, with the longest pause in them in which Python's
garbage collector looked at all objects; *peak without the collector* leaves its pauses out of each
call. *All* is the sum of all calls. Under "error" the exception is caught. Each row
has the worst figure of all k, and those of each k beside it.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the code of this clone

from graphs import document
from measuring import Result, duration, factor, table
from yardstick import beside_goal

from timegraph import ContradictionError, TimeGraph, warm_up
from timegraph.options import POLICIES

__all__ = ["SHAPES", "Timed", "live", "timed"]

Item = tuple[Any, ...]
"""``(a, relation, b)``, or ``(x, y, length)``: ``y - x`` is at most so long."""

EACH = (1, 3, 10, 50, 200)
_RUNS = 3
_QUESTION_GOALS = {"document": 20e-6, "document with distances": 20e-6}
_OTHER_GOAL = 150e-6
_PEAK_GOAL, _COLD_PEAK_GOAL = 25e-3, 100e-3


def _document(count: int) -> list[Item]:
    return list(document(int(count / 0.54)).links[:count])


def _chain(count: int) -> list[Item]:
    return [(entity, "before", entity + 1) for entity in range(count)]


def _random(count: int) -> list[Item]:
    """Two links per entity, between entities drawn at random."""
    rng = random.Random(5)
    world = list(range(count // 2))
    rng.shuffle(world)
    pairs = (rng.sample(range(count // 2), 2) for _ in range(count))
    return [(a, "before", b) if world[a] < world[b] else (b, "before", a) for a, b in pairs]


def _contradictory(count: int) -> list[Item]:
    """A document, of which each tenth link turns round one of those before it."""
    rng = random.Random(7)
    links, turnable = list[Item](), list[Item]()
    for link in _document(count):
        links.append(link)
        if link[1] != "equal":
            turnable.append(link)
        if len(links) % 10 == 9:
            a, relation, b = rng.choice(turnable[-500:])
            links.append((b, relation, a))
    return links[:count]


def _with_distances(count: int) -> list[Item]:
    """A document; each tenth link is followed by the longest time between two ends."""
    links = list[Item]()
    for number, (a, relation, b) in enumerate(_document(count)):
        links.append((a, relation, b))
        if number % 10 == 9:
            links.append(((a, "end"), (b, "end"), f"{2 + number % 30} days"))
    return links[:count]


SHAPES: dict[str, Callable[[int], list[Item]]] = {
    "chain": _chain,
    "document": _document,
    "random": _random,
    "contradictory": _contradictory,
    "document with distances": _with_distances,
}


class Timed(NamedTuple):
    """The seconds of each call of a stream; those of its ``slowest`` call, with and without the
    pauses of the garbage collector in it; and its longest ``pause``."""

    adds: list[float]
    asks: list[float]
    slowest: float
    slowest_beside: float
    pause: float

    @property
    def question(self) -> float:
        """The median question."""
        return median(self.asks)

    @property
    def total(self) -> float:
        """All calls together."""
        return sum(self.adds) + sum(self.asks)


class Collector:
    """How long Python's garbage collector pauses the program, within the block."""

    def __init__(self) -> None:
        self.total = self.longest = self._start = 0.0

    def __enter__(self) -> Collector:
        gc.callbacks.append(self._noticed)
        return self

    def __exit__(self, *_: object) -> None:
        gc.callbacks.remove(self._noticed)

    def _noticed(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._start = time.perf_counter()
        else:
            pause = time.perf_counter() - self._start
            self.total += pause
            self.longest = max(self.longest, pause)


def once(items: Sequence[Item], each: int, policy: Any) -> Timed:
    """Add the items to a graph, and ask a question after ``each`` of them."""
    with Collector() as collector:
        return _once(items, each, policy, collector)


def _once(items: Sequence[Item], each: int, policy: Any, collector: Collector) -> Timed:
    rng, clock = random.Random(1), time.perf_counter
    graph = TimeGraph(on_conflict=policy)
    names, known = list[Any](), set[Any]()
    adds, asks = list[float](), list[float]()
    slowest_beside = 0.0
    for number, (a, relation, b) in enumerate(items, start=1):
        distance = isinstance(a, tuple)
        paused, start = collector.total, clock()
        try:
            if distance:
                graph.add_distance(a, relation, at_most=b)
            else:
                graph.add(a, relation, b)
        except ContradictionError:
            pass
        adds.append(clock() - start)
        slowest_beside = max(slowest_beside, adds[-1] - (collector.total - paused))
        for entity in () if distance else (a, b):
            if entity not in known and entity in graph:
                known.add(entity)
                names.append(entity)
        if number % each == 0:
            first, second = rng.choice(names), rng.choice(names)
            paused, start = collector.total, clock()
            graph.ask(first, "before", second)
            asks.append(clock() - start)
            slowest_beside = max(slowest_beside, asks[-1] - (collector.total - paused))
    return Timed(adds, asks, max(*adds, *asks), slowest_beside, collector.longest)


def timed(items: Sequence[Item], each: int, policy: Any, runs: int = _RUNS) -> Timed:
    """The fastest time of each call in several streams, and the slowest of all calls."""
    measured = [once(items, each, policy) for _ in range(runs)]
    return Timed(
        [min(times) for times in zip(*(one.adds for one in measured), strict=True)],
        [min(times) for times in zip(*(one.asks for one in measured), strict=True)],
        max(one.slowest for one in measured),
        max(one.slowest_beside for one in measured),
        max(one.pause for one in measured),
    )


def live(*, quick: bool) -> Iterator[Result]:
    """Streams under each policy, what others take for a question, retracting, and cold starts."""
    warm_up()
    count, every = (2_000, (10,)) if quick else (16_000, EACH)
    once(_document(2_000), 10, "error")
    for shape, draw in SHAPES.items():
        items = draw(count)
        totals = dict[int, float]()
        for policy in POLICIES:
            streams = {each: timed(items, each, policy) for each in every}
            totals = totals or {each: stream.total for each, stream in streams.items()}
            yield from _rows(shape, count, policy, streams, totals)
        if shape != "document with distances":
            yield from _others(shape, items)
    for links, goal in ((10_000, 1e-3), (100_000, 5e-3)) if not quick else ((2_000, 1e-3),):
        for shape in SHAPES:
            yield _retracting(shape, links, goal)
    if not quick:
        yield from _without_warming(count)
        yield from _cold()


def _rows(
    shape: str, count: int, policy: str, streams: dict[int, Timed], totals: dict[int, float]
) -> Iterator[Result]:
    goal = _QUESTION_GOALS.get(shape, _OTHER_GOAL)
    questions = {each: stream.question for each, stream in streams.items()}
    worst = max(questions.values())
    note = _by_k(questions, duration)
    yield beside_goal(Result("live", f"question, {policy}", shape, count, worst, note=note), goal)
    ratios = {each: stream.total / totals[each] for each, stream in streams.items()}
    slowest = max(streams, key=lambda each: ratios[each])
    yield Result(
        "live", f"all calls, {policy}", shape, count, streams[slowest].total, "error",
        totals[slowest], ratios[slowest], 1.5, at_most=True, note=_by_k(ratios, factor),
    )  # fmt: skip
    peaks = {each: stream.slowest for each, stream in streams.items()}
    pause = max(stream.pause for stream in streams.values())
    yield Result(
        "live", f"peak, {policy}", shape, count, max(peaks.values()), "longest pause of the "
        "collector", pause, None, note=_by_k(peaks, duration),
    )  # fmt: skip
    peaks = {each: stream.slowest_beside for each, stream in streams.items()}
    peak = max(peaks.values())
    what, note = f"peak without the collector, {policy}", _by_k(peaks, duration)
    yield beside_goal(Result("live", what, shape, count, peak, note=note), _PEAK_GOAL)


def _by_k(values: dict[int, float], words: Callable[[float], str | None]) -> str:
    return ", ".join(f"k={each} {words(value)}" for each, value in values.items())


def _others(shape: str, items: Sequence[Item]) -> Iterator[Result]:
    """A question after one more link: by closing the whole graph again, and by networkx."""
    rng = random.Random(1)
    names = sorted({entity for a, _, b in items for entity in (a, b)})
    pairs = [(rng.choice(names), rng.choice(names)) for _ in range(50)]
    graph = TimeGraph(on_conflict="drop-link")
    for a, relation, b in items:
        graph.add(a, relation, b)
    ours, again, theirs = list[float](), list[float](), list[float]()
    for first, second in pairs:
        graph.add(first, "equal", first)
        start = time.perf_counter()
        graph.ask(first, "before", second)
        ours.append(time.perf_counter() - start)
    for first, second in pairs[:5]:
        closed = graph.copy()
        closed.add(first, "equal", first)
        start = time.perf_counter()
        closed.ask(first, "before", second)
        again.append(time.perf_counter() - start)
    mine = median(ours)
    yield Result(
        "live", "question after a link", shape, len(items), mine, "closing again", median(again),
        median(again) / mine,
    )  # fmt: skip
    if not find_spec("networkx"):
        return
    import networkx

    network = graph.to_networkx()
    for first, second in pairs:
        start = time.perf_counter()
        networkx.has_path(network, (first, "end"), (second, "start"))
        theirs.append(time.perf_counter() - start)
    yield Result(
        "live", "question after a link", shape, len(items), mine, "networkx has_path",
        median(theirs), median(theirs) / mine,
    )  # fmt: skip


def _retracting(shape: str, count: int, goal: float) -> Result:
    """Take back the links of one source after the other, with a question after each."""
    rng = random.Random(4)
    graph = TimeGraph(on_conflict="drop-link")
    for number, (a, relation, b) in enumerate(SHAPES[shape](count)):
        if isinstance(a, tuple):
            graph.add_distance(a, relation, at_most=b, source=number)
        else:
            graph.add(a, relation, b, number)
    names = list(graph)
    graph.ask(names[0], "before", names[1])
    graph.add(names[0], "before", names[0], "wrong")
    graph.retract("wrong")
    times = []
    for number in rng.sample(range(count), 200):
        first, second = rng.choice(names), rng.choice(names)
        start = time.perf_counter()
        graph.retract(number)
        graph.ask(first, "before", second, missing="unknown")
        times.append(time.perf_counter() - start)
    times.sort()
    note = f"nine of ten below {duration(times[180])}, slowest {duration(times[-1])}"
    result = Result("live", "retract and ask", shape, count, median(times), note=note)
    return beside_goal(result, goal)


def _without_warming(count: int) -> Iterator[Result]:
    """The slowest call of several processes that load machine code beside; it is there already."""
    for shape in SHAPES:
        peaks = [json.loads(_process("peak", shape, str(count))) for _ in range(_RUNS)]
        peak = max(peaks)
        what, note = "peak without warm_up, drop-link", "a process of its own, k=10"
        yield beside_goal(Result("live", what, shape, count, peak, note=note), _COLD_PEAK_GOAL)


def _cold() -> Iterator[Result]:
    """With an empty cache, in processes of their own."""
    for what, task, goal in (
        ("first answer on a chain of 30,000 links", "first", 1.5),
        ("3,000 links, a question after each fifth", "few", 2.0),
        ("timegraph warm-up", "warm", None),
    ):
        with tempfile.TemporaryDirectory() as folder:
            seconds = json.loads(_process(task, NUMBA_CACHE_DIR=folder))
        note = "no machine code anywhere"
        result = Result("live", what, "chain" if goal else "", 0, seconds, note=note)
        yield beside_goal(result, goal) if goal else result


def _process(*arguments: str, **variables: str) -> str:
    import os

    return subprocess.run(
        [sys.executable, __file__, "--task", *arguments],
        capture_output=True, text=True, check=True, env=os.environ | variables,
    ).stdout  # fmt: skip


def _task(name: str, *arguments: str) -> float:
    """One measurement of a process of its own, in seconds."""
    if name == "peak":
        shape, count = arguments
        return once(SHAPES[shape](int(count)), 10, "drop-link").slowest
    start = time.perf_counter()
    if name == "first":
        graph = TimeGraph(on_conflict="drop-link")
        for a, relation, b in _chain(30_000):
            graph.add(a, relation, b)
        graph.ask(10, "before", 29_000)
    elif name == "few":
        once(_chain(3_000), 5, "drop-link")
    else:
        warm_up()
    return time.perf_counter() - start


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="small streams")
    parser.add_argument("--format", choices=("text", "markdown"), default="text")
    parser.add_argument("--task", nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.task:
        sys.stdout.write(f"{_task(*arguments.task)}\n")
    else:
        sys.stdout.write(table(list(live(quick=arguments.quick)), arguments.format))


if __name__ == "__main__":
    main()
