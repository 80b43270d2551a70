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

import json
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from itertools import combinations
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal

from timegraph._files import write_bytes
from timegraph._graph.graph_json import check_header, fields_to_json, link_from_json
from timegraph._graph.values import (
    decoded,
    name_from_json,
    name_to_json,
    source_from_json,
    source_to_json,
)
from timegraph._pace import Deadline, TimedOut
from timegraph.allen import Allen, AllenSet, RelationLike
from timegraph.answer import Answer
from timegraph.graph import TimeGraph
from timegraph.links import (
    EPOCH,
    Conflict,
    ContradictionError,
    DistanceLink,
    Endpoint,
    GraphFormatError,
    Handle,
    Link,
    Naming,
    name_of,
)
from timegraph.networks.changing import ChangingNetwork, Parts
from timegraph.networks.links import (
    AnyOf,
    GroupsLike,
    NetworkLink,
    NetworkProof,
    NoOverlap,
    entities_in,
    groups_of,
    is_convex,
    negated,
)
from timegraph.networks.solver import (
    EVERY_RELATION,
    Solver,
    literal_of,
    relation_in,
    times_of,
)
from timegraph.periods import DATED
from timegraph.points import LABEL_OF_SIGNS, LABELS, NONE, PointOperator
from timegraph.proofs.search import minimal_conflict
from timegraph.readable_graph import E

if TYPE_CHECKING:
    from timegraph._graph.distances import Bounds


# What is wrong with a network.


def _shown(link: NetworkLink) -> str:
    """The link in words, with its source: ``a before | meets b (page 3)``."""
    text = str(link)
    if isinstance(link, Link) and not link.relation:
        text = f"{link.a} has no relation to {link.b}"
    name = name_of(link)
    return text if name is None else f"{text} ({name})"


class InconsistentError(ContradictionError):
    """The network has no world, so there is nothing to ask about.

    ``links`` contradict each other, while no part of them does; ``conflict`` has the last of them
    against the others.
    """

    def __init__(self, links: tuple[Any, ...]) -> None:
        named = "; ".join(map(_shown, links))
        super().__init__(Conflict(links[-1], (), links[:-1]))
        self._message = (
            f"the network is inconsistent: these contradict each other: {named}; remove one of them"
        )
        self.links = links

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.links,)


_MOST_MINIMAL = 100
_QUESTION = "the question"


