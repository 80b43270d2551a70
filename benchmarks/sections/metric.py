"""Distances: a network closed, grown and asked, beside what else there is.

The peers are the simple temporal network of unified-planning, and ``johnson`` of scipy, which makes
all tightest bounds at once. Networks are drawn from a world, so that they are consistent; ratios
are how many times longer the other takes, in the same run. "graph" is the same through
:class:`timegraph.TimeGraph`, whose links have endpoints, sources and words besides.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np
from measuring import Result, best, peak_memory
from yardstick import beside_goal

from sections.calls import hidden_truth
from timegraph import TimeGraph
from timegraph._compiled import Engine
from timegraph._metric.compiled import Bounds, CompiledNetwork
from timegraph._metric.network import SCALE, Arc
from timegraph.links import DistanceLink, Endpoint

__all__ = ["distances"]

_COMPILED = Engine(kernels="always")
"""Kernels are loaded already, by what was measured before."""
_CLOSING_GOALS = {1_000: 3e-3, 100_000: 3.0}
_BOUND_GOAL = 50e-6


def drawn(points: int, bounds: int, seed: int = 1) -> Bounds:
    """Bounds ``y - x <= value`` that a world satisfies."""
    rng = np.random.default_rng(seed)
    world = np.random.default_rng(points).integers(0, 10**9, points)
    x, y = rng.integers(0, points, (2, bounds))
    value = (world[y] - world[x] + rng.integers(0, 10**6, bounds)).astype(np.int64)
    ends = np.stack((x, y, np.zeros(bounds), np.arange(bounds)), axis=1).astype(np.int32)
    return Bounds(ends, value)


def distances(*, quick: bool) -> Iterator[Result]:
    """Consistency, one more bound, and the bounds of pairs."""
    sizes = ((1_000, 4_000),) if quick else ((1_000, 4_000), (100_000, 400_000))
    for points, bounds in sizes:
        arrays = drawn(points, bounds)
        yield from _network(points, arrays)
        yield from _graph(points, arrays)
    yield from _contradictions(250 if quick else 1_000)


def _contradictions(points: int) -> Iterator[Result]:
    """Distances around a hidden truth, of which 5 % are wrong, added one by one without those that
    contradict; networkx's Bellman-Ford algorithm only looks once at all that are kept."""
    _, drawn = hidden_truth(points, 2 * points, 0.05)
    pairs = [
        [Arc(x, y, most * SCALE, number), Arc(y, x, -least * SCALE, number)]
        for number, (x, y, least, most) in enumerate(drawn)
    ]

    def added() -> CompiledNetwork:
        network = CompiledNetwork(points)
        for pair in pairs:
            network.add(pair)
        return network

    kept = list(added().arcs())
    seconds = best(added, most=5)
    others: dict[str, Callable[[], object]] = {"networkx, one check": lambda: _bellman_ford(kept)}
    if find_spec("unified_planning"):
        others["unified-planning"] = lambda: _added_there(pairs)
    for name, run in others.items():
        start = time.perf_counter()
        assert run() in (None, len(kept))
        other = time.perf_counter() - start
        yield Result(
            "metric", "5 % wrong, added one by one", points=points, seconds=seconds, against=name,
            other=other, ratio=other / seconds,
        )  # fmt: skip


def _bellman_ford(arcs: list[Arc]) -> None:
    import networkx as nx

    graph = nx.MultiDiGraph()
    graph.add_weighted_edges_from((arc.x, arc.y, arc.weight) for arc in arcs)
    assert not nx.negative_edge_cycle(graph)


def _added_there(pairs: list[list[Arc]]) -> int:
    """Add the pairs that fit to the network of unified-planning, which has to be copied before each
    to take it back; how many bounds there are then."""
    from unified_planning.model.delta_stn import DeltaSimpleTemporalNetwork

    network, count = DeltaSimpleTemporalNetwork(), 0
    for pair in pairs:
        trial = network.copy_stn()
        for arc in pair:
            trial.add(arc.y, arc.x, arc.weight)
        if trial.check_stn():
            network, count = trial, count + len(pair)
    return count


def _network(points: int, arrays: Bounds) -> Iterator[Result]:
    def close() -> CompiledNetwork:
        network = CompiledNetwork.close(points, arrays)
        assert network is not None
        return network

    close()
    seconds = best(close)
    memory = peak_memory(close)
    result = Result("metric", "all bounds at once", "", points, seconds, memory=memory)
    yield beside_goal(result, _CLOSING_GOALS[points], "words")
    if points == 1_000 and find_spec("unified_planning"):
        other = unified_planning(arrays)
        yield Result(
            "metric", "all bounds at once", points=points, seconds=seconds,
            against="unified-planning", other=other, ratio=other / seconds, target=4.0,
        )  # fmt: skip
    network = close()
    ends, values = map(np.ndarray.tolist, drawn(points, 2_000, seed=2))
    more = [
        [Arc(x, y, value * SCALE, number)]
        for (x, y, _, number), value in zip(ends, values, strict=True)
    ]
    seconds = _median(network.add, more)
    result = Result("metric", "one more bound (median)", "", points, seconds)
    yield beside_goal(result, _BOUND_GOAL)
    if points == 1_000 and find_spec("scipy"):
        other = johnson(points, arrays)

        def rows() -> None:
            for x in range(points):
                network.row(x)

        ours = best(rows, most=3)
        yield Result(
            "metric", "all tightest bounds", points=points, seconds=ours,
            against="scipy johnson", other=other, ratio=other / ours,
        )  # fmt: skip


