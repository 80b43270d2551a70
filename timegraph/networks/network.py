"""IntervalNetwork: intervals with any disjunction of relations between them, decided exactly.

What a :class:`timegraph.TimeGraph` can hold is in one; the rest are choices: sets of relations
that are not a conjunction of comparisons, sets of intervals that do not overlap, and groups of
links of which one holds. A network without choices is the graph's alone. Otherwise the intervals
of the choices, with what the graph entails of them, are a problem for the compiled search
(:mod:`timegraph.networks.solver`), and a question "a R b" is answered by refutation: YES if nothing
is left with the complement of R, NO if nothing is left with R. Deciding is NP-complete (Vilain &
Kautz 1986), so every question takes a limit of time.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from os import PathLike
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic

from timegraph._pace.limits import Deadline, TimedOut
from timegraph.allen import Allen, AllenSet, RelationLike
from timegraph.answer import Answer
from timegraph.graph import TimeGraph
from timegraph.links import (
    EPOCH,
    Conflict,
    ContradictionError,
    DistanceLink,
    Endpoint,
    Handle,
    Link,
    PointLink,
)
from timegraph.networks import exchange
from timegraph.networks.exchange import Parts
from timegraph.networks.links import (
    AnyOf,
    GroupsLike,
    NetworkLink,
    NoOverlap,
    groups_of,
    is_convex,
    negated,
    shown,
)
from timegraph.networks.solver import (
    EVERY_RELATION,
    Solver,
    concerned,
    is_whole,
    literal_of,
    problem_of,
    relation_in,
    times_of,
    trial_of,
)
from timegraph.points import PointOperator
from timegraph.proofs.search import minimal_conflict
from timegraph.readable_graph import E
from timegraph.repairs import independent_conflicts

if TYPE_CHECKING:
    from typing_extensions import Self

    from timegraph._graph.distances import Bounds


# What is wrong with a network.


class InconsistentError(ContradictionError):
    """The network has no world, so there is nothing to ask about.

    ``links`` contradict each other, while no part of them does; ``conflict`` has the last of them
    against the others.
    """

    def __init__(self, links: tuple[Any, ...]) -> None:
        named = "; ".join(map(shown, links))
        super().__init__(Conflict(links[-1], (), links[:-1]))
        self._message = (
            f"the network is inconsistent: these contradict each other: {named}; remove one of them"
        )
        self.links = links

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.links,)


class ChangingNetwork(Generic[E]):
    """The links of :class:`timegraph.IntervalNetwork`, and the search that knows them.

    What a graph can hold is in ``_graph``, in the order of ``_links``; ``_solver`` has what was
    found since the last change, ``_numbers`` which intervals it sees, and ``_whole`` whether these
    are all, with all links.
    """

    def __init__(self) -> None:
        # A convention would have to give way to what is chosen, too.
        self._hold((TimeGraph(on_conflict="drop-link", conventions=False), {}, {}, 0))

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


_MOST_MINIMAL = 100
_QUESTION = "the question"


class IntervalNetwork(ChangingNetwork[E]):
    """Intervals and links between them, with any choices; the module's docstring has the idea.

    Links may contradict each other: :meth:`consistent` says so, :meth:`conflict` names them, and
    every question then raises :class:`InconsistentError`, a :class:`timegraph.ContradictionError`.
    Questions take ``time_limit`` in seconds (``None``: no limit) and raise :class:`TimedOut`, with
    what is known by then, where it is over; they never guess. Answers do not depend on the order of
    calls. Every call is safe beside any other in another thread.
    """

    @classmethod
    def from_graph(cls, graph: TimeGraph[E]) -> IntervalNetwork[E]:
        """The network with the intervals and all links of a graph, whether in force or not."""
        network: IntervalNetwork[E] = cls()
        for entity in graph.entities:
            network.add_entity(entity)
        network.extend(graph.links)
        return network

    def to_graph(self) -> TimeGraph[E]:
        """The same as a :class:`timegraph.TimeGraph`. Raises ``ValueError`` for a link that a graph
        cannot hold, and :class:`timegraph.ContradictionError` if the links contradict each
        other."""
        with self._lock:
            for link in self._links.values():
                if not is_convex(link):
                    raise ValueError(
                        f"a TimeGraph has no choices, but this is one: {link}; take scenario() "
                        "for a graph of one world"
                    )
            graph: TimeGraph[E] = TimeGraph()
            for entity in self._graph.entities:
                graph.add_entity(entity)
            graph.extend(self._graph.links)
            return graph

    # ---- deciding -----------------------------------------------------------------------

    def consistent(self, *, time_limit: float | None = None) -> bool:
        """Whether one assignment of times satisfies everything."""
        with self._lock:
            if not self._choices():
                return not self._graph.conflicts
            return self._ready().consistent(Deadline(time_limit))

    def schedule(self, *, time_limit: float | None = None) -> dict[Endpoint, Fraction]:
        """One time for each endpoint, such that everything holds: in seconds since
        1970-01-01T00:00 if the network has dates, else in seconds since the first point if it has
        distances, else in no unit."""
        with self._lock:
            return times_of(self._world(Deadline(time_limit)))

    def scenario(self, *, time_limit: float | None = None) -> Scenario[E]:
        """One world: the relation of every pair, and the times that show it."""
        times = self.schedule(time_limit=time_limit)
        return Scenario(self.entities, times)

    def ask(self, a: E, relation: RelationLike, b: E, *, time_limit: float | None = None) -> Answer:
        """Whether one of these relations holds from ``a`` to ``b`` in every world (YES), in none
        (NO), or in some only (UNKNOWN). Raises ``KeyError`` for an unknown interval."""
        mask = AllenSet(relation).mask
        with self._lock:
            if not self._choices() and not self._graph.conflicts:
                return self._graph.ask(a, relation, b)
            deadline = Deadline(time_limit)
            solver = self._consistent_solver(deadline, a, b)
            if a == b:
                return Answer.YES if mask & AllenSet("equal").mask else Answer.NO
            i, j, mask = literal_of(Link(a, AllenSet.from_mask(mask), b), self._numbers)
            if not solver.some(i, j, mask, deadline):
                return Answer.NO
            return (
                Answer.UNKNOWN
                if solver.some(i, j, EVERY_RELATION & ~mask, deadline)
                else Answer.YES
            )

    def ask_any_of(self, groups: GroupsLike, *, time_limit: float | None = None) -> Answer:
        """Whether all links of one of these groups hold, in every world, in none, or in some:
        ``ask_any_of([[(x, not_during, a), (x, not_during, b)]])`` asks whether x was during none of
        them. Raises ``KeyError`` for an unknown interval."""
        checked = groups_of(groups)
        if [*map(len, checked)] == [1]:
            link: Any = checked[0][0]
            return self.ask(link.a, link.relation, link.b, time_limit=time_limit)
        with self._lock:
            deadline = Deadline(time_limit)
            asked = concerned([AnyOf(checked)])
            self._consistent_solver(deadline, *asked)
            if not self._agree([*self.links, AnyOf(checked)], deadline):
                return Answer.NO
            opposite = [*negated(checked, _QUESTION)]
            refuted = not self._agree([*self.links, *opposite], deadline)
            return Answer.YES if refuted else Answer.UNKNOWN

    def relations(self, a: E, b: E, *, time_limit: float | None = None) -> AllenSet:
        """Exactly the relations of which each holds from ``a`` to ``b`` in some world. Raises
        ``KeyError`` for an unknown interval; where the time is over, :class:`TimedOut` has those
        that are known to be possible."""
        with self._lock:
            if not self._choices() and not self._graph.conflicts:
                return self._graph.relations(a, b)
            deadline = Deadline(time_limit)
            solver = self._consistent_solver(deadline, a, b)
            if a == b:
                return AllenSet("equal")
            i, j = self._numbers[a], self._numbers[b]
            try:
                mask = solver.possible(min(i, j), max(i, j), EVERY_RELATION, deadline)
            except TimedOut as error:
                possible = AllenSet.from_mask(error.known)
                raise TimedOut(str(error), possible if i < j else possible.converse) from None
            relations = AllenSet.from_mask(mask)
            return relations if i < j else relations.converse

    def minimal_network(self, *, time_limit: float | None = None) -> dict[tuple[E, E], AllenSet]:
        """:meth:`relations` of every pair, each once, in insertion order. Raises ``ValueError`` for
        more than 100 intervals; :class:`TimedOut` has the pairs that are known."""
        with self._lock:
            if len(self) > _MOST_MINIMAL:
                raise ValueError(
                    f"a minimal network of {len(self)} intervals has too many pairs to be decided; "
                    f"ask relations(a, b), or take at most {_MOST_MINIMAL}"
                )
            deadline = Deadline(time_limit)
            self._consistent_solver(deadline, *self.entities)
            relations: dict[tuple[E, E], AllenSet] = {}
            for a, b in combinations(self.entities, 2):
                try:
                    relations[a, b] = self.relations(a, b, time_limit=deadline.left())
                except TimedOut as error:
                    raise TimedOut(str(error), relations) from None
            return relations

    def conflict(self, *, time_limit: float | None = None) -> tuple[NetworkLink, ...]:
        """Links that contradict each other while no part of them does; none if the network is
        consistent. :class:`TimedOut` has links that contradict, but perhaps more than needed."""
        with self._lock:
            return self._conflict((), Deadline(time_limit))

    def explain(
        self, a: E, relation: RelationLike, b: E, *, time_limit: float | None = None
    ) -> tuple[NetworkLink, ...]:
        """The links that decide the answer to :meth:`ask`, none of which can be left out: those
        that contradict the opposite of a YES, or what a NO denies. Raises ``ValueError`` if the
        answer is UNKNOWN."""
        return self.explain_any_of([[(a, relation, b)]], time_limit=time_limit)

    def explain_any_of(
        self, groups: GroupsLike, *, time_limit: float | None = None
    ) -> tuple[NetworkLink, ...]:
        """The links that decide the answer to :meth:`ask_any_of`, as :meth:`explain`."""
        deadline = Deadline(time_limit)
        checked = groups_of(groups)
        answer = self.ask_any_of(checked, time_limit=time_limit)
        if answer is Answer.UNKNOWN:
            raise ValueError(f"whether {AnyOf(checked)} holds is unknown")
        given: tuple[NetworkLink, ...] = tuple(negated(checked, _QUESTION))
        if answer is Answer.NO:
            given = checked[0] if len(checked) == 1 else (AnyOf(checked, _QUESTION),)
        with self._lock:
            return self._conflict(given, deadline)

    # ---- times --------------------------------------------------------------------------

    def distance(self, x: Endpoint, y: Endpoint, *, time_limit: float | None = None) -> Bounds:
        """The tightest bounds of ``y - x`` in seconds, as :meth:`timegraph.TimeGraph.distance`: the
        least and the greatest over all branches that can hold. Raises ``KeyError`` for an unknown
        endpoint; where the time is over, :class:`TimedOut` has bounds that hold in every branch.
        """
        with self._lock:
            deadline = Deadline(time_limit)
            try:
                least, most = (self._furthest(x, y, way, deadline) for way in (False, True))
            except TimedOut as error:
                raise TimedOut(str(error), self._graph.distance(x, y)) from None
            low, high = least.distance(x, y), most.distance(x, y)
            return low._replace(upper=high.upper, upper_reached=high.upper_reached)

    def earliest(self, point: Endpoint, *, time_limit: float | None = None) -> Any:
        """The earliest time that an endpoint has in any branch, as
        :meth:`timegraph.TimeGraph.earliest` gives it; :class:`TimedOut` has a bound that holds in
        every branch."""
        return self._time(point, False, time_limit)

    def latest(self, point: Endpoint, *, time_limit: float | None = None) -> Any:
        """The latest time that an endpoint has in any branch; see :meth:`earliest`."""
        return self._time(point, True, time_limit)

    def _time(self, point: Endpoint, late: bool, time_limit: float | None) -> Any:
        def read(graph: TimeGraph[Any]) -> Any:
            return graph.latest(point) if late else graph.earliest(point)

        with self._lock:
            if EPOCH[0] not in self._graph.instants:
                return read(self._graph)  # nothing is dated
            try:
                return read(self._furthest(EPOCH, point, late, Deadline(time_limit)))
            except TimedOut as error:
                raise TimedOut(str(error), read(self._graph)) from None

    def _furthest(self, x: Endpoint, y: Endpoint, up: bool, deadline: Deadline) -> TimeGraph[Any]:
        """A graph of one world's choices in which ``y - x`` can be as small as in any, or with
        ``up`` as large: as long as some world has it smaller, that one."""
        world, better = self._world(deadline), True
        while self._choices() and better:
            found = world.distance(x, y)
            value = found.upper if up else found.lower
            reached = found.upper_reached if up else found.lower_reached
            if value is None:
                break
            least, most = (value, None) if up else (None, value)
            for strict in (True, False) if not reached else (True,):
                further = self.copy()
                more, less = up and strict, not up and strict
                asked = DistanceLink(x, y, least, most, _QUESTION, more=more, less=less)
                further.extend([asked])
                better = further.consistent(time_limit=deadline.left())
                if better:
                    scenario = further.scenario(time_limit=deadline.left())
                    world, other = self._world(deadline, scenario), world
                    # Where only a convention about dates gives way, nothing is better.
                    better = world.distance(x, y)[up::2] != other.distance(x, y)[up::2]
                    break
        return world

    # ---- saving -------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The network as data for ``json.dumps``, which :meth:`from_json` reads. Raises
        ``TypeError`` as :meth:`timegraph.TimeGraph.to_json` does."""
        with self._lock:
            return exchange.to_json(self._graph, self._links, self._in_graph, self._next)

    @classmethod
    def from_json(cls, data: Any) -> IntervalNetwork[Any]:
        """The network that :meth:`to_json` gave as data, or as JSON text. Raises
        :class:`timegraph.GraphFormatError`, which names the place, for anything else."""
        network: IntervalNetwork[Any] = cls()
        network.__setstate__(exchange.from_json(data))
        return network

    @staticmethod
    def json_schema() -> dict[str, Any]:
        """The JSON Schema (draft 2020-12) of what :meth:`to_json` gives."""
        return exchange.json_schema()

    def save(self, path: str | PathLike[str]) -> None:
        """Write :meth:`to_json` to a file, which :meth:`load` reads. A file that is there is
        replaced only when all is written."""
        exchange.write(self.to_json(), path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> IntervalNetwork[Any]:
        """Read a network that :meth:`save` wrote. Raises ``OSError`` for a file that cannot be read
        and :class:`timegraph.GraphFormatError`, which names the file, for one that is damaged."""
        return cls.from_json(exchange.read(path))

    def _consistent_solver(self, deadline: Deadline, *intervals: Hashable) -> Solver:
        solver = self._ready(*intervals)
        if not solver.consistent(deadline):
            raise InconsistentError(self._conflict((), deadline))
        return solver

    def _world(self, deadline: Deadline, scenario: Scenario[E] | None = None) -> TimeGraph[Any]:
        """A graph that allows one world's choices only, those of a ``scenario`` if there is one."""
        graph = self._graph.copy()
        choices = self._choices()
        if not choices:
            if graph.conflicts:
                raise InconsistentError(self._conflict((), deadline))
            return graph
        solver = self._consistent_solver(deadline)
        names: list[Any] = [*self._numbers]
        for a, b in solver.pairs:
            if scenario is None:
                relation = AllenSet.from_mask(relation_in(solver.worlds[0], a, b))
            else:
                relation = AllenSet(scenario.relation(names[a], names[b]))
            graph.add(names[a], relation, names[b])
        return graph

    def _conflict(
        self, given: tuple[NetworkLink, ...], deadline: Deadline
    ) -> tuple[NetworkLink, ...]:
        return conflict_of([*self._links.values()], given, deadline, self._agree)

    def _agree(self, links: list[NetworkLink], deadline: Deadline) -> bool:
        network = type(self)()
        network.extend(links)
        return network.consistent(time_limit=deadline.left())


def conflict_of(
    links: Sequence[NetworkLink],
    given: Sequence[NetworkLink],
    deadline: Deadline,
    consistent: Callable[[list[NetworkLink], Deadline], bool],
) -> tuple[NetworkLink, ...]:
    """Of these links those that contradict each other, and the ``given`` ones, while no part of
    them does; none if they agree, as ``consistent`` decides. Raises :class:`TimedOut` with a
    contradiction that may have more links than it needs."""
    convex = [link for link in links if is_convex(link)]
    if not given:
        graph = TimeGraph(on_conflict="drop-link")
        graph.extend(convex)  # type: ignore[arg-type]
        if graph.conflicts:
            return independent_conflicts(graph)[0]
    least = list(range(len(links)))

    def agree(numbers: list[int]) -> bool:
        deadline.check()
        fits = consistent([*given, *(links[number] for number in numbers)], deadline)
        if not fits and len(numbers) < len(least):
            least[:] = numbers
        return fits

    try:
        if agree(least):
            return ()
        least_numbers = minimal_conflict(least[:], agree)
    except TimedOut as error:
        raise TimedOut(str(error), tuple(links[number] for number in least)) from None
    return tuple(links[number] for number in sorted(least_numbers))


@dataclass(frozen=True, slots=True)
class Scenario(Generic[E]):
    """One world: ``times`` has a time for each endpoint, as
    :meth:`timegraph.IntervalNetwork.schedule` gives them."""

    entities: tuple[E, ...]
    times: Mapping[Endpoint, Fraction]

    def relation(self, a: E, b: E) -> Allen:
        """The relation from ``a`` to ``b``. Raises ``KeyError`` for an unknown interval."""
        first, second = (
            (self.times[interval, "start"], self.times[interval, "end"]) for interval in (a, b)
        )
        return Allen.between(first, second)  # type: ignore[arg-type]

    def links(self) -> Iterator[Link]:
        """The relation of every pair, each once, in the order of :attr:`entities`."""
        for a, b in combinations(self.entities, 2):
            yield Link(a, AllenSet(self.relation(a, b)), b)

    def graph(self) -> TimeGraph[E]:
        """These links as a graph."""
        graph: TimeGraph[E] = TimeGraph()
        for entity in self.entities:
            graph.add_entity(entity)
        graph.extend(self.links())
        return graph


# Questions to a network as text: ``IS a before|meets b``, ``RELATIONS a b``.
#
# ``IS`` takes links with AND and OR between them, AND first, so that one question may be a
# disjunction: ``IS x during a OR x during b``. Relations are Allen's, several separated by ``|``;
# a name with blanks stands in quotes.


_FORMS = "write IS a RELATION b, with AND or OR between several, or RELATIONS a b"


@dataclass(frozen=True, slots=True)
class NetworkQuestion:
    """Whether all links of one of ``groups`` hold or, without groups, how the ``pair`` can lie.

    Names are strings, as the text has them; :meth:`about` has those of a network.
    """

    text: str
    groups: tuple[tuple[Link, ...], ...] = ()
    pair: tuple[Any, Any] | None = None

    def missing(self, network: IntervalNetwork[Any]) -> list[str]:
        """The names that are not an interval of the network, each once."""
        there = _by_text(network)
        return [name for name in dict.fromkeys(self._names()) if name not in there]

    def about(self, network: IntervalNetwork[Any]) -> NetworkQuestion:
        """The question with the network's own names. Raises ``KeyError`` for one that it lacks."""
        there = _by_text(network)
        groups = tuple(
            tuple(Link(there[str(link.a)], link.relation, there[str(link.b)]) for link in group)
            for group in self.groups
        )
        pair = self.pair and (there[self.pair[0]], there[self.pair[1]])
        return NetworkQuestion(self.text, groups, pair)

    def answer(
        self, network: IntervalNetwork[Any], time_limit: float | None = None
    ) -> Answer | AllenSet:
        """Yes, no or unknown, or the possible relations; raises as the network's methods do."""
        asked = self.about(network)
        if asked.pair is not None:
            return network.relations(*asked.pair, time_limit=time_limit)
        return network.ask_any_of(asked.groups, time_limit=time_limit)

    def why(
        self, network: IntervalNetwork[Any], answer: Answer, time_limit: float | None = None
    ) -> tuple[NetworkLink, ...]:
        """The links that decide this ``answer``; none for an unknown one."""
        if answer is Answer.UNKNOWN or not self.groups:
            return ()
        return network.explain_any_of(self.about(network).groups, time_limit=time_limit)

    def _names(self) -> Iterator[str]:
        yield from self.pair or ()
        for link in (link for group in self.groups for link in group):
            yield from (str(link.a), str(link.b))


def _by_text(network: IntervalNetwork[Any]) -> Mapping[str, Any]:
    """The intervals by their names as text; of equal ones the first, or one that is a string."""
    names: dict[str, Any] = {}
    for entity in network.entities:
        if isinstance(entity, str) or str(entity) not in names:
            names[str(entity)] = entity
    return names


def parse_network_question(text: str) -> NetworkQuestion:
    """Read a question. Raises ``ValueError``, which says what is wrong and how to write it."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"{text!r}: {str(error).lower()}; close the quotes") from None
    kind = words[0].upper() if words else ""
    shown = " ".join(text.split())
    if kind == "RELATIONS":
        if len(words) != 3:
            raise ValueError(f"{text!r} does not name two intervals; write RELATIONS a b")
        return NetworkQuestion(shown, pair=(words[1], words[2]))
    if kind != "IS":
        raise ValueError(f"{text!r} is not a question to a network; {_FORMS}")
    alternatives = _parts(words[1:], "OR")
    return NetworkQuestion(
        shown, tuple(tuple(_link(part, text) for part in _parts(g, "AND")) for g in alternatives)
    )


def _parts(words: Sequence[str], separator: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for word in words:
        if word.upper() == separator:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _link(words: Sequence[str], text: str) -> Link:
    if len(words) != 3:
        raise ValueError(f"{text!r} is not a question to a network; {_FORMS}")
    a, relations, b = words
    names: Any = [name for name in relations.lower().replace(",", "|").split("|") if name]
    try:
        return Link(a, AllenSet(names), b)
    except ValueError as error:
        raise ValueError(f"{text!r}: {error}") from None
