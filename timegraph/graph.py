"""TimeGraph: intervals, what is said of them, and what follows.

The idea. Every entity is an interval with two points, start < end. Whatever is said, an Allen
relation or a single comparison, becomes constraints ``<``, ``<=``, ``=`` between points. Then
x < y is entailed iff a path of constraints leads from x to y with a strict step on it, x = y iff
paths lead both ways, and a strict step on a cycle is a contradiction. For this *convex point
algebra* the closure is complete: what is not entailed can be otherwise (Vilain, Kautz & van Beek
1989; van Beek & Cohen 1990). The labels of the four cross pairs of points of two intervals thus
give exactly the set F of Allen relations that can still hold; "a R b" is answered YES iff F is a
subset of R, NO iff they are disjoint, else UNKNOWN.

How it is done. Constraints are logged in the order in which they were added, in flat arrays. A
graph that drops what contradicts itself closes nothing until it is asked: then all that is new
is closed at once, and only if that fails are the constraints taken one by one, with the same
outcome as if each had been tried when it was added. Small graphs are closed in pure Python
(:mod:`timegraph._small`), large ones by numba kernels (:mod:`timegraph._rows`).
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from timegraph import _editing, _export, _settling
from timegraph._small import EQUAL, LESS, LESS_EQUAL, IntRows
from timegraph.allen import KNOWN_MASKS, AllenSet, RelationLike, mask_of
from timegraph.answer import Answer
from timegraph.links import (
    Conflict,
    ContradictionError,
    Endpoint,
    Link,
    PointConstraint,
    PointLink,
)
from timegraph.points import LABELS, NONE, constraints_of

if TYPE_CHECKING:
    import networkx

    from timegraph._paths import ConstraintPaths
    from timegraph._rows import Rows

__all__ = ["POLICIES", "Policy", "TimeGraph"]

Policy = Literal["error", "drop-constraint", "drop-link"]
POLICIES: tuple[Policy, ...] = ("error", "drop-constraint", "drop-link")
"""What to do with a link that contradicts those before it."""

_OPS = {"<": LESS, "<=": LESS_EQUAL, "=": EQUAL}
_SIGNS = ("<", "<=", "=")


class TimeGraph:
    """Intervals and links between them, closed exactly; the module's docstring tells the idea.

    ``on_conflict`` says what happens to a link that contradicts those before it: ``"error"``
    raises :class:`ContradictionError` and changes nothing; ``"drop-link"`` leaves the whole link
    out; ``"drop-constraint"`` leaves out only its contradicted endpoint constraints, as the QA
    TempEval software does. What was left out is in :attr:`conflicts`.

    Entities are any hashables. Queries on a graph that nobody changes are thread-safe.
    """

    def __init__(self, *, on_conflict: Policy = "error") -> None:
        if on_conflict not in POLICIES:
            raise ValueError(f"on_conflict is one of {', '.join(POLICIES)}, not {on_conflict!r}")
        self._policy: Policy = on_conflict
        self._index: dict[Hashable, int] = {}  # entity -> its start point; its end is the next
        self._instants: dict[Hashable, int] = {}
        self._points: list[Endpoint] = []
        self._links: list[Link | PointLink] = []
        # Entities and instants that were named by themselves, with the number of links before.
        self._named: list[tuple[int, Hashable, bool]] = []
        # The log: constraint k says xs[k] ops[k] ys[k] and belongs to link units[k].
        self._xs, self._ys, self._units = array("i"), array("i"), array("i")
        self._ops = array("b")
        self._kept = bytearray()  # for each settled constraint whether it is in force
        # The closure of what is settled, and the same object while nothing waits to be settled.
        self._closed: IntRows | Rows | None = IntRows([])
        self._ready: IntRows | Rows | None = self._closed
        self._conflicts: list[Conflict] | None = []
        self._paths_cache: ConstraintPaths | None = None
        self._lock = threading.RLock()

    # ---- adding -------------------------------------------------------------------------

    def add_entity(self, entity: Hashable) -> None:
        """Name an interval, so that it can be asked about before anything is said of it."""
        if entity not in self._index:
            self._named.append((len(self._links), entity, True))
            self._start(entity)

    def add_instant(self, key: Hashable) -> None:
        """Name a point that is no interval's start or end; :meth:`add_points` calls it
        ``(key, "at")``. Instants are not among the :attr:`entities`."""
        if key not in self._instants:
            self._named.append((len(self._links), key, False))
            self._instant(key)

    def add(self, a: Hashable, relation: RelationLike, b: Hashable, source: Any = None) -> None:
        """Say that ``a relation b``; ``source`` is what explanations will name.

        ``relation`` is an :class:`Allen`, its name, or a set of them that is a conjunction of
        endpoint constraints. Raises ``ValueError`` for any other set or name, and
        :class:`ContradictionError` (nothing is changed then) under ``on_conflict="error"``.
        """
        mask = mask_of(relation)
        hash(a), hash(b)  # an unhashable entity must not leave the other one behind
        self._append(Link(a, AllenSet.from_mask(mask), b, source), constraints_of(mask))

    def add_points(self, x: Endpoint, op: str, y: Endpoint, source: Any = None) -> None:
        """Say one endpoint constraint: ``add_points(("a", "end"), "<=", ("b", "start"))``.

        ``op`` is ``"<"``, ``"<="``, ``"="``, ``">="`` or ``">"``; an endpoint is ``(entity,
        "start")``, ``(entity, "end")`` or ``(instant, "at")``. Raises as :meth:`add` does.
        """
        if op in (">", ">="):
            x, op, y = y, "<" + op[1:], x
        if op not in _OPS:
            raise ValueError(f"an endpoint constraint is <, <=, =, >= or >, not {op!r}")
        for point in (x, y):
            self._check_endpoint(point)
        self._append(PointLink(x, op, y, source), ())

    def extend(self, links: Iterable[Link | PointLink]) -> None:
        """Add many links in order. Under ``on_conflict="error"`` a contradiction raises
        :class:`ContradictionError` for the first link that contradicts those before it; the
        links before that one stay."""
        if self._policy != "error":
            for link in links:
                self._say(link)
        else:
            _editing.extend_or_raise(self, tuple(links))

    def _say(self, link: Link | PointLink) -> None:
        if isinstance(link, PointLink):
            self.add_points(link.x, link.op, link.y, link.source)
        else:
            self.add(link.a, link.relation, link.b, link.source)

    def _become(self, other: TimeGraph) -> None:
        """Take over another graph's content, under this graph's policy."""
        kept = {"_lock": self._lock, "_policy": self._policy}
        self.__dict__.update(other.__dict__)
        self.__dict__.update(kept)

    def retract(self, source: Any) -> tuple[Link | PointLink, ...]:
        """Take back every link whose ``source`` equals this one, and return them.

        The graph is then as if built anew from the remaining links in their original order,
        under the same policy: links that were left out may come back, and links that were kept
        may now be left out. Entities that only these links named are gone; those of
        :meth:`add_entity` stay. Raises ``KeyError``, changing nothing, if no link has the source.
        """
        with self._lock:
            return _editing.retract(self, source)

    def _append(self, link: Link | PointLink, said: tuple[tuple[int, str, int], ...]) -> None:
        if self._policy == "error":
            # Errors are raised by the call that causes them, so all before it is settled.
            self._settle()
        before = len(self._points)
        if isinstance(link, Link):
            a, b = self._start(link.a), self._start(link.b)
            four = (a, a + 1, b, b + 1)
            constraints = [(four[p], _OPS[op], four[q]) for p, op, q in said]
        else:
            constraints = [(self._point(link.x), _OPS[link.op], self._point(link.y))]
        self._ready = None
        unit = len(self._links)
        self._links.append(link)
        for x, op, y in constraints:
            self._xs.append(x)
            self._ops.append(op)
            self._ys.append(y)
            self._units.append(unit)
        if self._policy == "error":
            self._settle()
            if self._conflicts is None:
                conflict = self.conflicts[-1]
                _editing.take_back(self, before, len(constraints))
                raise ContradictionError(conflict)

    def _start(self, entity: Hashable) -> int:
        start = self._index.get(entity)
        if start is None:
            self._ready = None
            start = self._index[entity] = len(self._points)
            self._points.append((entity, "start"))
            self._points.append((entity, "end"))
        return start

    def _instant(self, key: Hashable) -> int:
        point = self._instants.get(key)
        if point is None:
            self._ready = None
            point = self._instants[key] = len(self._points)
            self._points.append((key, "at"))
        return point

    def _point(self, endpoint: Endpoint) -> int:
        key, side = endpoint
        if side == "at":
            return self._instant(key)
        return self._start(key) + (side == "end")

    @staticmethod
    def _check_endpoint(point: Endpoint) -> None:
        if not (
            isinstance(point, tuple) and len(point) == 2 and point[1] in ("start", "end", "at")
        ):
            raise ValueError(
                f'an endpoint is (entity, "start"), (entity, "end") or (instant, "at"), '
                f"not {point!r}"
            )
        hash(point[0])

    # ---- asking -------------------------------------------------------------------------

    def ask(
        self,
        a: Hashable,
        relation: RelationLike,
        b: Hashable,
        *,
        missing: Literal["error", "unknown"] = "error",
    ) -> Answer:
        """Whether ``a relation b`` is entailed (YES), impossible (NO), or neither (UNKNOWN).

        ``relation`` is an :class:`Allen`, its name, or any set of them ("one of these holds").
        An entity that the graph does not have raises ``KeyError``, or answers UNKNOWN with
        ``missing="unknown"``.
        """
        closed = self._ready
        if closed is None:
            closed = self._settle()
        index = self._index
        try:
            possible = closed.mask(index[a], index[b])
        except KeyError:
            if missing == "unknown":
                mask_of(relation)
                return _UNKNOWN
            raise self._missing(a, b) from None
        try:
            mask = KNOWN_MASKS[relation]
        except (KeyError, TypeError):
            mask = mask_of(relation)
        if possible & mask:
            return _UNKNOWN if possible & ~mask else _YES
        return _NO

    def relations(self, a: Hashable, b: Hashable) -> AllenSet:
        """Exactly the Allen relations that can still hold from ``a`` to ``b``.

        Raises ``KeyError`` for an entity that the graph does not have.
        """
        closed = self._settle()
        try:
            return AllenSet.from_mask(closed.mask(self._index[a], self._index[b]))
        except KeyError:
            raise self._missing(a, b) from None

    def label(self, x: Endpoint, y: Endpoint) -> str | None:
        """What is entailed of two endpoints: ``"<"``, ``"<="``, ``"="``, ``">="``, ``">"`` or
        ``None``. Raises ``KeyError`` for an unknown entity or instant."""
        closed = self._settle()
        code = closed.label(self._known_point(x), self._known_point(y))
        return None if code == NONE else LABELS[code]

    def before(self, a: Hashable) -> tuple[Hashable, ...]:
        """The entities that certainly end before ``a`` starts, in insertion order."""
        closed, start = self._settle(), self._known_point((a, "start"))
        return tuple(b for b, other in self._index.items() if closed.less(other + 1, start))

    def after(self, a: Hashable) -> tuple[Hashable, ...]:
        """The entities that certainly start after ``a`` ends, in insertion order."""
        closed, end = self._settle(), self._known_point((a, "end"))
        return tuple(b for b, other in self._index.items() if closed.less(end, other))

    def _known_point(self, endpoint: Endpoint) -> int:
        self._check_endpoint(endpoint)
        key, side = endpoint
        try:
            return self._instants[key] if side == "at" else self._index[key] + (side == "end")
        except KeyError:
            kind = "instant" if side == "at" else "entity"
            raise KeyError(f"no {kind} {key!r} in the graph") from None

    def _missing(self, *entities: Hashable) -> KeyError:
        names = ", ".join(repr(entity) for entity in entities if entity not in self._index)
        return KeyError(f"no entity {names} in the graph; add_entity() names one")

    # ---- looking ------------------------------------------------------------------------

    @property
    def on_conflict(self) -> Policy:
        """The policy for contradictions."""
        return self._policy

    @property
    def entities(self) -> tuple[Hashable, ...]:
        """All intervals, in insertion order."""
        return tuple(self._index)

    @property
    def links(self) -> tuple[Link | PointLink, ...]:
        """All links that were added, in order, whether in force or left out."""
        return tuple(self._links)

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """What was left out, in order, each with the links that contradict it."""
        self._settle()
        with self._lock:
            if self._conflicts is None:
                self._conflicts = _settling.conflicts(self)
            return tuple(self._conflicts)

    def __len__(self) -> int:
        return len(self._index)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(tuple(self._index))

    def __contains__(self, entity: object) -> bool:
        return entity in self._index

    def __repr__(self) -> str:
        left_out = sum(not kept for kept in self._kept)
        parts = [f"{len(self._index)} entities", f"{len(self._links)} links"]
        if left_out:
            parts.append(f"{left_out} left-out constraints")
        return f"<TimeGraph: {', '.join(parts)}>"

    # ---- copying ------------------------------------------------------------------------

    def copy(self) -> TimeGraph:
        """An independent graph with the same content."""
        other = TimeGraph.__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    __copy__ = copy

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:
            state = {
                name: value.copy() if isinstance(value, (dict, list, bytearray)) else value
                for name, value in self.__dict__.items()
                if name not in ("_lock", "_paths_cache", "_closed", "_ready")
            }
            for name in ("_xs", "_ys", "_ops", "_units"):
                state[name] = state[name][:]
            closed = self._closed.copy() if isinstance(self._closed, IntRows) else None
            state["_closed"] = closed
            state["_ready"] = None if self._ready is None else closed
            return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.RLock()
        self._paths_cache = None

    def to_networkx(self) -> networkx.MultiDiGraph:
        """The constraints in force: a node for each endpoint, an edge for each constraint.

        Edges have ``relation`` (``"<"``, ``"<="``, ``"="``) and ``source`` (``None`` for
        start before end); ``=`` is an edge each way.
        """
        return _export.to_networkx(self)

    # ---- closing ------------------------------------------------------------------------

    def _settle(self) -> IntRows | Rows:
        """Close what was added since the last time, leaving out what contradicts."""
        ready = self._ready
        if ready is None:
            with self._lock:
                ready = self._ready
                if ready is None:
                    ready = _settling.settle(self)
                    self._closed = self._ready = ready
        return ready

    def _constraint(self, k: int) -> PointConstraint:
        return PointConstraint(
            self._points[self._xs[k]], _SIGNS[self._ops[k]], self._points[self._ys[k]]
        )


_YES, _NO, _UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
