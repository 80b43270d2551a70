"""Records in text: a table with a heading, objects of JSON, one a line, or a list of them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from timeml.errors import TimeMLError, counted


@dataclass(frozen=True, slots=True)
class BrokenLine:
    """A line that could not be read, and why; in text of several lines, which of them."""

    message: str
    text: str = ""
    line: int = 1


def records(lines: str | Iterable[str]) -> Iterator[tuple[int, Any]]:
    """The records of a text as it is read, each with its line, those of a list with their numbers:
    values of JSON, one on each line or one on all lines, of a row of a table its fields by the
    names in the heading, and a :class:`BrokenLine` for what is not JSON.

    Raises :class:`timeml.TimeMLError`, with the line, for a list that is not JSON, and for a table
    that is broken or has no row.
    """
    rest = _lines(lines)
    number, first = next(((n, line) for n, line in enumerate(rest, 1) if line.strip()), (0, ""))
    start, whole = first.lstrip("\ufeff \t")[:1], chain([first], rest)
    if start == "[":
        value = read_json("\n".join(line.rstrip("\n") for line in whole))
        if isinstance(value, BrokenLine):
            raise TimeMLError(value.message, line=number - 1 + value.line)
        yield from enumerate(value, 1)
    elif start == "{":
        value = read_json(first)
        if isinstance(value, BrokenLine):
            following = list(rest)
            several = read_json("".join([first, *following]))
            broken = isinstance(several, BrokenLine)
            value, rest = (value, iter(following)) if broken else (several, iter(()))
        yield number, value
        yield from ((n, read_json(line)) for n, line in enumerate(rest, number + 1) if line.strip())
    elif number:
        table = rows(whole, number)
        _, heading = next(table, (0, []))
        second = next(table, None)
        if second is None:
            raise TimeMLError("the first line names columns, and no row follows", line=number)
        names = [name.strip() for name in heading]
        for line, row in chain([second], table):
            if len(row) < len(names) or any(row[len(names) :]):
                fault = f"the row has {counted(len(row), 'field')}, the heading {len(names)}"
                raise TimeMLError(fault, line=line)
            yield line, dict(zip(names, row, strict=False))


def fields_of(
    text: str, wrong: list[tuple[int, str]] | None = None, *, between: str = ""
) -> Iterator[tuple[int, dict[str, str]]]:
    """The records of a text as fields of text. Raises :class:`timeml.TimeMLError` as
    :func:`records`, and for one that is not an object, unless its line and why are to be added to
    ``wrong``. Values of a list or an object have ``between`` them what is given, if anything."""

    def field(value: Any) -> str:
        if between and isinstance(value, (list, dict)):
            return between.join(map(field, value.values() if isinstance(value, dict) else value))
        return "" if value is None else str(value)

    for line, record in records(text):
        if isinstance(record, dict):
            yield line, {str(k): field(v) for k, v in record.items()}
            continue
        why = record.message if isinstance(record, BrokenLine) else "is not a JSON object"
        if wrong is None:
            raise TimeMLError(why, line=line)
        wrong.append((line, why))


def read_json(text: str) -> Any:
    """The value in JSON, or a :class:`BrokenLine`."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        message = f"is not JSON: {error.msg} (column {error.colno})"
        return BrokenLine(message, text, error.lineno)
    except (ValueError, RecursionError) as error:
        return BrokenLine(f"is not JSON: {error}", text)


def rows(lines: str | Iterable[str], number: int = 1) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table, the heading first, each with the line on which it ends; the first line
    is the ``number``-th. Blank rows are passed over, and so are comments before the heading, which
    shows what separates cells. Raises :class:`timeml.TimeMLError`, with the line, for a row that
    cannot be read."""
    rest = _lines(lines)
    for heading in rest:
        if heading.strip() and heading[0] != "#":
            break
        number += 1
    else:
        return
    separator = max(",;\t", key=heading.count)
    table = csv.reader(chain([heading.lstrip("\ufeff")], rest), delimiter=separator, strict=True)
    ended = 0
    try:
        for row in table:
            ended = table.line_num
            if any(map(str.strip, row)):
                yield number - 1 + ended, row
    except csv.Error as error:
        fault = f"the quotes of this row do not close or end within a cell ({error})"
        raise TimeMLError(fault, line=number + ended) from None


def _lines(text: str | Iterable[str]) -> Iterator[str]:
    return iter(io.StringIO(text) if isinstance(text, str) else text)
