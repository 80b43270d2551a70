"""A graph with a name, and what was said of it, when and by whom.

Two clocks: the graph says when things were true; each statement has the moment when it was said,
and one that is taken back the moment since when. So the graph ``as_of`` an earlier moment can be
built again: from what had been said by then and was not yet taken back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from threading import RLock
from typing import Any

from timegraph.citations import name_of
from timegraph.graph import TimeGraph
from timegraph.links import Conflict, ContradictionError, Handle, Link, Placement
from timegraph.networks.links import AnyOf, NetworkLink, NoOverlap, is_convex
from timegraph.periods import Period
from timegraph.service.choices import ChoiceGraph, named_in
from timegraph.service.errors import ServiceError
from timegraph.service.statements import Statement

__all__ = [
    "DEFAULT_LIMITS",
    "HeldGraph",
    "Limits",
    "conflict_to_json",
    "conflicts_with",
    "contradiction",
    "entities_of",
    "refuse_dates",
]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a service takes: graphs, entities and statements of a graph, characters of a
    request."""

    graphs: int = 20_000
    entities: int = 5_000
    statements: int = 50_000
    characters: int = 16_000_000


DEFAULT_LIMITS = Limits()


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

    # ---- changing -----------------------------------------------------------------------

    def add(self, said: Sequence[tuple[tuple[NetworkLink, ...], str]]) -> dict[str, Any]:
        """Add statements, each with the moment when it was said: their ids, and what is kept out
        because it contradicts what is there. Under the policy ``error`` that is refused, and
        nothing is added."""
        with self.lock:
            links = [link for statement_links, _ in said for link in statement_links]
            named = dict.fromkeys(name for link in links for name in entities_of(link))
            self._check_room(len(said), named)
            try:
                # Only a contradiction can leave some of the links in the graph.
                graph = self._able_to_hold(links)
                whole = graph.on_conflict == "error"
                with graph.transaction() if whole else nullcontext():
                    _place_dates(graph, named)
                    handles = graph.extend(links)  # type: ignore[arg-type]
            except ContradictionError as error:
                raise contradiction(error.conflict) from None
            except (ValueError, TypeError, OverflowError) as error:
                if isinstance(error, ServiceError):
                    raise
                raise ServiceError("bad-value", str(error), "nothing was added") from None
            self.graph = graph
            ids = []
            first = int(handles[0]) if handles else 0
            for statement_links, said_at in said:
                self.statements[self.next_id] = Statement(
                    self.next_id, statement_links, first, said_at
                )
                ids.append(self.next_id)
                self.next_id += 1
                first += len(statement_links)
            return {"ids": ids, "kept_out": self._kept_out(ids)}

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
            self.gone.extend(replace(statement, until=until) for statement in taken)
            self._earlier = None
            return {"removed": [str(statement.links[0]) for statement in taken]}

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
                self._earlier = key, earlier
            return self._earlier[1]

    def correct(
        self, ids: Sequence[int], until: str, said: Sequence[tuple[tuple[NetworkLink, ...], str]]
    ) -> dict[str, Any]:
        """Take statements back and add others in their place: both, or neither."""
        with self.lock:
            before = dict(self.statements), list(self.gone), self.next_id
            try:
                with self.graph.transaction():
                    removed = self.remove(ids, until)
                    return {**removed, **self.add(said)}
            except BaseException:
                self.statements, self.gone, self.next_id = before
                raise

    # ---- looking ------------------------------------------------------------------------

    def snapshot(self, name: str) -> HeldGraph:
        """The graph as it is now, under another name, which takes no changes."""
        with self.lock:
            policy = self.graph.on_conflict
            copy = HeldGraph(name, policy, self.limits, **self.dating)
            copy.graph = self.graph.copy()
            copy.statements, copy.gone = dict(self.statements), list(self.gone)
            copy.next_id, copy.frozen = self.next_id, True
            return copy

    def listed(self, moment: str | None) -> list[dict[str, Any]]:
        """What was said, in order, with ids and moments."""
        with self.lock:
            every = [*self.statements.values(), *(self.gone if moment else ())]
        statements = [s for s in every if moment is None or _known(s, moment)]
        return [
            {
                "id": statement.id,
                "text": "; ".join(dict.fromkeys(map(str, statement.links))),
                "source": name_of(statement.links[0]),
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
