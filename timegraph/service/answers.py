"""What graphs answer, as data: one function for each question that changes nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from timegraph._lazy import Later
from timegraph._pace import Deadline, TimedOut
from timegraph.allen import AllenSet
from timegraph.answer import Answer
from timegraph.graph import TimeGraph
from timegraph.links import Endpoint
from timegraph.networks.links import is_convex
from timegraph.periods import DATED
from timegraph.service.graphs import (
    SECONDS,
    AnyGraph,
    HeldGraph,
    Named,
    ServiceError,
    able_to_hold,
    conflict_to_json,
    conflicts_with,
    endpoint_of,
    links_of,
    moment,
    named,
    put,
    refusing,
    relation_of,
)
from timegraph.stated_links import Branches

if TYPE_CHECKING:
    from fractions import Fraction

    from timegraph.service import claims
else:
    claims = Later("timegraph.service.claims")


Request = Mapping[str, Any]

_MOST_ORDERED = 200
_MOST_DRAWN = 400
_DATE = re.compile(r"[+-]?\d{4}(-\d\d(-\d\d(T.*)?)?)?")
_FIRST, _SECOND = AllenSet("before", "meets"), AllenSet("after", "met_by")


def _moment(request: Request) -> str | None:
    as_of = request.get("as_of")
    return None if as_of is None else moment(as_of, "as_of", whole_day=True)


def _graph(held: HeldGraph, request: Request) -> Any:
    return held.deciding(_moment(request))


def _one(graph: AnyGraph, request: Request) -> Any:
    """The entity that a request asks about, which is there."""
    name = named(request["entity"], "entity")
    _present(graph, name)
    return name


def _two(request: Request) -> tuple[Any, Any]:
    """The two entities that a request asks about. Graphs place dates by themselves."""
    return named(request["a"], "a"), named(request["b"], "b")


def _missing(graph: AnyGraph, names: Sequence[Named]) -> list[str]:
    return [name for name in dict.fromkeys(names) if isinstance(name, str) and name not in graph]


def _present(graph: AnyGraph, *names: Named) -> None:
    """Raise :class:`ServiceError` for the first name that the graph does not have."""
    for name in _missing(graph, names):
        from timegraph.corpus.runner import nearest  # only where something is wrong

        near = nearest(name, map(str, graph.entities))
        way_out = f"did you mean {near!r}?" if near else "`graphs` and `statements` list names"
        way_out = _date_for_name(name) or way_out
        raise ServiceError("unknown-entity", f"the graph has no entity {name!r}", way_out)


def _date_for_name(name: Named) -> str | None:
    """What to write where a name that looks like a date was meant as one."""
    if isinstance(name, str) and _DATE.fullmatch(name):
        return f'{name!r} is a name here; the date is {{"date": "{name}"}}'
    return None


def ask(held: HeldGraph, request: Request) -> dict[str, Any]:
    """Whether a relation holds; unknown, and what is missing, for entities that are not there."""
    graph = _graph(held, request)
    a, b = _two(request)
    relation = relation_of(request["relation"], "relation")
    missing = _missing(graph, (a, b))
    if missing:
        hints = [hint for name in missing if (hint := _date_for_name(name))]
        unknown = {"answer": Answer.UNKNOWN.value, "missing": missing}
        return unknown | ({"hints": hints} if hints else {})
    return {"answer": graph.ask(a, relation, b).value}


def relations(held: HeldGraph, request: Request) -> dict[str, Any]:
    """The relations that can hold between two entities."""
    graph = _graph(held, request)
    a, b = _two(request)
    _present(graph, a, b)
    return _marked(graph, {"relations": [relation.value for relation in graph.relations(a, b)]})


def _marked(graph: Any, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer, with its fields as ``bounds`` where not all was decided in time."""
    return answer if getattr(graph, "exact", True) else {**answer, "bounds": [*answer]}


def explain(held: HeldGraph, request: Request) -> dict[str, Any]:
    """The answer with its proof."""
    graph = _graph(held, request)
    a, b = _two(request)
    _present(graph, a, b)
    relations = relation_of(request["relation"], "relation")
    return claims.why(graph, a, relations, b).to_json()


