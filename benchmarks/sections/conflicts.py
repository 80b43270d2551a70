"""Large graphs that contradict themselves: the outcome of adding link by link, in less time."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from graphs import SHAPES, Graph
from measuring import Result
from yardstick import beside_goal

from timegraph import Allen, AllenSet, ContradictionError, Link, TimeGraph
from timegraph._closure import ordering
from timegraph._closure.arrays import constraints
from timegraph.graph import POLICIES, Policy

__all__ = ["contradicting", "file_order", "random_links"]

_GOAL = 0.5
# Seconds of a process of its own, for so many events with five random links each.
_GOALS_OF_RANDOM_LINKS = {500: 1.0, 1_000: 1.5, 2_000: 2.0, 4_000: 3.0, 8_000: 14.0, 16_000: 60.0}


def contradicting(graph: Graph, count: int, seed: int = 1) -> list[Link]:
    """The links of ``graph`` as names, and ``count`` wrong ones at random places in the second
    half: "later before earlier" of two entities of which the closure knows the order, as far
    apart in the file as they come."""
    rng = random.Random(seed)
    order = ordering.order(*constraints(graph.points, *graph.arrays()))
    assert order is not None
    links = [Link(f"ei{a}", AllenSet(Allen(relation)), f"ei{b}") for a, relation, b in graph.links]
    ahead: dict[int, list[int]] = {}
    for a, relation, b in graph.links:
        if relation == "before":
            ahead.setdefault(a, []).append(b)
    wrong = []
    while len(wrong) < count:
        first = rng.choice(graph.links)[0]
        last = first
        for _ in range(50):  # a walk along "before"
            if last not in ahead:
                break
            last = rng.choice(ahead[last])
        if last != first:
            wrong.append(Link(f"ei{last}", AllenSet(Allen.BEFORE), f"ei{first}"))
    for link in wrong:
        links.insert(rng.randrange(len(links) // 2, len(links) + 1), link)
    return links


def file_order(*, quick: bool) -> Iterator[Result]:
    """100,000 links, 10 of which contradict, under each policy: from the first link that is added
    to the first answer, or to the exception. Entities are added, and kernels loaded, before."""
    for shape in ("document",) if quick else ("document", "cross-document"):
        # The shapes have different numbers of links per entity.
        points = {"document": 174_500, "cross-document": 200_000}[shape]
        if quick:
            points //= 4
        graph = SHAPES[shape](points)
        links = contradicting(graph, 10)
        for policy in POLICIES:
            seconds, note = min(_closed(graph, links, policy) for _ in range(3))
            note = f"{len(links):,} links; {note}"
            result = Result("conflicts", policy, shape, points, seconds, note=note)
            yield beside_goal(result, _GOAL, held=not quick)


def _closed(graph: Graph, links: list[Link], policy: Policy) -> tuple[float, str]:
    """Seconds of adding and closing, and a note on the outcome."""
    made = TimeGraph(on_conflict=policy)
    for entity in range(graph.points // 2):
        made.add_entity(f"ei{entity}")
    made.ask("ei0", "before", "ei1")
    gc.collect()
    begin = time.perf_counter()
    try:
        made.extend(links)
    except ContradictionError as error:
        seconds = time.perf_counter() - begin
        link = error.conflict.link
        return seconds, f"raises at {link.a} before {link.b}"
    added = time.perf_counter()
    made.ask("ei0", "before", "ei1")
    end = time.perf_counter()
    return end - begin, f"{made!r}; closed {end - added:.2g} s after all were added"


def random_links(*, quick: bool) -> Iterator[Result]:
    """Events with five random links each, most of which contradict: from the start of a process to
    the first answer and the list of conflicts, with its memory and the growth since half the
    size."""
    before: dict[Policy, float] = {}
    for events, goal in _GOALS_OF_RANDOM_LINKS.items():
        for policy in ("drop-link", "drop-constraint"):
            if quick and events > 2_000:
                continue
            begin = time.perf_counter()
            printed = subprocess.run(
                [sys.executable, "-c", _RANDOM_LINKS, str(events), policy],
                cwd=Path(__file__).resolve().parents[2],
                capture_output=True,
                text=True,
                check=True,
            ).stdout.split()
            seconds = time.perf_counter() - begin
            growth = f"; {seconds / before[policy]:.1f} times half" if policy in before else ""
            before[policy] = seconds
            note = f"{printed[0]} conflicts; {printed[1]} MB{growth}"
            result = Result("conflicts", policy, "random links", 2 * events, seconds, note=note)
            yield beside_goal(result, goal, held=not quick)


_RANDOM_LINKS = """
import random, resource, sys
from timegraph import TimeGraph
events, rng = int(sys.argv[1]), random.Random(int(sys.argv[1]))
graph = TimeGraph(on_conflict=sys.argv[2])
for _ in range(5 * events):
    a, b = rng.sample(range(events), 2)
    graph.add(a, rng.choice(["before", "after", "during", "contains"]), b)
graph.relations(graph.links[0].a, graph.links[0].b)
print(len(graph.conflicts), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
