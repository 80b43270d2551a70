"""Closing a graph: against other libraries, against the textbook, against the bound, and growth.

All start from the same integer arrays, and what a library needs to make its graph of them counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from bound import or_words, recorded
from graphs import SHAPES, Graph
from libraries import LIBRARIES, TEXTBOOK
from measuring import Result, best, fits, peak_memory

from timegraph._closure import indexes, ordering
from timegraph._closure.arrays import constraints
from timegraph._closure.int_rows import close as close_small
from timegraph._compiled import Engine

__all__ = ["against_bound", "against_libraries", "against_textbook", "growth"]

# How many times faster than a library the project wants to be, by shape ("" for all others) and
# from how many points on.
_TARGETS = {
    ("networkx", "document"): ((50, 40), (500, 300)),
    ("networkx", "cross-document"): ((50, 40), (500, 1000)),
    ("networkx", ""): ((50, 40),),
    ("scipy", ""): ((500, 50),),
    ("rustworkx", ""): ((500, 50),),
    ("igraph", ""): ((500, 20),),
}
# With more pairs than this, a library takes gigabytes.
_MOST_PAIRS = 20_000_000


def _target(library: str, shape: str, points: int) -> float | None:
    steps = _TARGETS.get((library, shape)) or _TARGETS.get((library, ""), ())
    wanted = [ratio for size, ratio in steps if points >= size]
    return wanted[-1] if wanted and points <= 10_000 else None


def _ours(graph: Graph) -> Any:
    """Ours, by the kernels."""
    rows = indexes.choose(graph.points, *graph.arrays(), engine=Engine("bit_rows"))
    assert rows is not None
    return rows


def _pure(graph: Graph) -> Any:
    """Ours without numpy and numba, as small graphs are closed."""
    rows = close_small(graph.points, graph.x, graph.op, graph.y)
    assert rows is not None
    return rows


def _load(graph: Graph) -> None:
    """Let ours and each library load what they load at their first use: on a busy machine that
    may take so long that it would pass for the time of the work."""
    _ours(graph)
    nodes, sources, targets = _merged(graph)
    for close in LIBRARIES.values():
        close(nodes, sources, targets)


def _merged(graph: Graph) -> tuple[int, Any, Any]:
    """Nodes and edges with equal points merged."""
    order = ordering.order(*constraints(graph.points, *graph.arrays()))
    assert order is not None
    x, y, op = graph.arrays()
    strict = op != 2
    return len(order.record), order.position[x[strict]].copy(), order.position[y[strict]].copy()


def _pairs(rows: indexes.BitRows) -> int:
    """About how many pairs of points are ordered, from a sample."""
    points = range(len(rows))
    sample = points[:: max(1, len(rows) // 50)]
    ordered = sum(rows.less(x, y) for x in sample for y in points)
    return ordered * len(rows) // len(sample)


def against_libraries(*, quick: bool, limit: float) -> Iterator[Result]:
    """Closures by networkx, scipy, rustworkx and igraph, ``limit`` seconds each at most."""
    slow = 0.03 if quick else 2.0  # with memory traced, all takes several times as long
    sizes = (50, 500, 2_000) if quick else (50, 200, 500, 2_000, 10_000)
    _load(next(iter(SHAPES.values()))(sizes[0]))
    for shape, make in SHAPES.items():
        affordable = fits(limit)
        for points in sizes:
            graph = make(points)
            ours = best(lambda graph=graph: _ours(graph))
            rows = _ours(graph)
            pairs = _pairs(rows)
            note = f"{pairs:,} pairs"
            yield Result("closure", "timegraph", shape, points, ours, memory=rows.nbytes, note=note)
            if points <= 2_000:
                run = lambda graph=graph: _pure(graph)  # noqa: E731
                pure = best(run, budget=0.2)
                yield Result(
                    "closure",
                    "timegraph",
                    shape,
                    points,
                    ours,
                    "timegraph, pure Python",
                    pure,
                    pure / ours,
                    memory=peak_memory(run),
                )
            nodes, sources, targets = _merged(graph)
            for library, close in LIBRARIES.items():
                if pairs > _MOST_PAIRS or not affordable(library, points):
                    continue
                run = lambda close=close: close(nodes, sources, targets)  # noqa: E731, B023
                theirs = best(run, budget=min(1.0, limit), most=20)
                affordable.took(library, points, theirs)
                yield Result(
                    "closure",
                    "timegraph",
                    shape,
                    points,
                    ours,
                    library,
                    theirs,
                    theirs / ours,
                    _target(library, shape, points),
                    memory=peak_memory(run) if theirs < slow and pairs < 2_000_000 else None,
                )


def against_textbook(*, quick: bool, limit: float) -> Iterator[Result]:
    """Warshall's algorithm and that of the four Russians, over bit rows and compiled."""
    affordable = fits(limit)
    for close in TEXTBOOK.values():
        close(2, np.array([0], np.int32), np.array([1], np.int32))
    for points in (2_000,) if quick else (2_000, 10_000):
        for shape, make in SHAPES.items():
            graph = make(points)
            ours = best(lambda graph=graph: _ours(graph))
            nodes, sources, targets = _merged(graph)
            for name, close in TEXTBOOK.items():
                if not affordable(f"{name} {shape}", points):
                    continue
                run = lambda close=close: close(nodes, sources, targets)  # noqa: E731, B023
                theirs = best(run, budget=0.2, most=5)
                affordable.took(f"{name} {shape}", points, theirs)
                yield Result(
                    "textbook", "timegraph", shape, points, ours, name, theirs, theirs / ours
                )


def against_bound(*, quick: bool) -> Iterator[Result]:
    """The share of the time that goes into ORing words, which no such closure can avoid."""
    for points in (10_000,) if quick else (10_000, 50_000):
        for shape, make in SHAPES.items():
            graph = make(points)
            arena, steps = recorded(points, *graph.arrays())
            or_words(arena, steps)
            bare = best(lambda arena=arena, steps=steps: or_words(arena, steps))
            ours = best(lambda graph=graph: _ours(graph))
            wanted = {"chain": 0.5, "document": None}.get(shape, 0.25)
            yield Result(
                "bound",
                "timegraph",
                shape,
                points,
                ours,
                "bare loop",
                bare,
                bare / ours,
                wanted if points == 10_000 else None,
                note=f"{int(steps[:, 2].sum()):,} words",
            )


def growth(*, quick: bool) -> Iterator[Result]:
    """Time and memory as the size doubles; the ratio is to half the size.

    Many small graphs are closed in turn, with as many points in all as the largest graph has: a
    single small one would stay in the caches, and its branches would all be predicted.
    """
    last = 50_000 if quick else 200_000
    for shape in ("document", "cross-document"):
        before = None
        points = last >> (4 if quick else 6)
        while points <= (last if shape == "document" else min(last, 50_000)):
            count = last // points
            graphs = [SHAPES[shape](points, seed) for seed in range(count)]
            rows = _ours(graphs[0])
            memory = rows.nbytes
            del rows
            run = lambda graphs=graphs: [_ours(graph) and None for graph in graphs]  # noqa: E731
            seconds = best(run, budget=1.0) / count
            yield Result(
                "growth",
                "timegraph",
                shape,
                points,
                seconds,
                "half the size" if before else "",
                before,
                seconds / before if before else None,
                # Twice, and a quarter for noise.
                2.5 if before and shape == "document" else None,
                at_most=True,
                memory=memory,
            )
            before = seconds
            points *= 2