def conflicts(held: HeldGraph, request: Request) -> dict[str, Any]:
    """What is kept out, and why."""
    return {"conflicts": held.conflicts(_moment(request))}


def statements(held: HeldGraph, request: Request) -> dict[str, Any]:
    """What was stated, with ids."""
    return {"statements": held.listed(_moment(request))}


def what_if(held: HeldGraph, request: Request) -> dict[str, Any]:
    """The answer that there would be if these statements were added, too."""
    links = [
        link
        for number, statement in enumerate(request["statements"])
        for link in links_of(statement, f"statements[{number}]")
    ]
    graph = held.as_of(_moment(request))
    relation = relation_of(request["relation"], "relation")
    everything = (*(link for link in graph.links if link.source is not DATED), *links)
    supposed = graph.copy()
    new = isinstance(graph, TimeGraph) and not all(map(is_convex, everything))
    if new or supposed.on_conflict == "error":
        supposed = able_to_hold(everything, "drop-link", graph.entities, **held.dating)
        put(supposed, everything[: len(everything) - len(links)])
    a, b = _two(request)
    with refusing("statements", "see `statement` in the schema"):
        kept_out = list(map(conflict_to_json, conflicts_with(supposed, links)))
    left = held.left_open(_moment(request)) if isinstance(supposed, TimeGraph) else ()
    deciding: Any = Branches(supposed, left) if left else supposed
    missing = _missing(supposed, (a, b))
    answer = Answer.UNKNOWN if missing else deciding.ask(a, relation, b)
    return {"answer": answer.value, "kept_out": kept_out}


def order(held: HeldGraph, request: Request) -> dict[str, Any]:
    """Entities in an order that the graph allows, by their starts, the pairs whose order is
    certain (the first ends before the second starts), and the pairs that are open."""
    graph = _graph(held, request)
    names = list(dict.fromkeys(request.get("entities") or graph.entities))
    _present(graph, *names)
    if len(names) > _MOST_ORDERED:
        what = f"{len(names):,} entities are to be ordered; {_MOST_ORDERED} are the limit"
        raise ServiceError("over-limit", what, "name the `entities` that are to be ordered")
    certain: list[list[str]] = []
    undecided: list[list[str]] = []
    starts = dict.fromkeys(names, 0)
    for a, b in combinations(names, 2):
        possible = graph.relations(a, b)
        if possible <= _FIRST:
            certain.append([str(a), str(b)])
        elif possible <= _SECOND:
            certain.append([str(b), str(a)])
        elif len(possible) > 1:
            undecided.append([str(a), str(b)])
        signs = {relation.signs[0] for relation in possible}  # of the two starts
        starts[b] += signs in ({-1}, {-1, 0})
        starts[a] += signs in ({1}, {1, 0})
    # Who has more starts before it comes later: entailed orders are transitive.
    ordered = sorted(names, key=lambda name: starts[name])
    answer = {"order": [str(name) for name in ordered], "certain": certain, "open": undecided}
    return _marked(graph, answer)


def when(held: HeldGraph, request: Request) -> dict[str, Any]:
    """The earliest and latest start and end of an entity; in a graph with choices over all branches
    that can hold."""
    graph = _graph(held, request)
    name = _one(graph, request)
    deadline = Deadline(SECONDS)
    return {side: _window(graph, (name, side), deadline) for side in ("start", "end")}


def _window(graph: AnyGraph, point: Endpoint, deadline: Deadline) -> dict[str, Any]:
    """The window of an endpoint; ``bounds`` are the sides that were not decided in time."""
    window: dict[str, Any] = {}
    for side in ("earliest", "latest"):
        try:
            moment, exact = _bounded(graph, side, point, deadline=deadline)
        except (OverflowError, ValueError):
            moment, exact = None, True
        window[side] = None if moment is None else moment.isoformat()
        if not exact:
            window.setdefault("bounds", []).append(side)
    return window


def _bounded(graph: AnyGraph, method: str, *points: Any, deadline: Deadline) -> tuple[Any, bool]:
    """What a graph says of points, and whether that is exact: else it is a bound that holds in
    every branch."""
    if isinstance(graph, TimeGraph):
        return getattr(graph, method)(*points), True
    try:
        found = getattr(graph, method)(*points, time_limit=deadline.left())
        return found, getattr(graph, "exact", True)
    except TimedOut as error:
        return error.known, False


