"""How long a proof takes, as a multiple of the answer that it proves.

Pairs of entities of real documents are drawn at random, asked whether a relation holds, and the
answers explained. Graphs are closed, and ready for proofs, before the clock starts: what is
measured is one more proof on a graph that has been asked before.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from statistics import median

from folders import folders
from measuring import Result, duration
from yardstick import goal

from timegraph import Allen, TimeGraph, build, explain
from timeml import open_collection

__all__ = ["answers"]

# "Well under a millisecond."
_GOAL = 1e-3


def _measure(
    graphs: Iterable[TimeGraph], *, questions: int = 50, seed: int = 1
) -> dict[str, list[tuple[float, float]]]:
    """For each answer, the seconds that asking and explaining took; ``questions`` per graph, half
    of them with a relation that is possible."""
    rng = random.Random(seed)
    times: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for graph in graphs:
        entities = graph.entities
        if len(entities) < 2:
            continue
        explain(graph, entities[0], Allen.BEFORE, entities[1])
        for number in range(questions):
            a, b = rng.sample(entities, 2)
            likely = list(graph.relations(a, b)) if number % 2 else list(Allen)
            relation = rng.choice(likely)
            start = time.perf_counter()
            graph.ask(a, relation, b)
            asked = time.perf_counter()
            proof = explain(graph, a, relation, b)
            end = time.perf_counter()
            times[proof.answer.value].append((asked - start, end - asked))
    return times


def answers(*, quick: bool) -> Iterator[Result]:
    """The median proof of each answer, against the median of asking alone."""
    for name, folder in folders():
        documents = open_collection(folder)
        names = documents.names[: 20 if quick else None]
        graphs = [build(documents.read(file), on_conflict="drop-link") for file in names]
        by_answer = _measure(graphs, questions=10 if quick else 50)
        by_answer["any answer"] = [pair for own in by_answer.values() for pair in own]
        for answer, times in by_answer.items():
            ask, proof = median(t for t, _ in times), median(t for _, t in times)
            slowest = max(t for _, t in times)
            yield Result(
                "proofs", answer, name, 0, proof, "ask", ask, proof / ask,
                goal(_GOAL) / ask if answer == "any answer" else None, at_most=True,
                note=f"{len(times):,} proofs, slowest {duration(slowest)}",
            )  # fmt: skip
