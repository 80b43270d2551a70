"""Names and sources that only graphs of dated facts have, as JSON values, and back.

A fact is ``{"fact": {...}}`` with its parts and dates, a date ``{"date": {...}}``, the instant of
a date ``{"instant": 0}`` in seconds since 1970-01-01T00:00. The source of a fact is
``{"$fact": {"file": ..., "line": ...}}``.

As in :mod:`.document_values`, the classes are known by their names, and loaded when they are read.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from importlib import import_module
from typing import Any

from timegraph._graph.exchange.numbers import read_seconds, written_seconds

__all__ = ["NAMES", "SOURCES", "read_name", "read_source", "written_name", "written_source"]

_FACTS = "timegraph.facts"

NAMES = ("fact", "date", "instant")
"""The keys of objects that :func:`read_name` reads."""

SOURCES = {"$fact": "the source of a fact"}
"""The keys of objects that :func:`read_source` reads, and what these are."""

_TEXTS = ("subject", "relation", "object", "text")
_COUNTED = ("point", "rank", "months")


def _facts(module: str) -> Any:
    # By its name: facts know graphs, and graphs know nothing of facts.
    return import_module(f"{_FACTS}.{module}")


def _class(value: object) -> str:
    return f"{type(value).__module__}.{type(value).__name__}"


def written_name(name: Any) -> dict[str, Any] | None:
    """A fact, a date or its instant as an object; ``None`` for any other name."""
    kind = _class(name)
    if kind == f"{_FACTS}.model.Fact":
        found = {key: getattr(name, key) for key in _TEXTS}
        found |= {key: _date(getattr(name, key)) for key in ("start", "end")}
        return {"fact": found | {"source": _source(name.source)}}
    if kind == f"{_FACTS}.dates.Granule":
        return {"date": _date(name)}
    if kind == f"{_FACTS}.timeline.CalendarInstant":
        return {"instant": written_seconds(name.instant)}
    return None


def read_name(value: Mapping[str, Any]) -> Hashable:
    """The name again. Raises ``ValueError``, ``TypeError``, ``KeyError`` or ``AttributeError`` for
    what :func:`written_name` never makes."""
    ((key, content),) = value.items()
    if key == "date":
        date: Hashable = _read_date(content)
        return date
    if key == "instant":
        instant: Hashable = _facts("timeline").CalendarInstant(read_seconds(content))
        return instant
    texts = {name: content[name] for name in _TEXTS}
    dates = {name: _read_date(content[name]) for name in ("start", "end")}
    if len(content) != len(_TEXTS) + 3 or {*map(type, texts.values())} != {str}:
        raise ValueError(content)
    source = _read_source(content["source"])
    fact: Hashable = _facts("model").Fact(**texts, **dates, source=source)
    return fact


def written_source(source: Any) -> dict[str, Any] | None:
    """The source of a fact as an object; ``None`` for any other source."""
    return {"$fact": _source(source)} if _class(source) == f"{_FACTS}.model.Source" else None


def read_source(value: Mapping[str, Any]) -> Any:
    """The source again. Raises as :func:`read_name` does."""
    source = _read_source(value["$fact"])
    if source is None:
        raise ValueError(value)
    return source


def _source(source: Any) -> dict[str, Any] | None:
    return None if source is None else {"file": source.file, "line": source.line}


def _read_source(value: Any) -> Any:
    if value is None:
        return None
    file, line = value["file"], value["line"]
    if len(value) != 2 or type(file) is not str or not (line is None or type(line) is int):
        raise ValueError(value)
    return _facts("model").Source(file, line)


def _date(date: Any) -> dict[str, Any]:
    found = {
        "first": None if date.first is None else written_seconds(date.first),
        "after": None if date.after is None else written_seconds(date.after),
        "unit": date.unit,
        "text": date.text,
    }
    if date.first is None and date.months is not None:  # an end that had come by some date
        found["counts_as"] = [written_seconds(date.point), date.rank, date.months]
    return found


def _read_date(value: Any) -> Any:
    first, after = (
        None if value[key] is None else read_seconds(value[key]) for key in ("first", "after")
    )
    unit, text, counted = value["unit"], value["text"], value.get("counts_as")
    if {type(unit), type(text)} != {str} or len(value) != 4 + ("counts_as" in value):
        raise ValueError(value)
    date = _facts("dates").Granule(first, after, unit, text)
    if counted is not None:
        point, rank, months = counted
        if first is not None or not type(rank) is type(months) is int:
            raise ValueError(value)
        for name, one in zip(_COUNTED, (read_seconds(point), rank, months), strict=True):
            object.__setattr__(date, name, one)
    return date
