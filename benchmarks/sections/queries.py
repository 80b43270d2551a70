"""Queries: one by one with names as ids, many at once, and all pairs of entities."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
from graphs import SHAPES, Graph
from measuring import Result, best
from yardstick import Kind, beside_goal

from timegraph import Allen, TimeGraph
from timegraph._compiled import Engine

__all__ = ["built", "questions"]


def built(graph: Graph, engine: Engine | None = None) -> TimeGraph:
    """The graph through the public interface, with strings for ids."""
    made = TimeGraph(on_conflict="drop-link", engine=engine)
    for entity in range(graph.points // 2):
        made.add_entity(f"ei{entity}")
    for a, relation, b in graph.links:
        made.add(f"ei{a}", relation, f"ei{b}")
    return made


def _one_by_one(graph: TimeGraph, rng: random.Random) -> float:
    """Seconds per question, the loop included."""
    entities = graph.entities
    asked = [(rng.choice(entities), rng.choice(entities)) for _ in range(3_000)]
    ask, before = graph.ask, Allen.BEFORE

    def run() -> None:
        for a, b in asked:
            ask(a, before, b)

    run()
    return best(run, budget=0.4) / len(asked)


def _many(graph: TimeGraph) -> float:
    rng = np.random.default_rng(1)
    count = 200_000
    sources = rng.integers(0, len(graph), count, dtype=np.int32)
    targets = rng.integers(0, len(graph), count, dtype=np.int32)
    graph.ask_many(sources, Allen.BEFORE, targets)
    return best(lambda: graph.ask_many(sources, Allen.BEFORE, targets), budget=0.4) / count


def questions(*, quick: bool) -> Iterator[Result]:
    """``ask``, ``ask_many`` and ``relation_matrix``, each per question or pair."""
    goals: dict[str, tuple[float, Kind]] = {
        "ask, Python rows": (0.5e-6, "python"),
        "ask, bit rows": (1e-6, "python"),
        "ask_many": (1 / 60e6, "words"),
        "relation_matrix": (10e-9, "words"),
    }
    cases = [("ask, Python rows", points, False) for points in (100, 1_000)]
    cases += [("ask, bit rows", points, True) for points in (2_000, 50_000, 200_000)]
    cases += [("ask_many", points, True) for points in (200, 2_000)]
    cases += [("relation_matrix", points, True) for points in (200, 4_000)]
    for what, points, kernels in cases:
        for shape in SHAPES:
            # Building takes long, and the largest rows take gigabytes, except those of documents.
            if shape != "document" and points > (4_000 if quick else 50_000):
                continue
            if quick and points > 50_000:
                continue
            engine = Engine(kernels="always" if kernels else "never")
            asked = built(SHAPES[shape](points), engine)
            if what == "ask_many":
                each = _many(asked)
            elif what == "relation_matrix":
                asked.relation_matrix()
                each = best(asked.relation_matrix, budget=0.4) / len(asked) ** 2
            else:
                each = _one_by_one(asked, random.Random(1))
            yield beside_goal(Result("queries", what, shape, points, each), *goals[what])