def _graph(points: int, arrays: Bounds) -> Iterator[Result]:
    links = _links(arrays)

    def waiting() -> TimeGraph:
        graph = TimeGraph(on_conflict="drop-link", engine=_COMPILED)
        graph.extend(links)
        return graph

    def closed() -> TimeGraph:
        graph = waiting()
        assert graph.conflicts == ()
        return graph

    def seconds_to_close() -> float:
        graph = waiting()
        start = time.perf_counter()
        assert graph.conflicts == ()
        return time.perf_counter() - start

    adding, whole = best(waiting, most=5), best(closed, most=5)
    closing = min(seconds_to_close() for _ in range(3))
    yield Result(
        "metric", "graph: links added", points=points, seconds=adding, memory=peak_memory(waiting)
    )
    memory = peak_memory(closed)
    result = Result("metric", "graph: then closed", "", points, closing, memory=memory)
    yield beside_goal(result, _CLOSING_GOALS[points], "words")
    if points == 1_000 and find_spec("unified_planning"):
        other = unified_planning(arrays)
        yield Result(
            "metric", "graph: added and closed", points=points, seconds=whole,
            against="unified-planning", other=other, ratio=other / whole,
        )  # fmt: skip
    graph = closed()
    strict = TimeGraph(engine=_COMPILED)
    strict.extend(links)

    def add(link: DistanceLink) -> None:
        strict.add_distance(link.x, link.y, at_least=link.at_least, at_most=link.at_most)

    more = _links(drawn(points, 2_000, seed=2))
    what = "graph: one more bound, checked (median)"
    yield beside_goal(Result("metric", what, "", points, _median(add, more)), _BOUND_GOAL)
    rng = random.Random(3)
    pairs = [
        ((rng.randrange(points), "at"), (rng.randrange(points), "at"))
        for _ in range(20_000 if points == 1_000 else 200)
    ]
    known = set(graph.instants)
    pairs = [pair for pair in pairs if pair[0][0] in known and pair[1][0] in known]
    copy = graph.copy()
    for what, ask in (
        ("bounds of a pair (mean), first time", lambda: [graph.distance(*pair) for pair in pairs]),
        ("bounds of a pair (mean), again", lambda: [graph.distance(*pair) for pair in pairs]),
        ("bounds of a pair in a batch", lambda: copy.distances(pairs)),
    ):
        copy.distances(pairs[:1])
        start = time.perf_counter()
        ask()
        seconds = (time.perf_counter() - start) / len(pairs)
        result = Result("metric", f"graph: {what}", "", points, seconds)
        yield beside_goal(result, _BOUND_GOAL) if points == 1_000 else result


def _links(arrays: Bounds) -> list[DistanceLink]:
    """The bounds as links: at most so long one way, or at least so long the other way."""
    links = []
    for (x, y, _, number), value in zip(arrays.ends.tolist(), arrays.values.tolist(), strict=True):
        first, second = _point(x), _point(y)
        if value >= 0:
            links.append(DistanceLink(first, second, None, Fraction(value), number))
        else:
            links.append(DistanceLink(second, first, Fraction(-value), None, number))
    return links


def _point(number: int) -> Endpoint:
    return number, "at"


def _median(function: Callable[[Any], object], arguments: list[Any]) -> float:
    times = []
    for argument in arguments:
        start = time.perf_counter()
        function(argument)
        times.append(time.perf_counter() - start)
    return median(times)


def unified_planning(arrays: Bounds) -> float:
    """Seconds for the simple temporal network of unified-planning to take the same bounds in."""
    from unified_planning.model.delta_stn import DeltaSimpleTemporalNetwork

    x, y = arrays.ends[:, 0].tolist(), arrays.ends[:, 1].tolist()
    listed = x, y, arrays.values.tolist()

    def run() -> None:
        network = DeltaSimpleTemporalNetwork()
        for x, y, value in zip(*listed, strict=True):
            # There add(x, y, b) says x - y <= b.
            network.add(y, x, value)
        assert network.check_stn()

    return best(run, most=5)


def johnson(points: int, arrays: Bounds) -> float:
    """Seconds for scipy to find all shortest paths of the same bounds."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import johnson as all_paths

    x, y, value = arrays.ends[:, 0], arrays.ends[:, 1], arrays.values
    # Parallel bounds would be added up.
    order = np.lexsort((value, y, x))
    kept = order[np.unique(np.stack((x[order], y[order])), axis=1, return_index=True)[1]]
    kept = kept[x[kept] != y[kept]]
    matrix = coo_matrix((value[kept].astype(float), (x[kept], y[kept])), (points, points)).tocsr()
    return best(lambda: all_paths(matrix), most=3)
