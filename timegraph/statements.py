"""Statements about time: one vocabulary for all that is stated, and files of it.

A statement is a relation of two names or dates, an order of ends, a place in time, a length or
distance, a dated fact, alternatives of which one holds, names that do not overlap, or a relation of
which there is one at a time. Each may have a source, a weight, and the time when it was stated. It
has the same meaning as data (``{"a": "storm", "relation": "before", "b": "flood"}``), as a line of
text (``storm BEFORE flood``) and as a row of a table.

A dated fact is an *occurrence* of its subject, relation and object: a fact may happen twice, and
its occurrences do not overlap. Nor do those of a relation of which there is *one at a time*. Where
the dates, or whatever else is known, order two of them, the first ends by the start of the second;
where they do not, both orders stay possible.

Provisional: names may change in a minor release (``docs/stability.md``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, NamedTuple

from timegraph.networks.links import NetworkLink
from timegraph.stated_links import Order, links_of, network_of, orders
from timeml import open_collection
from timeml.readers.statement_lines import (
    checked,
    kind_of,
    line_of_text,
    rows_of,
    spelling_of,
    text_of,
)
from timeml.readers.statements import Occurrences, fact_name

__all__ = ["Closing", "Resolved", "Statement", "read_networks", "read_statements", "resolve"]

if TYPE_CHECKING:
    from timegraph.networks import IntervalNetwork
    from timeml.readers.formats import FormatName

_HEAD = 8192


@dataclass(frozen=True, slots=True)
class Statement:
    """What is stated, as ``data`` whose fields were checked; ``file`` and ``line`` are where, if it
    was read from a file. Prints as a line of text."""

    data: Mapping[str, Any]
    file: str = ""
    line: int | None = None

    @classmethod
    def of(cls, data: Mapping[str, Any], file: str = "", line: int | None = None) -> Statement:
        """The statement that data say. Raises ``ValueError`` for unknown or missing fields,
        relations and dates."""
        return cls(checked(dict(data)), file, line)

    @classmethod
    def parse(cls, text: str) -> Statement:
        """The statement on a line of text. Raises ``ValueError`` for any other text.

        >>> print(Statement.parse("storm is before 'flood'".replace("'", '"')))
        storm BEFORE flood
        """
        data = line_of_text(text)
        if data is None:
            raise ValueError("the line says nothing; write a BEFORE b")
        return cls.of(data)

    @property
    def kind(self) -> str:
        """``link``, ``order``, ``distance``, ``duration``, ``place``, ``fact``, ``no_overlap``,
        ``any_of`` or ``one_at_a_time``."""
        return kind_of(self.data)

    @property
    def source(self) -> str | None:
        """Who says so."""
        return self.data.get("source")

    @property
    def where(self) -> str:
        """The file and line, with the source: ``letters.txt:3 (letter 3)``."""
        place = f"{self.file}:{self.line}" if self.line is not None else self.file
        return f"{place} ({self.source})".strip() if self.source else place

    def to_json(self) -> dict[str, Any]:
        """The statement as JSON data, which :meth:`of` reads."""
        return dict(self.data)

    def links(self) -> tuple[NetworkLink, ...]:
        """The links that say the same; see :func:`links_of`."""
        return links_of(self.data, self.where or None)

    def __str__(self) -> str:
        return text_of(self.data)


def read_statements(path: str | PathLike[str]) -> Iterator[Statement]:
    """The statements of a file, one after the other: lines of JSON, CSV or TSV, or plain text.

    The file is read as its statements are taken. Raises ``OSError`` and
    :class:`timeml.TimeMLError`, with the line, for what is not a statement.
    """
    name = fspath(path)
    with open(name, encoding="utf-8-sig", newline="") as stream:
        head = stream.read(_HEAD)
        stream.seek(0)
        spelling = spelling_of(head)
        if spelling is None:
            spelling = "table" if name.lower().endswith((".csv", ".tsv")) else "text"
        for line, data in rows_of(stream, spelling, name):
            yield Statement(data, name, line)


def read_networks(
    path: str | PathLike[str], *, format: FormatName | None = None
) -> dict[str, IntervalNetwork[str]]:
    """The networks of a file by their names: one of each document of statements, of a ``.csp`` file
    of GQR (of time points with the format ``csp-points``) or of a saved network. Links may
    contradict each other; the source of each is its TLINK or statement, with its line.

    Raises ``OSError`` and :class:`timeml.TimeMLError`, with the line, for anything else.
    """
    collection = open_collection(path, format=format)
    documents = {name: collection.read(name) for name in collection.names}
    return {name: network_of(read, on_conflict=None) for name, read in documents.items()}


# ---- links ------------------------------------------------------------------------------------


class Closing(NamedTuple):
    """That the open fact ``of`` ends by the start of ``by``: ``until`` is that date, as it was
    written; ``why`` is a sentence."""

    of: Statement
    by: Statement
    until: str
    why: str


class Resolved(NamedTuple):
    """What a new fact was taken to mean: the statement with its occurrence, and the closings that
    follow from it."""

    statement: Statement
    closings: tuple[Closing, ...]


def resolve(new: Statement, existing: Iterable[Statement]) -> Resolved:
    """Which occurrence a new fact is about, and which open facts it closes, or is closed by.

    ``existing`` are facts, in the order in which they were stated, and the rules of which there is
    one at a time. Nothing is changed: a store of one's own can be kept by it. Raises ``ValueError``
    for a fact that can be about several occurrences.
    """
    before = list(existing)
    occurrences, resolved = Occurrences(), []
    for statement in before:
        data = statement.data
        resolved.append(occurrences.add(data) if "subject" in data else data)
    added = occurrences.add(new.data) if "subject" in new.data else dict(new.data)
    statement = Statement(added, new.file, new.line)
    everything = [*zip(before, resolved, strict=True), (statement, added)]
    earlier = set(orders(resolved))
    closings = [
        closing
        for order in orders([*resolved, added])
        if order not in earlier and not order.open
        for closing in _closings(order, everything)
    ]
    return Resolved(statement, tuple(closings))


def _closings(
    order: Order, said: Sequence[tuple[Statement, Mapping[str, Any]]]
) -> Iterator[Closing]:
    facts = [(statement, data) for statement, data in said if "subject" in data]
    first = [statement for statement, data in facts if fact_name(data) == order.first]
    ended = any("end" in data for _, data in facts if fact_name(data) == order.first)
    starts = [
        (statement, data["start"])
        for statement, data in facts
        if fact_name(data) == order.second and "start" in data
    ]
    if first and starts and not ended:
        by, until = starts[-1]
        why = f"{order.first} ends by the start of {order.second} ({until}): {order.because}"
        yield Closing(first[-1], by, until, why)
