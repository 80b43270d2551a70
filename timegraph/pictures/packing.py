"""Packing: lines with labels below them, each as high up as nothing else is in its way."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Packer", "Span"]

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
        wanted = [bits for bits, rows in parts for _ in range(rows)]
        row = top
        while (taken := self._taken(row, wanted)) is not None:
            row = taken + 1
        self.rows += [0] * (row + len(wanted) - len(self.rows))
        for k, bits in enumerate(wanted, start=row):
            self.rows[k] |= bits
        return row

    def place_anywhere(self, width: float, rows: int, most: float) -> tuple[float, int]:
        """Where a box of ``rows`` rows finds a place highest up, and then furthest left, within
        ``most`` pixels: its left side and its first row."""
        last = max(0, int((most - width) // _CELL))
        starts = [float(k * _CELL) for k in range(last + 1)]
        row, left = min((self._first((x, x + width), rows), x) for x in starts)
        self.place((left, left + width), 0, (left, left + width), rows, top=row)
        return left, row

    def _first(self, span: Span, rows: int) -> int:
        wanted, row = [_bits(span)] * rows, 0
        while (taken := self._taken(row, wanted)) is not None:
            row = taken + 1
        return row

    def _taken(self, row: int, wanted: list[int]) -> int | None:
        """Some row that has to be passed before ``wanted`` can be free, ``None`` if it is."""
        for k, (bits, taken) in enumerate(zip(wanted, self.rows[row:], strict=False)):
            if bits & taken:
                return row + k if bits == wanted[0] else row
        return None


def _bits(span: Span) -> int:
    first, last = int(span[0] // _CELL), int(-(-span[1] // _CELL))
    return (1 << max(last, first + 1)) - (1 << first)
