"""Requests that change a graph, in a form that can be repeated: from a journal they give the same
graph again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from timegraph.graph import TimeGraph
from timegraph.links import ContradictionError, GraphFormatError
from timegraph.networks.links import NetworkLink
from timegraph.periods import Period
from timegraph.service.errors import ServiceError
from timegraph.service.graphs import HeldGraph, Limits, contradiction
from timegraph.service.statements import links_of, moment

if TYPE_CHECKING:
    from timegraph.networks import IntervalNetwork

__all__ = ["CHANGES", "MAKERS", "dated", "read_text"]

Request = Mapping[str, Any]


def dated(request: Request) -> dict[str, Any]:
    """The request with the moment at which it is made: repeated later, it says the same."""
    said_at = request.get("said_at")
    now = datetime.now(timezone.utc).isoformat() if said_at is None else said_at
    return {**request, "said_at": moment(now, "said_at")}


def _said(request: Request) -> list[tuple[tuple[NetworkLink, ...], str]]:
    """The links of each statement, with the moment when it was said."""
    said = []
    for number, statement in enumerate(request["statements"]):
        where = f"statements[{number}]"
        at = statement.get("said_at")
        if "source" in request and "source" not in statement:
            statement = {**statement, "source": request["source"]}
        said_at = request["said_at"] if at is None else moment(at, f"{where}.said_at")
        said.append((links_of(statement, where), said_at))
    return said


def add(held: HeldGraph, request: Request) -> dict[str, Any]:
    """Add statements."""
    return held.add(_said(request))


def remove(held: HeldGraph, request: Request) -> dict[str, Any]:
    """Take statements back."""
    return held.remove(request["ids"], request["said_at"])


def correct(held: HeldGraph, request: Request) -> dict[str, Any]:
    """Take statements back and add others in their place."""
    return held.correct(request["ids"], request["said_at"], _said(request))


CHANGES = {function.__name__: function for function in (add, remove, correct)}
"""Changes of a graph that is there."""


def create(request: Request, limits: Limits) -> HeldGraph:
    """A new graph without content."""
    policy, conventions = request.get("on_conflict", "drop-link"), request.get("conventions", True)
    return HeldGraph(request["graph"], policy, limits, conventions=conventions)


def load(request: Request, limits: Limits) -> HeldGraph:
    """The graph that `save` gave as data."""
    data = request["data"]
    try:
        graph = _network(data) if "choices" in data else TimeGraph.from_json(data)
    except GraphFormatError as error:
        raise ServiceError("bad-value", f"data: {error}", "load what `save` gave") from None
    except ContradictionError as error:
        raise contradiction(error.conflict) from None
    if not all(isinstance(entity, (str, Period)) for entity in graph.entities):
        what = "data: a graph of a service has entities that are strings or dates"
        raise ServiceError("bad-value", what, "load it in Python")
    return _holding(graph, request, limits)


def _network(data: Any) -> IntervalNetwork[Any]:
    from timegraph.networks import IntervalNetwork  # only graphs with choices need it

    return IntervalNetwork.from_json(data)


def load_document(request: Request, limits: Limits) -> HeldGraph:
    """The graph of an annotated document, which the request has as text."""
    from timegraph.documents.build import build  # loads what reads documents

    document = read_text(request["text"])
    try:
        graph = build(document, on_conflict="drop-link", calendar=request.get("calendar", True))
    except ValueError as error:
        raise ServiceError("bad-value", f"text: {error}", "try calendar=false") from None
    return _holding(graph, request, limits)


def read_text(text: str) -> Any:
    """The document that a request has as text, in any format that a single file has."""
    import timeml  # loads what reads documents

    try:
        return timeml.read(text.encode(), name="text")
    except timeml.TimeMLError as error:
        what, way_out = f"text: {error}", "send the whole content of a TimeML document"
        raise ServiceError("bad-value", what, way_out) from None


def _holding(
    graph: TimeGraph[Any] | IntervalNetwork[Any], request: Request, limits: Limits
) -> HeldGraph:
    if isinstance(graph, TimeGraph):
        dating = {"conventions": graph.conventions, "timezone": graph.timezone}
        held = HeldGraph(request["graph"], graph.on_conflict, limits, **dating)
    else:
        held = HeldGraph(request["graph"], "drop-link", limits)
    assert isinstance(held.graph, TimeGraph)
    for entity in graph.entities:
        held.graph.add_entity(entity)
    held.add([((link,), request["said_at"]) for link in graph.links])
    return held


MAKERS = {function.__name__: function for function in (create, load, load_document)}
"""What makes a graph."""
