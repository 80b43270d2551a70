"""Files of quadruples: date, subject, relation and object in each line."""

from __future__ import annotations

import csv
import gzip
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from timegraph.facts.answering.orders import span_of
from timegraph.facts.fact import Source, problem
from timegraph.facts.readers.datasets import UnreadableError
from timegraph.findings.record import Finding

__all__ = ["Columns", "quadruple_columns"]

_MOST_PROBLEMS = 1000
_GZIP = b"\x1f\x8b"
_HEADS = ({"subject", "head", "source"}, {"relation", "predicate"}, {"object", "tail", "target"},
          {"date", "time", "timestamp"})  # fmt: skip


@dataclass
class Columns:
    """Quadruples as numbers of names: ``names`` and ``dates`` have each once, dates with their
    first and last day."""

    names: dict[str, int] = field(default_factory=dict)
    dates: dict[str, tuple[int, int]] = field(default_factory=dict)
    subject: array[int] = field(default_factory=lambda: array("i"))
    relation: array[int] = field(default_factory=lambda: array("i"))
    object: array[int] = field(default_factory=lambda: array("i"))
    date: array[int] = field(default_factory=lambda: array("i"))
    problems: list[Finding] = field(default_factory=list)
    left_out: list[tuple[int, Sequence[str]]] = field(default_factory=list)

    @classmethod
    def of(cls, rows: Iterable[tuple[int, Sequence[str]]], file: str = "quadruples") -> Columns:
        """The columns of rows (line number; date, subject, relation, object)."""
        columns = cls()
        names, dates = columns.names, columns.dates
        numbers: dict[str, int] = {}
        add = tuple(getattr(columns, name).append for name in ("subject", "relation", "object"))
        add_date = columns.date.append
        for line, row in rows:
            if len(row) == 4 and all(row):
                date = row[0]
                number = numbers.get(date)
                if number is None and (span := span_of(date)) is not None:
                    number = numbers[date] = len(dates)
                    dates[date] = span
                if number is not None:
                    add_date(number)
                    for append, name in zip(add, row[1:], strict=True):
                        append(names.setdefault(name, len(names)))
                    continue
                message = f"{date[:40]!r} is not a day, a month or a year: write 2005-01-31"
            else:
                message = "is not a date, a subject, a relation and an object"
            columns.left_out.append((line, row))
            if len(columns.left_out) <= _MOST_PROBLEMS:
                columns.problems.append(problem("not-a-fact", message, at=Source(file, line)))
        left_out = len(columns.left_out)
        if left_out > _MOST_PROBLEMS:
            message = f"{left_out:,} lines are left out; the first {_MOST_PROBLEMS:,} are named"
            columns.problems.append(problem("not-a-fact", message, at=Source(file)))
        return columns


def quadruple_columns(path: Path) -> Columns:
    """The quadruples in a file of lines, with tabs or commas, also gzip. Raises ``OSError`` and
    :class:`UnreadableError`."""
    with path.open("rb") as stream:
        packed = stream.read(2) == _GZIP
    try:
        with (gzip.open if packed else open)(path, "rt", encoding="utf-8-sig", newline="") as lines:
            columns = Columns.of(_rows(lines), path.name)
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path}: is not UTF-8 ({error.reason}); save it as UTF-8") from None
    except (EOFError, gzip.BadGzipFile) as error:
        raise UnreadableError(f"{path}: is a damaged gzip file: {error}") from None
    if not columns.date:
        first = f"; {columns.problems[0]}" if columns.problems else ""
        raise UnreadableError(
            f"{path}: has no quadruple: write date, subject, relation and object in each line, "
            f"with tabs or commas between them{first}"
        )
    return columns


def _rows(lines: Iterable[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """The rows with the date first, whatever the order in the file; blank lines are passed over."""
    place: list[int] | None = None
    for number, row in _fields(lines):
        if place is None:
            place = _by_heads(row)
            if place is not None:
                continue
            dated_last = len(row) == 4 and span_of(row[0]) is None and span_of(row[3]) is not None
            place = [3, 0, 1, 2] if dated_last else [0, 1, 2, 3]
        if place != [0, 1, 2, 3] and len(row) > max(place):
            row = [row[k] for k in place]
        yield number, row


def _fields(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    comma: str | None = None
    for number, line in enumerate(lines, start=1):
        text = line.rstrip("\r\n")
        if not text:
            continue
        comma = comma or ("\t" if "\t" in text else ",")
        if comma == "\t":
            yield number, text.split("\t")
            continue
        try:
            yield number, next(csv.reader([text]))
        except csv.Error:
            yield number, []


def _by_heads(row: Sequence[str]) -> list[int] | None:
    """Where date, subject, relation and object stand, if the row names its columns."""
    named = [name.strip().lower() for name in row]
    places = [next((k for k, name in enumerate(named) if name in heads), None) for heads in _HEADS]
    subject, relation, object, date = places
    if subject is None or relation is None or object is None or date is None:
        return None
    return [date, subject, relation, object]