def how_long(held: HeldGraph, request: Request) -> dict[str, Any]:
    """Bounds on how long an entity lasts, or on the time from one endpoint to another."""
    graph = _graph(held, request)
    x: Any
    y: Any
    if "entity" in request:
        name = _one(graph, request)
        x, y = (name, "start"), (name, "end")
    else:
        x, y = endpoint_of(request["x"]), endpoint_of(request["y"])
    try:
        bounds, exact = _bounded(graph, "distance", x, y, deadline=Deadline(SECONDS))
    except KeyError:
        _present(graph, *(point[0] for point in (x, y) if point[1] != "at"))
        what, way_out = "the graph has no such instant", "`statements` lists what it has"
        raise ServiceError("unknown-entity", what, way_out) from None
    answer = {
        "at_least": _seconds(bounds.lower),
        "at_most": _seconds(bounds.upper),
        "at_least_reached": bounds.lower_reached,
        "at_most_reached": bounds.upper_reached,
    }
    return answer if exact else {**answer, "bounds": ["at_least", "at_most"]}


def _seconds(value: Fraction | None) -> int | str | None:
    """Whole seconds, or a fraction as text; ``None`` where nothing is known."""
    if value is None:
        return None
    return int(value) if value.denominator == 1 else str(value)


def timeline(held: HeldGraph, request: Request) -> dict[str, Any]:
    """The timeline as data: what is known of each entity."""
    graph = _graph(held, request)
    if len(graph) > _MOST_DRAWN:
        what = f"the graph has {len(graph):,} entities; {_MOST_DRAWN} can be drawn"
        raise ServiceError("over-limit", what, "ask `order` for some `entities`")
    deadline = Deadline(SECONDS)
    return {"data": {str(name): when_of(graph, name, deadline) for name in graph.entities}}


def when_of(graph: AnyGraph, name: str, deadline: Deadline) -> dict[str, Any]:
    """What is known of one entity: its windows, and what is certainly before it."""
    return {
        "start": _window(graph, (name, "start"), deadline),
        "end": _window(graph, (name, "end"), deadline),
        "after": list(map(str, graph.before(name))),
    }


def open_pairs(held: HeldGraph, request: Request) -> dict[str, Any]:
    """The pairs that are not decided, nearest first."""
    from timegraph.checking.undecided import next_pairs  # loads what reads documents

    graph = _graph(held, request)
    shown = [
        {"a": str(pair.a), "b": str(pair.b), "possible": [r.value for r in pair.possible]}
        for pair in next_pairs(graph, request.get("count", 10))
    ]
    return _marked(graph, {"open": shown})


def before(held: HeldGraph, request: Request) -> dict[str, Any]:
    """What certainly ends before an entity starts."""
    graph = _graph(held, request)
    return _marked(graph, {"entities": list(map(str, graph.before(_one(graph, request))))})


def after(held: HeldGraph, request: Request) -> dict[str, Any]:
    """What certainly starts after an entity ends."""
    graph = _graph(held, request)
    return _marked(graph, {"entities": list(map(str, graph.after(_one(graph, request))))})


def save(held: HeldGraph, request: Request) -> dict[str, Any]:
    """The graph as data, for `load`."""
    return {"data": held.saved(held.as_of(_moment(request)))}


def verify(held: HeldGraph, request: Request) -> dict[str, Any]:
    """The verdict of each claim against the graph."""
    graph = held.as_of(_moment(request))
    read = [
        claims.claim_of(claim, number + 1, f"claims[{number}]")
        for number, claim in enumerate(request["claims"])
    ]
    facts = held.facts(_moment(request))
    strict = request.get("strict", False)
    left = held.left_open(_moment(request))
    verdicts = claims.verify(graph, read, strict=strict, facts=facts, left=left)
    return {"verdicts": [verdict.to_json() for verdict in verdicts]}


ANSWERS = {
    function.__name__: function
    for function in (
        *(ask, relations, explain, conflicts, statements, what_if, order, when, how_long),
        *(timeline, open_pairs, before, after, save, verify),
    )
}
"""The answers by the name of their method; each takes the graph and the request."""
