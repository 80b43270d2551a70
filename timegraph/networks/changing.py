"""What a network holds, and how it changes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic

from timegraph.allen import AllenSet, RelationLike
from timegraph.graph import TimeGraph
from timegraph.links import Endpoint, Handle, Link, PointLink
from timegraph.networks.exchange import Parts
from timegraph.networks.links import (
    AnyOf,
    GroupsLike,
    NetworkLink,
    NoOverlap,
    groups_of,
    is_convex,
)
from timegraph.networks.reduction import concerned, is_whole, literal_of, problem_of
from timegraph.networks.solver import Solver
from timegraph.points import PointOperator
from timegraph.readable_graph import E

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["ChangingNetwork"]


class ChangingNetwork(Generic[E]):
    """The links of :class:`timegraph.IntervalNetwork`, and the search that knows them.

    What a graph can hold is in ``_graph``, in the order of ``_links``; ``_solver`` has what was
    found since the last change, ``_numbers`` which intervals it sees, and ``_whole`` whether these
    are all, with all links.
    """

    def __init__(self) -> None:
        self._hold((TimeGraph(on_conflict="drop-link"), {}, {}, 0))

    def _hold(self, parts: Parts) -> None:
        """Begin with these parts, which nobody else has."""
        self._graph, self._links, self._in_graph, self._next = parts
        self._lock = RLock()
        self._solver: Solver | None = None
        self._numbers: dict[Hashable, int] = {}
        self._whole = True

    # ---- changing -----------------------------------------------------------------------

    def add_entity(self, entity: E) -> None:
        """Add an interval, so that it can be asked about before a link names it."""
        with self._lock:
            if entity not in self._graph:
                self._graph.add_entity(entity)
                self._solver = None

    def add(self, a: E, relation: RelationLike, b: E, source: Any = None) -> Handle:
        """Add the link that one of these relations holds from ``a`` to ``b``; any set is allowed,
        and an empty one contradicts itself. Returns the handle by which :meth:`remove` takes it
        back. Raises ``ValueError`` for what is not a relation."""
        return self.extend([Link(a, AllenSet(relation), b, source)])[0]

    def add_points(self, x: Endpoint, op: PointOperator, y: Endpoint, source: Any = None) -> Handle:
        """Add a comparison of two endpoints, as :meth:`timegraph.TimeGraph.add_points`."""
        return self.extend([PointLink(x, op, y, source)])[0]

    def add_distance(
        self,
        x: Endpoint,
        y: Endpoint,
        *,
        at_least: Any = None,
        at_most: Any = None,
        exactly: Any = None,
        source: Any = None,
    ) -> Handle:
        """Add bounds on the distance ``y - x``, as :meth:`timegraph.TimeGraph.add_distance`: they
        hold whatever is chosen. Months count from the dates that are known without choices."""
        bounds = {"at_least": at_least, "at_most": at_most, "exactly": exactly}
        return self._measured("add_distance", x, y, **bounds, source=source)

    def add_duration(
        self,
        entity: E,
        exactly: Any = None,
        *,
        at_least: Any = None,
        at_most: Any = None,
        source: Any = None,
    ) -> Handle:
        """Add how long an interval lasts, as :meth:`timegraph.TimeGraph.add_duration`."""
        return self._measured(
            "add_duration", entity, exactly, at_least=at_least, at_most=at_most, source=source
        )

    def place(self, point: Any, *, source: Any = None, **times: Any) -> Handle:
        """Place an endpoint or an interval in time: ``within=``, ``at=``, ``start=``, ``end=`` or
        ``spanning=``, as :meth:`timegraph.TimeGraph.place` has them."""
        return self._measured("place", point, source=source, **times)

    def add_no_overlap(self, intervals: Iterable[E], source: Any = None) -> Handle:
        """Add that no two of these intervals overlap: each is before, meets, is met by or is after
        each other. Without lengths or times this excludes little: dense time has room for all."""
        named = tuple(intervals)
        for number, interval in enumerate(named):
            if interval in named[:number]:
                raise ValueError(f"{interval} is given twice, and overlaps itself")
        return self.extend([NoOverlap(named, source)])[0]

    def add_any_of(self, groups: GroupsLike, source: Any = None) -> Handle:
        """Add that all links of at least one of these groups hold. A link is a
        :class:`timegraph.Link` or ``(a, relation, b)``. Raises ``ValueError`` for a distance, which
        cannot be an alternative."""
        return self.extend([AnyOf(groups_of(groups), source)])[0]

    def extend(self, links: Iterable[NetworkLink]) -> tuple[Handle, ...]:
        """Add many links in order, and return their handles; raises as the other methods do, and
        changes nothing then."""
        listed = list(links)
        with self._lock:
            convex = [link for link in listed if is_convex(link)]
            handles = iter(self._graph.extend(convex))  # type: ignore[arg-type]
            added = []
            for link in listed:
                for entity in concerned([link]) if not is_convex(link) else ():
                    self._graph.add_entity(entity)
                added.append(self._note(link, next(handles) if is_convex(link) else None))
            self._refresh(listed)
            return tuple(added)

    def _measured(self, method: str, *points: Any, **words: Any) -> Handle:
        with self._lock:
            handle = getattr(self._graph, method)(*points, **words)
            added = self._note(self._graph.links[-1], handle)
            self._solver = None
            return added

    def _note(self, link: NetworkLink, in_graph: Handle | None) -> Handle:
        number = self._next
        self._next += 1
        self._links[number] = link
        if in_graph is not None:
            self._in_graph[number] = in_graph
        return Handle(number)

    def _refresh(self, added: list[NetworkLink]) -> None:
        """Go on with what is known if the new links are sets of numbered intervals."""
        solver, self._solver = self._solver, None
        if (
            solver is None
            or not solver.closed
            or not self._whole
            or len(self._graph) != len(self._numbers)
        ):
            return
        if all(isinstance(link, Link) and link.a != link.b for link in added):
            solver.tighten([literal_of(link, self._numbers) for link in added])  # type: ignore[arg-type]
            self._solver = solver

    def remove(self, *handles: Handle) -> tuple[NetworkLink, ...]:
        """Take back the links with these handles, and return them. Raises ``KeyError`` for a handle
        that the network never gave, or whose link was removed; nothing is changed then."""
        with self._lock:
            for handle in handles:
                if handle not in self._links or handles.count(handle) > 1:
                    raise KeyError(f"no link has the handle {handle}, or it is given twice")
            removed = tuple(self._links.pop(handle) for handle in handles)
            self._graph.remove(*(self._in_graph.pop(h) for h in handles if h in self._in_graph))
            for entity in concerned(self._choices()):
                self._graph.add_entity(entity)
            # What satisfied all links satisfies fewer; all else is to be found again.
            worlds = self._solver.worlds[:1] if self._solver and self._whole else []
            self._solver = self._solver_of((), worlds) if worlds else None
            return removed

    def copy(self) -> Self:
        """An independent copy, with the same handles."""
        other = type(self)()
        other.__setstate__(self.__getstate__())
        return other

    # ---- looking ------------------------------------------------------------------------

    @property
    def entities(self) -> tuple[E, ...]:
        """All intervals, in insertion order."""
        return self._graph.entities

    @property
    def links(self) -> tuple[NetworkLink, ...]:
        """All links, in order."""
        with self._lock:
            return tuple(self._links.values())

    def __len__(self) -> int:
        return len(self._graph)

    def __contains__(self, entity: object) -> bool:
        return entity in self._graph

    def __iter__(self) -> Iterator[E]:
        return iter(self.entities)

    def __repr__(self) -> str:
        with self._lock:
            choices = sum(not is_convex(link) for link in self._links.values())
            return (
                f"<IntervalNetwork: {len(self)} entities, {len(self._links)} links, "
                f"{choices} of them choices>"
            )

    def __getstate__(self) -> Parts:
        with self._lock:
            return self._graph.copy(), dict(self._links), dict(self._in_graph), self._next

    def __setstate__(self, parts: Parts) -> None:
        self._hold(parts)

    # ---- the search ---------------------------------------------------------------------

    def _choices(self) -> list[NetworkLink]:
        return [link for number, link in self._links.items() if number not in self._in_graph]

    def _solver_of(self, further: Iterable[Hashable], worlds: Iterable[Any] = ()) -> Solver:
        """The search with the intervals of the choices and ``further`` ones; ``worlds`` are of use
        as long as these have the numbers that they had."""
        choices = self._choices()
        self._whole = is_whole(self._graph, self._links.values())
        named = self._graph.entities if self._whole else [*concerned(choices), *further]
        numbers = {entity: k for k, entity in enumerate(dict.fromkeys(named))}
        if numbers != self._numbers:
            self._numbers, worlds = numbers, ()
        return Solver(problem_of(self._graph, choices, numbers, self._whole), worlds)

    def _ready(self, *intervals: Hashable) -> Solver:
        """The search, with these intervals among its own."""
        for interval in intervals:
            if interval not in self._graph:
                raise KeyError(f"the network has no interval {interval!r}")
        if self._solver is None or any(interval not in self._numbers for interval in intervals):
            self._solver = self._solver_of(intervals)
        return self._solver
