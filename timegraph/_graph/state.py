"""The state of one graph, as data: what was added, what of it is in force, and its closure.

:class:`timegraph.TimeGraph` holds one state and nothing else; the functions of this folder take
it. :func:`timegraph._graph.closing.closed` is the one way to the closure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import RLock
from typing import TYPE_CHECKING, Any

from timegraph._closure.int_rows import IntRows
from timegraph._closure.protocol import Closure
from timegraph._compiled.engine import Engine
from timegraph._graph.store import Store
from timegraph.links import POLICIES, Conflict, Policy

if TYPE_CHECKING:
    from timegraph._graph.paths import ConstraintPaths

__all__ = ["Engine", "GraphState", "new_state"]


_DEFAULT = Engine()


def _copied(closure: Closure) -> Closure | None:
    return closure.copy()


def _pickled(closure: Closure) -> Closure | None:
    """What of a closure is pickled."""
    return closure.copy() if isinstance(closure, IntRows) else None


def _no_conflicts() -> list[Conflict] | None:
    return []


@dataclass(slots=True, eq=False, repr=False)
class GraphState:
    """All that a graph knows.

    Constraints wait in ``store`` until somebody asks. ``kept`` has a byte for each of those that
    were decided on, 1 if it is in force; they come first. ``closure`` is the closure of these (or
    ``None`` where it has to be made again), ``current`` the same object while nothing waits, else
    ``None``. ``conflicts`` is ``None`` until what was left out is explained.

    Once ``decide_at`` constraints are there, what waits is decided on although nobody asks; that
    may go on up to ``ahead_to`` constraints, and then stops until somebody does.

    ``paths`` and ``index`` are made when they are first needed: the constraints in force as arcs
    for searches, and the closure as an index for many questions at once. ``past`` has the links of
    a graph under "error" again, with their lock, for what refused ones contradict; nothing is ever
    taken out of it.

    Questions change a state, too: they close what waits. So whatever reads or changes one holds
    the lock of the graph that has it (:class:`timegraph.readable_graph.ReadableGraph`).
    """

    policy: Policy
    engine: Engine = _DEFAULT
    store: Store = field(default_factory=Store)
    kept: bytearray = field(default_factory=bytearray)
    closure: Closure | None = field(default_factory=IntRows)
    current: Closure | None = None
    conflicts: list[Conflict] | None = field(default_factory=_no_conflicts)
    paths: ConstraintPaths | None = None
    index: Closure | None = None
    past: tuple[GraphState, RLock] | None = None
    decide_at: int = 2**62
    ahead_to: int = 0

    def copy(self) -> GraphState:
        """An independent copy."""
        return GraphState(*self._content(_copied))

    def __reduce__(self) -> tuple[type[GraphState], tuple[Any, ...]]:
        # What was left out is found again: what it contradicts may never have been looked for.
        *content, conflicts = self._content(_pickled)
        return GraphState, (*content, None if conflicts else conflicts)

    def _content(self, copy: Callable[[Closure], Closure | None]) -> tuple[Any, ...]:
        """What a copy has of its own. The indexes of large graphs are made again: they take more
        memory than all the rest."""
        closure = None if self.closure is None else copy(self.closure)
        return (
            self.policy,
            self.engine,
            self.store.copy(),
            self.kept[:],
            closure,
            None if self.current is None else closure,
            None if self.conflicts is None else self.conflicts[:],
        )


def new_state(
    policy: Policy,
    memory_budget: int | None = None,
    engine: Engine | None = None,
    timezone: str | None = None,
    conventions: bool = True,
) -> GraphState:
    """An empty state. Raises ``ValueError`` for an unknown policy or time zone and a wrong
    budget."""
    if policy not in POLICIES:
        raise ValueError(f"on_conflict must be one of {', '.join(POLICIES)}, not {policy!r}")
    if engine is None:
        engine = _DEFAULT if memory_budget is None else Engine(memory_budget=memory_budget)
    elif memory_budget is not None:
        raise ValueError("the engine has its own memory_budget; set it there")
    if timezone is not None:
        from timegraph._metric.zones import zone_named  # most graphs have no zone

        timezone = zone_named(timezone).name
    return GraphState(policy, engine, Store(timezone=timezone, conventions=conventions))
