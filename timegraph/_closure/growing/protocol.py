"""A closure that grows and shrinks by single constraints: what its implementations share.

:mod:`timegraph._closure.growing.incremental` has compiled code,
:mod:`timegraph._closure.growing.list_order` is its twin in pure Python, for as long as no machine
code is there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence

from timegraph._closure.protocol import Closure

__all__ = ["Constraint", "GrowingClosure"]

Constraint = tuple[int, int, int]
"""``(x, op, y)``, the operator by its code."""


class GrowingClosure(Closure):
    """Constraints in force over the points ``0 .. n-1``, which accepts more, and gives them back.

    Queries search. After many in a row a closed index answers faster; ``close`` makes it, or
    returns ``None`` if that would take too long.
    """

    __slots__ = ("_close", "_closed", "_queries", "patience")

    eager = True

    def __init__(self, close: Callable[[], Closure | None]) -> None:
        self._close = close
        self._closed: Closure | None = None
        self._queries = 0
        self.patience = 64
        """How many queries in a row are answered by searching at least, before there is an index
        of the whole; more in a large graph, where making one takes longer."""

    @abstractmethod
    def grow(self, points: int, starts: Iterable[int] = ()) -> None:
        """Add points, up to ``points`` in all; of the new points, each of ``starts`` is before the
        next one, and nothing else is known of them."""

    @abstractmethod
    def decide(
        self,
        columns: tuple[Sequence[int], Sequence[int], Sequence[int]],
        groups: Sequence[int] | None,
        first: int,
        *,
        stop: bool = False,
    ) -> bytes:
        """Accept the constraints from number ``first`` on, group by group (one by one, if
        ``groups`` is ``None``), each group wholly or not at all; a byte for each, 1 if it is in
        force. ``columns`` are ``x``, ``op`` and ``y``, ``groups[k]`` is the number of the group of
        constraint ``k``. With ``stop``, nothing is accepted after the first that is refused."""

    @abstractmethod
    def try_add(self, constraints: Sequence[Constraint]) -> bool:
        """Accept constraints of one link, all or none. Returns whether they agree with the rest."""

    @abstractmethod
    def place(self, point: int) -> int:
        """Where the class of a point stands in an order that agrees with all that is in force: no
        chain leads from it to a class that stands before it. Holds until something changes."""

    @abstractmethod
    def remove(self, constraints: Sequence[Constraint]) -> list[int]:
        """Take back constraints that are in force. Returns points that have lost all their
        constraints by that, since some of them were merged: :meth:`restore` those that stay."""

    @abstractmethod
    def restore(
        self,
        points: Sequence[int],
        starts: Sequence[int],
        columns: tuple[Sequence[int], Sequence[int], Sequence[int]],
        kept: bytearray,
    ) -> None:
        """Take the constraints that are ``kept`` and name one of these points, which have none;
        and that each of ``starts``, of which one or the next is among them, is before the next."""

    @abstractmethod
    def depending(
        self,
        removed: Sequence[Constraint],
        columns: tuple[Sequence[int], Sequence[int], Sequence[int]],
        kept: bytearray,
        first: int,
    ) -> list[int]:
        """The numbers, from ``first`` on, of the constraints that are not ``kept`` and contradict
        a chain that may lead through one of those to be removed, which are still in force."""

    def shared_mask(self) -> Callable[[int, int], int] | None:
        # Searches leave marks, and one in a half changed order may not end.
        return None if self._closed is None else self._closed.mask

    def _changed(self) -> None:
        self._closed = None
        self._queries = 0

    def _searches(self) -> bool:
        """Whether to answer one more query by searching."""
        self._queries += 1
        return self._closed is None and (
            self._queries <= self.patience or self._queries <= len(self) >> 5
        )

    def _index(self) -> Closure | None:
        """The closed index of all that is in force; ``None`` where there is none to be had."""
        if self._closed is None:
            self._closed = self._close()
        return self._closed
