"""A graph with choices, as a service holds it: what contradicts is kept out, or refused.

A statement with an *or* (any set of relations, alternatives, intervals without overlap) makes the
graph that holds it an :class:`timegraph.IntervalNetwork`. Networks take links that contradict each
other and say so; here each link is in force if it agrees with those in force before it, as in a
:class:`timegraph.TimeGraph` under ``drop-link``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from timegraph.citations import cite
from timegraph.links import Conflict, ContradictionError, Handle, Link
from timegraph.networks.links import AnyOf, NetworkLink, NoOverlap, is_convex
from timegraph.service.errors import ServiceError

if TYPE_CHECKING:
    from timegraph.allen import AllenSet
    from timegraph.answer import Answer
    from timegraph.networks import IntervalNetwork

__all__ = ["MOST_CHOSEN", "ChoiceGraph", "named_in"]

MOST_CHOSEN = 50
"""Intervals of choices in a graph: so many are decided in a moment as a rule."""

_SECONDS = 30.0  # the first question may compile the search


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
            return self._network.ask(a, relation, b, time_limit=_SECONDS)

    def relations(self, a: str, b: str) -> AllenSet:
        """Exactly the relations of which each holds in some world."""
        with _limited():
            return self._network.relations(a, b, time_limit=_SECONDS)

    def before(self, a: str) -> tuple[str, ...]:
        """What certainly ends before ``a`` starts, in insertion order."""
        return tuple(b for b in self.entities if str(self.relations(b, a)) == "before")

    def after(self, a: str) -> tuple[str, ...]:
        """What certainly starts after ``a`` ends, in insertion order."""
        return tuple(b for b in self.entities if str(self.relations(b, a)) == "after")

    def explained(self, a: str, relations: AllenSet, b: str) -> dict[str, Any]:
        """The answer with the links that decide it, none of which can be left out."""
        answer = self.ask(a, relations, b)
        text = f"{answer}: {a} {relations} {b}"
        if answer.value == "unknown":
            text += f"; it can be {self.relations(a, b)}"
        else:
            with _limited():
                links = self._network.explain(a, relations, b, time_limit=_SECONDS)
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
        raise ServiceError("timed-out", f"not decided in {_SECONDS:g} seconds", way_out) from error
