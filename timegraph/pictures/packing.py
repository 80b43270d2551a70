"""Packing: lines with labels below them, each as high up as nothing else is in its way."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Packer", "Shelf", "Span"]

_CELL = 4  # pixels of a column of cells; rows are counted by the caller

Span = tuple[float, float]
"""From where to where, in pixels."""


@dataclass(slots=True)
class Packer:
    """A sheet that grows downwards; each row has a bit for each of its columns that is taken."""

    rows: list[int] = field(default_factory=list)

    @property
    def height(self) -> int:
        """How many rows are used."""
        return len(self.rows)

    def place(self, line: Span, line_rows: int, box: Span, box_rows: int, *, top: int = 0) -> int:
        """The first row, from ``top`` on, at which a line and the box right below it are free;
        they are taken there."""
        parts = [(_bits(line), line_rows), (_bits(box), box_rows)]
        needed = [bits for bits, rows in parts for _ in range(rows)]
        row = top
        while (taken := self._taken(row, needed)) is not None:
            row = taken + 1
        self.rows += [0] * (row + len(needed) - len(self.rows))
        for k, bits in enumerate(needed, start=row):
            self.rows[k] |= bits
        return row

    def _taken(self, row: int, needed: list[int]) -> int | None:
        """Some row that has to be passed before ``needed`` can be free, ``None`` if it is."""
        for k, (bits, taken) in enumerate(
            zip(needed, self.rows[row : row + len(needed)], strict=False)
        ):
            if bits & taken:
                return row + k if bits == needed[0] else row
        return None


@dataclass(slots=True)
class Shelf:
    """A sheet of ``width`` pixels on which boxes stand below each other, wherever most is free."""

    width: float
    depths: list[float] = field(init=False)
    """How far down each column of cells is taken."""

    def __post_init__(self) -> None:
        self.depths = [0.0] * max(1, int(self.width // _COLUMN))

    @property
    def height(self) -> float:
        return max(self.depths)

    def place(self, width: float, height: float) -> Span:
        """The left side and the top of a box: as high up as it can stand, and then leftmost."""
        columns = min(len(self.depths), int(-(-width // _COLUMN)))
        starts = range(len(self.depths) - columns + 1)
        top, first = min((max(self.depths[k : k + columns]), k) for k in starts)
        self.depths[first : first + columns] = [top + height] * columns
        return first * _COLUMN, top


_COLUMN = 8.0  # pixels


def _bits(span: Span) -> int:
    first, last = int(span[0] // _CELL), int(-(-span[1] // _CELL))
    return (1 << max(last, first + 1)) - (1 << first)
