"""Times and lengths in networks with choices, against the enumeration of all branches."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from timegraph import IntervalNetwork, TimeGraph
from timegraph.allen import Allen
from timegraph.links import Link
from timegraph.networks import TimedOut
from timegraph.networks.links import AnyOf, NoOverlap, is_convex

DRAWN = int(os.environ.get("TIMEGRAPH_BRANCHES", "150"))
NAMES = ("a", "b", "c", "d")
APART = [Allen.BEFORE, Allen.MEETS, Allen.MET_BY, Allen.AFTER]


def drawn(random: Random, *, dated: bool) -> IntervalNetwork[str]:
    network: IntervalNetwork[str] = IntervalNetwork()
    for name in NAMES:
        network.add_entity(name)
        if dated and random.random() < 0.7:
            day = random.randrange(1, 20)
            side = random.choice((name, (name, "start"), (name, "end")))
            last = random.randrange(day + 1, 29)
            network.place(side, within=(f"2001-03-{day:02}", f"2001-03-{last:02}"))
        if random.random() < 0.6:
            least = random.randrange(1, 6)
            more = (
                {"at_most": f"{least + random.randrange(5)} days"} if random.random() < 0.6 else {}
            )
            network.add_duration(name, at_least=f"{least} days", **more)
    for _ in range(random.randrange(1, 3)):
        a, b = random.sample(NAMES, 2)
        network.add(a, random.sample([relation.value for relation in Allen], 2), b)
    if random.random() < 0.5:
        network.add_no_overlap(random.sample(NAMES, random.choice((2, 3))))
    if random.random() < 0.4:
        (a, b), (c, d) = random.sample(NAMES, 2), random.sample(NAMES, 2)
        network.add_any_of([[(a, "before", b), (b, "before", c)], [(d, "during", c)]])
    return network


def branches(
    network: IntervalNetwork[Any], *, conventions: bool = True
) -> Iterator[TimeGraph[Any]]:
    """A graph of each branch that can hold."""
    ways: list[list[list[Any]]] = []
    for link in network.links:
        if is_convex(link):
            ways.append([[link]])
        elif isinstance(link, NoOverlap):
            ways += [
                [[Link(a, relation, b)] for relation in APART]
                for a, b in combinations(link.intervals, 2)
            ]
        elif isinstance(link, AnyOf):
            ways.append([list(group) for group in link.groups])
        else:
            ways.append([[Link(link.a, relation, link.b)] for relation in link.relation])
    first: TimeGraph[Any] = TimeGraph(on_conflict="drop-link", conventions=conventions)
    for name in network.entities:
        first.add_entity(name)
    yield from _agreeing(first, ways)


def _agreeing(graph: TimeGraph[Any], ways: list[list[list[Any]]]) -> Iterator[TimeGraph[Any]]:
    """The graph with one group of links of each way, where they agree: what contradicts itself
    does so whatever is added."""
    if not ways:
        yield graph
        return
    for group in ways[0]:
        more = graph.with_links(group)
        if not more.conflicts:
            yield from _agreeing(more, ways[1:])


POINTS = [(name, side) for name in NAMES for side in ("start", "end")]


@pytest.mark.parametrize("dated", [True, False])
def test_times_and_lengths_are_those_of_all_branches(dated: bool) -> None:
    decided = 0
    for seed in range(DRAWN):
        random = Random(f"{seed} {dated}")
        network = drawn(random, dated=dated)
        graphs = list(branches(network))
        if not graphs:
            assert not network.consistent()
            continue
        decided += 1
        point = random.choice(POINTS)
        least = [graph.earliest(point) for graph in graphs]
        most = [graph.latest(point) for graph in graphs]
        assert network.earliest(point) == (None if None in least else min(least))  # type: ignore
        assert network.latest(point) == (None if None in most else max(most))  # type: ignore
        x, y = random.sample(POINTS, 2)
        bounds = [graph.distance(x, y) for graph in graphs]  # type: ignore[arg-type]
        found = network.distance(x, y)  # type: ignore[arg-type]
        lowest = None if any(b.lower is None for b in bounds) else min(
            (b.lower, not b.lower_reached) for b in bounds)  # type: ignore  # fmt: skip
        highest = None if any(b.upper is None for b in bounds) else max(
            (b.upper, b.upper_reached) for b in bounds)  # type: ignore  # fmt: skip
        assert (found.lower, found.upper) == (
            lowest and lowest[0], highest and highest[0]), seed  # fmt: skip
        if not dated:  # whether the last instant of a date is reached is a convention
            assert lowest is None or found.lower_reached == (not lowest[1]), seed
            assert highest is None or found.upper_reached == highest[1], seed
    assert decided > DRAWN / 3


def test_out_of_time_is_a_bound_that_holds_in_every_branch() -> None:
    network: IntervalNetwork[str] = IntervalNetwork()
    network.place("a", within="1998")
    network.place("b", within="1998-06")
    network.add("a", ["before"], "b")
    network.add_no_overlap(["a", "c", "d"])
    with pytest.raises(TimedOut) as raised:
        network.latest(("a", "end"), time_limit=0)
    assert str(raised.value.known).startswith("1998-")
    with pytest.raises(TimedOut) as raised:
        network.distance(("a", "start"), ("a", "end"), time_limit=0)
    assert raised.value.known.lower == 0
    with pytest.raises(KeyError):
        network.earliest(("z", "start"))
