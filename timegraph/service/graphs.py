"""A graph with a name, and what was stated of it, when and by whom.

Two clocks: the graph says when things were true; each statement has the moment when it was stated,
and one that is taken back the moment since when. So the graph ``as_of`` an earlier moment can be
built again: from what had been stated by then and was not yet taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from functools import partial
from itertools import pairwise
from sys import intern
from threading import RLock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from timegraph import stated_links
from timegraph._lazy import Later
from timegraph.allen import AllenSet
from timegraph.graph import TimeGraph
from timegraph.links import Conflict, ContradictionError, GraphFormatError, Handle, name_of
from timegraph.networks.links import NetworkLink, entities_in, is_convex
from timegraph.periods import DATED, Period
from timegraph.stated_links import (
    MOST_CHOSEN,
    SECONDS as SECONDS,
    Branches,
    Order,
    Ordered,
    add_orders,
    endpoint_of as endpoint_of,
    orders,
    short_of_midnight,
)
from timeml.readers.statement_lines import checked, rows_of, spelling_of, text_of
from timeml.readers.statements import Occurrences, fact_name

if TYPE_CHECKING:
    from timegraph import networks
    from timegraph.networks import IntervalNetwork
else:
    networks = Later("timegraph.networks")


# What is refused, as data: a code, what happened, and the way out.


CODES = {
    "not-json": -32700,
    "bad-request": -32600,
    "unknown-method": -32601,
    "bad-params": -32602,
    "internal": -32603,
    "unknown-graph": -32001,
    "graph-exists": -32002,
    "unknown-entity": -32003,
    "unknown-id": -32004,
    "contradiction": -32005,
    "over-limit": -32006,
    "bad-value": -32008,
    "state": -32009,
    "timed-out": -32010,
    "choices": -32011,
}
"""The number of each kind of error, as JSON-RPC 2.0 numbers them."""


class ServiceError(ValueError):
    """A request that is refused, and changed nothing.

    ``kind`` is one of :data:`CODES`, ``message`` says what happened and where, ``way_out`` what to
    do instead; ``data`` has more that a program can use, as the chain of a contradiction.
    """

    def __init__(self, kind: str, message: str, way_out: str, **data: Any) -> None:
        super().__init__(f"{message}; {way_out}")
        self.kind, self.message, self.way_out, self.data = kind, message, way_out, data

    def to_json(self) -> dict[str, Any]:
        """The error object of JSON-RPC 2.0."""
        data = {"kind": self.kind, "way_out": self.way_out, **self.data}
        return {"code": CODES[self.kind], "message": self.message, "data": data}

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(ServiceError, self.kind, self.message, self.way_out, **self.data), ()


Request = Mapping[str, Any]
Named = str | Period
"""An entity as graphs have it: its name, or a date."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What was remembered: by which links, of which the first has the handle ``first`` and the
    others the next ones, when it was stated, and since when it is taken back. ``data`` are those of
    a dated fact, with the occurrence that it is about, or of a rule."""

    id: int
    links: tuple[NetworkLink, ...]
    first: int
    said_at: str
    until: str | None = None
    data: Request | None = None

    def __str__(self) -> str:
        if self.links:
            return "; ".join(dict.fromkeys(map(str, self.links)))
        return text_of(self.data or {})

    @property
    def handles(self) -> range:
        """The handles of the links in their graph."""
        return range(self.first, self.first + len(self.links))


@contextmanager
def refusing(where: str, way_out: str = "") -> Iterator[None]:
    """Turn what is wrong with a value into a refusal that names ``where`` it stands; without a
    ``way_out`` the message has one."""
    try:
        yield
    except ServiceError:
        raise
    except (ValueError, TypeError, ArithmeticError) as error:
        what, _, hint = (str(error), "", way_out) if way_out else str(error).partition("; ")
        raise ServiceError("bad-value", f"{where}: {what}", hint) from None


def relation_of(value: Any, where: str) -> AllenSet:
    """The relations that a request names: one, a list, or ``"before | meets"``."""
    with refusing(where):
        return stated_links.relation_of(value)


def named(value: str | Mapping[str, str], where: str) -> Named:
    """The entity that a request names: ``"storm"``, or ``{"date": "2024-05"}``, which is exactly
    that month. Raises :class:`ServiceError`, naming ``where`` it stands, if it is not a period."""
    with refusing(where, "place an entity `within` a date that is not exact"):
        return stated_links.named(value)


def links_of(statement: Request, where: str) -> tuple[NetworkLink, ...]:
    """The links that say what the statement says; its ``source`` is theirs.

    Raises :class:`ServiceError`, naming ``where`` it stands, for what is not a relation, a
    length or a date.
    """
    with refusing(where, "see `statement` in the schema for what a statement can be"):
        return stated_links.links_of(checked(_shared(statement)), statement.get("source"))


def _shared(statement: Request) -> Request:
    """The statement with names that others have, too: each request brings its own copy of every
    name, and graphs that keep them need half as much again."""
    return {
        key: intern(said) if type(said) is str else [*map(intern, said)] if key in "xy" else said
        for key, said in statement.items()
    }


def moment(text: str, where: str, *, whole_day: bool = False) -> str:
    """A date or time of the request in UTC, in a form that sorts; a time without a zone is UTC, and
    a date its first instant, or with ``whole_day`` its last."""
    try:
        at = datetime.fromisoformat(text.replace("Z", "+00:00"))
        if at.tzinfo is None:
            at = at.replace(tzinfo=timezone.utc)
        if whole_day and len(text) <= 10:
            at += timedelta(days=1, microseconds=-1)
        return at.astimezone(timezone.utc).isoformat(timespec="microseconds")
    except (ValueError, OverflowError):
        way_out = "write a date or a time as 2026-01-31 or 2026-01-31T10:00:00+00:00"
        raise ServiceError("bad-value", f"{where}: {text!r} is not a time", way_out) from None


_MEETINGS = ""
"""In the place of a relation: what follows where two dates of one end meet at midnight."""

AnyGraph: TypeAlias = "TimeGraph[Any] | IntervalNetwork[Any]"
"""A graph or, with choices, a network."""


def able_to_hold(
    links: Sequence[NetworkLink], policy: Any, entities: Iterable[Any] = (), **dating: Any
) -> AnyGraph:
    """A new graph that takes such links, with these entities: a network if some are choices.
    Raises :class:`ServiceError` for more choices than can be decided."""
    graph: AnyGraph
    if all(map(is_convex, links)):
        graph = TimeGraph(on_conflict=policy, **dating)
    else:
        if policy == "drop-constraint":
            way_out = "make a graph with drop-link or error for statements with choices"
            raise ServiceError("bad-value", f"a graph with {policy} takes no choices", way_out)
        zone = dating.get("timezone")
        graph = networks.IntervalNetwork(on_conflict=policy, timezone=zone, time_limit=SECONDS)
    for entity in entities:
        graph.add_entity(entity)
    return graph


def put(graph: AnyGraph, links: Sequence[NetworkLink]) -> tuple[Handle, ...]:
    """Add links to a graph that takes them, and return their handles. Raises :class:`ServiceError`
    for more choices than can be decided."""
    if isinstance(graph, TimeGraph):
        return graph.extend(links)  # type: ignore[arg-type]
    choices = (link for link in (*graph.links, *links) if not is_convex(link))
    if len({name for link in choices for name in entities_in(link)}) > MOST_CHOSEN:
        what = f"choices would name more than {MOST_CHOSEN} entities"
        raise ServiceError("over-limit", what, "use several graphs")
    return graph.extend(links)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a service takes: graphs, entities and statements of a graph, characters of a
    request."""

    graphs: int = 20_000
    entities: int = 5_000
    statements: int = 50_000
    characters: int = 16_000_000