class IntervalNetwork(ChangingNetwork[E]):
    """Intervals and links between them, with any choices; the module's docstring has the idea.

    Links may contradict each other: :meth:`consistent` says so, :meth:`conflict` names them, and
    every question then raises :class:`InconsistentError`, a :class:`timegraph.ContradictionError`.
    Questions take ``time_limit`` in seconds (``None``: no limit) and raise :class:`TimedOut`, with
    what is known by then, where it is over; they never guess. Answers do not depend on the order of
    calls. Every call is safe, whatever other threads call.
    """

    # ---- deciding -----------------------------------------------------------------------

    def consistent(self, *, time_limit: float | None = None) -> bool:
        """Whether one assignment of times satisfies everything."""
        with self._lock:
            return self._agrees(self._deadline(time_limit))

    def schedule(self, *, time_limit: float | None = None) -> dict[Endpoint, Fraction]:
        """One time for each endpoint, such that everything holds: in seconds since
        1970-01-01T00:00 if the network has dates, else in seconds since the first point if it has
        distances, else in no unit."""
        with self._lock:
            return times_of(self._world(self._deadline(time_limit)))

    def scenario(self, *, time_limit: float | None = None) -> Scenario[E]:
        """One world: the relation of every pair, and the times that show it."""
        times = self.schedule(time_limit=time_limit)
        return Scenario(self.entities, times)

    def ask(
        self,
        a: E,
        relation: RelationLike,
        b: E,
        *,
        missing: Literal["error", "unknown"] = "error",
        time_limit: float | None = None,
    ) -> Answer:
        """Whether one of these relations holds from ``a`` to ``b`` in every world (YES), in none
        (NO), or in some only (UNKNOWN). Raises ``KeyError`` for an unknown interval, for which the
        answer is UNKNOWN with ``missing="unknown"``."""
        mask = AllenSet(relation).mask
        with self._lock:
            if (dated := self._with_dates(a, b)) is not self:
                return dated.ask(a, relation, b, missing=missing, time_limit=time_limit)
            if missing == "unknown" and not (a in self._graph and b in self._graph):
                return Answer.UNKNOWN
            if not self._choices() and not self._graph.conflicts:
                return self._graph.ask(a, relation, b)
            deadline = self._deadline(time_limit)
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
            deadline = self._deadline(time_limit)
            asked = entities_in(AnyOf(checked))
            if (dated := self._with_dates(*asked)) is not self:
                return dated.ask_any_of(checked, time_limit=time_limit)
            self._consistent_solver(deadline, *asked)
            known = [*self._links.values()]
            if not self._agree([*known, AnyOf(checked)], deadline):
                return Answer.NO
            opposite = [*negated(checked, _QUESTION)]
            refuted = not self._agree([*known, *opposite], deadline)
            return Answer.YES if refuted else Answer.UNKNOWN

    def relations(self, a: E, b: E, *, time_limit: float | None = None) -> AllenSet:
        """Exactly the relations of which each holds from ``a`` to ``b`` in some world. Raises
        ``KeyError`` for an unknown interval; where the time is over, :class:`TimedOut` has those
        that are known to be possible."""
        with self._lock:
            if (dated := self._with_dates(a, b)) is not self:
                return dated.relations(a, b, time_limit=time_limit)
            if not self._choices() and not self._graph.conflicts:
                return self._graph.relations(a, b)
            deadline = self._deadline(time_limit)
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
            deadline = self._deadline(time_limit)
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
            return self._conflict((), self._deadline(time_limit))

    def explain(
        self, a: E, relation: RelationLike, b: E, *, time_limit: float | None = None
    ) -> tuple[NetworkLink, ...]:
        """The links that decide the answer to :meth:`ask`, none of which can be left out: those
        that contradict the opposite of a YES, or what a NO denies. Raises ``ValueError`` if the
        answer is UNKNOWN."""
        return self.explain_any_of([[(a, relation, b)]], time_limit=time_limit)

    def proof(
        self,
        a: E,
        relation: RelationLike,
        b: E,
        *,
        name: Naming | None = None,
        time_limit: float | None = None,
    ) -> NetworkProof:
        """Why :meth:`ask` answers as it does, in words; see :func:`timegraph.explain`."""
        wanted, deadline = AllenSet(relation), self._deadline(time_limit)
        answer = self.ask(a, wanted, b, time_limit=deadline.left())
        possible = self.relations(a, b, time_limit=deadline.left())
        links: tuple[NetworkLink, ...] = ()
        if answer is not Answer.UNKNOWN and a != b:
            links = self.explain(a, wanted, b, time_limit=deadline.left())
        return NetworkProof(a, wanted, b, answer, possible, links, name=name)

    def explain_any_of(
        self, groups: GroupsLike, *, time_limit: float | None = None
    ) -> tuple[NetworkLink, ...]:
        """The links that decide the answer to :meth:`ask_any_of`, as :meth:`explain`."""
        deadline = self._deadline(time_limit)
        checked = groups_of(groups)
        answer = self.ask_any_of(checked, time_limit=time_limit)
        if answer is Answer.UNKNOWN:
            raise ValueError(f"whether {AnyOf(checked)} holds is unknown")
        given: tuple[NetworkLink, ...] = tuple(negated(checked, _QUESTION))
        if answer is Answer.NO:
            given = checked[0] if len(checked) == 1 else (AnyOf(checked, _QUESTION),)
        with self._lock:
            return self._conflict(given, deadline)

    def before(self, a: E, *, time_limit: float | None = None) -> tuple[E, ...]:
        """The intervals that end before ``a`` starts in every world, in insertion order."""
        return self._surely(Allen.AFTER, a, time_limit)

    def after(self, a: E, *, time_limit: float | None = None) -> tuple[E, ...]:
        """The intervals that start after ``a`` ends in every world, in insertion order."""
        return self._surely(Allen.BEFORE, a, time_limit)

    def _surely(self, relation: Allen, a: E, time_limit: float | None) -> tuple[E, ...]:
        deadline = self._deadline(time_limit)
        with self._lock:
            dated = self._with_dates(a)
            return tuple(
                b
                for b in self.entities
                if dated.ask(a, relation, b, time_limit=deadline.left()) is Answer.YES
            )

    def label(
        self, x: Endpoint, y: Endpoint, *, time_limit: float | None = None
    ) -> PointOperator | None:
        """What holds of two endpoints in every world, as :meth:`timegraph.TimeGraph.label`."""
        (a, side), (b, other) = x, y
        if "at" in (side, other):
            return _label_of(self.distance(x, y, time_limit=time_limit))
        pair = 2 * (side == "end") + (other == "end")
        possible = self.relations(a, b, time_limit=time_limit)  # type: ignore[arg-type]
        signs = frozenset(relation.signs[pair] for relation in possible)
        return LABELS[LABEL_OF_SIGNS.get(signs, NONE)]

    # ---- times --------------------------------------------------------------------------

    def distance(self, x: Endpoint, y: Endpoint, *, time_limit: float | None = None) -> Bounds:
        """The tightest bounds of ``y - x`` in seconds, as :meth:`timegraph.TimeGraph.distance`: the
        least and the greatest over all branches that can hold. Raises ``KeyError`` for an unknown
        endpoint; where the time is over, :class:`TimedOut` has bounds that hold in every branch.
        """
        with self._lock:
            deadline = self._deadline(time_limit)
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
                return read(self._furthest(EPOCH, point, late, self._deadline(time_limit)))
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
                further.on_conflict = None
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
            graph, in_graph = self._graph.copy(), dict(self._in_graph)
            for number, conflict in self._kept_out.items():
                if is_convex(conflict.link):
                    (in_graph[number],) = graph.extend([conflict.link])
            by_graph = {int(handle): number for number, handle in in_graph.items()}
            convex = graph.to_json()
            choices = [item for item in self._every().items() if item[0] not in in_graph]
            return {
                "format": _FORMAT,
                "version": _VERSION,
                **({"on_conflict": self.on_conflict} if self.on_conflict else {}),
                "graph": convex,
                # What the calendar says of dates has no handle of the network.
                "handles": [by_graph.get(link["handle"]) for link in convex["links"]],
                "choices": [{"handle": number, **_choice(link)} for number, link in choices],
                "next_handle": self._next,
            }

    @classmethod
    def from_json(cls, data: Any) -> IntervalNetwork[Any]:
        """The network that :meth:`to_json` gave as data, or as JSON text. Raises
        :class:`timegraph.GraphFormatError`, which names the place, for anything else."""
        parts, policy = _parts_from_json(data)
        network: IntervalNetwork[Any] = cls()
        state = {"on_conflict": policy, "parts": parts}
        network.__setstate__({**network.__getstate__(), **state})
        return network

    @staticmethod
    def json_schema() -> dict[str, Any]:
        """The JSON Schema (draft 2020-12) of what :meth:`to_json` gives."""
        text = files(__package__).joinpath("network.schema.json").read_text(encoding="utf-8")
        schema: dict[str, Any] = json.loads(text)
        graph = TimeGraph.json_schema()
        schema["$defs"] |= graph.pop("$defs")
        schema["properties"]["graph"] = {key: graph[key] for key in graph if key != "$schema"}
        return schema

    def save(self, path: str | PathLike[str]) -> None:
        """Write :meth:`to_json` to a file, which :meth:`load` reads. A file that is there is
        replaced only when all is written."""
        text = json.dumps(self.to_json(), ensure_ascii=False)
        write_bytes([text.encode("utf-8"), b"\n"], path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> IntervalNetwork[Any]:
        """Read a network that :meth:`save` wrote. Raises ``OSError`` for a file that cannot be read
        and :class:`timegraph.GraphFormatError`, which names the file, for one that is damaged."""
        try:
            data = json.loads(Path(path).read_bytes())
        except (ValueError, RecursionError) as error:
            raise GraphFormatError(f"{path}: not a saved network: {error}") from None
        return cls.from_json(data)

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
        links = [*self._links.values()]
        if not given and self._graph.conflicts:
            (first, *_) = self._graph.conflicts
            links = [k for k in (*first.against, first.link) if k.source is not DATED]
        least = list(range(len(links)))

        def agree(numbers: list[int]) -> bool:
            deadline.check()
            fits = self._agree([*given, *(links[number] for number in numbers)], deadline)
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

    def _agree(self, links: list[NetworkLink], deadline: Deadline) -> bool:
        network = type(self)(timezone=self.timezone)
        network.extend(links)
        return network.consistent(time_limit=deadline.left())


def _label_of(bounds: Bounds) -> PointOperator | None:
    """How two points compare whose distance has these bounds."""
    low, high = bounds.lower, bounds.upper
    if low is not None and low >= 0:
        if high == 0:
            return "="
        return "<" if low > 0 or not bounds.lower_reached else "<="
    if high is not None and high <= 0:
        return ">" if high < 0 or not bounds.upper_reached else ">="
    return None


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


# A network as a JSON document: its graph as a graph writes it, with its choices.


_FORMAT = "timegraph network"
_VERSION = 1
_KEYS = ("format", "version", "graph", "handles", "choices", "next_handle")


def _choice(link: NetworkLink) -> dict[str, Any]:
    fields: dict[str, Any]
    try:
        if isinstance(link, NoOverlap):
            fields = {"no_overlap": [*map(name_to_json, link.intervals)]}
        elif isinstance(link, AnyOf):
            fields = {"any_of": [[*map(_choice, group)] for group in link.groups]}
        else:
            fields = fields_to_json(link)
            del fields["kind"]
        return {**fields, "source": source_to_json(link.source)}
    except TypeError as error:
        raise TypeError(f"{link}: {error}") from None


def _parts_from_json(data: Any) -> tuple[Parts, Any]:
    """The parts of a network, and its policy. Raises :class:`GraphFormatError`, which names the
    place."""
    data = decoded(data)
    check_header(data, _FORMAT, _VERSION)
    missing = next((key for key in _KEYS if key not in data), None)
    if missing is not None:
        raise GraphFormatError(f"{missing!r} is missing")
    convex = data["graph"]
    if isinstance(convex, Mapping):  # those that were saved before there was the setting lack it
        convex = {"conventions": False, **convex}
    graph: TimeGraph[Any] = TimeGraph.from_json(convex)
    handles = _json_list(data, "handles")
    stored = data["graph"]["links"]
    if len(handles) != len(stored):
        raise GraphFormatError(f"handles: {len(handles)} for {len(stored)} links of the graph")
    choices = [
        (_read_choice(choice, f"choices[{k}]"), choice.get("handle"))
        for k, choice in enumerate(_json_list(data, "choices"))
    ]
    following, policy = data["next_handle"], data.get("on_conflict")
    if policy not in (None, "error", "drop-link"):
        raise GraphFormatError(f"on_conflict must be error or drop-link, not {policy!r}")
    related = [
        (number, link, Handle(entry.get("handle", k)))
        for k, (number, link, entry) in enumerate(zip(handles, graph.links, stored, strict=True))
        if number is not None or link.source is not DATED
    ]
    numbers = [*(number for number, *_ in related), *(handle for _, handle in choices)]
    if (
        not all(type(number) is int for number in (*numbers, following))
        or len({*numbers}) < len(numbers)
        or not all(0 <= number < following for number in numbers)
    ):
        raise GraphFormatError("handles must be different whole numbers below next_handle")
    links: dict[int, NetworkLink] = {
        **{number: link for number, link, _ in related},
        **{handle: choice for choice, handle in choices},
    }
    named = (name for link, _ in choices for name in entities_in(link))
    try:
        for entity in (*([None] if None in graph else []), *named):  # which old graphs may have
            graph.add_entity(entity)
    except ValueError as error:
        raise GraphFormatError(str(error)) from None
    in_graph = {number: handle for number, _, handle in related}
    return (graph, dict(sorted(links.items())), in_graph, following), policy


def _json_list(data: Mapping[str, Any], key: str, where: str = "") -> list[Any]:
    """The list that is there under this key."""
    if not isinstance(data[key], list):
        raise GraphFormatError(f"{where}{key} must be a list, not {type(data[key]).__name__}")
    items: list[Any] = data[key]
    return items


def _read_choice(choice: Any, where: str) -> NetworkLink:
    if not isinstance(choice, dict):
        raise GraphFormatError(f"{where}: an object with a handle, a whole number")
    source = source_from_json(choice.get("source"), f"{where}.source")
    if "no_overlap" in choice:
        names = _json_list(choice, "no_overlap", f"{where}.")
        return NoOverlap(tuple(name_from_json(x, f"{where}.no_overlap") for x in names), source)
    if "any_of" not in choice:
        return _read_link(choice, where)
    groups = _json_list(choice, "any_of", f"{where}.")
    if not all(isinstance(group, list) for group in groups):
        raise GraphFormatError(f"{where}.any_of must be a list of lists of links")
    named = enumerate(groups)
    return AnyOf(
        tuple(tuple(_read_link(x, f"{where}.any_of[{k}]") for x in group) for k, group in named),
        source,
    )


def _read_link(value: Any, where: str) -> Link:
    if not isinstance(value, dict):
        raise GraphFormatError(f'{where}: a link has "a", "relation" and "b"')
    link = link_from_json({**value, "kind": "relation"}, where).link
    assert isinstance(link, Link)
    return link
