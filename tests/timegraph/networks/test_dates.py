"""Dates among the intervals of networks, and policies, against the enumeration of all branches."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.timegraph.networks.test_times import branches
from timegraph import ContradictionError, IntervalNetwork, Period, TimeGraph
from timegraph.allen import Allen, AllenSet
from timegraph.answer import Answer
from timegraph.links import Link
from timegraph.networks.links import AnyOf

DRAWN = int(os.environ.get("TIMEGRAPH_BRANCHES", "15"))
DATES = [*map(Period, ("2001-03", "2001-03-10", "2001-03-11", "2001-04"))]
NAMES = ["a", "b", "c"]
RELATIONS = [relation.value for relation in Allen]
ORDERS = {
    "<": {"<"},
    "=": {"="},
    ">": {">"},
    "<=": {"<", "="},
    ">=": {">", "="},
    "!=": {"<", ">"},
    None: {"<", "=", ">"},
}
"""The orders of two points that a label leaves possible."""


def drawn(random: Random, **settings: Any) -> IntervalNetwork[Any]:
    network: IntervalNetwork[Any] = IntervalNetwork(**settings)
    for name in NAMES:
        network.add_entity(name)
        if random.random() < 0.5:
            network.add_duration(name, at_least=f"{random.randrange(1, 9)} days")
    for _ in range(random.randrange(2, 4)):
        several = random.sample(RELATIONS, random.choice((1, 2)))
        a, b = random.choice(NAMES), random.choice([*NAMES, *DATES, *DATES])
        if a != b:
            network.add(*random.choice(((a, several, b), (b, several, a))))
    if random.random() < 0.6:
        a, b = random.sample(NAMES, 2)
        day, other = random.sample(DATES, 2)
        network.add_any_of([[(a, "during", day)], [(other, "before", a), (a, "before", b)]])
    if random.random() < 0.3:
        network.add_no_overlap([random.choice(DATES), *random.sample(NAMES, 2)])
    return network


def possible(graphs: list[TimeGraph[Any]], a: Any, b: Any) -> AllenSet:
    union = AllenSet()
    for graph in graphs:
        union |= graph.relations(a, b)
    return union


def test_relations_to_dates_and_times_are_those_of_all_branches() -> None:
    decided = 0
    for seed in range(DRAWN):
        random = Random(seed)
        network = drawn(random)
        plain = [*branches(network, conventions=False)]
        if not plain:
            assert not network.consistent()
            conflict = network.conflict()
            assert conflict
            assert {*map(id, conflict)} <= {*map(id, network.links)}
            continue
        decided += 1
        again = IntervalNetwork.from_json(json.loads(json.dumps(network.to_json())))
        assert (again.entities, again.links) == (network.entities, network.links)
        for net in (network, again):
            a, day = random.choice(NAMES), random.choice([*DATES, Period("2001-05")])
            assert net.relations(a, day) == possible(plain, a, day), seed
            asked = random.sample(RELATIONS, 2)
            answer, holds = net.ask(day, asked, a), possible(plain, day, a)
            assert (answer is Answer.YES) == (holds <= AllenSet(asked)), seed
            assert (answer is Answer.NO) == (not holds & AllenSet(asked)), seed
            groups = ((Link(a, AllenSet(asked), day),), (Link(a, AllenSet("meets"), DATES[0]),))
            assert net.ask_any_of(groups) is _any_of(network, groups), seed
            assert net.entities == network.entities
        point = (random.choice(NAMES), random.choice(("start", "end")))
        graphs = [*branches(network)]
        least, most = [g.earliest(point) for g in graphs], [g.latest(point) for g in graphs]
        known = [low for low in least if low is not None]
        assert network.earliest(point) == (min(known) if len(known) == len(least) else None), seed
        known = [high for high in most if high is not None]
        assert network.latest(point) == (max(known) if len(known) == len(most) else None), seed
        first = (DATES[1], "end")
        orders = {order for graph in plain for order in ORDERS[graph.label(point, first)]}
        assert orders <= ORDERS[network.label(point, first)], seed
        if orders != {"<", ">"}:  # which no bounds tell from any order
            assert orders == ORDERS[network.label(point, first)], seed
    assert decided > DRAWN / 3


def _any_of(network: IntervalNetwork[Any], groups: tuple[tuple[Link, ...], ...]) -> Answer:
    """By adding the question, or its opposite, to the links of a network."""
    some, none = (IntervalNetwork[Any]() for _ in range(2))
    for further in (some, none):
        further.extend(network.links)
    some.extend([AnyOf(groups)])
    none.extend([Link(g.a, ~g.relation, g.b) for (g,) in groups])
    if not some.consistent():
        return Answer.NO
    return Answer.UNKNOWN if none.consistent() else Answer.YES


@pytest.mark.parametrize("taken_back", [False, True])
def test_under_a_policy_a_link_is_in_force_if_it_agrees_with_those_before_it(
    taken_back: bool,
) -> None:
    for seed in range(DRAWN):
        random = Random(f"{seed} {taken_back}")
        network = drawn(random, on_conflict="drop-link")
        network.extend(drawn(random).links)
        if taken_back and network.links:
            network.remove(*random.sample(range(len(network.links)), 1))  # type: ignore[arg-type]
        agreeing: list[Any] = []
        for link in network.links:
            further = IntervalNetwork[Any]()
            further.extend([*agreeing, link])
            if further.consistent():
                agreeing.append(link)
        left_out = [link for link in network.links if link not in agreeing]
        assert [conflict.link for conflict in network.conflicts] == left_out, seed
        for conflict in network.conflicts:
            together: IntervalNetwork[Any] = IntervalNetwork()
            together.extend([*conflict.against, conflict.link])
            assert not together.consistent()
        again = IntervalNetwork.from_json(network.to_json())
        assert [str(c) for c in again.conflicts] == [str(c) for c in network.conflicts]
        assert again.links == network.links
        for a, b in combinations(NAMES, 2):
            assert again.relations(a, b) == network.relations(a, b)


def test_under_error_nothing_is_added() -> None:
    network: IntervalNetwork[Any] = IntervalNetwork(on_conflict="error")
    network.add("a", ["before", "after"], "b")
    before = network.entities, network.links
    with pytest.raises(ContradictionError, match="a before 2001"):
        network.extend([Link("a", AllenSet("after"), Period("2002")),
                        Link("c", AllenSet("after"), "a"),
                        Link("a", AllenSet("before"), Period("2001"))])  # fmt: skip
    with pytest.raises(ValueError, match="time zone"):
        network.extend([Link("c", AllenSet("after"), Period("2002")),
                        Link("d", AllenSet(["before", "after"]),
                             Period("2002-01-01T10:00Z"))])  # fmt: skip
    assert (network.entities, network.links) == before
    with pytest.raises(ValueError, match="network takes error, drop-link"):
        IntervalNetwork(on_conflict="drop-constraint")  # type: ignore[arg-type]


def test_a_transaction_is_all_or_nothing_and_zones_are_kept() -> None:
    network: IntervalNetwork[Any] = IntervalNetwork(
        on_conflict="drop-link", timezone="Europe/Paris"
    )
    network.place("walk", within="2024-05-01T10:00Z")
    network.add("walk", ["before", "after"], "talk")
    with suppress(KeyError), network.transaction():
        network.add("walk", "before", "talk")
        raise KeyError
    assert len(network.links) == 2
    assert network.ask("walk", "during", Period("2024-05-01")) is Answer.YES
    assert IntervalNetwork.from_json(network.to_json()).timezone == "Europe/Paris"
    assert network.before(Period("2025")) == ("walk",)
    assert network.after(Period("2023")) == ("walk",)


@pytest.mark.parametrize("date", ["1850~", "1850?", "1850-05~", "1850~/1860~"])
def test_uncertain_dates_that_bound_nothing_leave_choices_as_they_are(date: str) -> None:
    network: IntervalNetwork[Any] = IntervalNetwork()
    network.place("a", within=date)
    assert network.minimal_network() == {}
    network.add("a", ["before", "after"], "b")
    assert network.minimal_network() == {("a", "b"): AllenSet(["before", "after"])}
    assert network.scenario() is not None
    network.add("b", "before", "c")
    network.add("c", "before", "a")
    assert network.relations("a", "b") == AllenSet("after")
    network.place("b", within="1900")
    assert network.ask("a", "after", Period("1899")) is Answer.YES
