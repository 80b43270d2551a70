"""Names and sources that only graphs of documents have, as JSON values, and back.

An instant of the calendar is ``{"calendar": {...}}`` with its seconds since 1970-01-01T00:00, and
the start or end of the creation time ``{"creation_time": "start"}``. Sources are objects with one
key that starts with ``$``: ``$tlink``, ``$calendar``, ``$convention`` and ``$duration``.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import fields
from fractions import Fraction
from math import inf
from typing import Any

from timegraph._graph.values import read_seconds, written_seconds
from timegraph.documents.conventions import (
    CALENDAR,
    CalendarPoint,
    Convention,
    CreationPoint,
    TextLength,
)
from timegraph.periods import DATED, Period, period_of
from timeml.document import TLink

NAMES = frozenset(("calendar", "creation_time", "period"))
"""The keys of the objects that stand for names."""

SOURCES = {
    "$tlink": "a TLINK",
    "$calendar": "the calendar",
    "$convention": "a convention",
    "$duration": "a duration",
}
"""The keys of the objects that stand for sources, and what these are."""


def written_name(name: Any) -> dict[str, Any] | None:
    """A point of the calendar, a date or a period as an object; ``None`` for any other name."""
    if type(name) is CalendarPoint:
        return {
            "calendar": {
                "instant": _seconds(name.instant),
                "starts": name.starts,
                "clock": name.clock,
                "rank": _seconds(name.rank),
            }
        }
    if type(name) is CreationPoint:
        return {"creation_time": "start" if name.starts else "end"}
    period = period_of(name)
    return None if period is None else {"period": str(period)}


def read_name(value: Mapping[str, Any]) -> Hashable:
    """The point again. Raises ``ValueError``, ``TypeError`` or ``KeyError`` for what
    :func:`written_name` never makes."""
    ((key, content),) = value.items()
    if key == "period":
        return Period(content)
    if key == "creation_time":
        return CreationPoint(("end", "start").index(content) == 1)
    instant, rank = _read_seconds(content["instant"]), _read_seconds(content["rank"])
    starts, clock = content["starts"], content["clock"]
    is_point = type(starts) is bool and clock in ("", "UTC", "fiscal")
    if len(content) > 4 or not is_point or isinstance(instant, float):
        raise ValueError(content)
    return CalendarPoint(instant, starts, clock, rank)


def written_source(source: Any) -> dict[str, Any] | None:
    """A source of a document's link as an object; ``None`` for any other source."""
    if type(source) is TLink:
        attributes = {field.name: getattr(source, field.name) for field in fields(source)}
        attributes["extra"] = [list(pair) for pair in attributes["extra"]]
        return {"$tlink": attributes}
    if source is DATED:
        return {"$calendar": {"of": "dates"}}
    if source is CALENDAR:
        return {"$calendar": {}}
    if type(source) is Convention:
        return {"$convention": {"name": source.name}}
    if type(source) is TextLength:
        return {"$duration": {"tid": source.tid, "value": source.value, "line": source.line}}
    return None


def read_source(value: Mapping[str, Any]) -> Any:
    """The source again. Raises as :func:`read_name` does."""
    ((key, content),) = value.items()
    if key == "$tlink":
        attributes = dict(content)
        attributes["extra"] = tuple((str(name), str(text)) for name, text in attributes["extra"])
        return TLink(**attributes)
    if key == "$convention":
        return Convention(**_of_types(content, name=(str,)))
    if key == "$duration":
        return TextLength(**_of_types(content, tid=(str,), value=(str,), line=(int, type(None))))
    if content == {"of": "dates"}:
        return DATED
    _of_types(content)
    return CALENDAR


def _of_types(content: Mapping[str, Any], **types: tuple[type, ...]) -> dict[str, Any]:
    if not isinstance(content, Mapping) or content.keys() != types.keys():
        raise ValueError(f"not {', '.join(types) or 'an empty object'}")
    for key, value in content.items():
        if type(value) not in types[key]:
            raise ValueError(f"{key} is not {types[key][0].__name__}")
    return dict(content)


def _seconds(value: int | Fraction | float) -> int | str:
    """A whole number as it is, another rational one as ``"1/3"``; infinity is ``"inf"``."""
    return str(value) if value in (inf, -inf) else written_seconds(Fraction(value))


def _read_seconds(value: Any) -> int | Fraction | float:
    return float(value) if value in ("inf", "-inf") else read_seconds(value)
