"""What is wrong with a file of marked text: every problem with its line and column."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from timegraph._wording.counting import counted
from timeml import Position

__all__ = ["MarkedTextError", "Places", "Problem"]

Problem = tuple[Position, str]
"""Where something is wrong, and what."""

_SHOWN = 10


class MarkedTextError(ValueError):
    """A marked text that cannot be read. Each line of the message is
    ``file:line:column: what is wrong; what to do``; ``problems`` are all of them."""

    def __init__(self, file: str, problems: Sequence[Problem]) -> None:
        ordered = sorted(problems, key=lambda problem: (problem[0].line, problem[0].column or 0))
        lines = [f"{file}:{at.line}:{at.column}: {what}" for at, what in ordered[:_SHOWN]]
        if len(ordered) > _SHOWN:
            lines.append(f"... and {counted(len(ordered) - _SHOWN, 'more problem')} in {file}")
        super().__init__("\n".join(lines))
        self.file = file
        self.problems = tuple(ordered)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.file, self.problems)


class Places:
    """The lines and columns of the offsets of a text that begins on ``first_line`` of a file."""

    def __init__(self, text: str, first_line: int) -> None:
        self._first_line = first_line
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def of(self, offset: int) -> Position:
        """The place of an offset, with line and column."""
        line = bisect_right(self._starts, offset) - 1
        return Position(self._first_line + line, offset - self._starts[line] + 1)
