"""Random networks of links, distances and dates, consistent or not, against the definition.

Each is built under one of the three policies, partly link by link and partly at once, with
questions, copies and retractions on the way, in Python or compiled; then everything that the graph
says is compared with Floyd and Warshall's algorithm over fractions. ``TIMEGRAPH_NETWORKS=20000``
sets how many networks are drawn.
"""

from __future__ import annotations

import os
import pickle
import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import product

import pytest

from tests.invariants import check_graph
from tests.oracle.dated import (
    MetricBound,
    bounds_hold,
    conventions_in_force,
    metric_relations,
    tightest_bounds,
)
from timegraph import Allen, AllenSet, Conflict, ContradictionError, Link, PointLink, TimeGraph
from timegraph._compiled import Engine, Kernels
from timegraph._graph.distances import Bounds, distance_link, zone_of
from timegraph._metric.lengths import Zone, stepped_in
from timegraph.links import EPOCH, AnyLink, DistanceLink, Endpoint, Placement
from timegraph.options import POLICIES, Policy
from timegraph.points import constraints_of
from timeml.edtf import Moment

NETWORKS = int(os.environ.get("TIMEGRAPH_NETWORKS", "120"))
GROUPS = 10
ENTITIES = "abc"
DAY = 86_400

# Every graph has the same points, so that the oracle can number them.
EVERY: list[Endpoint] = [(entity, side) for entity in ENTITIES for side in ("start", "end")]
EVERY += [("t", "at"), EPOCH]
NUMBER = {point: number for number, point in enumerate(EVERY)}
INTERVALS: list[MetricBound] = [(k + 1, k, Fraction(0), True) for k in (0, 2, 4)]
Unit = list[list[MetricBound]]
"""The constraints of a link, each as its bounds."""


def bounds_of(link: AnyLink) -> Unit:
    """What a link says, in the order in which the graph stores it."""
    zero = Fraction(0)

    def ordered(x: Endpoint, op: str, y: Endpoint) -> list[MetricBound]:
        there: MetricBound = (NUMBER[y], NUMBER[x], zero, op == "<")
        return [there, (NUMBER[x], NUMBER[y], zero, False)] if op == "=" else [there]

    if isinstance(link, Link):
        four = [(entity, side) for entity in (link.a, link.b) for side in ("start", "end")]
        constraints = constraints_of(link.relation.mask)
        return [ordered(four[p], op, four[q]) for p, op, q in constraints]
    if isinstance(link, PointLink):
        return [ordered(link.x, link.op, link.y)]
    unit: Unit = []
    if isinstance(link, Placement):
        if link.earliest is not None:
            unit.append([(NUMBER[link.start], NUMBER[EPOCH], -link.earliest, False)])
        if link.latest is not None:
            unit.append([(NUMBER[EPOCH], NUMBER[link.end], link.latest, False)])
        return unit
    if link.at_most is not None:
        unit.append([(NUMBER[link.x], NUMBER[link.y], link.at_most, link.less)])
    if link.at_least is not None:
        unit.append([(NUMBER[link.y], NUMBER[link.x], -link.at_least, link.more)])
    return unit


def drawn(rng: random.Random, source: int, scale: int = 1, zone: Zone | None = None) -> AnyLink:
    """A link that often agrees with others of its kind, and often does not. Its numbers are
    multiples of the scale; beyond seconds some are months, or days of a time zone."""
    a, b = rng.choices(ENTITIES, k=2)
    x, y = rng.sample(EVERY[:-1], 2)
    kind = rng.random()
    if kind < 0.3:
        return Link(a, AllenSet(rng.choice(list(Allen))), b, source)
    if kind < 0.45:
        return PointLink(x, rng.choice(["<", "<=", "="]), y, source)
    least = Fraction(rng.randrange(8), rng.choice([1, 1, 2, 3]))
    most = least + Fraction(rng.randrange(6), rng.choice([1, 1, 2]))
    least, most = least * scale, most * scale
    if kind < 0.55:
        end = x if rng.random() < 0.5 else (a, "end")
        start = end if end == x else (a, "start")
        half_open = ("latest",) if rng.random() < 0.7 else ()
        latest = most if most > least else None
        zoned = zone is not None
        return Placement(start, end, least, latest, source, zoned, half_open=half_open)
    if scale > 1 and rng.random() < 0.4:
        units = ["month", "day", "month 3 day"]
        low, high = (f"{rng.randrange(1, 4)} {rng.choice(units)}s" for _ in range(2))
        both = rng.choice([(low, None), (None, high), (low, low)])
        return distance_link(x, y, *both, source, zone=zone)
    sides = rng.choice([(least, most), (least, None), (None, most)])
    strict = [rng.random() < 0.3 and side is not None and least != most for side in sides]
    if kind < 0.75:
        x, y = (a, "start"), (a, "end")
    return DistanceLink(x, y, *sides, source, *strict)


