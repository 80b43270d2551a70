"""The links of a network: adding them, by a policy for what contradicts, and taking them back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from itertools import chain, count, groupby
from threading import RLock
from typing import TYPE_CHECKING, Any, Concatenate, Generic, Literal, ParamSpec

from timegraph._pace import Deadline
from timegraph.allen import AllenSet, RelationLike
from timegraph.graph import TimeGraph
from timegraph.links import Conflict, ContradictionError, Endpoint, Handle, Link, PointLink
from timegraph.networks.links import (
    AnyOf,
    GroupsLike,
    NetworkLink,
    NoOverlap,
    entities_in,
    groups_of,
    is_convex,
)
from timegraph.networks.solver import Solver, is_whole, literal_of, problem_of, trial_of
from timegraph.periods import period_of
from timegraph.points import PointOperator
from timegraph.readable_graph import E

if TYPE_CHECKING:
    from typing_extensions import Self

Parts = tuple[TimeGraph[Any], dict[int, NetworkLink], dict[int, Handle], int]
"""A graph, all links by handle, the graph's handles of those in it, and the next handle."""

NetworkPolicy = Literal["error", "drop-link"]
"""What becomes of a link that contradicts those before it."""


P = ParamSpec("P")


def _measured(
    add: Callable[Concatenate[TimeGraph[Any], P], Handle],
) -> Callable[Concatenate[ChangingNetwork[Any], P], Handle]:
    """The method of a network that adds what this method of a graph adds, and raises as it does."""

    @wraps(add)
    def method(self: ChangingNetwork[Any], /, *points: P.args, **words: P.kwargs) -> Handle:
        scratch = _empty(self.timezone)
        add(scratch, *points, **words)
        return self.extend(scratch.links[-1:])[0]

    return method


