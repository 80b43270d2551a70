"""What weights cost in a graph: ``python benchmarks/weighted.py [--links N] [--publish]``.

Each stream has links between random pairs of events that were put in an order, and a question after
every ten. Some links are turned round; these are lighter than all others, or weigh as any. Seconds
are of the processor: under ``drop-link``, and of one :meth:`timegraph.TimeGraph.decoded` when all
links are there. *Kept* is the share of all weight that is in the graph, of ``decoded`` with the
share that is proven to be the most.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator

from page import put_into

from timegraph import TimeGraph
from timegraph.warming import warm_up

__all__ = ["Link", "measured", "stream", "streamed"]

Link = tuple[int, int, int]
"""a, b and the weight of: a is before b."""

ROWS = (
    (3_000, 10, True),
    (300, 2, True),
    (300, 10, True),
)


def stream(links: int, events: int, wrong: int, *, lighter: bool) -> list[Link]:
    """Links of which ``wrong`` per cent are turned round."""
    rng = random.Random(f"{links} {events} {wrong} {lighter}")
    place = list(range(events))
    rng.shuffle(place)
    made = []
    for _ in range(links):
        a, b = sorted(rng.sample(range(events), 2), key=place.__getitem__)
        if rng.random() < wrong / 100:
            a, b = b, a
            weight = rng.randrange(1, 50) if lighter else rng.randrange(1, 100)
        else:
            weight = rng.randrange(50, 100) if lighter else rng.randrange(1, 100)
        made.append((a, b, weight))
    return made


def streamed(links: list[Link], events: int) -> tuple[float, TimeGraph[int]]:
    """Seconds of the processor for a stream, and its graph."""
    rng = random.Random(len(links))
    graph: TimeGraph[int] = TimeGraph(on_conflict="drop-link")
    begin = time.process_time()
    for number, (a, b, weight) in enumerate(links, start=1):
        graph.add(a, "before", b, weight=weight)
        if number % 10 == 0:
            x, y = rng.sample(range(events), 2)
            if x in graph and y in graph:
                graph.ask(x, "before", y)
    return time.process_time() - begin, graph


def measured(links: list[Link], events: int, limit: float) -> list[str]:
    """Cells: seconds and the share of weight that is kept, in file order and decoded."""
    total = sum(weight for _, _, weight in links)
    seconds, graph = streamed(links, events)
    lost = sum(getattr(conflict.link, "weight", 0) for conflict in graph.conflicts)
    cells = [f"{seconds:.2f} s, kept {1 - lost / total:.2%}"]
    begin = time.process_time()
    result = graph.decoded(time_limit=limit)
    seconds = time.process_time() - begin
    most = f"{float(result.bound / total):.2%}"
    return [*cells, f"{seconds:.1f} s, kept {float(result.value / total):.2%} ({most})"]


def table(number: int, limit: float) -> Iterator[str]:
    """The lines of the table."""
    yield "| events | wrong links | `drop-link` | decoded (at most) |"
    yield "|---|---|---|---|"
    for events, wrong, lighter in ROWS:
        links = stream(number, events, wrong, lighter=lighter)
        kind = "lighter" if lighter else "of any weight"
        cells = measured(links, events, limit)
        yield f"| {events:,} | {wrong} %, {kind} | {' | '.join(cells)} |"


def main() -> None:
    """Print the table, or write it into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--links", type=int, default=10_000)
    parser.add_argument("--limit", type=float, default=30.0, help="seconds for decoding")
    parser.add_argument("--publish", action="store_true")
    options = parser.parse_args()
    warm_up()
    measured(stream(200, 20, 10, lighter=False), 20, 1.0)
    time.monotonic = time.process_time  # limits are of the processor
    lines = []
    for line in table(options.links, options.limit):
        print(line, flush=True)
        lines.append(line)
    if options.publish:
        put_into("decoding.md", "weighted.py", "\n".join(lines))


if __name__ == "__main__":
    main()
