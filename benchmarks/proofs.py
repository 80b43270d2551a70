"""How long a proof takes, as a multiple of the answer that it proves.

``python -m benchmarks.proofs FOLDER`` reads the documents in FOLDER (TimeBank, say), asks of pairs
drawn at random whether their relation holds, and explains the answers. Graphs are closed, and
their arcs laid out, before the clock starts: what is measured is one more proof on a graph that
has been asked before.
"""

from __future__ import annotations

import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from statistics import median

from timegraph import Allen, TimeGraph, build, explain
from timeml import open_collection

__all__ = ["measure"]


def measure(
    graphs: Iterable[TimeGraph], *, questions: int = 50, seed: int = 1
) -> dict[str, list[tuple[float, float]]]:
    """By answer, the seconds that asking and explaining each question took; ``questions`` a
    graph, half of them of a relation that is possible."""
    rng = random.Random(seed)
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
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
            found[proof.answer.value].append((asked - start, end - asked))
    return found


def main(folder: str) -> None:
    """Print the medians for the documents in ``folder``."""
    documents = open_collection(folder)
    graphs = [build(documents.read(name), on_conflict="drop-link") for name in documents]
    found = measure(graphs)
    found["all"] = [times for own in found.values() for times in own]
    found["yes and no"] = [*found["yes"], *found["no"]]
    print(f"{'answer':10}  {'proofs':>7}  {'ask':>9}  {'explain':>9}  {'ratio':>6}  {'slowest':>9}")
    for answer, times in found.items():
        ask, proof = median(t for t, _ in times), median(t for _, t in times)
        slowest = max(t for _, t in times)
        print(
            f"{answer:10}  {len(times):7}  {ask * 1e6:6.2f} us  {proof * 1e6:6.1f} us  "
            f"{proof / ask:6.0f}  {slowest * 1e3:6.2f} ms"
        )


if __name__ == "__main__":
    main(sys.argv[1])