DEFAULT_LIMITS = Limits()


class Said(NamedTuple):
    """A statement that is to be added: its data, or the links that it has already, the moment when
    it was stated, and where it stands in the request."""

    data: Request | None
    at: str
    where: str = ""
    links: tuple[NetworkLink, ...] = ()


def _relation_in(data: Request) -> str:
    """The relation of a fact, or the one that a rule is about."""
    return str(data.get("relation", data.get("one_at_a_time")))


class HeldGraph:
    """A graph by its name. ``dating`` is how it reads dates: the ``conventions`` and ``timezone``
    of :class:`timegraph.TimeGraph`."""

    def __init__(self, name: str, policy: Any, limits: Limits, **dating: Any) -> None:
        self.name, self.limits, self.dating = name, limits, dating
        self.graph: AnyGraph = TimeGraph(on_conflict=policy, **dating)
        self.statements: dict[int, Statement] = {}
        self.gone: list[Statement] = []
        self.next_id = 1
        self.lock = RLock()
        self._earlier: tuple[str, AnyGraph, tuple[Order, ...]] | None = None
        self._occurrences = Occurrences()
        self.orders: dict[str, Ordered] = {}
        self.entities: tuple[Any, ...] = ()

    # ---- changing -----------------------------------------------------------------------

    def add(self, said: Sequence[Said]) -> dict[str, Any]:
        """Add statements, each with the moment when it was stated: their ids, what is kept out
        because it contradicts what is there, and which occurrences facts are about. Under the
        policy ``error`` a contradiction is refused, and nothing is added."""
        with self.lock:
            try:
                return self._added([self._meant(statement) for statement in said])
            except BaseException:
                self._recall()
                raise

    def _meant(self, one: Said) -> Said:
        """The statement with its links; a fact with the occurrence that it is about."""
        data = one.data
        if data is None or one.links:
            if data:
                self._occurrences.take(data)
            return one
        if "subject" in data:
            with refusing(one.where, "see `timeline`"):
                data = self._occurrences.add(data)
        kept = data if "subject" in data or "one_at_a_time" in data else None
        return Said(kept, one.at, one.where, links_of(data, one.where))

    def _recall(self) -> None:
        """Know again which occurrences the statements are about."""
        facts = (said.data for said in self.statements.values() if said.data)
        self._occurrences = Occurrences(data for data in facts if "subject" in data)

    def _added(self, said: Sequence[Said]) -> dict[str, Any]:
        links = [link for statement in said for link in statement.links]
        named = dict.fromkeys(name for link in links for name in entities_in(link))
        self._check_room(len(said), named)
        try:
            graph, handles = self.graph, dict[int, int]()
            if isinstance(graph, TimeGraph) and not all(map(is_convex, links)):
                graph, handles = self._rebuilt(links)
            # Only a contradiction can leave some of the links in the graph.
            with graph.transaction() if graph.on_conflict == "error" else nullcontext():
                _place_dates(graph, named)
                added = put(graph, links)
                kept = self._reordered(
                    graph, [statement.data for statement in said if statement.data]
                )
        except ContradictionError as error:
            raise contradiction(error.conflict) from None
        except (ValueError, TypeError, OverflowError) as error:
            if isinstance(error, ServiceError):
                raise
            raise ServiceError("bad-value", str(error), "nothing was added") from None
        self._hold(graph, kept, handles)
        return self._numbered(said, int(added[0]) if added else 0)

    def _hold(
        self, graph: AnyGraph, orders: dict[str, Ordered], handles: Mapping[int, int]
    ) -> None:
        self.graph, self.orders = graph, orders
        for number, handle in handles.items():
            self.statements[number] = replace(self.statements[number], first=handle)

    def _reordered(
        self, graph: AnyGraph, more: Sequence[Request] = (), gone: Sequence[Request] = ()
    ) -> dict[str, Ordered]:
        """Put in force which occurrences come before which, in place of what followed before; of
        all relations that ``more`` statements, those ``gone``, or links, can have changed."""
        old = self.orders if graph is self.graph else {}
        known = [said.data for said in self.statements.values() if said.data]
        changed = {_relation_in(data) for data in (*more, *gone)}
        if graph is not self.graph:
            changed |= set(map(_relation_in, known))
        changed |= {relation for relation, ordered in old.items() if ordered.depends}
        new = {relation: ordered for relation, ordered in old.items() if relation not in changed}
        for relation in changed:
            graph.remove(*old[relation].handles if relation in old else ())
            data = [fact for fact in (*known, *more) if _relation_in(fact) == relation]
            new[relation] = _ordered(graph, data)
        met = new.pop(_MEETINGS, None)
        if met or graph is not self.graph or any(map(self._occurrences.meets, more)):
            graph.remove(*met.handles if met else ())
            handles = put(graph, short_of_midnight(graph, [*known, *more]))
            new |= {_MEETINGS: Ordered(handles)} if handles else {}
        return new

    def _numbered(self, said: Sequence[Said], first: int) -> dict[str, Any]:
        """Give statements their numbers, and say what became of them."""
        ids, facts = [], []
        for statement in said:
            number, data = self.next_id, statement.data
            self.statements[number] = Statement(
                number, statement.links, first, statement.at, data=data
            )
            if data and "subject" in data:
                facts.append({"id": number, "entity": fact_name(data)})
            ids.append(number)
            self.next_id += 1
            first += len(statement.links)
        new = {id(link) for statement in said for link in statement.links}
        kept_out = self._conflicting(c for c in self.graph.conflicts if id(c.link) in new)
        result = {"ids": ids, "kept_out": kept_out}
        return result | ({"facts": facts} if facts else {})

    def _rebuilt(self, links: Sequence[NetworkLink] = ()) -> tuple[AnyGraph, dict[int, int]]:
        """A graph that takes what is stated and these links, with what is stated, and the handle of
        the first link of each statement in it."""
        held = [(number, said.links) for number, said in self.statements.items()]
        stated = [link for _, of in held for link in of]
        policy = self.graph.on_conflict
        graph = able_to_hold([*stated, *links], policy, self.entities, **self.dating)
        _place_dates(graph, (name for link in stated for name in entities_in(link)))
        handles = iter(put(graph, stated))
        firsts = {number: [int(next(handles)) for _ in of][:1] for number, of in held}
        return graph, {number: first[0] for number, first in firsts.items() if first}

    def _check_room(self, said: int, named: Collection[Any]) -> None:
        """Raise :class:`ServiceError` unless so many statements with these entities can be
        added."""
        limits, way_out = self.limits, "use several graphs, or remove what is not needed"
        if len(self.statements) + said > limits.statements:
            what = f"{self.name!r} would have more than {limits.statements:,} statements"
            raise ServiceError("over-limit", what, way_out)
        if len(self.gone) > limits.statements:
            what = f"{self.name!r} remembers {len(self.gone):,} statements that were taken back"
            raise ServiceError("over-limit", what, "`save` it, and `load` it by another name")
        if len(self.graph) + sum(name not in self.graph for name in named) > limits.entities:
            what = f"{self.name!r} would have more than {limits.entities:,} entities"
            raise ServiceError("over-limit", what, way_out)

    def conflicts(self, moment: str | None) -> list[dict[str, Any]]:
        """What the graph :meth:`as_of` a moment keeps out."""
        found = self.deciding(moment).conflicts  # a search may take long, and keeps nobody waiting
        with self.lock:
            return self._conflicting(found)

    def _conflicting(self, conflicts: Iterable[Conflict]) -> list[dict[str, Any]]:
        """Conflicts as data, with the ids of statements."""
        listed = list(conflicts)
        every = (*self.statements.values(), *self.gone) if listed else ()
        owners = {id(link): said.id for said in every for link in said.links}
        return [
            ({"id": owners[id(conflict.link)]} if id(conflict.link) in owners else {})
            | conflict_to_json(conflict, owners)
            for conflict in listed
        ]

    def check_ids(self, ids: Sequence[int]) -> None:
        """Raise :class:`ServiceError` unless each is the id of a statement, given once."""
        for number in ids:
            if number not in self.statements or ids.count(number) > 1:
                what = "is given twice" if number in self.statements else "is not in the graph"
                way_out = "`statements` lists the ids of what is remembered"
                raise ServiceError("unknown-id", f"statement {number} {what}", way_out)

    def remove(self, ids: Sequence[int], until: str) -> dict[str, Any]:
        """Take statements back since the moment ``until``."""
        with self.lock:
            self.check_ids(ids)
            taken = [self.statements.pop(number) for number in ids]
            graph, handles = self.graph, dict[int, int]()
            if all(is_convex(link) for statement in taken for link in statement.links):
                graph.remove(
                    *(Handle(number) for statement in taken for number in statement.handles)
                )
            else:  # Without the choice the graph may be one that needs no search.
                graph, handles = self._rebuilt()
            self._recall()
            gone = [statement.data for statement in taken if statement.data]
            self._hold(graph, self._reordered(graph, gone=gone), handles)
            self.gone.extend(replace(statement, until=until) for statement in taken)
            self._earlier = None
            return {"removed": list(map(str, taken))}

    def as_of(self, moment: str | None) -> AnyGraph:
        """The graph as it had been stated by then; without a moment, as it is."""
        if moment is None:
            return self.graph
        with self.lock:
            key = f"{moment} {self.next_id} {len(self.gone)}"
            if self._earlier is None or self._earlier[0] != key:
                statements = self._stated(moment)
                links = [link for statement in statements for link in statement.links]
                policy = self.graph.on_conflict
                # What was dated back may contradict what was taken back later.
                policy = "drop-link" if policy == "error" else policy
                earlier = able_to_hold(links, policy, **self.dating)
                put(earlier, links)
                data = [statement.data for statement in statements if statement.data]
                self._earlier = key, earlier, _ordered(earlier, data).open
                put(earlier, short_of_midnight(earlier, data))
            return self._earlier[1]

    def deciding(self, moment: str | None) -> Any:
        """The graph :meth:`as_of` a moment, with the orders of occurrences that are open in it as
        choices."""
        with self.lock:
            graph = self.as_of(moment)
            left = self.left_open(moment) if isinstance(graph, TimeGraph) else ()
            return Branches(graph.copy(), left) if left else graph

    def left_open(self, moment: str | None) -> tuple[Order, ...]:
        """The orders of occurrences that are open in the graph :meth:`as_of` a moment."""
        with self.lock:
            if moment is not None:
                self.as_of(moment)
                assert self._earlier is not None
                return self._earlier[2]
            return tuple(order for ordered in self.orders.values() for order in ordered.open)

    def correct(self, ids: Sequence[int], until: str, said: Sequence[Said]) -> dict[str, Any]:
        """Take statements back and add others in their place: both, or neither."""
        with self.lock:
            before = dict(self.statements), list(self.gone), self.next_id
            graph, orders = self.graph, self.orders
            try:
                with self.graph.transaction():
                    removed = self.remove(ids, until)
                    return {**removed, **self.add(said)}
            except BaseException:
                self.statements, self.gone, self.next_id = before
                self.graph, self.orders = graph, orders
                self._recall()
                raise

    # ---- looking ------------------------------------------------------------------------

    def saved(self, graph: AnyGraph) -> dict[str, Any]:
        """A graph as data; that of now with what was stated, and when."""
        data = graph.to_json()
        if graph is self.graph:
            said = [
                {
                    "handle": statement.first,
                    "links": len(statement.links),
                    "id": statement.id,
                    "said_at": statement.said_at,
                    **({"data": statement.data} if statement.data else {}),
                }
                for statement in self.statements.values()
            ]
            data["facts"] = {"said": said, "next_id": self.next_id}
        return data

    def renumber(self, ids: Sequence[int], next_id: int) -> None:
        """Give the statements, in order, these ids. Raises ``ValueError`` for ids that cannot be
        theirs."""
        numbers = [0, *ids, next_id]
        rising = all(a < b for a, b in pairwise(numbers))
        if not rising or any(type(number) is not int for number in numbers):
            raise ValueError(f"ids do not rise up to {next_id}")
        statements = zip(ids, self.statements.values(), strict=True)
        self.statements = {number: replace(said, id=number) for number, said in statements}
        self.next_id = next_id

    def listed(self, moment: str | None) -> list[dict[str, Any]]:
        """What was stated, in order, with ids and moments."""
        return [
            {
                "id": statement.id,
                "text": str(statement),
                "source": name_of(statement.links[0])
                if statement.links
                else (statement.data or {}).get("source"),
                "said_at": statement.said_at,
            }
            for statement in self._stated(moment)
        ]

    def facts(self, moment: str | None) -> list[Request]:
        """The data of the facts and rules, as they had been stated by then."""
        return [statement.data for statement in self._stated(moment) if statement.data]

    def _stated(self, moment: str | None) -> list[Statement]:
        with self.lock:
            every = [*self.statements.values(), *(self.gone if moment else ())]
        known = [
            said
            for said in every
            if moment is None
            or (said.said_at <= moment and (said.until is None or moment < said.until))
        ]
        return sorted(known, key=lambda statement: statement.id)