def dates_counted(link: AnyLink, bounds: list[MetricBound], zone: Zone | None) -> Unit:
    """What a link says with months, and days of a time zone, counted from the dates of its first
    point that these bounds entail."""
    if not isinstance(link, DistanceLink) or link.steps is None:
        return []
    tightest, epoch = tightest_bounds(len(EVERY), bounds), NUMBER[EPOCH]
    assert tightest is not None
    least, most = link.steps
    first, last = tightest.get((NUMBER[link.x], epoch)), tightest.get((epoch, NUMBER[link.x]))
    dates = first and -first[0], last and last[0]
    latest = most and stepped_in(zone, *dates, most)[1]
    earliest = least and stepped_in(zone, *dates, least)[0]
    unit: Unit = []
    if latest is not None:
        unit.append([(epoch, NUMBER[link.y], latest, False)])
    if earliest is not None:
        unit.append([(NUMBER[link.y], epoch, -earliest, False)])
    return unit


def in_force(
    links: Sequence[AnyLink], policy: Policy, zone: Zone | None = None
) -> tuple[list[bool], list[MetricBound]]:
    """The definition of the policies: what of these links is in force, constraint by constraint,
    and its bounds with those of the intervals."""
    kept, bounds, _ = decided(links, policy, zone)
    return kept, bounds


def decided(
    links: Sequence[AnyLink], policy: Policy, zone: Zone | None
) -> tuple[list[bool], list[MetricBound], list[Unit]]:
    """The same, and what each link says."""
    kept, bounds, units = list[bool](), INTERVALS[:], list[Unit]()
    for link in links:
        unit = bounds_of(link) + dates_counted(link, bounds, zone)
        units.append(unit)
        groups = [[one] for one in unit] if policy == "drop-constraint" else [unit]
        for group in groups:
            new = [bound for constraint in group for bound in constraint]
            fits = tightest_bounds(len(EVERY), [*bounds, *new]) is not None
            kept += [fits] * len(group)
            bounds += new * fits
    return kept, bounds, units


def held_by_convention(
    links: Sequence[AnyLink],
    kept: Sequence[bool],
    bounds: Sequence[MetricBound],
    units: Sequence[Unit],
) -> list[MetricBound]:
    """What holds by convention beside what is in force."""
    conventions: list[MetricBound] = []
    last = 0
    for link, unit in zip(links, units, strict=True):
        last += len(unit)
        if isinstance(link, Placement) and link.latest is not None and kept[last - 1]:
            strict = (NUMBER[EPOCH], NUMBER[link.end], link.latest, True)
            conventions += [strict] * len(link.half_open)
    return conventions_in_force(len(EVERY), bounds, conventions)


def built(rng: random.Random, policy: Policy) -> tuple[TimeGraph, list[AnyLink]]:
    """A graph, and the links that it should have."""
    kernels: Kernels = rng.choice(["always", "never", "auto"])
    name = "Europe/Berlin" if rng.random() < 0.2 else None
    graph = TimeGraph(on_conflict=policy, engine=Engine(kernels=kernels), timezone=name)
    for entity in ENTITIES:
        graph.add_entity(entity)
    for instant in ("t", EPOCH[0]):
        graph.add_instant(instant)
    links: list[AnyLink] = []
    scale, zone = rng.choice([1, 1, 20 * DAY]), zone_of(graph._live)
    numbers = range(rng.randrange(1, 13))
    waiting = [drawn(rng, source % 10, scale, zone) for source in numbers]
    while waiting:
        count = rng.choice([1, 1, 1, 3, 12])
        new, waiting = waiting[:count], waiting[count:]
        while new:
            try:
                graph.extend(new)
            except ContradictionError as error:
                assert policy == "error"
                links += new[: error.added]
                new = new[error.added + 1 :]
            else:
                links += new
                new = []
        doing = rng.random()
        if doing < 0.2:
            graph.relations("a", "b"), graph.distance(("a", "start"), ("t", "at"))
        elif doing < 0.3:
            other, graph = graph, graph.copy()
            other.add("a", "before", "a") if policy != "error" else other.add_entity("other")
        elif doing < 0.35:
            graph = pickle.loads(pickle.dumps(graph))
        elif doing < 0.38:
            graph = TimeGraph.from_json(graph.to_json())
        elif doing < 0.5 and links:
            source = rng.choice(links).source
            removed = graph.retract(source)
            assert removed == tuple(link for link in links if link.source == source)
            links = [link for link in links if link.source != source]
    return graph, links


