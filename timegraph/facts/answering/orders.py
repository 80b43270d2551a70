"""What a reading asks of the order of dated events, and which rows of a table it chooses.

The operators are those of MultiTQ (Chen et al. 2023): equal, before, after, first, last, after
first, before last, equal to another event at a day, a month or a year.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["OPERATORS", "Order", "ReadingError", "order_of", "span_of"]

UNITS = ("day", "month", "year")
_OF_DATES = ("when", "first", "last")
_WITHIN = ("in", "first in", "last in")
_BESIDE = ("before", "after", "after first", "before last")
_SAME = tuple(f"same {unit}" for unit in UNITS)
OPERATORS = (*_OF_DATES, *_WITHIN, *_BESIDE, *_SAME)
"""What a reading may ask for, its field ``op``."""

_FIELDS = ("relation", "subject", "object", "op", "time", "anchor", "anchor_date", "type", "unit")


class ReadingError(ValueError):
    """A reading that cannot be answered; the message names the field and the way out."""


@dataclass(frozen=True, slots=True)
class Order:
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

    @property
    def names(self) -> Iterator[str]:
        """What the table must have for anything to be known."""
        return (name for name in (self.relation, self.subject, self.object) if name is not None)

    def chosen(
        self, rows: NDArray[np.intp], first: NDArray[np.int32], last: NDArray[np.int32]
    ) -> NDArray[np.intp]:
        """Those of ``rows`` that are asked for; each has the days ``first`` to ``last``."""
        words = self.op.split()
        if self.time is not None:
            begin, end = self.time
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


def order_of(reading: Mapping[str, Any], kinds: Collection[str] = ()) -> Order:
    """What a reading asks for; ``kinds`` are those of entities that are known. Raises
    :class:`ReadingError`."""
    if not isinstance(reading, Mapping):
        raise ReadingError("a reading is an object with the fields relation, op, and others")
    texts: dict[str, str] = {}
    for name, value in reading.items():
        if name not in _FIELDS:
            raise ReadingError(f"a reading has no field {name!r}; its fields: {', '.join(_FIELDS)}")
        if value is not None:
            if not isinstance(value, str):
                raise ReadingError(f"{name} is {value!r}, not a text")
            texts[name] = value
    op = texts.get("op", "")
    if op not in OPERATORS:
        raise ReadingError(f"op is {op!r}; it is one of {', '.join(OPERATORS)}")
    if "relation" not in texts or not texts.keys() & {"subject", "object"}:
        raise ReadingError("a reading has a relation, and a subject or an object or both")
    if {"subject", "object"} <= texts.keys():
        return _of_dates(op, texts)
    return Order(
        texts["relation"],
        op,
        texts.get("subject"),
        texts.get("object"),
        _time(op, texts),
        texts.get("anchor", ""),
        _kind(texts.get("type"), kinds),
    )


def _of_dates(op: str, texts: Mapping[str, str]) -> Order:
    unit = texts.get("unit", "day")
    if op not in _OF_DATES or unit not in UNITS:
        raise ReadingError(
            f"with subject and object dates are asked for: op is one of {', '.join(_OF_DATES)}, "
            f"unit one of {', '.join(UNITS)}; here they are {op!r} and {unit!r}"
        )
    if extra := texts.keys() & {"time", "anchor", "anchor_date", "type"}:
        raise ReadingError(f"with subject and object there is no {', '.join(sorted(extra))}")
    return Order(texts["relation"], op, texts["subject"], texts["object"], unit=unit)


def _time(op: str, texts: Mapping[str, str]) -> tuple[int, int] | None:
    if op == "when":
        raise ReadingError("op 'when' asks for dates: give subject and object")
    stated = [texts[name] for name in ("time", "anchor_date") if name in texts]
    needed = op not in ("first", "last")
    if len(stated) != needed:
        what = "one of time and anchor_date" if needed else "neither time nor anchor_date"
        raise ReadingError(f"op {op!r} takes {what}")
    if not needed:
        return None
    time = stated[0]
    if op in _SAME:
        time = time[: {"day": 10, "month": 7, "year": 4}[op.split()[1]]]
    span = span_of(time)
    if span is None:
        raise ReadingError(f"{stated[0]!r} is not a day, a month or a year: write 2005-01-31")
    return span


def _kind(kind: str | None, kinds: Collection[str]) -> str | None:
    if kind is not None and kind not in kinds:
        kinds_there = f"there are {', '.join(sorted(kinds))}" if kinds else "none are given"
        raise ReadingError(
            f"type is {kind!r}, but its names are not known ({kinds_there}); give kinds="
        )
    return kind


@lru_cache(maxsize=4096)
def span_of(date: str) -> tuple[int, int] | None:
    """The first and the last day of ``2005``, ``2005-01`` or ``2005-01-31``, as ordinals of the
    proleptic Gregorian calendar; ``None`` for any other text."""
    import datetime
    from calendar import monthrange

    parts = date.split("-")
    if tuple(map(len, parts)) not in ((4,), (4, 2), (4, 2, 2)) or not date.isascii():
        return None
    if not all(part.isdigit() for part in parts):
        return None
    year, *rest = map(int, parts)
    try:
        first = datetime.date(year, *[*rest, 1, 1][:2])
        if len(rest) == 2:
            return first.toordinal(), first.toordinal()
        month = rest[0] if rest else 12
        return first.toordinal(), datetime.date(year, month, monthrange(year, month)[1]).toordinal()
    except ValueError:
        return None