def _place_dates(graph: AnyGraph, named: Iterable[Any]) -> None:
    """Add the dates that links name: one that a link brings would take a handle between theirs."""
    for name in named:
        if isinstance(name, Period):
            graph.add_entity(name)


def _ordered(graph: AnyGraph, facts: Sequence[Request]) -> Ordered:
    """Add to a graph what follows since occurrences do not overlap: to one with choices also the
    orders that stay open."""
    if isinstance(graph, TimeGraph):
        return add_orders(graph, facts)
    found = orders(facts)
    handles = put(graph, [order.link() for order in found])
    return Ordered(handles, tuple(order for order in found if order.open))


def conflicts_with(graph: AnyGraph, links: Sequence[Any]) -> list[Conflict]:
    """Add links to a graph: what is kept out since. A heavier link may also bring others back."""
    before = {id(conflict.link) for conflict in graph.conflicts}
    put(graph, links)
    return [conflict for conflict in graph.conflicts if id(conflict.link) not in before]


def conflict_to_json(conflict: Conflict, ids: Mapping[int, int] | None = None) -> dict[str, Any]:
    """A contradiction as data: what is kept out, the links against it, and the sentence. ``ids``
    has the ids of statements by the identity of their links."""
    ids = ids or {}
    return {
        "statement": str(conflict.link),
        "source": name_of(conflict.link),
        "against": [
            {"text": str(link), "source": name_of(link)}
            | ({"id": ids[id(link)]} if id(link) in ids else {})
            for link in conflict.against
        ],
        "text": str(conflict),
    }


