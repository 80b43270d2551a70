"""A table of creation times: a line for each document with its name, its TIMEX3 value and, where
there is a third column, its title."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass

from timegraph.task.inputs.plain_form import is_date
from timegraph.task.text_files import decoded
from timeml import TimeMLError

__all__ = ["CreationTime", "read_creation_times", "render_creation_times"]

_HEADINGS = {
    "document": frozenset({"document", "doc", "docid", "name", "file", "id"}),
    "created": frozenset({"created", "creation time", "creation_time", "dct", "date", "value"}),
    "title": frozenset({"title", "headline"}),
}
_ORDER = ("document", "created", "title")


@dataclass(frozen=True, slots=True)
class CreationTime:
    """A line of the table; ``titled`` says whether the table has titles at all."""

    document: str
    value: str
    title: str | None
    titled: bool
    line: int


def read_creation_times(data: bytes, file: str) -> dict[str, CreationTime]:
    """The lines of a table by document, as the table names it without the ending ``.txt``.

    Cells are separated by tabs, else commas, else ``|``, else blanks. A first line of headings
    (document, created, title) says which column is which. Raises :class:`timeml.TimeMLError` that
    names file and line for a line without value, a value that is not a date, and a document that
    occurs twice.
    """
    text = decoded(data, file)
    rows = [(n, cells) for n, cells in enumerate(_cells(text), start=1) if any(cells)]
    if not rows:
        raise TimeMLError(
            "the file has no creation times; write lines of document, tab, value", file=file
        )
    columns = _columns(rows[0][1])
    order = columns or list(_ORDER[: max(len(cells) for _, cells in rows)])
    titled = "title" in order
    result: dict[str, CreationTime] = {}
    for line, cells in rows[bool(columns) :]:
        row = dict(zip(order, cells, strict=False))
        name, value = row.get("document", "").removesuffix(".txt"), row.get("created", "")
        if not name or not value:
            what = "has no document" if value else f"has no creation time for {name!r}"
            raise TimeMLError(f"the line {what}; write document, tab, value", file=file, line=line)
        if not is_date(value):
            message = f"{name}: the creation time {value!r} is not a TIMEX3 date or time"
            raise TimeMLError(f"{message}; write it as 1998-04-18", file=file, line=line)
        if name in result:
            message = f"{name} has a creation time on line {result[name].line} already"
            raise TimeMLError(f"{message}; remove one of them", file=file, line=line)
        title = " ".join(row.get("title", "").split()) or None
        result[name] = CreationTime(name, value, title, titled, line)
    return result


def render_creation_times(rows: Iterable[tuple[str, str | None, str | None]]) -> str:
    """The table of documents, values and titles; documents without a value are left out."""
    lines = ["\t".join(_ORDER)]
    lines += [f"{name}\t{value}\t{title or ''}" for name, value, title in rows if value]
    return "".join(f"{line.rstrip(chr(9))}\n" for line in lines)


def _cells(text: str) -> list[list[str]]:
    first = next((line for line in text.split("\n") if line.strip()), "")
    separator = next((mark for mark in "\t,|" if mark in first), None)
    if separator is None:
        return [line.split(None, 2) for line in text.split("\n")]
    if separator == ",":
        return [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text))]
    return [[cell.strip() for cell in line.split(separator)] for line in text.split("\n")]


def _columns(cells: list[str]) -> list[str] | None:
    """What the columns hold if these cells are headings, else ``None``."""
    names = [
        next((name for name, headings in _HEADINGS.items() if cell.lower() in headings), "")
        for cell in cells
    ]
    return names if {"document", "created"} <= set(names) else None