class ChangingNetwork(ABC, Generic[E]):
    """The links of :class:`timegraph.IntervalNetwork`, and the search that knows them.

    What a graph can hold is in ``_graph``, in the order of ``_links``; ``_kept_out`` has what
    contradicts these, by handle. ``_solver`` has what was found since the last change,
    ``_numbers`` which intervals it sees, and ``_whole`` whether these are all, with all links.
    """

    def __init__(
        self,
        *,
        on_conflict: NetworkPolicy | None = None,
        timezone: str | None = None,
        time_limit: float | None = None,
    ) -> None:
        if on_conflict not in (None, "error", "drop-link"):
            raise ValueError(
                f"on_conflict={on_conflict!r}: a network takes error, drop-link, or None, under "
                "which links may contradict each other"
            )
        self.on_conflict, self.time_limit = on_conflict, time_limit
        self._hold((_empty(timezone), {}, {}, 0))

    def _hold(self, parts: Parts, kept_out: Mapping[int, Conflict] | None = None) -> None:
        """Begin with these parts, which nobody else has."""
        self._graph, self._links, self._in_graph, self._next = parts
        self._kept_out = dict(kept_out or {})
        self._lock = RLock()
        self._forget()

    def _forget(self) -> None:
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

    # Lengths and times hold whatever is chosen; months count from the dates known without choices.
    add_distance = _measured(TimeGraph.add_distance)
    add_duration = _measured(TimeGraph.add_duration)
    place = _measured(TimeGraph.place)

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

    def extend(
        self, links: Iterable[NetworkLink], *, time_limit: float | None = None
    ) -> tuple[Handle, ...]:
        """Add many links in order, and return their handles; raises as the other methods do, and
        changes nothing then.

        Under the policy ``drop-link`` a link that contradicts those before it is kept out, and
        among the :attr:`conflicts`; under ``error`` it raises
        :class:`timegraph.ContradictionError`. Either takes a search, which raises
        :class:`TimedOut` where the time is over.
        """
        with self._lock:
            new = dict(zip(count(self._next), links, strict=False))
            entities = len(self._graph)
            try:
                if self.on_conflict is None:
                    self._put(new)
                else:
                    self._take(new, Deadline(time_limit))
                refused = new.keys() & self._kept_out.keys()
                if refused and self.on_conflict == "error":
                    raise ContradictionError(self._kept_out[min(refused)])
            except BaseException:
                self._undo(new, entities)
                raise
            self._next += len(new)
            return tuple(map(Handle, new))

    def _undo(self, links: Mapping[int, NetworkLink], entities: int) -> None:
        """Take out what was added of these links, and all entities but so many."""
        self._take_out(links)
        for number in links:
            self._kept_out.pop(number, None)
        for entity in self._graph.entities[entities:]:
            self._graph.remove_entity(entity)

    def _put(self, links: Mapping[int, NetworkLink]) -> None:
        """Put links in force, whatever they contradict."""
        # In runs, so that intervals keep the order in which they are named.
        for convex, run in groupby(links.items(), lambda item: is_convex(item[1])):
            part = dict(run)
            self._links |= part
            if convex:
                handles = self._graph.extend(part.values())  # type: ignore[arg-type]
                self._in_graph |= zip(part, handles, strict=True)
            else:
                self._name(part.values())
        self._refresh([*links.values()])

    def _take(self, links: Mapping[int, NetworkLink], deadline: Deadline) -> None:
        """Put links in force that agree with those before them: all at once, or by halves."""
        self._put(links)
        if self._agrees(deadline):
            return
        against = [*self._conflict((), deadline)] if len(links) == 1 else []
        self._take_out(links)
        for number, link in links.items() if len(links) == 1 else ():
            others = (other for other in against if other is not link)
            self._kept_out[number] = Conflict(link, (), tuple(others))  # type: ignore[arg-type]
            for entity in entities_in(link):
                self._graph.add_entity(entity)
        items, half = [*links.items()], len(links) // 2
        for part in (items[:half], items[half:]) if half else ():
            self._take(dict(part), deadline)

    def _name(self, links: Iterable[NetworkLink]) -> None:
        """Have the intervals of choices, which the graph does not have as links."""
        for entity in chain.from_iterable(map(entities_in, links)):
            self._graph.add_entity(entity)

    def _take_out(self, numbers: Iterable[int]) -> None:
        """Put links out of force."""
        listed = [*numbers]
        for number in listed:
            self._links.pop(number, None)
        self._graph.remove(*(self._in_graph.pop(n) for n in listed if n in self._in_graph))
        self._name(self._choices())
        self._solver = None

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
        """Take back the links with these handles, and return them; what was kept out because of
        them comes back. Raises ``KeyError`` for a handle that the network never gave, or whose link
        was removed; nothing is changed then."""
        with self._lock:
            every = self._every()
            for handle in handles:
                if handle not in every or handles.count(handle) > 1:
                    raise KeyError(f"no link has the handle {handle}, or it is given twice")
            removed = tuple(every.pop(handle) for handle in handles)
            if self._kept_out:
                self._decide_again(every)
                return removed
            solver = self._solver
            self._take_out(handles)
            # What satisfied all links satisfies fewer; all else is to be found again.
            worlds = solver.worlds[:1] if solver and self._whole else []
            self._solver = self._solver_of((), worlds) if worlds else None
            return removed

    def _decide_again(self, links: Mapping[int, NetworkLink]) -> None:
        """Put these links, of which each was there, in force by the policy."""
        graph = _empty(self._graph.timezone)
        for entity in self._graph.entities:
            graph.add_entity(entity)
        self._graph, self._links, self._in_graph, self._kept_out = graph, {}, {}, {}
        self._forget()
        self._take(links, Deadline())

    @contextmanager
    def transaction(self) -> Iterator[Self]:
        """``with network.transaction():`` keeps all changes of the block, or none if it raises."""
        with self._lock:
            before = self._graph.copy(), dict(self._links), dict(self._in_graph)
            kept_out = dict(self._kept_out)
            try:
                yield self
            except BaseException:
                self._graph, self._links, self._in_graph = before
                self._kept_out = kept_out
                self._forget()
                raise

    def copy(self) -> Self:
        """An independent copy, with the same handles."""
        other = type(self)(on_conflict=self.on_conflict, time_limit=self.time_limit)
        other.__setstate__(self.__getstate__())
        return other

    # ---- looking ------------------------------------------------------------------------

    @property
    def entities(self) -> tuple[E, ...]:
        """All intervals, in insertion order."""
        return self._graph.entities

    @property
    def links(self) -> tuple[NetworkLink, ...]:
        """All links, in order, whether in force or kept out."""
        with self._lock:
            return tuple(self._every().values())

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """What the policy keeps out, in order, each with the links in force that it contradicts."""
        with self._lock:
            return tuple(self._kept_out[number] for number in sorted(self._kept_out))

    @property
    def instants(self) -> tuple[Hashable, ...]:
        """The keys of all points that are not an end of an interval."""
        return self._graph.instants

    @property
    def timezone(self) -> str | None:
        """The name of the time zone of times without one, if there is one."""
        return self._graph.timezone

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

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:
            parts = self._graph.copy(), dict(self._links), dict(self._in_graph), self._next
            settings = {"on_conflict": self.on_conflict, "time_limit": self.time_limit}
            return {**settings, "parts": parts, "kept_out": dict(self._kept_out)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.on_conflict, self.time_limit = state["on_conflict"], state["time_limit"]
        self._hold(state["parts"], state["kept_out"])
        if self.on_conflict and not (self._kept_out or self._agrees(Deadline())):
            self._decide_again(self._links)  # what was saved under a policy

    def _every(self) -> dict[int, NetworkLink]:
        """All links by their handles, in order."""
        kept_out = {number: conflict.link for number, conflict in self._kept_out.items()}
        return dict(sorted({**self._links, **kept_out}.items())) if kept_out else dict(self._links)

    # ---- the search ---------------------------------------------------------------------

    def _deadline(self, time_limit: float | None) -> Deadline:
        return Deadline(self.time_limit if time_limit is None else time_limit)

    def _with_dates(self, *intervals: Hashable) -> Self:
        """A copy with those of the intervals that are dates; this network if it has them all."""
        new = [key for key in intervals if key not in self._graph and period_of(key) is not None]
        if not new:
            return self
        dated = self.copy()
        for key in new:
            dated.add_entity(key)  # type: ignore[arg-type]
        return dated

    def _choices(self) -> list[NetworkLink]:
        return [link for number, link in self._links.items() if number not in self._in_graph]

    def _agrees(self, deadline: Deadline) -> bool:
        """Whether what is in force has a world."""
        if self._graph.conflicts or not self._choices():
            return not self._graph.conflicts
        return self._ready().consistent(deadline)

    @abstractmethod
    def _conflict(
        self, given: tuple[NetworkLink, ...], deadline: Deadline
    ) -> tuple[NetworkLink, ...]:
        """Links that contradict each other, and the ``given`` ones, while no part of them does;
        none if they agree. Raises :class:`TimedOut` with a contradiction that may have more links
        than it needs."""

    def _solver_of(self, further: Iterable[Hashable], worlds: Iterable[Any] = ()) -> Solver:
        """The search with the intervals of the choices and ``further`` ones; ``worlds`` are of use
        as long as these have the numbers that they had."""
        choices = self._choices()
        self._whole = is_whole(self._graph)
        named = self._graph.entities if self._whole else chain(*map(entities_in, choices), further)
        numbers = {entity: k for k, entity in enumerate(dict.fromkeys(named))}
        if numbers != self._numbers:
            self._numbers, worlds = numbers, ()
        problem = problem_of(self._graph, choices, numbers, self._whole)
        return Solver(problem, worlds, trial_of(problem, self._graph, numbers, self._whole))

    def _ready(self, *intervals: Hashable) -> Solver:
        """The search, with these intervals among its own."""
        for interval in intervals:
            if interval not in self._graph:
                raise KeyError(f"the network has no interval {interval!r}")
        if self._solver is None or any(interval not in self._numbers for interval in intervals):
            self._solver = self._solver_of(intervals)
        return self._solver


def _empty(timezone: str | None) -> TimeGraph[Any]:
    # A convention would have to give way to what is chosen, too.
    return TimeGraph(on_conflict="drop-link", conventions=False, timezone=timezone)