def contradiction(conflict: Conflict) -> ServiceError:
    """The refusal of a link that contradicts others."""
    way_out = "leave it out, remove what it contradicts, or use a graph with drop-link"
    data = conflict_to_json(conflict)
    return ServiceError("contradiction", data["text"], way_out, conflict=data)


# Requests that change a graph, in a form that can be repeated: from a journal they give the same
# graph again.


def dated(request: Request) -> dict[str, Any]:
    """The request with the moment at which it is made: repeated later, it says the same."""
    said_at = request.get("said_at")
    now = datetime.now(timezone.utc).isoformat() if said_at is None else said_at
    return {**request, "said_at": moment(now, "said_at")}


def _said(request: Request) -> list[Said]:
    """The statements, with the moment when each was stated."""
    said = []
    for number, statement in enumerate(request["statements"]):
        where = f"statements[{number}]"
        at = statement.get("said_at")
        if "source" in request and "source" not in statement:
            statement = {**statement, "source": request["source"]}
        said_at = request["said_at"] if at is None else moment(at, f"{where}.said_at")
        said.append(Said(statement, said_at, where))
    return said


CHANGES: dict[str, Callable[[HeldGraph, Request], dict[str, Any]]] = {
    "add": lambda held, request: held.add(_said(request)),
    "remove": lambda held, request: held.remove(request["ids"], request["said_at"]),
    "correct": lambda held, request: held.correct(
        request["ids"], request["said_at"], _said(request)
    ),
}
"""Changes of a graph that is there."""


