"""Large graphs that contradict themselves: the same outcome as link by link, without the time."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from graphs import SHAPES, Graph
from measuring import Result

from timegraph import Allen, AllenSet, ContradictionError, Link, TimeGraph, _ordering
from timegraph.graph import POLICIES, Policy

__all__ = ["contradicting", "file_order"]

_GOAL = 0.5


def contradicting(graph: Graph, count: int, seed: int = 1) -> list[Link]:
    """The links of ``graph`` as names, and ``count`` wrong ones at random places in the second
    half: "later before earlier" of two entities of which the closure knows the order, as far
    apart in the file as they come."""
    rng = random.Random(seed)
    order = _ordering.order(*_ordering.arrays(graph.points, *graph.arrays()))
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
    """100,000 links, 10 of which contradict, under each policy: from the links that are added to
    the graph that is closed, or to the exception. Adding them, without closing, is measured by
    itself and taken off."""
    for shape in ("document",) if quick else ("document", "cross-document"):
        # Links an entity differ between the shapes.
        points = {"document": 174_500, "cross-document": 200_000}[shape]
        if quick:
            points //= 4
        graph = SHAPES[shape](points)
        links = contradicting(graph, 10)
        adding = min(_added(graph, links, "drop-link")[1] for _ in range(3))
        for policy in POLICIES:
            seconds, note = min(_settled(graph, links, policy) for _ in range(3))
            yield Result(
                "conflicts",
                policy,
                shape,
                points,
                seconds - adding,
                "goal",
                _GOAL,
                _GOAL / (seconds - adding),
                None if quick else 1.0,
                note=f"{len(links):,} links, added in {adding:.2g} s; {note}",
            )


def _added(graph: Graph, links: list[Link], policy: Policy) -> tuple[TimeGraph, float]:
    """A graph with all the links, and the seconds that adding them took."""
    made = TimeGraph(on_conflict=policy)
    for entity in range(graph.points // 2):
        made.add_entity(f"ei{entity}")
    made.ask("ei0", "before", "ei1")
    start = time.perf_counter()
    made.extend(links)
    return made, time.perf_counter() - start


def _settled(graph: Graph, links: list[Link], policy: Policy) -> tuple[float, str]:
    """Seconds of adding and closing, and what came of it."""
    begin = time.perf_counter()
    try:
        made, adding = _added(graph, links, policy)
        begin = time.perf_counter() - adding
        made.ask("ei0", "before", "ei1")
        seconds = time.perf_counter() - begin
        return seconds, f"{made._kept.count(0)} constraints left out"
    except ContradictionError as error:
        # What came before the links is not counted.
        seconds = time.perf_counter() - begin - _naming(graph)
        link = error.conflict.link
        return seconds, f"raises at {link.a} before {link.b}"


def _naming(graph: Graph) -> float:
    begin = time.perf_counter()
    _added(graph, [], "error")
    return time.perf_counter() - begin
