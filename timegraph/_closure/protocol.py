"""What every closure answers, whatever holds it: the interface, its checks and its defaults.

Importing this module loads neither numpy nor numba, so that small graphs need neither; methods
that take or return arrays import numpy when they are called.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from timegraph.points import EQ, LE, LT

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Closure"]


class Closure(ABC):
    """What a consistent set of constraints between the points ``0 .. n-1`` entails.

    Methods that take single points trust them to be in range; methods that take arrays check.
    An implementation has ``label`` and ``mask``; it may also override ``_masks``, ``_answers`` and
    ``_matrix``, which get checked arrays, with something faster than one pair after the other.
    """

    __slots__ = ()

    eager = False
    """Whether new constraints are decided on as they come, so that no question waits for them."""

    @abstractmethod
    def __len__(self) -> int:
        """The number of points."""

    def copy(self) -> Closure | None:
        """An independent copy; ``None`` where it takes as much as to close again."""
        return None

    def shared_mask(self) -> Callable[[int, int], int] | None:
        """:meth:`mask` as threads may call it beside each other, and while one of them changes the
        closure, though answers and errors count for nothing then; ``None`` where that does not go
        (yet)."""
        return self.mask

    @abstractmethod
    def label(self, x: int, y: int, /) -> int:
        """What is entailed of "x ? y", as a code of :mod:`timegraph.points`."""

    @abstractmethod
    def mask(self, a: int, b: int, /) -> int:
        """The mask of the relations still possible between the intervals
        (a, a+1) and (b, b+1), as :class:`timegraph.AllenSet` numbers them."""

    def less(self, x: int, y: int, /) -> bool:
        """Whether x < y is entailed."""
        return self.label(x, y) == LT

    def less_equal(self, x: int, y: int, /) -> bool:
        """Whether x <= y is entailed."""
        return self.label(x, y) in (LT, LE, EQ)

    def shrink(self, points: int, intervals: int, /) -> bool:
        """Forget all but the first ``points``, if this closure can. Returns whether it did.
        Of the others nothing may be known but that the last ``intervals`` start before they
        end."""
        return False

    def masks(self, a: ArrayLike, b: ArrayLike) -> NDArray[np.uint16]:
        """``mask(a[k], b[k])`` for all k: an array of uint16, as long as both arrays.

        Raises ``IndexError`` if some interval's points are out of range, and ``ValueError`` for
        arrays of unequal length or of more than one dimension.
        """
        from timegraph._closure import arrays

        points = len(self)
        return self._masks(*arrays.same_length(arrays.starts(a, points), arrays.starts(b, points)))

    def answers(
        self, starts: ArrayLike, a: ArrayLike, wanted: ArrayLike, b: ArrayLike
    ) -> NDArray[np.int8]:
        """Whether interval ``a[k]`` is in one of the relations of the mask ``wanted[k]`` to
        interval ``b[k]``, for all k: 1 yes, 0 no, -1 unknown.

        Intervals are numbered, number i starting at the point ``starts[i]``; ``wanted`` may be
        one mask for all. Raises ``IndexError`` if a number or a point is out of range and
        ``ValueError`` for unequal lengths.
        """
        from timegraph._closure import arrays

        table = arrays.starts(starts, len(self))
        return self._answers(table, *arrays.questions(a, wanted, b, len(table)))

    def relation_matrix(self, starts: ArrayLike) -> NDArray[np.uint16]:
        """The masks of all pairs of the intervals that start at ``starts``, as a square of uint16:
        in row i and column j, what interval i can be to interval j.

        Raises ``IndexError`` if some interval's points are out of range, and ``MemoryError`` if
        the matrix takes more memory than is free.
        """
        from timegraph._closure import arrays

        return self._matrix(arrays.starts(starts, len(self)))

    def _masks(self, a: NDArray[np.int32], b: NDArray[np.int32]) -> NDArray[np.uint16]:
        import numpy as np

        mask = self.mask
        pairs = zip(a.tolist(), b.tolist(), strict=True)
        return np.fromiter((mask(x, y) for x, y in pairs), np.uint16, len(a))

    def _answers(
        self,
        starts: NDArray[np.int32],
        a: NDArray[np.int32],
        wanted: NDArray[np.uint16],
        b: NDArray[np.int32],
    ) -> NDArray[np.int8]:
        import numpy as np

        possible = self._masks(starts[a], starts[b])
        yes, no = (possible & ~wanted) == 0, (possible & wanted) == 0
        result: NDArray[np.int8] = 2 * yes.view(np.int8) + no.view(np.int8) - 1
        return result

    def _matrix(self, starts: NDArray[np.int32]) -> NDArray[np.uint16]:
        import numpy as np

        mask, listed = self.mask, starts.tolist()
        masks = (mask(a, b) for a in listed for b in listed)
        return np.fromiter(masks, np.uint16, len(listed) ** 2).reshape(len(listed), len(listed))
