"""Names and sources that only graphs of dated facts have, as JSON values, and back.

A fact is ``{"fact": {...}}`` with its parts and dates, a date ``{"date": {...}}``, the instant of
a date ``{"instant": 0}`` in seconds since 1970-01-01T00:00. The source of a fact is
``{"$fact": {"file": ..., "line": ...}}``.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from timegraph._graph.values import read_seconds, written_seconds
from timegraph.dates.granules import Granule
from timegraph.facts.base import CalendarInstant
from timegraph.facts.fact import Fact, Source

_TEXTS = ("subject", "relation", "object", "text")
_COUNTED = ("point", "rank", "months")

NAMES = frozenset(("fact", "date", "instant"))
"""The keys of the objects that stand for names."""

SOURCES = {"$fact": "the source of a fact"}
"""The keys of the objects that stand for sources, and what these are."""


def written_name(name: Any) -> dict[str, Any] | None:
    """A fact, a date or its instant as an object; ``None`` for any other name."""
    if type(name) is Fact:
        parts = {key: getattr(name, key) for key in _TEXTS}
        parts |= {key: _date(getattr(name, key)) for key in ("start", "end")}
        return {"fact": parts | {"source": _source(name.source)}}
    if type(name) is Granule:
        return {"date": _date(name)}
    if type(name) is CalendarInstant:
        return {"instant": written_seconds(name.instant)}
    return None


def read_name(value: Mapping[str, Any]) -> Hashable:
    """The name again. Raises ``ValueError``, ``TypeError``, ``KeyError`` or ``AttributeError`` for
    what :func:`written_name` never makes."""
    ((key, content),) = value.items()
    if key == "date":
        return _read_date(content)
    if key == "instant":
        return CalendarInstant(read_seconds(content))
    texts = {name: content[name] for name in _TEXTS}
    start, end = (_read_date(content[name]) for name in ("start", "end"))
    if len(content) != len(_TEXTS) + 3 or {*map(type, texts.values())} != {str}:
        raise ValueError(content)
    return Fact(**texts, start=start, end=end, source=_object_source(content["source"]))


def written_source(source: Any) -> dict[str, Any] | None:
    """The source of a fact as an object; ``None`` for any other source."""
    return {"$fact": _source(source)} if type(source) is Source else None


def read_source(value: Mapping[str, Any]) -> Any:
    """The source again. Raises as :func:`read_name` does."""
    source = _object_source(value["$fact"])
    if source is None:
        raise ValueError(value)
    return source


def _source(source: Source | None) -> dict[str, Any] | None:
    return None if source is None else {"file": source.file, "line": source.line}


def _object_source(value: Any) -> Source | None:
    if value is None:
        return None
    file, line = value["file"], value["line"]
    if len(value) != 2 or type(file) is not str or not (line is None or type(line) is int):
        raise ValueError(value)
    return Source(file, line)


def _date(date: Granule) -> dict[str, Any]:
    written: dict[str, Any] = {
        "first": None if date.first is None else written_seconds(date.first),
        "after": None if date.after is None else written_seconds(date.after),
        "unit": date.unit,
        "text": date.text,
    }
    counted = date.first is None and date.months is not None
    if counted and date.point is not None:  # an end that had come by some date
        written["counts_as"] = [written_seconds(date.point), date.rank, date.months]
    return written


def _read_date(value: Any) -> Granule:
    first, after = (
        None if value[key] is None else read_seconds(value[key]) for key in ("first", "after")
    )
    unit, text, counted = value["unit"], value["text"], value.get("counts_as")
    if {type(unit), type(text)} != {str} or len(value) != 4 + ("counts_as" in value):
        raise ValueError(value)
    date = Granule(first, after, unit, text)
    if counted is not None:
        point, rank, months = counted
        if first is not None or not type(rank) is type(months) is int:
            raise ValueError(value)
        for name, value in zip(_COUNTED, (read_seconds(point), rank, months), strict=True):
            object.__setattr__(date, name, value)
    return date
