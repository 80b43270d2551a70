"""A graph with a name, and what was said of it, when and by whom.

Two clocks: the graph says when things were true; each statement has the moment when it was said,
and one that is taken back the moment since when. So the graph ``as_of`` an earlier moment can be
built again: from what had been said by then and was not yet taken back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from timegraph._pace.limits import Deadline
from timegraph.citations import cite, name_of
from timegraph.graph import TimeGraph
from timegraph.links import Conflict, ContradictionError, GraphFormatError, Handle, Link, Placement
from timegraph.networks.links import AnyOf, NetworkLink, NoOverlap, is_convex
from timegraph.periods import Period
from timegraph.service.statements import Request, ServiceError, Statement, links_of, moment
from timegraph.stated_links import Ordered, add_orders
from timeml.readers.statement_lines import rows_of, spelling_of
from timeml.readers.statements import Occurrences, fact_name

if TYPE_CHECKING:
    from timegraph.allen import AllenSet
    from timegraph.answer import Answer
    from timegraph.networks import IntervalNetwork


# A graph with choices, as a service holds it: what contradicts is kept out, or refused.
#
# A statement with an *or* (any set of relations, alternatives, intervals without overlap) makes
# the graph that holds it an :class:`timegraph.IntervalNetwork`. Networks take links that
# contradict each other and say so; here each link is in force if it agrees with those in force
# before it, as in a :class:`timegraph.TimeGraph` under ``drop-link``.


MOST_CHOSEN = 50
"""Intervals of choices in a graph: so many are decided in a moment as a rule."""

SECONDS = 30.0  # the first question may compile the search


def named_in(link: NoOverlap | AnyOf) -> tuple[Any, ...]:
    """The intervals that a choice names."""
    if isinstance(link, NoOverlap):
        return link.intervals
    return tuple(end for group in link.groups for member in group for end in (member.a, member.b))


class ChoiceGraph:
    """Links by handle, of which those that agree, in order, are a network's.

    Has what a service asks a :class:`timegraph.TimeGraph` for, with the same meaning. Questions
    end after thirty seconds with a :class:`ServiceError`; changes do not, so that a journal that is
    read again has the same outcome.
    """

    def __init__(
        self,
        on_conflict: Any,
        links: Mapping[int, NetworkLink] | None = None,
        entities: Iterable[str] = (),
    ) -> None:
        if on_conflict == "drop-constraint":
            way_out = "make a graph with drop-link or error for statements with choices"
            what = f"a graph with {on_conflict} takes no choices"
            raise ServiceError("bad-value", what, way_out)
        self.on_conflict = on_conflict
        self._links = dict(links or {})
        self._next = max(self._links, default=-1) + 1
        self._build(entities)

    # ---- changing -----------------------------------------------------------------------

    def _build(self, entities: Iterable[str]) -> None:
        from timegraph.networks import IntervalNetwork  # only graphs with choices need it

        self._network: IntervalNetwork[str] = IntervalNetwork()
        self._in_force: dict[int, Handle] = {}
        self._conflicts: dict[int, Conflict] = {}
        for entity in entities:
            self._network.add_entity(entity)
        for number, link in self._links.items():
            self._take(number, link)

    def _take(self, number: int, link: NetworkLink) -> None:
        """Put a link in force, or among the conflicts."""
        (handle,) = self._network.extend([link])
        if self._network.consistent():
            self._in_force[number] = handle
            return
        against = [other for other in self._network.conflict() if other is not link]
        self._network.remove(handle)
        self._conflicts[number] = Conflict(link, (), tuple(against))  # type: ignore[arg-type]

    def extend(self, links: Iterable[NetworkLink]) -> tuple[Handle, ...]:
        """Add links in order, and return their handles. Raises
        :class:`timegraph.ContradictionError` under the policy ``error``, and :class:`ServiceError`
        for more choices than can be decided; nothing is added then."""
        added = []
        with self.transaction():
            for link in links:
                number, self._next = self._next, self._next + 1
                self._links[number] = link
                self._check_room()
                self._take(number, link)
                if number in self._conflicts and self.on_conflict == "error":
                    raise ContradictionError(self._conflicts[number])
                added.append(Handle(number))
        return tuple(added)

    def _check_room(self) -> None:
        choices = [link for link in self._links.values() if not is_convex(link)]
        names = {
            name
            for link in choices
            for name in (
                (link.a, link.b) if isinstance(link, Link) else named_in(link)  # type: ignore[arg-type]
            )
        }
        if len(names) > MOST_CHOSEN:
            what = f"choices would name more than {MOST_CHOSEN} entities"
            raise ServiceError("over-limit", what, "use several graphs")

    def remove(self, *handles: Handle) -> None:
        """Take links back; what was kept out because of them comes back."""
        for handle in handles:
            del self._links[handle]
        if self._conflicts:
            self._build(self.entities)
        else:
            self._network.remove(*(self._in_force.pop(handle) for handle in handles))

    @contextmanager
    def transaction(self) -> Iterator[ChoiceGraph]:
        """``with graph.transaction():`` all of the block's changes, or none if it raises."""
        links, following, entities = dict(self._links), self._next, self.entities
        try:
            yield self
        except BaseException:
            self._links, self._next = links, following
            self._build(entities)
            raise

    def copy(self) -> ChoiceGraph:
        """An independent copy."""
        return ChoiceGraph(self.on_conflict, self._links, self.entities)

    # ---- looking ------------------------------------------------------------------------

    @property
    def entities(self) -> tuple[str, ...]:
        """All entities, in insertion order."""
        return self._network.entities

    @property
    def links(self) -> tuple[NetworkLink, ...]:
        """All links in order, whether in force or not."""
        return tuple(self._links.values())

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """What is kept out, with the links that it contradicts."""
        return tuple(self._conflicts.values())

    def __len__(self) -> int:
        return len(self._network)

    def __contains__(self, entity: object) -> bool:
        return entity in self._network

    def ask(self, a: str, relation: Any, b: str) -> Answer:
        """Whether one of these relations holds in every world, in none, or in some."""
        with _limited():
            return self._network.ask(a, relation, b, time_limit=SECONDS)

    def relations(self, a: str, b: str) -> AllenSet:
        """Exactly the relations of which each holds in some world."""
        with _limited():
            return self._network.relations(a, b, time_limit=SECONDS)

    def before(self, a: str) -> tuple[str, ...]:
        """What certainly ends before ``a`` starts, in insertion order."""
        return tuple(b for b in self.entities if str(self.relations(b, a)) == "before")

    def after(self, a: str) -> tuple[str, ...]:
        """What certainly starts after ``a`` ends, in insertion order."""
        return tuple(b for b in self.entities if str(self.relations(b, a)) == "after")

    def bounded(self, method: str, *points: Any, deadline: Deadline) -> tuple[Any, bool]:
        """What ``earliest``, ``latest`` or ``distance`` of these points is over all branches that
        can hold, and whether it is exact: else it is a bound that holds in each."""
        from timegraph.networks import TimedOut

        try:
            return getattr(self._network, method)(*points, time_limit=deadline.left()), True
        except TimedOut as error:
            return error.known, False

    @property
    def certain(self) -> TimeGraph[str]:
        """What holds whatever is chosen, as far as the choices need not be decided for it."""
        graph: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
        for entity in self.entities:
            graph.add_entity(entity)
        graph.extend(link for link in self._network.links if is_convex(link))  # type: ignore[misc]
        return graph

    def explained(self, a: str, relations: AllenSet, b: str) -> dict[str, Any]:
        """The answer with the links that decide it, none of which can be left out."""
        answer = self.ask(a, relations, b)
        text = f"{answer}: {a} {relations} {b}"
        if answer.value == "unknown":
            text += f"; it can be {self.relations(a, b)}"
        else:
            with _limited():
                links = self._network.explain(a, relations, b, time_limit=SECONDS)
            text += f", since {'; '.join(map(cite, links))}" if links else ""  # type: ignore[arg-type]
        named = [relation.value for relation in relations]
        return {"a": a, "relation": named, "b": b, "answer": answer.value, "text": text}

    def to_json(self) -> dict[str, Any]:
        """All links as the data of a network."""
        from timegraph.networks import IntervalNetwork

        network: IntervalNetwork[str] = IntervalNetwork()
        for entity in self.entities:
            network.add_entity(entity)
        network.extend(self._links.values())
        return network.to_json()


