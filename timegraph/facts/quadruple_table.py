"""Events that each have one date, in a table of any size, and their order.

A *quadruple* is a subject, a relation, an object and a date: a day, a month or a year. A *reading*
is a question about their order that is understood already, with the fields of MultiTQ (Chen et al.
2023): a relation with a subject, an object, or both, and an operator.

from timegraph.facts import quadruples

table = quadruples("facts.tsv")
answer = table.ask({"subject": "Lund", "relation": "visit", "op": "after first", "time": "2005"})
print(answer.answers)

With subject or object the answers are the names on the other side; with both they are dates.
*Before* a time is wholly before it, *after* it wholly after it, *in* it wholly within it. *First*
are all that can be the first in some completion of their dates: of days, those of the earliest day.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from timegraph._files import no_collections
from timegraph.facts.readers.datasets import Columns, quadruple_columns, span_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from timegraph.findings import Finding


_LENGTHS = {"day": 10, "month": 7, "year": 4}
_OF_DATES = ("when", "first", "last")
_SAME = tuple(f"same {unit}" for unit in _LENGTHS)
_IN_ORDER = ("before", "after", "after first", "before last")
OPERATORS = (*_OF_DATES, "in", "first in", "last in", *_IN_ORDER, *_SAME)
"""What a reading may ask for, its field ``op``."""

_FIELDS = ("relation", "subject", "object", "op", "time", "anchor", "anchor_date", "type", "unit")


class ReadingError(ValueError):
    """A reading that cannot be answered; the message names the field and the way out."""


class Order(NamedTuple):
    """A reading once it is understood: with subject or object names are asked for, with both dates,
    cut to ``unit``. ``time`` is a span of days that ``op`` speaks of, ``anchor`` a name that is
    never an answer, ``kind`` the kind of entities that alone are answers."""

    relation: str
    op: str
    subject: str | None = None
    object: str | None = None
    time: tuple[int, int] | None = None
    anchor: str = ""
    kind: str | None = None
    unit: str | None = None


def order_of(reading: Mapping[str, Any], kinds: Collection[str] = ()) -> Order:
    """What a reading asks for; ``kinds`` are those of entities that are known. Raises
    :class:`ReadingError`."""
    if not isinstance(reading, Mapping):
        raise ReadingError("a reading is an object with the fields relation, op, and others")
    texts = {name: value for name, value in reading.items() if value is not None}
    for name, value in reading.items():
        if name not in _FIELDS:
            raise ReadingError(f"a reading has no field {name!r}; its fields: {', '.join(_FIELDS)}")
        if value is not None and not isinstance(value, str):
            raise ReadingError(f"{name} is {value!r}, not a text")
    op, kind, unit = texts.get("op", ""), texts.get("type"), texts.get("unit", "day")
    sides = texts.keys() & {"subject", "object"}
    extra = texts.keys() & {"time", "anchor", "anchor_date", "type"}
    stated = [texts[name] for name in ("time", "anchor_date") if name in texts]
    needed = op not in ("first", "last")
    time = "one of time and anchor_date" if needed else "neither time nor anchor_date"
    kinds_there = f"there are {', '.join(sorted(kinds))}" if kinds else "none are given"
    for is_wrong, message in (
        (op not in OPERATORS, f"op is {op!r}; it is one of {', '.join(OPERATORS)}"),
        (
            "relation" not in texts or not sides,
            "a reading has a relation, and a subject or an object or both",
        ),
        (
            len(sides) > 1 and (op not in _OF_DATES or unit not in _LENGTHS),
            f"with subject and object dates are asked for: op is one of {', '.join(_OF_DATES)}, "
            f"unit one of {', '.join(_LENGTHS)}; here they are {op!r} and {unit!r}",
        ),
        (
            len(sides) > 1 and extra,
            f"with subject and object there is no {', '.join(sorted(extra))}",
        ),
        (len(sides) < 2 and op == "when", "op 'when' asks for dates: give subject and object"),
        (len(sides) < 2 and len(stated) != needed, f"op {op!r} takes {time}"),
        (
            kind is not None and kind not in kinds,
            f"type is {kind!r}, but its names are not known ({kinds_there}); give kinds=",
        ),
    ):
        if is_wrong:
            raise ReadingError(message)
    if len(sides) > 1:
        return Order(texts["relation"], op, texts["subject"], texts["object"], unit=unit)
    length = _LENGTHS[op.split()[1]] if op in _SAME else None
    span = span_of(stated[0][:length]) if stated else None
    if stated and span is None:
        raise ReadingError(f"{stated[0]!r} is not a day, a month or a year: write 2005-01-31")
    subject, object = texts.get("subject"), texts.get("object")
    return Order(texts["relation"], op, subject, object, span, texts.get("anchor", ""), kind)


@dataclass(frozen=True, slots=True)
class Quadruple:
    """``subject`` ``relation`` ``object`` at ``date``, which is written ``2005-01-31``, ``2005-01``
    or ``2005``."""

    subject: str
    relation: str
    object: str
    date: str


@dataclass(frozen=True)
class QuadrupleAnswer:
    """The answers to a reading, each once, in the order of the dates of their facts. ``known`` is
    false if the table does not have the relation, the subject or the object, or if the lines
    ``left_out`` may change the answer: then nothing is known, where else nothing fits."""

    answers: tuple[str, ...]
    known: bool = True
    left_out: tuple[int, ...] = ()
    _facts: Callable[[], tuple[Quadruple, ...]] = field(default=tuple, repr=False, compare=False)

    @cached_property
    def facts(self) -> tuple[Quadruple, ...]:
        """The facts behind the answers, by their dates."""
        return self._facts()


class Quadruples:
    """A table of quadruples, indexed by subject with relation and by object with relation.

    ``problems`` are the lines that were left out; ``kinds`` are those of entities that readings may
    ask for, such as countries.
    """

    def __init__(
        self, columns: Columns, *, kinds: Mapping[str, Collection[str]] | None = None
    ) -> None:
        import numpy as np

        self.kinds = tuple(kinds or ())
        self.problems: tuple[Finding, ...] = tuple(columns.problems)
        self._left_out = columns.left_out
        self._names = list(columns.names)
        self._number = columns.names
        self._dates = list(columns.dates)
        arrays = (np.asarray(column, dtype=np.int32) for column in columns.rows)
        self._columns = dict(zip(("subject", "relation", "object", "date"), arrays, strict=True))
        spans = np.asarray(list(columns.dates.values()), dtype=np.int32).reshape(-1, 2)
        date = self._columns["date"]
        self._first, self._last = spans[date, 0], spans[date, 1]
        self._of_kind = {kind: self._mask(names) for kind, names in (kinds or {}).items()}
        self._index = {side: self._indexed(side) for side in ("subject", "object")}

    def __len__(self) -> int:
        return len(self._first)

    def __repr__(self) -> str:
        return f"<Quadruples: {len(self):,} facts>"

    def ask(self, reading: Mapping[str, Any]) -> QuadrupleAnswer:
        """The answers to a reading.

        Its fields are ``relation``; ``subject`` or ``object`` or both; ``op``, one of
        :data:`OPERATORS`; and by operator ``time``, or ``anchor_date`` with the ``anchor`` that is
        never an answer; ``type``, a kind of entities that alone are answers; ``unit``, to which
        dates are cut. Raises :class:`ReadingError` for a reading that says something else.
        """
        order = order_of(reading, self.kinds)
        asked = {order.relation, order.subject, order.object} - {None}
        unread = tuple(line for line, row in self._left_out if asked <= set(row))
        if not asked <= self._number.keys():
            return QuadrupleAnswer((), known=False, left_out=unread)
        rows = self._chosen(order, self._rows(order))
        if unread and (not rows.size or {"first", "last"} & {*order.op.split()}):
            return QuadrupleAnswer((), known=False, left_out=unread)
        if order.unit is None:
            other = self._columns["object" if order.object is None else "subject"]
            answers = tuple(self._names[name] for name in dict.fromkeys(other[rows].tolist()))
        else:
            length = _LENGTHS[order.unit]
            dates = (self._dates[date] for date in self._columns["date"][rows].tolist())
            answers = tuple(dict.fromkeys(date[:length] for date in dates))
        facts = rows.tolist()
        return QuadrupleAnswer(
            answers, left_out=unread, _facts=lambda: tuple(map(self._fact, facts))
        )

    def _mask(self, names: Iterable[str]) -> NDArray[np.bool_]:
        """Whether each name of the table is one of ``names``."""
        import numpy as np

        mask = np.zeros(len(self._names), dtype=np.bool_)
        mask[[self._number[name] for name in names if name in self._number]] = True
        return mask

    def _indexed(self, side: str) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
        """The rows by their name on this side and relation, those of one pair by their dates; and
        the sorted numbers of the pairs."""
        import numpy as np

        pairs = self._columns[side].astype(np.int64) << 32 | self._columns["relation"]
        rows = np.lexsort((self._last, self._first, pairs))
        return pairs[rows], rows

    def _rows(self, order: Order) -> NDArray[np.intp]:
        """The rows that an order is about, by their dates."""
        import numpy as np

        side = "object" if order.subject is None else "subject"
        given = order.object if order.subject is None else order.subject
        assert given is not None
        pairs, rows = self._index[side]
        pair = self._number[given] << 32 | self._number[order.relation]
        low, high = np.searchsorted(pairs, pair, "left"), np.searchsorted(pairs, pair, "right")
        selected: NDArray[np.intp] = rows[low:high]
        other = self._columns["subject" if side == "object" else "object"]
        if order.subject is not None and order.object is not None:
            selected = selected[other[selected] == self._number[order.object]]
        if order.anchor in self._number:
            selected = selected[other[selected] != self._number[order.anchor]]
        if order.kind is not None:
            selected = selected[self._of_kind[order.kind][other[selected]]]
        return selected

    def _chosen(self, order: Order, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Those of ``rows`` that an order asks for."""
        words, first, last = order.op.split(), self._first, self._last
        if order.time is not None:
            begin, end = order.time
            if "before" in words:
                rows = rows[last[rows] < begin]
            elif "after" in words:
                rows = rows[first[rows] > end]
            else:
                rows = rows[(first[rows] >= begin) & (last[rows] <= end)]
        if rows.size and "first" in words:
            rows = rows[first[rows] <= last[rows].min()]
        elif rows.size and "last" in words:
            rows = rows[last[rows] >= first[rows].max()]
        return rows

    def _fact(self, row: int) -> Quadruple:
        columns = (self._columns[name] for name in ("subject", "relation", "object"))
        subject, relation, object = (self._names[column[row]] for column in columns)
        return Quadruple(subject, relation, object, self._dates[self._columns["date"][row]])


@no_collections()
def quadruples(
    source: str | os.PathLike[str] | Iterable[tuple[str, str, str, str]],
    *,
    kinds: Mapping[str, Collection[str]] | None = None,
) -> Quadruples:
    """The quadruples in a file: lines with a date, a subject, a relation and an object, or with the
    date at the end, between tabs or commas; also gzip. Or quadruples in that order.

    ``kinds`` names the entities of each kind that readings may ask for. Lines that are not
    quadruples are left out and stand in :attr:`Quadruples.problems`. Raises ``OSError`` and
    :class:`timegraph.facts.readers.UnreadableError` for a file that cannot be read.
    """
    if isinstance(source, (str, os.PathLike)):
        return Quadruples(quadruple_columns(Path(source)), kinds=kinds)
    rows = ([date, *fact] for *fact, date in source)
    return Quadruples(Columns.of(enumerate(rows, start=1)), kinds=kinds)
