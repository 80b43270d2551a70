"""Rows of tab-separated files, in documents and in files of many documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from timeml._counting import counted
from timeml.readers.files import File
from timeml.readers.formats import stem_of

__all__ = ["Row", "by_layer", "rows"]


class Row(NamedTuple):
    """One line: its number from 1, and its fields without blanks around them."""

    line: int
    fields: list[str]


def rows(file: File, columns: tuple[str, ...], *, optional: int = 0) -> Iterator[Row]:
    """The rows of a file that has these ``columns``, the last of which may be missing; empty lines
    and those that begin with ``#`` are left out.

    Raises :class:`timeml.TimeMLError` for a row of another length.
    """
    most = len(columns)
    least = most - optional
    for number, line in enumerate(file.text().split("\n"), start=1):
        if not line.strip() or line[0] == "#":
            continue
        fields = list(map(str.strip, line.split("\t")))
        if len(fields) != most:
            while len(fields) > most and not fields[-1]:
                fields.pop()
            if not least <= len(fields) <= most:
                message = f"a line has {counted(len(fields), 'tab-separated field')}, not {most}"
                raise file.error(f"{message} ({', '.join(columns)})", number)
            fields += [""] * (most - len(fields))
        yield Row(number, fields)


def by_layer(files: Sequence[File]) -> dict[str, File]:
    """The files of one folder by their layers. Raises :class:`timeml.TimeMLError` if two are of
    one layer."""
    layers: dict[str, File] = {}
    for file in files:
        layer = stem_of(file.base)
        if layer in layers:
            raise file.error(f"{layers[layer].base} has the same layer; keep one of them", 1)
        layers[layer] = file
    return layers
