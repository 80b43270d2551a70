"""Networks with choices: decided beside a SAT solver, and schedules beside a constraint solver.

Random networks are those of the model A(n, degree, 6.5). The encoding for python-sat is lean: a
variable for each "x <= y" of two points, one clause for each relation that a link forbids, and
clauses of transitivity only for what the last answer got wrong. OR-tools decides schedules in a
process of its own, since it cannot share one with the linear program.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from measuring import Result, duration
from yardstick import goal as here

from tests.random_networks import random_network
from timegraph import Allen, IntervalNetwork, Link, TimedOut

__all__ = ["decided", "draw", "networks"]

_DEGREE, _SIZE = 9.5, 6.5
_LIMIT = 30.0
# Median seconds that the project wants, by intervals.
_GOALS = {10: 1e-3, 20: 2e-3, 50: 20e-3, 80: 100e-3}
_VISITS, _ROOMS, _DAYS = 100, 5, 10


def decided(links: Sequence[Link], count: int, limit: float = _LIMIT) -> tuple[float, bool | None]:
    """Seconds to build and decide a network, and whether it is consistent (``None``: in more than
    ``limit`` seconds)."""
    begin = time.perf_counter()
    network: IntervalNetwork[Any] = IntervalNetwork()
    for number in range(count):
        network.add_entity(f"i{number}")
    network.extend(links)
    try:
        consistent: bool | None = network.consistent(time_limit=limit)
    except TimedOut:
        consistent = None
    return time.perf_counter() - begin, consistent


class Encoding:
    """A network as clauses: variable ``1 + x * points + y`` says that point x is not after y."""

    def __init__(self, links: Sequence[Link], count: int) -> None:
        self.points = 2 * count
        self.clauses: list[list[int]] = []
        for x in range(self.points):
            for y in range(x):
                self.clauses.append([self.not_after(x, y), self.not_after(y, x)])
        for interval in range(count):
            self.clauses.append([-self.not_after(2 * interval + 1, 2 * interval)])
        for link in links:
            a, b = int(str(link.a)[1:]), int(str(link.b)[1:])
            for relation in Allen:
                if relation not in link.relation:
                    self.clauses.append(self._not(relation, 2 * a, 2 * b))

    def not_after(self, x: int, y: int) -> int:
        return 1 + x * self.points + y

    def _not(self, relation: Allen, a: int, b: int) -> list[int]:
        """That the relation does not hold: one of its four orders of endpoints does not."""
        clause = []
        for (x, y), sign in zip(
            ((a, b), (a, b + 1), (a + 1, b), (a + 1, b + 1)), relation.signs, strict=True
        ):
            if sign < 0:
                clause.append(self.not_after(y, x))
            elif sign > 0:
                clause.append(self.not_after(x, y))
            else:
                clause += [-self.not_after(x, y), -self.not_after(y, x)]
        return clause

    def broken(self, model: Sequence[int]) -> list[list[int]]:
        """Clauses of transitivity that a model breaks, at most one for each pair of points."""
        n = self.points
        order = np.zeros((n, n), np.bool_)
        order.flat[[literal - 1 for literal in model if literal > 0]] = True
        np.fill_diagonal(order, True)
        clauses = []
        for x in range(n):
            through = order[x][:, None] & order & ~order[x][None, :]
            for z in np.nonzero(through.any(axis=0))[0].tolist():
                y = int(np.argmax(through[:, z]))
                clauses.append([-self.not_after(x, y), -self.not_after(y, z), self.not_after(x, z)])
        return clauses


def _by_sat(links: Sequence[Link], count: int, limit: float) -> tuple[float, bool | None]:
    from pysat.solvers import Cadical153

    begin = time.perf_counter()
    encoding = Encoding(links, count)
    with Cadical153(bootstrap_with=encoding.clauses) as solver:
        while solver.solve():
            broken = encoding.broken(solver.get_model())
            if not broken:
                return time.perf_counter() - begin, True
            for clause in broken:
                solver.add_clause(clause)
            if time.perf_counter() - begin > limit:
                return limit, None
        return time.perf_counter() - begin, False


def networks(*, quick: bool) -> Iterator[Result]:
    """The time of a network by its size at the phase transition and by its degree, then of a
    schedule; both answers must be the same wherever both are there."""
    seeds = 5 if quick else 20
    decided(random_network(10, _DEGREE, _SIZE, 0), 10)
    for count, goal in _GOALS.items():
        yield _of_size(count, _DEGREE, seeds, goal, with_sat=count <= 50)
    for degree in () if quick else (6.5, 8.0, 11.0, 12.5):
        yield _of_size(50, degree, seeds, None, with_sat=False)
    yield from _visits()


def _of_size(
    count: int, degree: float, seeds: int, goal: float | None, *, with_sat: bool
) -> Result:
    ours, theirs, consistent = [], [], 0
    limit = 5.0
    for seed in range(seeds):
        links = random_network(count, degree, _SIZE, seed)
        seconds, answer = decided(links, count)
        ours.append(seconds)
        consistent += answer is True
        if with_sat and find_spec("pysat"):
            other, said = _by_sat(links, count, limit)
            theirs.append(other)
            assert None in (answer, said) or answer == said, (count, degree, seed)
    other = median(theirs) if theirs else None
    return Result(
        "networks", f"A(n, {degree:g}, {_SIZE:g})", "random", count, median(ours),
        "python-sat" if theirs else "", other, other and other / median(ours),
        1.0 if theirs else None,
        note=f"{consistent} of {seeds} consistent; slowest {duration(max(ours))}"
        + (f"; goal {duration(here(goal))}" if goal else ""),
    )  # fmt: skip


def visits(count: int) -> list[tuple[str, int, int]]:
    """So many visits of an hour: a name, a room, and a day between whose ninth and seventeenth hour
    it is."""
    draw = random.Random(1)
    places = [(room, day) for room in range(_ROOMS) for day in range(_DAYS)] * 8
    draw.shuffle(places)
    return [(f"v{k}", room, day) for k, (room, day) in enumerate(places[:count])]


def _visits() -> Iterator[Result]:
    wanted = visits(_VISITS)
    begin = time.perf_counter()
    network: IntervalNetwork[str] = IntervalNetwork()
    for name, _, day in wanted:
        network.add_duration(name, "1 hour")
        hours = (f"2024-05-{day + 1:02d}T{hour:02d}:00" for hour in (9, 17))
        first, last = hours
        network.place(name, start=(first, None), end=(None, last))
    for room in range(_ROOMS):
        network.add_no_overlap([name for name, own, _ in wanted if own == room])
    network.schedule(time_limit=_LIMIT)
    ours = time.perf_counter() - begin
    other = None
    if find_spec("ortools"):
        printed = subprocess.run(
            [sys.executable, "-c", _BY_ORTOOLS],
            cwd=Path(__file__).resolve().parent,
            env={"PYTHONPATH": os.pathsep.join(map(str, Path(__file__).resolve().parents[1:3]))},
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        other = float(printed)
    yield Result(
        "networks", f"{_VISITS} visits of an hour, {_ROOMS} rooms", "schedule", _VISITS, ours,
        "OR-tools CP-SAT" if other else "", other, other and other / ours, None,
        note=f"a time for each; goal {duration(here(2.0))}",
    )  # fmt: skip


_BY_ORTOOLS = """
import time
from ortools.sat.python import cp_model
from sections.networks import visits, _ROOMS, _VISITS
begin = time.perf_counter()
model, rooms = cp_model.CpModel(), [[] for _ in range(_ROOMS)]
for name, room, day in visits(_VISITS):
    start = model.new_int_var(day * 1440 + 540, day * 1440 + 960, name)
    rooms[room].append(model.new_fixed_size_interval_var(start, 60, name))
