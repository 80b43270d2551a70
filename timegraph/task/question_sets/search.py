"""Whether one world can make all statements true: an exact search over the ways of each no.

What each yes says is added first. Then, again and again: a no that what is added makes true is
satisfied; a way that it makes false is out; a no with one way left must take it. Where several ways
remain, the no with the fewest is tried way by way, each time with the ways before it excluded. What
follows from what is decided by :class:`timegraph.TimeGraph` alone.

:class:`timegraph.IntervalNetwork` gives the same verdicts in the same time once its compiled search
is loaded. Loading it takes as long as all else in a check of an official set, whose blocks have at
most three statements, so this search stays.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from timegraph.graph import TimeGraph
from timegraph.links import PointConstraint
from timegraph.task.question_sets.blocks import blocks
from timegraph.task.question_sets.statements import Statement, entities_of, opposite

__all__ = [
    "NO_DEADLINE",
    "Deadline",
    "UndecidedError",
    "added_in_a_way",
    "satisfiable",
    "world_of_block",
]

_AT_MOST = ("<", "<=", "=")


class UndecidedError(Exception):
    """The time was up before the search came to an end."""


class Deadline:
    """So many seconds from now, ``None`` for no limit."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self._until = None if seconds is None else time.monotonic() + seconds

    @property
    def until(self) -> float:
        """When the time is up, on the clock of :func:`time.monotonic`."""
        return float("inf") if self._until is None else self._until

    def check(self) -> None:
        """Raise :class:`UndecidedError` if the time is up."""
        if self._until is not None and time.monotonic() >= self._until:
            raise UndecidedError


NO_DEADLINE = Deadline(None)
"""All the time in the world."""


def satisfiable(statements: Sequence[Statement], deadline: Deadline = NO_DEADLINE) -> bool:
    """Whether all statements are true in some world.

    Exact. Takes exponential time in the worst case, and raises :class:`UndecidedError` once the
    deadline has passed.
    """
    return all(
        world_of_block([statements[number] for number in block], deadline) is not None
        for block in blocks(statements)
    )


def world_of_block(statements: Sequence[Statement], deadline: Deadline) -> TimeGraph | None:
    """A graph whose every world makes all statements true; ``None`` if there is none.

    As :func:`satisfiable`, without a look at blocks.
    """
    graph = TimeGraph()
    for entity in entities_of(statements):
        graph.add_entity(entity)
    pending: list[_Ways] = []
    for statement in statements:
        ways = statement.ways
        if len(ways) > 1:
            pending.append([way for (way,) in ways])
        elif not _added(graph, ways[0]):
            return None
    stack: list[tuple[TimeGraph, list[PointConstraint], list[_Ways]]] = [(graph, [], pending)]
    while stack:
        deadline.check()
        graph, further, pending = stack.pop()
        graph = graph.copy()
        left = _propagated(graph, pending) if _added(graph, further) else None
        if left is None:
            continue
        if not left:
            return graph
        fewest = min(left, key=len)
        others = [ways for ways in left if ways is not fewest]
        branches = []
        excluded: list[PointConstraint] = []
        for way in fewest:
            branches.append((graph, [*excluded, way], others))
            excluded.append(opposite(way))
        stack.extend(reversed(branches))
    return None


_Ways = list[PointConstraint]


def _propagated(graph: TimeGraph, pending: Iterable[_Ways]) -> list[_Ways] | None:
    """The noes that are still open, each with the ways that are; ``None`` if one has none. Ways
    that have to be taken are added to ``graph``."""
    left = list(pending)
    changed = True
    while changed:
        changed = False
        remaining: list[_Ways] = []
        for ways in left:
            possible: _Ways = []
            for way in ways:
                label = graph.label(way.x, way.y)
                if label == "<" or (way.op == "<=" and label in _AT_MOST):
                    break  # this way is taken already
                if not _excluded(label, way.op):
                    possible.append(way)
            else:
                if not possible:
                    return None
                if len(possible) == 1:
                    graph.add_points(possible[0].x, possible[0].op, possible[0].y)
                    changed = True
                else:
                    remaining.append(possible)
        left = remaining
    return left


def _added(graph: TimeGraph, constraints: Iterable[PointConstraint]) -> bool:
    """Whether the constraints agree with ``graph``, to which they are added then."""
    for constraint in constraints:
        if _excluded(graph.label(constraint.x, constraint.y), constraint.op):
            return False
        graph.add_points(constraint.x, constraint.op, constraint.y)
    return True


def added_in_a_way(graph: TimeGraph, statement: Statement) -> bool:
    """Whether a way in which the statement is true agrees with ``graph``, to which it is added;
    if none does, part of one may be."""
    for entity in (statement.a, statement.b):
        graph.add_entity(entity)
    return any(_added(graph, way) for way in statement.ways)


def _excluded(label: str | None, op: str) -> bool:
    """Whether "x op y" cannot hold beside the label of x and y."""
    if op == "<":
        return label in ("=", ">=", ">")
    return label == ">" or (op == "=" and label == "<")