def create(request: Request, limits: Limits) -> HeldGraph:
    """A new graph without content."""
    policy, conventions = request.get("on_conflict", "drop-link"), request.get("conventions", True)
    return HeldGraph(request["graph"], policy, limits, conventions=conventions)


def load(request: Request, limits: Limits) -> HeldGraph:
    """The graph that `save` gave as data."""
    data = request["data"]
    try:
        kind: Any = networks.IntervalNetwork if "choices" in data else TimeGraph
        graph = kind.from_json(data)
    except GraphFormatError as error:
        raise ServiceError("bad-value", f"data: {error}", "load what `save` gave") from None
    except ContradictionError as error:
        raise contradiction(error.conflict) from None
    if not all(isinstance(entity, (str, Period)) for entity in graph.entities):
        what = "data: a graph of a service has entities that are strings or dates"
        raise ServiceError("bad-value", what, "load it in Python")
    try:
        return _holding(graph, request, limits, data)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, ServiceError):
            raise
        what = f"data: facts do not belong to the links: {error!r}"
        raise ServiceError("bad-value", what, "load what `save` gave") from None


def load_document(request: Request, limits: Limits) -> HeldGraph:
    """The graph of an annotated document, or of a file of statements, which the request has as
    text."""
    from timegraph.documents.build import build  # loads what reads documents

    spelling = spelling_of(request["text"][:8192])
    if spelling is not None:
        return _of_statements(request, spelling, limits)
    import timeml

    with refusing("text", "send the whole content of a TimeML document"):
        document = timeml.read(request["text"].encode(), name="text")
    with refusing("text", "try calendar=false"):
        graph = build(document, on_conflict="drop-link", calendar=request.get("calendar", True))
    return _holding(graph, request, limits)


