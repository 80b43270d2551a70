"""Names and sources that only graphs of documents have, as JSON values, and back.

An instant of the calendar is ``{"calendar": {...}}`` with its seconds since 1970-01-01T00:00, and
the start or end of the creation time ``{"creation_time": "start"}``. Sources are objects with one
key that starts with ``$``: ``$tlink``, ``$calendar``, ``$convention`` and ``$duration``.

The classes belong to other floors, so they are known by their names here, and loaded only when a
graph that has them is read.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import fields
from fractions import Fraction
from math import inf
from typing import Any

from timegraph.periods import DATED, Period, period_of

__all__ = ["NAMES", "SOURCES", "read_name", "read_source", "written_name", "written_source"]

_POINTS = "timegraph._calendar.points"

NAMES = ("calendar", "creation_time", "period")
"""The keys of objects that :func:`read_name` reads."""

SOURCES = {
    "$tlink": "a TLINK",
    "$calendar": "the calendar",
    "$convention": "a convention",
    "$duration": "a duration",
}
"""The keys of objects that :func:`read_source` reads, and what these are."""


def _class(value: object) -> str:
    return f"{type(value).__module__}.{type(value).__name__}"


def written_name(name: Any) -> dict[str, Any] | None:
    """A point of the calendar, a date or a period as an object; ``None`` for any other name."""
    kind = _class(name)
    if kind == f"{_POINTS}.CalendarPoint":
        return {
            "calendar": {
                "instant": _seconds(name.instant),
                "starts": name.starts,
                "clock": name.clock,
                "rank": _seconds(name.rank),
            }
        }
    if kind == f"{_POINTS}.CreationPoint":
        return {"creation_time": "start" if name.starts else "end"}
    period = period_of(name)
    return None if period is None else {"period": str(period)}


def read_name(value: Mapping[str, Any]) -> Hashable:
    """The point again. Raises ``ValueError``, ``TypeError`` or ``KeyError`` for what
    :func:`written_name` never makes."""
    from timegraph._calendar.points import CalendarPoint, CreationPoint

    ((key, content),) = value.items()
    if key == "period":
        return Period(content)
    if key == "creation_time":
        return CreationPoint(("end", "start").index(content) == 1)
    instant, rank = _read_seconds(content["instant"]), _read_seconds(content["rank"])
    starts, clock = content["starts"], content["clock"]
    known = type(starts) is bool and clock in ("", "UTC", "fiscal")
    if len(content) > 4 or not known or isinstance(instant, float):
        raise ValueError(content)
    return CalendarPoint(instant, starts, clock, rank)


def written_source(source: Any) -> dict[str, Any] | None:
    """A source of a document's link as an object; ``None`` for any other source."""
    kind = _class(source)
    if kind.startswith("timeml.") and kind.endswith(".TLink"):
        found = {one.name: getattr(source, one.name) for one in fields(source)}
        found["extra"] = [list(pair) for pair in found["extra"]]
        return {"$tlink": found}
    if source is DATED:
        return {"$calendar": {"of": "dates"}}
    if kind == f"{_POINTS}.Calendar":
        return {"$calendar": {}}
    if kind == f"{_POINTS}.Convention":
        return {"$convention": {"name": source.name}}
    if kind == f"{_POINTS}.TextLength":
        return {"$duration": {"tid": source.tid, "value": source.value, "line": source.line}}
    return None


def read_source(value: Mapping[str, Any]) -> Any:
    """The source again. Raises as :func:`read_name` does."""
    ((key, content),) = value.items()
    if key == "$tlink":
        from timeml.document import TLink

        found = dict(content)
        found["extra"] = tuple((str(name), str(text)) for name, text in found["extra"])
        return TLink(**found)
    from timegraph._calendar.points import CALENDAR, Convention, TextLength

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
    if isinstance(value, float) and value in (inf, -inf):
        return str(value)
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else str(exact)


def _read_seconds(value: Any) -> int | Fraction | float:
    if type(value) is int:
        return value
    if value in ("inf", "-inf"):
        return float(value)
    numerator, _, denominator = value.partition("/")
    return Fraction(int(numerator), int(denominator))
