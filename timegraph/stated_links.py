"""What statements say to a graph: their links, the dates that they name, and the orders that follow
where occurrences of facts do not overlap."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from heapq import merge
from itertools import chain, combinations, pairwise
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from timegraph import _pace
from timegraph._graph.placing import placement, point_within
from timegraph._lazy import Later
from timegraph._pace import Deadline, TimedOut
from timegraph.allen import Allen, AllenSet, RelationLike
from timegraph.answer import Answer
from timegraph.graph import TimeGraph
from timegraph.labels import NOTHING
from timegraph.links import (
    Conflict,
    Endpoint,
    Handle,
    Link,
    Naming,
    Placement,
    PointLink,
    RelationColumns,
    Side,
    ends_of,
)
from timegraph.networks.links import APART, AnyOf, NetworkLink, NoOverlap, entities_in, is_convex
from timegraph.periods import DATED, Period
from timegraph.points import PointOperator
from timeml.errors import Diagnostic
from timeml.readers.statement_lines import named_date, relation_named, span, text_of
from timeml.readers.statements import Key, fact_name, key_of, meetings, names_in, sides_of

if TYPE_CHECKING:
    from timegraph import networks
    from timegraph.networks import IntervalNetwork
    from timeml import Document, Timex3
    from timeml.document import Stated
    from timeml.timex_value import CalendarInterval, Reference

    Places = Mapping[str, CalendarInterval | Reference]
    """Dates by their names, and where they lie."""
else:
    networks = Later("timegraph.networks")  # most documents have no choices

_MANY = 20_000
NO_PLACES: Places = MappingProxyType({})
_SIDES: tuple[Side, Side] = ("start", "end")
SECONDS = 30.0
"""How long orders that are open are searched, unless somebody says so."""

MOST_CHOSEN = 50
"""Intervals of choices in a graph: so many are decided in a moment as a rule."""

_MIXED = "some times have a time zone, and others, here or before it, have none"
_ALLEN = frozenset(relation.value for relation in Allen)


@lru_cache(maxsize=1024)
def _relations(text: str) -> AllenSet:
    return AllenSet([Allen.parse(name) for name in relation_named(text).split("|")])


def relation_of(value: Any) -> AllenSet:
    """The relations that data name: one, a list, or ``"before | meets"``. Raises ``ValueError``."""
    return _relations(value if isinstance(value, str) else " | ".join(value))


def named(value: str | Mapping[str, str]) -> str | Period:
    """The entity that data name: ``"storm"``, or ``{"date": "2024-05"}``, which is exactly that
    month. Raises ``ValueError`` for what is not a period."""
    return value if isinstance(value, str) else Period(value["date"])


def endpoint_of(value: Sequence[str]) -> Endpoint:
    """``["a", "start"]`` as an endpoint."""
    entity, side = value
    return entity, side  # type: ignore[return-value]


def links_of(data: Mapping[str, Any], source: Any = None) -> tuple[NetworkLink, ...]:
    """The links that say what a statement says, from ``source``. One-at-a-time rules have none by
    themselves: see :func:`orders`.

    Raises ``ValueError`` for what is not a relation, a length or a date, and for a statement that
    contradicts itself.
    """
    if "b" in data:
        weight = data.get("weight")
        relation = relation_of(data["relation"])
        return (Link(named(data["a"]), relation, named(data["b"]), source, weight=weight),)
    if "op" in data:
        return (PointLink(endpoint_of(data["x"]), data["op"], endpoint_of(data["y"]), source),)
    if "no_overlap" in data:
        names = tuple(data["no_overlap"])
        if len(set(names)) < len(names):
            raise ValueError("no_overlap has an entity twice, which overlaps itself")
        return (NoOverlap(names, source),)
    if "any_of" in data:
        return (AnyOf(tuple(tuple(map(_alternative, group)) for group in data["any_of"]), source),)
    if "one_at_a_time" in data:
        return ()
    placed = _ends_of_fact(data, source) if "subject" in data else ()
    if placed:
        return placed
    scratch: TimeGraph[str] = TimeGraph(on_conflict="drop-link")
    _measure(scratch, data, source)
    if scratch.conflicts:
        raise ValueError(f"it contradicts itself: {scratch.conflicts[0]}")
    return scratch.links


def _ends_of_fact(data: Mapping[str, Any], source: Any) -> tuple[Placement, ...]:
    """When a dated fact starts and ends, as one link, which is in force or not as a whole; nothing
    where a graph has to say what is wrong with it."""
    name = fact_name(data)
    dated: list[Side] = [side for side in _SIDES if side in data]
    if len(dated) < 2:
        return tuple(point_within((name, side), data[side], source) for side in dated)
    try:
        return (placement(name, start=data["start"], end=data["end"], source=source),)
    except ValueError:
        return ()


def _alternative(data: Mapping[str, Any]) -> Link:
    a, b = named(data["a"]), named(data["b"])
    return Link(a, relation_of(data["relation"]), b, data.get("source"))


def _measure(graph: TimeGraph[str], data: Mapping[str, Any], source: Any) -> None:
    """Add a length, a distance, a place or a dated fact to a graph."""
    limits = {key: data[key] for key in ("at_least", "at_most", "exactly") if key in data}
    if "x" in data:
        x, y = endpoint_of(data["x"]), endpoint_of(data["y"])
        graph.add_distance(x, y, **limits, source=source)
    elif "lasts" in data:
        graph.add_duration(data["lasts"], **limits, source=source)
    elif "of" in data:
        of = data["of"] if isinstance(data["of"], str) else endpoint_of(data["of"])
        times = {key: data[key] for key in ("within", "spanning") if key in data}
        if "at" in data:
            if isinstance(of, str):
                ends = (text_of({"of": (of, side), "at": data["at"]}) for side in _SIDES)
                raise ValueError(f"an interval has two ends; write {', '.join(ends)}")
            times["at"] = _instant(data["at"])
        graph.place(of, **times, source=source)
    else:
        _add_fact(graph, data, source)


def _add_fact(graph: TimeGraph[str], data: Mapping[str, Any], source: Any) -> None:
    name = fact_name(data)
    dated = [side for side in ("start", "end") if side in data]
    if not dated:
        if data["relation"] in _ALLEN:  # a fact that nobody means
            a, b = data["subject"], data["object"]
            link = json.dumps({"a": a, "relation": data["relation"], "b": b})
            raise ValueError(f"a relation of two events is written {link}")
        graph.add(name, "equal", name, source)
    for side in dated:
        graph.place((name, side), within=data[side], source=source)


def _instant(text: str) -> Any:
    from datetime import datetime

    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00"))  # Python 3.10 takes no Z
    except ValueError:
        raise ValueError(f"{text!r} is not a date or time as 1998-05-03T10:00") from None


# ---- graphs -----------------------------------------------------------------------------------


def fill(
    graph: TimeGraph[str], document: Document, links: Iterable[Link], dates: Places = NO_PLACES
) -> None:
    """Add what a document of statements says to its graph: its ``links`` and its other statements,
    in the order of their lines, the dates that they name, what follows where occurrences do not
    overlap, and further ``dates``, entities by their names. Choices are left out: what the graph
    answers holds in every branch.

    Raises :class:`timegraph.ContradictionError` as :meth:`timegraph.TimeGraph.extend` does.
    """
    _place_dates(graph, document)
    if not isinstance(links, RelationColumns):
        stated = _in_order(document, links)
        links = (link for link in stated if is_convex(link))  # type: ignore[misc]
    graph.extend(links)
    add_orders(graph, _data_of(document))
    graph.extend(short_of_midnight(graph, _data_of(document)))
    graph.extend(_placed(dates, graph.links) if dates else ())


def columns_of(
    document: Document, meaning: Callable[[str], AllenSet | None]
) -> RelationColumns | None:
    """The links of a document that has many of them, no other statements and no choices, by the
    ``meaning`` of their labels, as columns."""
    rows = document.rows
    if rows is None or document.statements or len(rows) < _MANY:
        return None
    meanings = [*map(meaning, rows.labels)]
    if any(m in (None, NOTHING) or not is_convex(Link("", m, "")) for m in meanings):
        return None
    a, label, b, *_ = rows.columns
    masks = array("H", map([m.mask for m in meanings if m is not None].__getitem__, label))
    return RelationColumns(rows.names, rows, a, masks, b, range(len(rows)))


def _placed(dates: Places, links: Iterable[object]) -> Iterator[Placement]:
    """Where dates lie, of those that are on the clock of the statements."""
    from timeml.timex_value import CalendarInterval  # services hold no documents

    zones = {link.zoned for link in links if isinstance(link, Placement)}
    for name, place in dates.items():
        if not isinstance(place, CalendarInterval) or not zones <= {place.zone is not None}:
            continue
        earliest, latest, latest_start, earliest_end = (
            None if instant is None else Fraction(instant)
            for instant in (place.earliest, place.latest, place.latest_start, place.earliest_end)
        )
        words = f"{'exactly' if place.exact else 'within'} {name}"
        if place.exact:
            latest_start, earliest_end = earliest, latest
        yield Placement(
            *(*ends_of(name), earliest, latest, name, place.zone is not None, words),
            *(latest_start, earliest_end),
            half_open=() if place.exact or latest is None else ("latest",),
        )


def _place_dates(graph: TimeGraph[Any] | IntervalNetwork[Any], document: Document) -> None:
    dates = _dates_named(document)
    for timex, zoned in dates:
        if zoned == dates[0][1]:
            graph.place(timex.tid, spanning=timex.tid, source=timex.tid)


def _dates_named(document: Document) -> list[tuple[Timex3, bool]]:
    """The dates that statements name, and whether each has a time zone."""
    named = (timex for timex in document.timexes if timex.value == timex.tid)
    return [(timex, named_date(timex.tid).zoned) for timex in named]


def _in_order(document: Document, links: Iterable[Link]) -> Iterator[NetworkLink]:
    others = (
        (statement.line or 0, link) for statement, stated, _ in _read(document) for link in stated
    )
    related = ((link.source.line or 0, link) for link in links)
    for _, link in merge(related, others, key=itemgetter(0)):
        yield link


def has_choices(document: Document) -> bool:
    """Whether statements of a document leave a choice, which its graph leaves open."""
    if document.scheme != "allen":
        return False
    labels = {*document.labels}
    labels |= {s.data["relation"] for s in document.statements if "b" in s.data}
    return any("|" in label and not _is_convex(label) for label in labels) or any(
        "any_of" in stated.data or "no_overlap" in stated.data for stated in document.statements
    )


def network_of(
    document: Document,
    *,
    dates: Places = NO_PLACES,
    on_conflict: Literal["drop-link"] | None = "drop-link",
) -> IntervalNetwork[str]:
    """All that a document of statements says, with its choices, and with ``dates`` as entities by
    their names, where they lie. What contradicts statements before it is among the conflicts. Its
    questions take what is left of the time limit, and so does this, which raises
    :class:`timegraph._pace.TimeLimitError`."""
    left = _pace.seconds_left()
    network: IntervalNetwork[str] = networks.IntervalNetwork(
        on_conflict=on_conflict, time_limit=left
    )
    for entity in (*document.entities, *dates):
        network.add_entity(entity)
    _place_dates(network, document)
    related = (
        Link(tlink.source, relation_of(tlink.rel_type), tlink.target, tlink)
        for tlink in document.tlinks
    )
    data = _data_of(document)
    try:
        for links in (_in_order(document, related), (order.link() for order in orders(data))):
            network.extend(links, time_limit=_pace.seconds_left())
        placed = _placed(dates, network.links) if dates else ()
        more = (*placed, *short_of_midnight(network, data))
        network.extend(more, time_limit=_pace.seconds_left())
    except _pace.TimedOut:
        _pace.check()
        raise
    return network


def _read(document: Document) -> Iterator[tuple[Stated, tuple[NetworkLink, ...], str]]:
    """The statements of a document with their links, or with why they have none."""
    zoned = next((zoned for _, zoned in _dates_named(document)), None)
    for statement in document.statements:
        try:
            links = links_of(statement.data, statement)
        except (ValueError, TypeError, ArithmeticError) as error:
            yield statement, (), str(error)
            continue
        zones = {link.zoned for link in links if isinstance(link, Placement)}
        if len({zoned, *zones} - {None}) > 1:
            yield statement, (), _MIXED
            continue
        zoned = next(iter(zones), zoned)
        yield statement, links, ""


def contested(document: Document) -> Document:
    """The document of statements without those dated facts that contradict nothing, since nothing
    else is stated of them: most, in a large table. One that shows whether times have a zone
    stays."""
    if not document.statements:
        return document
    stated = _data_of(document)
    counts = Counter(chain.from_iterable((link.source, link.target) for link in document.tlinks))
    counts.update(name for data in stated for name in names_in(data) if isinstance(name, str))
    in_order = _in_order_of(stated)
    alone = set[str]()
    kept, zoned = [], False
    for statement, data in zip(document.statements, stated, strict=True):
        dated = [named_date(data[side]) for side in _SIDES if side in data]
        if zoned and dated and counts[name := fact_name(data)] == 1 and not in_order(data):
            alone.add(name)
        else:
            kept.append(statement)
            zoned |= len({date.zoned for date in dated}) == 1
    if not alone:
        return document
    events = tuple(event for event in document.events if event.eid not in alone)
    return replace(document, events=events, statements=tuple(kept))


def faults_in(document: Document) -> Iterator[Diagnostic]:
    """The statements of a document that its graph leaves out, those that contradict themselves, and
    the dates whose place it leaves open."""
    for statement, _, fault in _read(document):
        if fault:
            message = f"{statement.lid}: {fault}; left out"
            yield Diagnostic("bad-statement", message, statement.lid, statement.line)
    dates = _dates_named(document)
    for timex, zoned in dates:
        if zoned != dates[0][1]:
            message = f"{timex.tid}: {_MIXED}; when it is stays open"
            yield Diagnostic("bad-statement", message, timex.tid, timex.line)


@lru_cache(maxsize=1024)
def _is_convex(label: str) -> bool:
    return is_convex(Link("a", relation_of(label), "b"))


class Ordered(NamedTuple):
    """What was added to a graph since occurrences do not overlap: the ``handles`` of the links, the
    orders that stay ``open``, and whether what else the graph knows has part in it."""

    handles: tuple[Handle, ...] = ()
    open: tuple[Order, ...] = ()
    depends: bool = False


def add_orders(graph: TimeGraph[Any], statements: Iterable[Mapping[str, Any]]) -> Ordered:
    """Add to a graph what follows since occurrences do not overlap."""
    said = list(statements)
    found = orders(said)
    handles = graph.extend(order.link() for order in found if not order.open)  # type: ignore[misc]
    left = tuple(order for order in found if order.open)
    if not left:
        return Ordered(handles)
    while left:
        found = orders(said, _known_to(graph, said))
        pairs = {frozenset(order[:2]) for order in left}
        new = [o.link() for o in found if not o.open and frozenset(o[:2]) in pairs]
        left = tuple(order for order in found if order.open)
        handles += graph.extend(new)  # type: ignore[arg-type]
        if not new:
            break
    return Ordered(handles, left, True)


def short_of_midnight(
    graph: TimeGraph[Any] | IntervalNetwork[Any], said: Iterable[Mapping[str, Any]]
) -> list[Placement]:
    """The dates of facts that meet a later date of the same end, as before that: what starts in
    2015 does not start in 2016."""
    if not (met := meetings(said)):
        return []
    return [
        Placement(end, end, None, last, link.source, link.zoned, link.words, strict=True)
        for link in graph.links
        if isinstance(link, Placement)
        for end, side in ((link.start, "latest_start"), (link.end, "latest"))
        if side in link.half_open and (*end, last := getattr(link, side)) in met
    ]


def _known_to(graph: TimeGraph[str], said: Iterable[Mapping[str, Any]]) -> Starts:
    """What a graph knows of two occurrences in which their dates leave both orders possible."""
    linked = Counter(name for link in graph.links for name in {*entities_in(link)})
    linked.subtract(fact_name(data) for data in said if "subject" in data)
    # Of two that have nothing but their dates it knows nothing more.
    return lambda a, b: _known(graph, a, b) if linked[a] > 0 or linked[b] > 0 else None


def _known(graph: TimeGraph[str], a: str, b: str) -> bool | None:
    """Whether one occurrence comes before another that it must not overlap, as far as a graph
    knows; of two that certainly overlap either may come first, and is a conflict."""
    in_b, in_a = graph.label((a, "start"), (b, "end")), graph.label((b, "start"), (a, "end"))
    if in_b in (">", ">="):
        return False
    if in_a in (">", ">="):
        return True
    first, second = graph.label((a, "start"), (b, "start")), graph.label((a, "end"), (b, "end"))
    if "<" in (first, second):
        return True
    return False if ">" in (first, second) else in_b == in_a == "<" or None


def left_open(
    graph: TimeGraph[Any] | IntervalNetwork[Any], statements: Iterable[Mapping[str, Any]]
) -> tuple[Order, ...]:
    """The orders of occurrences that a graph leaves open; a network has them as choices."""
    if not isinstance(graph, TimeGraph):
        return ()
    said = list(statements)
    return tuple(order for order in orders(said, _known_to(graph, said)) if order.open)


def _data_of(document: Document) -> list[Mapping[str, Any]]:
    return [statement.data for statement in document.statements]


def over_branches(graph: Any, document: Document, seconds: float | None = None) -> Branches:
    """What answers for every branch of the graph of a document, within some seconds."""
    return Branches(graph, left_open(graph, _data_of(document)), seconds)


def leaves_orders(document: Document) -> bool:
    """Whether the dates of facts, of which no two overlap, leave open which comes first."""
    return any(order.open for order in orders(_data_of(document)))


@dataclass(slots=True)
class _Part:
    """Entities, the links and orders that join them, and those that have orders; ``dated`` if the
    links are dates alone."""

    members: list[Any] = field(default_factory=list)
    links: list[Any] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)
    ordered: set[str] = field(default_factory=set)
    dated: bool = True


class Branches:
    """A graph with the orders of occurrences that are ``left`` open: what it answers holds
    whichever comes first. What the graph does not decide is asked of a network in which the orders
    are choices, of all that is joined to what is asked about.

    Of more than :data:`MOST_CHOSEN` occurrences that are joined it takes the orders of what is
    asked about alone, and after so many ``seconds`` none: ``exact`` says whether all answers so far
    are more than bounds. A question that would need more time raises :class:`TimedOut`.
    """

    def __init__(self, graph: Any, left: Iterable[Order], seconds: float | None = None) -> None:
        self.plain, self.left, self.exact = graph, tuple(left), True
        seconds = _pace.seconds_left() if seconds is None else seconds
        self._deadline = Deadline(SECONDS if seconds is None else seconds)
        self._networks: dict[Any, IntervalNetwork[Any]] = {}
        self._pairs = {frozenset(order[:2]) for order in self.left}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "plain":  # of a copy that has nothing yet
            raise AttributeError(name)
        return getattr(self.plain, name)

    def __len__(self) -> int:
        return len(self.plain)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.plain)

    def __contains__(self, entity: object) -> bool:
        return entity in self.plain

    @cached_property
    def _parts(self) -> dict[Any, _Part]:
        """The part in which each entity is."""
        links = [k for k in self.plain.links if k.source is not DATED and entities_in(k)]
        neighbours: dict[Any, list[Any]] = {}
        for ends in chain(map(entities_in, links), (order[:2] for order in self.left)):
            for a, b in pairwise(ends):
                neighbours.setdefault(a, []).append(b)
                neighbours.setdefault(b, []).append(a)
        parts: dict[Any, _Part] = {}
        for entity in self.plain.entities:
            if entity not in parts:
                parts |= dict.fromkeys(_reached(entity, neighbours), _Part())
            parts[entity].members.append(entity)
        left_out = {id(conflict.link) for conflict in self.plain.conflicts}
        ordered = {order.because for order in self.left}
        for link in links:
            part, kept = parts[entities_in(link)[0]], id(link) not in left_out
            part.dated &= kept and (isinstance(link, Placement) or link.source in ordered)
            part.links += [link] if kept else []
        for order in self.left:
            parts[order.first].orders.append(order)
            parts[order.first].ordered.update(order[:2])
        return parts

    def deciding(self, *asked: Any) -> Any:
        """The network that decides about these entities; the graph where that does."""
        parts = {id(part): part for name in asked if (part := self._parts.get(name))}
        chosen, key = [order for part in parts.values() for order in part.orders], tuple(parts)
        if sum(len(part.ordered) for part in parts.values()) > MOST_CHOSEN:
            chosen = [order for order in chosen if {*order[:2]} <= {*asked}]
            self.exact, key = False, asked
        if not chosen:
            return self.plain
        self._deadline.check()
        network = self._networks.get(key)
        if network is None:
            zone = self.plain.timezone
            network = networks.IntervalNetwork(on_conflict="drop-link", timezone=zone)
            for entity in chain.from_iterable(part.members for part in parts.values()):
                network.add_entity(entity)  # it may have no link that is in force
            links = chain(*(part.links for part in parts.values()), (o.link() for o in chosen))
            network.extend(links, time_limit=self._deadline.left())
            if len(parts) == 1:  # of several there may be very many
                self._networks[key] = network
        network.time_limit = self._deadline.left()
        return network

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        """What the graph leaves out, and then the open orders that leave no order which agrees with
        all the others. Dates alone leave one, and of one order that is open either way is possible.
        """
        found = [*self.plain.conflicts]
        for part in {id(part): part for part in self._parts.values()}.values():
            if len(part.orders) > 1 and not part.dated:
                try:
                    network = self.deciding(part.orders[0].first)
                    found += network.conflicts if network is not self.plain else ()
                except TimedOut:
                    self.exact = False
        return tuple(found)

    # ---- asking -------------------------------------------------------------------------

    def ask(self, a: Any, relation: RelationLike, b: Any, *, missing: Any = "error") -> Answer:
        """As :meth:`timegraph.IntervalNetwork.ask`."""
        answer: Answer = self.plain.ask(a, relation, b, missing=missing)
        if answer is not Answer.UNKNOWN or (missing == "unknown" and not (a in self and b in self)):
            return answer
        possible, asked = self.relations(a, b), AllenSet(relation)
        if not possible & asked or possible <= asked:
            return Answer.YES if possible & asked else Answer.NO
        self._deadline.check()
        return answer

    def relations(self, a: Any, b: Any) -> AllenSet:
        """As :meth:`timegraph.IntervalNetwork.relations`; where the time is over, with those that
        may not be possible."""
        possible: AllenSet = self.plain.relations(a, b)
        if len(possible) == 1:
            return possible
        if frozenset((a, b)) in self._pairs:
            possible &= APART
            part = self._parts[a]
            # Dates leave an order in which the one comes right after the other, and one the other
            # way; see :attr:`conflicts`.
            if part.dated or len(part.ordered) > MOST_CHOSEN:
                self.exact &= part.dated
                return possible
        try:
            network = self.deciding(a, b)
            decided = possible if network is self.plain else network.relations(a, b)
            possible = possible & decided or decided
        except TimedOut:
            self.exact = False
        return possible

    def relation_matrix(self) -> Any:
        """As :meth:`timegraph.TimeGraph.relation_matrix`, with :meth:`relations`."""
        masks, parts = self.plain.relation_matrix(), self._parts
        for (i, a), (j, b) in combinations(enumerate(self), 2):
            if parts[a].orders or parts[b].orders:
                found = self.relations(a, b)
                masks[i, j], masks[j, i] = found.mask, found.converse.mask
        return masks

    def minimal_network(self, **_: Any) -> dict[Any, AllenSet]:
        """The :meth:`relations` of each pair."""
        return {(a, b): self.relations(a, b) for a, b in combinations(self, 2)}

    def proof(self, a: Any, relation: RelationLike, b: Any, *, name: Naming | None = None) -> Any:
        """Why :meth:`ask` answers as it does, in words."""
        unknown = self.plain.ask(a, relation, b) is Answer.UNKNOWN
        network = self.deciding(a, b) if unknown else self.plain
        if network is self.plain:
            return replace(self.plain.explain(a, relation, b), name=name)
        if network.ask(a, relation, b) is not self.ask(a, relation, b):
            network = network.copy()  # where a convention of the graph has part in it
            network.add(a, self.plain.relations(a, b), b, "dates")
        return network.proof(a, relation, b, name=name)

    def before(self, a: Any) -> tuple[Any, ...]:
        """The entities that end before ``a`` starts in every branch, in insertion order."""
        return self._surely(Allen.BEFORE, a, self.plain.before(a))

    def after(self, a: Any) -> tuple[Any, ...]:
        """The entities that start after ``a`` ends in every branch, in insertion order."""
        return self._surely(Allen.AFTER, a, self.plain.after(a))

    def _surely(self, relation: Allen, a: Any, known: Iterable[Any]) -> tuple[Any, ...]:
        alone, found = _Part(), {*known}
        parts = {b: self._parts.get(b, alone) for b in (a, *self)}
        others = (b for b in self if b not in found and (parts[a].orders or parts[b].orders))
        found |= {b for b in others if self.relations(b, a) == AllenSet(relation)}
        return tuple(b for b in self if b in found)

    def distance(self, x: Endpoint, y: Endpoint, **_: Any) -> Any:
        """As :meth:`timegraph.IntervalNetwork.distance`."""
        found, decided = self.plain.distance(x, y), self._decided("distance", x, y)
        return found if decided[:2] == found[:2] else decided

    def earliest(self, point: Endpoint, **_: Any) -> Any:
        """As :meth:`timegraph.IntervalNetwork.earliest`."""
        return self._decided("earliest", point)

    def latest(self, point: Endpoint, **_: Any) -> Any:
        """As :meth:`timegraph.IntervalNetwork.latest`."""
        return self._decided("latest", point)

    def _decided(self, method: str, *points: Endpoint) -> Any:
        known = getattr(self.plain, method)(*points)
        try:
            network = self.deciding(*(entity for entity, _ in points))
            return known if network is self.plain else getattr(network, method)(*points)
        except KeyError:  # an instant that is of no concern to the network
            return known
        except TimedOut as error:
            raise TimedOut(str(error), known) from None


def _reached(entity: Any, neighbours: Mapping[Any, Sequence[Any]]) -> set[Any]:
    """What is joined to an entity, by whatever way."""
    reached, waiting = {entity}, [entity]
    while waiting:
        new = {*neighbours.get(waiting.pop(), ())} - reached
        reached |= new
        waiting += new
    return reached


# ---- one at a time ----------------------------------------------------------------------------


class Order(NamedTuple):
    """That the occurrence ``first`` ends by the start of ``second``, or, with ``open``, that one
    of the two ends by the start of the other; ``because`` of a rule. Where the dates exclude that,
    it is ``late``: what ends in 2016 does not end at the start of what starts in 2015 either."""

    first: str
    second: str
    because: str
    open: bool = False
    late: bool = False

    def link(self) -> PointLink | NoOverlap:
        """The link that says so."""
        if self.open:
            return NoOverlap((self.first, self.second), self.because)
        op: PointOperator = "<" if self.late else "<="
        return PointLink((self.first, "end"), op, (self.second, "start"), self.because)


Starts = Callable[[str, str], "bool | None"]
"""Whether the first occurrence is known to come first, ``None`` if that is open."""


def orders(statements: Iterable[Mapping[str, Any]], known: Starts | None = None) -> list[Order]:
    """Which occurrences of dated facts come before which, since those of one fact, and of a
    relation of which there is one at a time, do not overlap.

    ``statements`` are data whose facts have their occurrences. ``known`` says of two occurrences
    what else is known of their order.
    """
    stated = list(statements)
    rules = [data for data in stated if "one_at_a_time" in data]
    facts: dict[str, _Extent] = {}
    for data in filter(_in_order_of(stated), stated):
        facts.setdefault(fact_name(data), _Extent(data)).narrow(data)
    found: dict[tuple[str, str], Order] = {}
    for because, group in _groups(facts.values(), rules):
        for order in _ordered(group, because, known):
            found.setdefault((order.first, order.second), order)
    return list(found.values())


def _in_order_of(stated: Iterable[Mapping[str, Any]]) -> Callable[[Mapping[str, Any]], bool]:
    """Whether one of the statements is a fact that comes before or after others, as most facts of
    most files do not."""
    ruled, repeated = set[str](), set[Key]()
    for data in stated:
        if "one_at_a_time" in data:
            ruled.add(data["one_at_a_time"])
        elif "occurrence" in data and data["occurrence"] != 1:
            repeated.add(key_of(data))
    return lambda data: (
        "subject" in data
        and (data["relation"] in ruled or (bool(repeated) and key_of(data) in repeated))
    )


class _Extent:
    """What is stated of the start and the end of an occurrence: between which instants they are."""

    __slots__ = ("data", "end", "name", "start")

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data, self.name = data, fact_name(data)
        self.start, self.end = span(data, "start"), span(data, "end")

    def narrow(self, data: Mapping[str, Any]) -> None:
        """Take what another statement says of the occurrence, too, as far as it agrees."""
        for side in ("start", "end"):
            (low, high), (first, last) = getattr(self, side), span(data, side)
            if max(low, first) < min(high, last):
                setattr(self, side, (max(low, first), min(high, last)))

    def may_precede(self, other: _Extent) -> bool:
        """Whether it can end by the start of the other one."""
        earliest = max(self.start[0], self.end[0])
        return bool(earliest < min(other.start[1], other.end[1]))


def _groups(
    facts: Iterable[_Extent], rules: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[str, list[_Extent]]]:
    """The occurrences that do not overlap, with the reason."""
    listed = list(facts)
    groups: dict[tuple[Any, ...], list[_Extent]] = {}
    for fact in listed:
        groups.setdefault(("", *key_of(fact.data)), []).append(fact)
    said = ((rule["one_at_a_time"], side) for rule in rules for side in sides_of(rule))
    for relation, side in dict.fromkeys(said):  # a rule may be stated twice
        for fact in (fact for fact in listed if fact.data["relation"] == relation):
            key = (f"one {relation} at a time per {side}", fact.data[side])
            groups.setdefault(key, []).append(fact)
    for key, group in groups.items():
        if len(group) > 1:
            yield key[0] or "occurrences of one fact do not overlap", group


def _ordered(group: Sequence[_Extent], because: str, known: Starts | None) -> Iterator[Order]:
    in_order = sorted(group, key=lambda fact: (fact.start[0], fact.end[0]))
    if all(a.start[1] <= b.start[0] for a, b in pairwise(in_order)):
        # The starts are in order by their dates, so that the others follow.
        for a, b in pairwise(in_order):
            yield Order(a.name, b.name, because, late=not a.may_precede(b))
        return
    for a, b in combinations(in_order, 2):
        yield _order(a, b, because, known)


def _order(a: _Extent, b: _Extent, because: str, known: Starts | None) -> Order:
    first, second = a.may_precede(b), b.may_precede(a)
    if first and second and known is not None:
        later = known(a.name, b.name)
        first, second = (True, True) if later is None else (later, not later)
    if first == second == True:  # noqa: E712 (both, in words)
        return Order(a.name, b.name, because, open=True)
    if second:
        a, b = b, a
    return Order(a.name, b.name, because, late=not a.may_precede(b))
