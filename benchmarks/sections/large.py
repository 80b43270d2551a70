"""Graphs beyond bit rows, a million points and more, and streams of a million links.

Most shapes are there because they are hard: all for rows, which are too large; wide layers and
random graphs for an index by chains, of which they have too many; layers, bands and grids for
labels, which leave long searches there. Each graph gets the index that the library chooses.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from graphs import SHAPES, document
from measuring import Result, resident
from numpy.typing import NDArray
from yardstick import beside_goal

from timegraph import Allen, AllenSet, Link, TimeGraph, warm_up
from timegraph._closure.indexes import choose
from timegraph._graph.closing import closed

__all__ = ["arrays_of", "draw", "indexes", "loaded", "stream"]

_Pairs: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64]]
_Arrays: TypeAlias = tuple[int, NDArray[np.int32], NDArray[np.int32], NDArray[np.int8]]

_BUILD_GOAL = 2.0
_MEMORY_GOAL = 100e6
_QUESTION_GOAL = 15e-6
_STREAM_GOAL = 1 / 20_000
_QUESTIONS = 2_000
_KINDS = {"BitRows": "bit rows", "GrailIndex": "labels"}


def _random(entities: int, rng: np.random.Generator) -> _Pairs:
    """3.4 links per entity: 2.2 million constraints on a million points."""
    pairs = rng.integers(0, entities, (entities * 34 // 10, 2))
    a, b = np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1).T
    return a, b


def _layers(entities: int, rng: np.random.Generator) -> _Pairs:
    """A hundred layers; every entity is before three of the next layer."""
    width = max(1, entities // 100)
    a = np.repeat(np.arange(entities - width), 3)
    b = (a // width + 1) * width + rng.integers(0, width, len(a))
    return a[b < entities], b[b < entities]


def _band(entities: int, rng: np.random.Generator) -> _Pairs:
    """Every entity is before three of those that follow within a seventeenth of all."""
    a = np.repeat(np.arange(entities - 1), 3)
    b = a + 1 + rng.integers(0, max(1, entities // 17), len(a))
    return a[b < entities], b[b < entities]


def _dense_band(entities: int, rng: np.random.Generator) -> _Pairs:
    """As a band, but within a hundred, so that nearly all pairs are ordered."""
    a = np.repeat(np.arange(entities - 1), 3)
    b = a + 1 + rng.integers(0, 100, len(a))
    return a[b < entities], b[b < entities]


def _chains(entities: int, rng: np.random.Generator) -> _Pairs:
    """Ten chains, with a link from one to another for every hundredth entity."""
    return _crossed(entities, 10, entities // 100, rng)


def _many_chains(entities: int, rng: np.random.Generator) -> _Pairs:
    """A hundredth as many chains as entities, and as many links across as entities."""
    return _crossed(entities, max(1, entities // 100), entities, rng)


def _crossed(entities: int, chains: int, links: int, rng: np.random.Generator) -> _Pairs:
    along = np.arange(entities - chains)
    pairs = rng.integers(0, entities, (links, 2))
    a, b = np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1).T
    return np.concatenate((along, a)), np.concatenate((along + chains, b))


def _grid(entities: int, rng: np.random.Generator) -> _Pairs:
    """A square, every entity before its neighbours to the right and below."""
    side = int(entities**0.5)
    entity = np.arange(side * side).reshape(side, side)
    a = np.concatenate((entity[:-1].ravel(), entity[:, :-1].ravel()))
    return a, np.concatenate((entity[1:].ravel(), entity[:, 1:].ravel()))


_DRAWN: dict[str, Callable[[int, np.random.Generator], _Pairs]] = {
    "random": _random,
    "layers": _layers,
    "band": _band,
    "dense band": _dense_band,
    "ten chains": _chains,
    "many chains": _many_chains,
    "grid": _grid,
}
_GENERATED = ("document", "cross-document", "chain")
# The shapes that goals are for; the others are there to be the worst.
_WITH_GOALS = ("random", "document", "cross-document", "chain")


def arrays_of(shape: str, points: int) -> _Arrays:
    """The constraints of a graph, numbered and listed at random."""
    if shape in _GENERATED:
        made = SHAPES[shape](points)
        return (made.points, *made.arrays())
    rng = np.random.default_rng(1)
    a, b = _DRAWN[shape](points // 2, rng)
    names, listed = rng.permutation(points // 2), rng.permutation(len(a))
    starts = np.arange(0, points, 2, dtype=np.int32)
    x = np.concatenate((starts, 2 * names[a[listed]] + 1)).astype(np.int32)
    y = np.concatenate((starts + 1, 2 * names[b[listed]])).astype(np.int32)
    return points, x, y, np.zeros(len(x), np.int8)


def indexes(*, quick: bool) -> Iterator[Result]:
    """Time to make the index that the library chooses, and to query it one pair at a time."""
    for shape in (*_GENERATED, *_DRAWN):
        for points in (100_000,) if quick else (62_500, 250_000, 1_000_000):
            arrays = arrays_of(shape, points)
            start = time.perf_counter()
            index = choose(*arrays)
            seconds = time.perf_counter() - start
            assert index is not None
            goals = points == 1_000_000 and shape in _WITH_GOALS
            kind = _KINDS[type(index).__name__]
            note = f"{kind}, {len(arrays[1]):,} constraints"
            result = Result(
                "large", "index", shape, points, seconds, memory=index.nbytes, note=note
            )
            yield beside_goal(result, _BUILD_GOAL, "words", held=goals)
            rng = random.Random(1)
            pairs = [
                (2 * rng.randrange(points // 2), 2 * rng.randrange(points // 2))
                for _ in range(_QUESTIONS)
            ]
            mask = index.mask
            mask(0, 2)
            start = time.perf_counter()
            for a, b in pairs:
                mask(a, b)
            seconds = (time.perf_counter() - start) / len(pairs)
            result = Result(
                "large", "question", shape, points, seconds, memory=index.nbytes, note=kind
            )
            yield beside_goal(result, _QUESTION_GOAL, held=goals)


def loaded(*, quick: bool) -> Iterator[Result]:
    """A whole graph of random links with ten contradictions: to close, to ask, to explain."""
    points = 100_000 if quick else 1_000_000
    rng = np.random.default_rng(1)
    a, b = (side.tolist() for side in _random(points // 2, rng))
    before = AllenSet(Allen.BEFORE)
    graph = TimeGraph(on_conflict="drop-link")
    for entity in range(points // 2):
        graph.add_entity(entity)
    links = [Link(first, before, second) for first, second in zip(a, b, strict=True)]
    links += [Link(b[k], before, a[k], "wrong") for k in range(0, len(a), len(a) // 10)][:10]
    graph.extend(links)
    start = time.perf_counter()
    graph.ask(0, "before", 1)
    seconds = time.perf_counter() - start
    memory = getattr(closed(graph._state), "nbytes", None)
    note = repr(graph)
    yield Result("large", "close a graph", "random", points, seconds, memory=memory, note=note)
    pairs = rng.integers(0, points // 2, (_QUESTIONS, 2)).tolist()
    start = time.perf_counter()
    for first, second in pairs:
        graph.ask(first, "before", second)
    seconds = (time.perf_counter() - start) / len(pairs)
    result = Result("large", "ask", "random", points, seconds, memory=memory)
    yield beside_goal(result, _QUESTION_GOAL, held=not quick)
    start = time.perf_counter()
    found = len(graph.conflicts)
    seconds = time.perf_counter() - start
    yield Result("large", f"explain {found} conflicts", "random", points, seconds)


def stream(*, quick: bool) -> Iterator[Result]:
    """Links of a growing text, added one by one to a graph that checks each; after every
    thousandth, questions about the latest ones. Then the same links under "drop-link": with a
    question after every tenth, without questions, and by ``extend``. All in processor time."""
    count = 100_000 if quick else 1_000_000
    links = document(int(count / 0.54)).links[:count]
    rng = random.Random(1)
    warm_up()  # or a thread that loads the kernels takes a share of the processor time and memory
    graph = TimeGraph()
    before, asked, asking = resident(), 0, 0.0
    clock = time.process_time
    start = clock()
    for number, (a, relation, b) in enumerate(links):
        graph.add(a, relation, b)
        if number % 1000 == 999:
            began = clock()
            for _ in range(3):
                first, second = rng.sample(links[max(0, number - 200) : number], 2)
                graph.ask(first[0], "before", second[0])
                asked += 1
            asking += clock() - began
    seconds = (clock() - start) / len(links)
    now = resident()
    memory = None if before is None or now is None else now - before
    note = f"{len(links):,} links, {1 / seconds:,.0f} per second"
    points = 2 * len(graph)
    result = Result("stream", "add a link", "document", points, seconds, memory=memory, note=note)
    yield beside_goal(result, _STREAM_GOAL, held=not quick)
    note = f"{asked:,} questions"
    yield Result("stream", "ask in between", "document", points, asking / asked, note=note)
    del graph
    for what, each in (
        ("add a link, a question after each tenth", 10),
        ("add a link, no question", 0),
    ):
        start = clock()
        graph = TimeGraph(on_conflict="drop-link")
        for number, (a, relation, b) in enumerate(links, start=1):
            graph.add(a, relation, b)
            if each and number % each == 0:
                graph.ask(a, "before", links[number // 2][0])
        graph.ask(0, "before", 1)
        yield _rate(what, points, (clock() - start) / len(links), quick=quick)
        del graph
    relations = {name: AllenSet(name) for name in ("before", "equal", "contains")}
    start = clock()
    graph = TimeGraph(on_conflict="drop-link")
    for first_link in range(0, len(links), 10_000):
        part = links[first_link : first_link + 10_000]
        graph.extend([Link(a, relations[name], b) for a, name, b in part])
    graph.ask(0, "before", 1)
    yield _rate("extend by 10,000 links", points, (clock() - start) / len(links), quick=quick)


def _rate(what: str, points: int, seconds: float, *, quick: bool) -> Result:
    """A row of the time for each link under "drop-link"."""
    note = f"drop-link, {1 / seconds:,.0f} links per second"
    result = Result("stream", what, "document", points, seconds, note=note)
    return beside_goal(result, _STREAM_GOAL, held=not quick)


def draw(results: Sequence[Result], path: Path) -> None:
    """Draw time, memory and time per question against points, a line per shape."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 3, figsize=(11, 4.2))
    rows: tuple[tuple[str, str, Callable[[Result], Any]], ...] = (
        ("index", "seconds to make the index", lambda result: result.seconds),
        ("index", "megabytes", lambda result: result.memory / 1e6),
        ("question", "microseconds per question", lambda result: result.seconds * 1e6),
    )
    for axis, (what, title, value) in zip(axes, rows, strict=True):
        for shape in (*_GENERATED, *_DRAWN):
            found = [r for r in results if (r.section, r.what, r.shape) == ("large", what, shape)]
            found.sort(key=lambda result: result.points)
            axis.plot(
                [result.points for result in found],
                [value(result) for result in found],
                marker="o",
                markersize=3,
                linewidth=1,
                label=shape,
            )
        axis.set_title(title)
        axis.set_xlabel("points")
        axis.set_xscale("log")
        axis.set_yscale("log")
        axis.grid(True, which="major", alpha=0.3)
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=5)
    figure.tight_layout(rect=(0, 0.12, 1, 1))
    figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot.close(figure)