@contextmanager
def _limited() -> Iterator[None]:
    from timegraph.networks import TimedOut

    try:
        yield
    except TimedOut as error:
        way_out = "ask again with fewer choices in the graph"
        raise ServiceError("timed-out", f"not decided in {SECONDS:g} seconds", way_out) from error


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
    it was said, and where it stands in the request."""

    data: Request | None
    at: str
    where: str = ""
    links: tuple[NetworkLink, ...] = ()


def _relation_in(data: Request) -> str:
    """The relation of a fact, or the one that a rule is about."""
    return str(data.get("relation", data.get("one_at_a_time")))


class HeldGraph:
    """A graph by its name; ``frozen`` is a snapshot, which takes no changes. ``dating`` is how it
    reads dates: the ``conventions`` and ``timezone`` of :class:`timegraph.TimeGraph`."""

    def __init__(self, name: str, policy: Any, limits: Limits, **dating: Any) -> None:
        self.name, self.limits, self.dating = name, limits, dating
        self.graph: TimeGraph[str] | ChoiceGraph = TimeGraph(on_conflict=policy, **dating)
        self.statements: dict[int, Statement] = {}
        self.gone: list[Statement] = []
        self.next_id = 1
        self.frozen = False
        self.lock = RLock()
        self._earlier: tuple[str, TimeGraph[str] | ChoiceGraph] | None = None
        self._occurrences = Occurrences()
        self.orders: dict[str, Ordered] = {}

    # ---- changing -----------------------------------------------------------------------

    def add(self, said: Sequence[Said]) -> dict[str, Any]:
        """Add statements, each with the moment when it was said: their ids, what is kept out
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
        if data is None:
            return one
        if "subject" in data:
            try:
                data = self._occurrences.add(data)
            except ValueError as error:
                way_out = "or give start and end" if "say which" in str(error) else "see `timeline`"
                raise ServiceError("bad-value", f"{one.where}: {error}", way_out) from None
        kept = data if "subject" in data or "one_at_a_time" in data else None
        return Said(kept, one.at, one.where, links_of(data, one.where))

    def _recall(self) -> None:
        """Know again which occurrences the statements are about."""
        facts = (said.data for said in self.statements.values() if said.data)
        self._occurrences = Occurrences(data for data in facts if "subject" in data)

    def _added(self, said: Sequence[Said]) -> dict[str, Any]:
        links = [link for statement in said for link in statement.links]
        named = dict.fromkeys(name for link in links for name in entities_of(link))
        self._check_room(len(said), named)
        try:
            # Only a contradiction can leave some of the links in the graph.
            graph = self._able_to_hold(links)
            whole = graph.on_conflict == "error"
            with graph.transaction() if whole else nullcontext():
                _place_dates(graph, named)
                handles = graph.extend(links)  # type: ignore[arg-type]
                kept = self._reordered(
                    graph, [statement.data for statement in said if statement.data]
                )
        except ContradictionError as error:
            raise contradiction(error.conflict) from None
        except (ValueError, TypeError, OverflowError) as error:
            if isinstance(error, ServiceError):
                raise
            raise ServiceError("bad-value", str(error), "nothing was added") from None
        self.graph, self.orders = graph, kept
        return self._numbered(said, int(handles[0]) if handles else 0)

    def _reordered(
        self,
        graph: TimeGraph[str] | ChoiceGraph,
        more: Sequence[Request] = (),
        gone: Sequence[Request] = (),
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
            choices = isinstance(graph, ChoiceGraph)
            new[relation] = add_orders(graph, data, choices=choices)
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
        result = {"ids": ids, "kept_out": self._kept_out(ids)}
        return result | ({"facts": facts} if facts else {})

    def _able_to_hold(self, links: Sequence[NetworkLink]) -> TimeGraph[str] | ChoiceGraph:
        """The graph, or, if links have choices that it cannot hold, one with the same links."""
        if isinstance(self.graph, ChoiceGraph) or all(map(is_convex, links)):
            return self.graph
        refuse_dates(self.graph.entities)
        held: dict[int, NetworkLink] = {}
        for statement in self.statements.values():
            held |= zip(statement.handles, statement.links, strict=True)
        return ChoiceGraph(self.graph.on_conflict, held, self.graph.entities)

    def _check_room(self, said: int = 0, named: Collection[Any] = ()) -> None:
        """Raise :class:`ServiceError` unless so many statements with these entities can be
        added."""
        if self.frozen:
            way_out = "change the graph that it is a snapshot of"
            raise ServiceError("frozen", f"{self.name!r} is a snapshot", way_out)
        limits, way_out = self.limits, "use several graphs, or remove what is not needed"
        if len(self.statements) + said > limits.statements:
            what = f"{self.name!r} would have more than {limits.statements:,} statements"
            raise ServiceError("over-limit", what, way_out)
        if said and len(self.gone) > limits.statements:
            what = f"{self.name!r} remembers {len(self.gone):,} statements that were taken back"
            raise ServiceError("over-limit", what, "`save` it, and `load` it by another name")
        if len(self.graph) + sum(name not in self.graph for name in named) > limits.entities:
            what = f"{self.name!r} would have more than {limits.entities:,} entities"
            raise ServiceError("over-limit", what, way_out)

    def _kept_out(self, ids: Iterable[int]) -> list[dict[str, Any]]:
        """What is kept out of these statements."""
        new = {id(link): number for number in ids for link in self.statements[number].links}
        conflicts = [conflict for conflict in self.graph.conflicts if id(conflict.link) in new]
        if not conflicts:
            return []
        owners = {id(link): n for n, said in self.statements.items() for link in said.links}
        return [
            {"id": new[id(conflict.link)], **conflict_to_json(conflict, owners)}
            for conflict in conflicts
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
            self._check_room()
            self.check_ids(ids)
            taken = [self.statements.pop(number) for number in ids]
            self.graph.remove(
                *(Handle(number) for statement in taken for number in statement.handles)
            )
            self._recall()
            gone = [statement.data for statement in taken if statement.data]
            self.orders = self._reordered(self.graph, gone=gone)
            self.gone.extend(replace(statement, until=until) for statement in taken)
            self._earlier = None
            return {"removed": list(map(str, taken))}

    def as_of(self, moment: str | None) -> TimeGraph[str] | ChoiceGraph:
        """The graph as it had been said by then; without a moment, as it is."""
        if moment is None:
            return self.graph
        with self.lock:
            key = f"{moment} {self.next_id} {len(self.gone)}"
            if self._earlier is None or self._earlier[0] != key:
                statements = [
                    s for s in (*self.statements.values(), *self.gone) if _known(s, moment)
                ]
                statements.sort(key=lambda statement: statement.id)
                links = [link for statement in statements for link in statement.links]
                policy = self.graph.on_conflict
                earlier: TimeGraph[str] | ChoiceGraph = TimeGraph(
                    # What was dated back may contradict what was taken back later.
                    on_conflict="drop-link" if policy == "error" else policy,
                    **self.dating,
                )
                if not all(map(is_convex, links)):
                    earlier = ChoiceGraph("drop-link")
                earlier.extend(links)  # type: ignore[arg-type]
                data = [statement.data for statement in statements if statement.data]
                add_orders(earlier, data, choices=isinstance(earlier, ChoiceGraph))
                self._earlier = key, earlier
            return self._earlier[1]

    def correct(self, ids: Sequence[int], until: str, said: Sequence[Said]) -> dict[str, Any]:
        """Take statements back and add others in their place: both, or neither."""
        with self.lock:
            before = dict(self.statements), list(self.gone), self.next_id
            orders = self.orders
            try:
                with self.graph.transaction():
                    removed = self.remove(ids, until)
                    return {**removed, **self.add(said)}
            except BaseException:
                self.statements, self.gone, self.next_id = before
                self.orders = orders
                self._recall()
                raise

    # ---- looking ------------------------------------------------------------------------

    def snapshot(self, name: str) -> HeldGraph:
        """The graph as it is now, under another name, which takes no changes."""
        with self.lock:
            policy = self.graph.on_conflict
            copy = HeldGraph(name, policy, self.limits, **self.dating)
            copy.graph = self.graph.copy()
            copy.statements, copy.gone = dict(self.statements), list(self.gone)
            copy.next_id, copy.frozen, copy.orders = self.next_id, True, self.orders
            return copy

    def listed(self, moment: str | None) -> list[dict[str, Any]]:
        """What was said, in order, with ids and moments."""
        with self.lock:
            every = [*self.statements.values(), *(self.gone if moment else ())]
        statements = [s for s in every if moment is None or _known(s, moment)]
        return [
            {
                "id": statement.id,
                "text": str(statement),
                "source": name_of(statement.links[0])
                if statement.links
                else (statement.data or {}).get("source"),
                "said_at": statement.said_at,
            }
            for statement in sorted(statements, key=lambda statement: statement.id)
        ]


def _place_dates(graph: TimeGraph[str] | ChoiceGraph, named: Iterable[Any]) -> None:
    """Add the dates that links name: one that a link brings would take a handle between theirs."""
    if isinstance(graph, ChoiceGraph):
        refuse_dates(named)
        return
    for name in named:
        if isinstance(name, Period):
            graph.add_entity(name)  # type: ignore[arg-type]


def refuse_dates(names: Iterable[Any]) -> None:
    """Raise :class:`ServiceError` if a graph with choices would have a date as an entity."""
    if any(isinstance(name, Period) for name in names):
        way_out = "place the entity `within` the date, or keep choices in a graph of their own"
        raise ServiceError("choices", "a graph with choices has no dates as entities", way_out)


def _known(statement: Statement, moment: str) -> bool:
    return statement.said_at <= moment and (statement.until is None or moment < statement.until)


def entities_of(link: NetworkLink) -> tuple[Any, ...]:
    """The entities that a link names; instants are none."""
    if isinstance(link, (NoOverlap, AnyOf)):
        return named_in(link)
    if isinstance(link, Link):
        return link.a, link.b
    ends = (link.start, link.end) if isinstance(link, Placement) else (link.x, link.y)
    return tuple(entity for entity, side in ends if side != "at")


def conflicts_with(graph: TimeGraph[Any] | ChoiceGraph, links: Iterable[Any]) -> list[Conflict]:
    """Add links to a graph: what is kept out since. A heavier link may also bring others back."""
    before = {id(conflict.link) for conflict in graph.conflicts}
    graph.extend(links)
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
    """The statements, with the moment when each was said."""
    said = []
    for number, statement in enumerate(request["statements"]):
        where = f"statements[{number}]"
        at = statement.get("said_at")
        if "source" in request and "source" not in statement:
            statement = {**statement, "source": request["source"]}
        said_at = request["said_at"] if at is None else moment(at, f"{where}.said_at")
        said.append(Said(statement, said_at, where))
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
    """The graph of an annotated document, or of a file of statements, which the request has as
    text."""
    from timegraph.documents.build import build  # loads what reads documents

    spelling = spelling_of(request["text"][:8192])
    if spelling is not None:
        return _of_statements(request, spelling, limits)
    document = read_text(request["text"])
    try:
        graph = build(document, on_conflict="drop-link", calendar=request.get("calendar", True))
    except ValueError as error:
        raise ServiceError("bad-value", f"text: {error}", "try calendar=false") from None
    return _holding(graph, request, limits)


def _of_statements(request: Request, spelling: str, limits: Limits) -> HeldGraph:
    """The graph of a file of statements; what has no source has its line."""
    held = HeldGraph(request["graph"], "drop-link", limits)
    try:
        rows = list(rows_of(request["text"].splitlines(), spelling, "text"))
    except ValueError as error:
        raise ServiceError("bad-value", f"text: {error}", "correct that line") from None
    held.add(
        [
            Said({"source": f"line {line}", **data}, request["said_at"], f"text:{line}")
            for line, data in rows
        ]
    )
    return held


def read_text(text: str) -> Any:
    """The document that a request has as text, in any format that a single file has."""
    import timeml  # loads what reads documents
    from timeml.readers.statements import document_of

    try:
        spelling = spelling_of(text[:8192])
        if spelling is not None:
            return document_of(rows_of(text.splitlines(), spelling, "text"), "text")
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
    held.add([Said(None, request["said_at"], links=(link,)) for link in graph.links])
    return held


MAKERS = {function.__name__: function for function in (create, load, load_document)}
"""What makes a graph."""
