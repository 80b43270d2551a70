"""What is known where one constraint after the other is refused.

Nothing is added then, so the searches that refuse see the same graph again and again. After some of
them all classes that each class leads to are noted, as the bits of one whole number, and further
constraints are refused without a search.
"""

from __future__ import annotations

from collections.abc import Sequence

from timegraph.points import EQ, GT, LT, NONE

__all__ = ["Refusals"]

_STEPS_OF_ROWS = 8
"""Rows take less time than searches that see each point so many times."""

_MOST_POINTS = 10_000
"""Rows of more points take too much memory."""


class Refusals:
    """What is known while nothing changes in a graph without weak constraints."""

    __slots__ = ("_rows", "_since")

    def __init__(self) -> None:
        self._rows: list[int] = []
        self._since = 0

    def end(self, work: int) -> None:
        """Forget everything, since something changes when so much work was done in all."""
        self._rows = []
        self._since = work

    def prepare(
        self, work: int, order: Sequence[int], root: Sequence[int], out: Sequence[Sequence[int]]
    ) -> bool:
        """Note what each class leads to, once searches have taken more work than that. Returns
        whether :meth:`label` can be asked in place of a search. ``work`` is all that was done.

        ``order`` has all points, in an order in which every constraint leads forward; ``root`` the
        class of each; ``out[one]`` has ``2 * point`` for each constraint that leads out of a class.
        """
        if self._rows:
            return True
        if work - self._since <= _STEPS_OF_ROWS * len(order) or len(order) > _MOST_POINTS:
            return False
        self._rows = rows = [0] * len(order)
        for class_ in reversed(order):
            if root[class_] == class_:
                row = 0
                for end in out[class_]:
                    other = root[end >> 1]
                    row |= rows[other] | 1 << other
                rows[class_] = row
        return True

    def label(self, a: int, b: int, position: Sequence[int]) -> int:
        """What is entailed of two classes, as a code of :mod:`timegraph.points`."""
        if a == b:
            return EQ
        if position[a] < position[b]:
            return LT if self._rows[a] >> b & 1 else NONE
        return GT if self._rows[b] >> a & 1 else NONE