def _of_statements(request: Request, spelling: str, limits: Limits) -> HeldGraph:
    """The graph of a file of statements; what has no source has its line."""
    held = HeldGraph(request["graph"], "drop-link", limits)
    with refusing("text", "correct that line"):
        rows = list(rows_of(request["text"].splitlines(), spelling, "text"))
    held.add(
        [
            Said({"source": f"line {line}", **data}, request["said_at"], f"text:{line}")
            for line, data in rows
        ]
    )
    return held


def _holding(
    graph: AnyGraph,
    request: Request,
    limits: Limits,
    data: Mapping[str, Any] = MappingProxyType({}),
) -> HeldGraph:
    dating = {"timezone": graph.timezone, "conventions": getattr(graph, "conventions", True)}
    held = HeldGraph(request["graph"], graph.on_conflict or "drop-link", limits, **dating)
    held.entities = graph.entities
    for entity in held.entities:
        held.graph.add_entity(entity)
    facts = data.get("facts")
    if facts is None:  # saved by other than a service
        stated = (link for link in graph.links if link.source is not DATED)
        held.add([Said(None, request["said_at"], links=(link,)) for link in stated])
        return held
    links = dict(zip(_handles(data, len(graph.links)), graph.links, strict=True))
    said = []
    for each in facts["said"]:
        at, first = moment(each["said_at"], "data.facts"), each["handle"]
        of = tuple(links[first + k] for k in range(each["links"]))
        said.append(Said(each.get("data"), at, "data", of))
    held.add(said)
    held.renumber([each["id"] for each in facts["said"]], facts["next_id"])
    return held


def _handles(data: Mapping[str, Any], count: int) -> list[int]:
    """The handles of the links of a graph that was saved."""
    if "choices" in data:
        numbers = [number for number in data["handles"] if number is not None]
        return sorted(numbers + [choice["handle"] for choice in data["choices"]])
    entries = data.get("links", [{}] * count)
    return [entry.get("handle", place) for place, entry in enumerate(entries)]


MAKERS = {function.__name__: function for function in (create, load, load_document)}
"""What makes a graph."""