for own in rooms:
    model.add_no_overlap(own)
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
assert solver.status_name(solver.solve(model)) in ("OPTIMAL", "FEASIBLE")
print(time.perf_counter() - begin)
"""


def draw(results: Sequence[Result], path: Path) -> None:
    """Median time by the number of intervals, and by the degree, with the share that is
    consistent: the phase transition."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    random_ones = [result for result in results if result.shape == "random"]
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(8, 3.2), layout="constrained")
    by_size = [result for result in random_ones if f"{_DEGREE:g}," in result.what]
    sizes = sorted({result.points: result for result in by_size}.items())
    left.loglog([n for n, _ in sizes], [r.seconds for _, r in sizes], "k-o", label="timegraph")
    beside = [(n, result.other) for n, result in sizes if result.other]
    if beside:
        left.loglog(*zip(*beside, strict=True), "-s", color="tab:blue", label="python-sat")
    left.set(xlabel="intervals, 9.5 links each", ylabel="median seconds")
    left.set_xticks([n for n, _ in sizes], [str(n) for n, _ in sizes], minor=False)
    left.set_xticks([], minor=True)
    left.legend()
    degrees = {}
    for result in random_ones:
        if result.points == 50:
            degrees[float(result.what.split(",")[1])] = result
    line = sorted(degrees.items())
    right.semilogy([d for d, _ in line], [r.seconds for _, r in line], "k-o")
    right.set(xlabel="links of an interval, 50 intervals", ylabel="median seconds")
    share = right.twinx()
    shares = [int(r.note.split()[0]) / int(r.note.split()[2]) for _, r in line]
    share.plot([d for d, _ in line], shares, "--", color="tab:orange")
    share.set(ylabel="share that is consistent (dashed)", ylim=(-0.05, 1.05))
    figure.savefig(path, dpi=120)
