"""Growth: what calls of graphs and networks take when a graph has twice as many entities.

Entities are intervals with a hidden truth, one after another. "order" has two links for each, which
the truth satisfies; "dates" places each within its year and has two distances for each instead; of
"wrong" ones some contradict the rest. Times are of the processor, the median of three if they are
below a second. Calls whose answer grows with the square of the entities are named so.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from measuring import Result, duration

from timegraph import AllenSet, ContradictionError, TimeGraph
from timegraph.links import Endpoint, Handle
from timegraph.networks import IntervalNetwork

__all__ = ["calls", "hidden_truth"]

SIZES = (1_000, 2_000, 4_000, 8_000)
LONGEST = 20.0
"""Seconds after which a call is not measured with more entities."""
KINDS: dict[str, tuple[bool, float]] = {
    "order": (False, 0.0),
    "order, 5 % wrong": (False, 0.05),
    "dates": (True, 0.0),
    "dates, 5 % wrong": (True, 0.05),
    "dates, 30 % wrong": (True, 0.3),
}

_FIRST = date(1900, 1, 1)


def hidden_truth(
    entities: int, links: int, wrong: float, seed: int = 1
) -> tuple[list[int], list[tuple[int, int, int, int]]]:
    """A day for each entity, and distances between two of them: least and most in days."""
    rng = random.Random(seed)
    days = [rng.randrange(36_500) for _ in range(entities)]
    distances = []
    for _ in range(links):
        x, y = rng.sample(range(entities), 2)
        between, share = days[y] - days[x], rng.randrange(1, 400)
        if rng.random() < wrong:
            between += rng.choice((-1, 1)) * rng.randrange(1_000, 20_000)
        distances.append((x, y, between - share, between + share))
    return days, distances


def growing(kind: str, entities: int, policy: str = "drop-link") -> Iterator[TimeGraph]:
    """A graph, once after each link."""
    dated, wrong = KINDS[kind]
    days, distances = hidden_truth(entities, 2 * entities, wrong)
    graph = TimeGraph(on_conflict=policy)  # type: ignore[arg-type]
    for name in range(entities):
        graph.add_entity(name)
    if dated:
        for name, day in enumerate(days):
            year = (_FIRST + timedelta(day)).year
            graph.place((name, "start"), within=f"{year:04d}", source=f"date of {name}")
            yield graph
    for number, (x, y, least, most) in enumerate(distances):
        if dated:
            limits = {"at_least": timedelta(least), "at_most": timedelta(most)}
            graph.add_distance((x, "start"), (y, "start"), **limits, source=number)
        else:
            graph.add(*((x, "before", y) if least + most > 0 else (y, "before", x)), number)
        yield graph


def built(kind: str, entities: int) -> TimeGraph:
    """The graph, and a question."""
    *_, graph = growing(kind, entities)
    graph.ask(0, "before", 1)
    return graph


def _adding(kind: str, entities: int, policy: str) -> Callable[[], object]:
    def add() -> None:
        links = growing(kind, entities, policy)
        while True:
            try:
                graph = next(links, None)
            except ContradictionError:
                continue
            if graph is None:
                return

    return add


def _asked_between(kind: str, entities: int) -> Callable[[], object]:
    def add() -> None:
        for number, graph in enumerate(growing(kind, entities)):
            graph.ask(number % entities, "before", 0, missing="unknown")

    return add


def _ask(graph: TimeGraph, entities: int, what: Callable[[TimeGraph, int, int], object]) -> object:
    rng = random.Random(5)
    return [what(graph, *rng.sample(range(entities), 2)) for _ in range(100)]


def _points(x: int, y: int) -> tuple[Endpoint, Endpoint]:
    return (x, "start"), (y, "start")


Call = Callable[[TimeGraph, int], object]
CALLS: dict[str, Call] = {
    "ask, 100 times": lambda g, n: _ask(g, n, lambda g, x, y: g.ask(x, "before", y)),
    "relations, 100 times": lambda g, n: _ask(g, n, lambda g, x, y: g.relations(x, y)),
    "label, 100 times": lambda g, n: _ask(g, n, lambda g, x, y: g.label(*_points(x, y))),
    "distance, 100 times": lambda g, n: _ask(g, n, lambda g, x, y: g.distance(*_points(x, y))),
    "distances, 100 pairs": lambda g, n: g.distances(
        [_points(x, (x * 7 + 1) % n) for x in range(100)]
    ),
    "earliest, latest, 100 times": lambda g, n: _ask(
        g, n, lambda g, x, y: (g.earliest((x, "start")), g.latest((y, "end")))
    ),
    "ask_many, 1,000 pairs": lambda g, n: g.ask_many(
        [k % n for k in range(1_000)], "before", [k * 7 % n for k in range(1_000)]
    ),
    "before, after": lambda g, n: (g.before(3), g.after(3)),
    "explain, 10 times": lambda g, n: [g.explain(0, "before", y) for y in range(1, 11)],
    "ask_distance, 100 times": lambda g, n: _ask(
        g, n, lambda g, x, y: g.ask_distance(*_points(x, y), at_least=timedelta(7))
    ),
    "duration, 100 times": lambda g, n: [g.duration(x) for x in range(100)],
    "conflicts": lambda g, n: g.conflicts,
    "conflicts, 20 read": lambda g, n: [str(c) for c in islice(g.conflicts, 20)],
    "schedule": lambda g, n: g.schedule(),
    "scheduled_dates": lambda g, n: g.scheduled_dates(),
    "copy, a link and a question": lambda g, n: _added(g.copy()),
    "snapshot": lambda g, n: g.snapshot(),
    "to_json, from_json, a question": lambda g, n: TimeGraph.from_json(g.to_json()).ask(
        0, "before", 1
    ),
    "save, load, a question": lambda g, n: _saved(g, TimeGraph),
    "to_networkx": lambda g, n: g.to_networkx(),
    "with_links, a question": lambda g, n: g.with_links(g.links[:100]).ask(0, "before", 1),
    "a transaction of 20 links, a question": lambda g, n: _transaction(g, n),
    "a transaction taken back, a question": lambda g, n: _transaction(g, n, fails=True),
    "extend into a new graph, a question": lambda g, n: _extended(g),
    "remove 20 links, a question after each": lambda g, n: _removed(g, 20),
    "remove_entity, a question": lambda g, n: (g.remove_entity(n // 2), g.ask(0, "before", 1)),
    "relation_matrix (its square)": lambda g, n: g.relation_matrix(),
}
ONLY_DATED = ("schedule", "scheduled_dates")


def _added(graph: TimeGraph) -> object:
    graph.add(0, "before", "new")
    return graph.ask(0, "before", "new")


def _extended(graph: TimeGraph) -> object:
    other = TimeGraph(on_conflict="drop-link")
    other.extend(graph.links)
    return other.ask(0, "before", 1)


def _saved(graph: Any, kind: Any) -> object:
    """The question to a graph or network that was saved and loaded."""
    with TemporaryDirectory() as folder:
        graph.save(Path(folder, "saved.json"))
        return kind.load(Path(folder, "saved.json")).ask(0, "before", 1)


class _TakenBackError(Exception):
    pass


def _transaction(graph: TimeGraph, entities: int, *, fails: bool = False) -> object:
    with suppress(_TakenBackError), graph.transaction():
        for k in range(20):
            graph.add(k, "before", (k * 7 + 1) % entities)
        if fails:
            raise _TakenBackError
    return graph.ask(0, "before", 1)


def _removed(graph: TimeGraph, count: int) -> None:
    rng = random.Random(9)
    for source in rng.sample([link.source for link in graph.links], count):
        graph.retract(source)
        graph.ask(0, "before", 1)


def _seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def _measured(what: str, kind: str, sizes: tuple[int, ...], call: Callable[[int], Any]) -> Result:
    """What a call takes with the most entities, and how many times longer than with half."""
    times: list[float] = []
    for size in sizes:
        first = _seconds(call(size))
        more = [_seconds(call(size)) for _ in range(2 if first < 1 else 0)]
        times.append(median([first, *more]))
        if times[-1] > LONGEST:
            break
    steps = max(1, len(times) - 1)
    ratio = (times[-1] / max(times[0], 1e-6)) ** (1 / steps)
    last = sizes[len(times) - 1]
    note = ", ".join(duration(seconds) or "" for seconds in reversed(times[:-1]))
    return Result("calls", what, kind, last, times[-1], ratio=ratio, note=note)


def network_of(entities: int, *, dated: bool) -> IntervalNetwork:
    """A network with a choice for every tenth entity, and links or distances that the truth has."""
    _, distances = hidden_truth(entities, 2 * entities, 0.0)
    network = IntervalNetwork()
    for x, y, least, most in distances:
        if dated:
            limits = {"at_least": timedelta(least), "at_most": timedelta(most)}
            network.add_distance((x, "start"), (y, "start"), **limits)
        elif least + most:
            network.add(*((x, "before", y) if least + most > 0 else (y, "before", x)))
    for x in range(0, entities, 10):
        y = (x * 7 + 1) % entities
        network.add(x, {"before", "after", "overlaps"}, y)
    return network


NETWORK_CALLS: dict[str, Callable[[IntervalNetwork], object]] = {
    "consistent": lambda network: network.consistent(),
    "ask": lambda network: network.ask(0, "before", 1),
    "relations": lambda network: network.relations(0, 1),
    "schedule": lambda network: network.schedule(),
    "scenario": lambda network: network.scenario(),
    "explain": lambda network: network.explain(*_known(network)),
    "conflict": lambda network: _contradicted(network).conflict(),
    "copy": lambda network: network.copy(),
    "remove a choice, consistent": lambda network: _fewer(network, slice(-1, None)),
    "remove 20 links, consistent": lambda network: _fewer(network, slice(20)),
    "save, load, a question": lambda network: _saved(network, IntervalNetwork),
    "to_json, from_json": lambda network: IntervalNetwork.from_json(network.to_json()),
    "a link, consistent": lambda network: (network.add(0, "before", "new"), network.consistent()),
}


STARTS_FIRST = AllenSet({"before", "meets", "overlaps", "finished by", "contains"})


def _known(network: IntervalNetwork) -> tuple[Any, AllenSet, Any]:
    """What the first link says in any case: which interval starts before the other."""
    link = network.links[0]
    if hasattr(link, "relation"):
        return link.a, STARTS_FIRST, link.b
    later = link.at_least > 0
    return link.x[0], STARTS_FIRST if later else ~STARTS_FIRST, link.y[0]


def _contradicted(network: IntervalNetwork) -> IntervalNetwork:
    a, relation, b = _known(network)
    network.add(a, ~relation, b)
    return network


def _fewer(network: IntervalNetwork, which: slice) -> bool:
    """Whether it is consistent before and after these links are taken away."""
    return network.consistent() and bool(
        network.remove(*[Handle(k) for k in range(len(network.links))[which]])
        and network.consistent()
    )


def weighted(entities: int) -> TimeGraph:
    """Two weighted links for each entity, of which 5 % contradict the hidden truth."""
    _, distances = hidden_truth(entities, 2 * entities, 0.05)
    graph = TimeGraph(on_conflict="drop-link")
    for number, (x, y, least, most) in enumerate(distances):
        pair = (x, "before", y) if least + most > 0 else (y, "before", x)
        graph.add(*pair, number, weight=1 + number % 7)
    return graph


def calls(*, quick: bool) -> Iterator[Result]:
    """Each call with each kind of graph, and with networks."""
    sizes = (250, 500) if quick else SIZES
    small = weighted(sizes[0])  # loads libraries and kernels
    small.decoded(), small.to_networkx()
    yield _measured("decoded", "weights, 5 % wrong", sizes, lambda n: weighted(n).decoded)
    for dated in (False, True):
        networks = {size: network_of(size, dated=dated) for size in sizes}
        for what, ask in NETWORK_CALLS.items():
            kind = "network, dates" if dated else "network, order"
            yield _measured(what, kind, sizes, partial(_asked, ask, networks))
    for kind, (dated, wrong) in KINDS.items():
        for policy in ("drop-link", "drop-constraint", "error") if wrong else ("drop-link",):
            adding = partial(_adding, kind, policy=policy)
            yield _measured(f"add one by one, {policy}", kind, sizes, adding)
        yield _measured("add, a question after each", kind, sizes, partial(_asked_between, kind))
        graphs = {size: built(kind, size) for size in sizes}
        for what, call in CALLS.items():
            if dated or what not in ONLY_DATED:
                yield _measured(what, kind, sizes, partial(_called, call, graphs))


def _called(call: Call, graphs: dict[int, TimeGraph], entities: int) -> Callable[[], object]:
    """The call to a copy of a graph that has answered."""
    graph = graphs[entities].copy()
    graph.ask(0, "before", 1)
    return partial(call, graph, entities)


def _asked(
    ask: Callable[[IntervalNetwork], object], networks: dict[int, IntervalNetwork], entities: int
) -> Callable[[], object]:
    """The call to a copy of a network."""
    return partial(ask, networks[entities].copy())