def check(graph: TimeGraph, links: list[AnyLink], policy: Policy) -> None:
    """Everything that the graph says is what the definition says."""
    zone = zone_of(graph._live)
    kept, bounds, units = decided(links, policy, zone)
    conflicts = graph.conflicts
    assert list(graph.links) == links
    assert [bool(one) for one in graph._live.kept] == kept
    bounds += held_by_convention(links, kept, bounds, units)
    tightest = tightest_bounds(len(EVERY), bounds)
    assert tightest is not None
    has_distances = any(isinstance(link, (DistanceLink, Placement)) for link in links)
    pairs = list(product(EVERY, repeat=2))
    for (x, y), known in zip(pairs, graph.distances(pairs), strict=True):
        upper, lower = tightest.get((NUMBER[x], NUMBER[y])), tightest.get((NUMBER[y], NUMBER[x]))
        if has_distances:
            assert known == graph.distance(x, y) == bounds_from(upper, lower)
        label = graph.label(x, y)
        assert (label == "<") == (lower is not None and (lower[0], not lower[1]) < (0, True))
        assert (label == "=") == (upper == lower == (0, False))
    for a, b in product(ENTITIES, repeat=2):
        own = [(NUMBER[entity, "start"], NUMBER[entity, "end"]) for entity in (a, b)]
        assert set(graph.relations(a, b)) == metric_relations(len(EVERY), bounds, *own)
    for conflict in conflicts:
        check_conflict(conflict, graph.links, units, policy, zone)
    if has_distances:
        times = graph.schedule()
        assert EPOCH not in times
        times[EPOCH] = Fraction(0)
        assert bounds_hold({NUMBER[point]: time for point, time in times.items()}, bounds)
        for point in EVERY:
            upper = tightest.get((NUMBER[EPOCH], NUMBER[point]))
            latest = graph.latest(point)
            if zone is not None:
                assert latest == (None if upper is None else zone.datetime_at(upper[0]))
            elif upper is None or upper[0].denominator <= 2:
                assert latest == (None if upper is None else date_at(upper[0]))
            else:
                assert isinstance(latest, Moment)
                assert latest.seconds == upper[0]
    check_graph(graph)


def check_conflict(
    conflict: Conflict,
    links: Sequence[AnyLink],
    units: Sequence[Unit],
    policy: Policy,
    zone: Zone | None,
) -> None:
    """The links named contradict what was left out, and none of them could be left out. Of whole
    links months count from the dates that the links named give alone."""
    own = next(k for k, link in enumerate(links) if link is conflict.link)
    against = [k for k, link in enumerate(links) if any(link is one for one in conflict.against)]
    assert all(k < own for k in against)
    assert conflict.constraints
    said = [bound for constraint in units[own] for bound in constraint]
    if policy == "drop-constraint":
        # What contradicts may need what is in force of the link itself.
        assert (
            against
            or len(units[own]) > 1
            or tightest_bounds(len(EVERY), [*INTERVALS, *said]) is None
        )

    def contradict(numbers: list[int]) -> bool:
        if policy != "drop-link":
            others = [bound for k in numbers for unit in units[k] for bound in unit]
            return tightest_bounds(len(EVERY), [*INTERVALS, *others, *said]) is None
        bounds = INTERVALS[:]
        for link in (*(links[k] for k in numbers), conflict.link):
            unit = bounds_of(link) + dates_counted(link, bounds, zone)
            bounds += [bound for part in unit for bound in part]
        return tightest_bounds(len(EVERY), bounds) is None

    assert contradict(against)
    if policy == "drop-link":
        for k in against:
            assert not contradict([one for one in against if one != k])


def bounds_from(upper: tuple[Fraction, bool] | None, lower: tuple[Fraction, bool] | None) -> Bounds:
    return Bounds(
        None if lower is None else -lower[0],
        None if upper is None else upper[0],
        lower is None or not lower[1],
        upper is None or not upper[1],
    )


def date_at(seconds: Fraction) -> datetime:
    return datetime(1970, 1, 1) + timedelta(seconds=float(seconds))


def seeds(group: int) -> Iterator[int]:
    yield from range(group, NETWORKS, GROUPS)


@pytest.mark.parametrize("group", range(GROUPS))
def test_everything_is_as_the_definition_says(group: int) -> None:
    for seed in seeds(group):
        rng = random.Random(seed)
        policy = POLICIES[seed // GROUPS % 3]
        try:
            check(*built(rng, policy), policy)
        except Exception as error:
            error.add_note(f"random.Random({seed}), {policy}")
            raise
