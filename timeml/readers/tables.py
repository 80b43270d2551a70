"""Rows of tab-separated files, in documents and in files of many documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from timeml.readers.files import File

__all__ = ["Row", "rows"]


class Row(NamedTuple):
    """One line: its number from 1, and its fields without blanks around them."""

    line: int
    fields: list[str]


def rows(file: File, columns: tuple[str, ...], *, optional: int = 0) -> Iterator[Row]:
    """The rows of a file that has these ``columns``, the last of which may be missing; empty lines
    and those that begin with ``#`` are left out.

    Raises :class:`timeml.TimeMLError` for a row of another length.
    """
    least = len(columns) - optional
    for number, line in enumerate(file.text().split("\n"), start=1):
        if not line.strip() or line[0] == "#":
            continue
        fields = [field.strip() for field in line.split("\t")]
        while len(fields) > len(columns) and not fields[-1]:
            fields.pop()
        if not least <= len(fields) <= len(columns):
            message = f"a line has {len(fields)} fields between tabs, not {len(columns)}"
            raise file.error(f"{message} ({', '.join(columns)})", number)
        yield Row(number, fields + [""] * (len(columns) - len(fields)))
