"""Statements of a request as links of a graph.

A statement is an object of the published schema: a relation of two entities, an order or a distance
of two endpoints, a place in time, a length of time, a dated fact, or a choice. Its entities are
strings; a dated fact is the entity ``subject relation object``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from sys import intern
from typing import Any

from timegraph import stated_links
from timegraph.allen import AllenSet
from timegraph.networks.links import NetworkLink
from timegraph.periods import Period
from timegraph.stated_links import endpoint_of as endpoint_of
from timeml.readers.statement_lines import text_of

# What is refused, as data: a code, what happened, and the way out.


CODES = {
    "not-json": -32700,
    "bad-request": -32600,
    "unknown-method": -32601,
    "bad-params": -32602,
    "internal": -32603,
    "unknown-graph": -32001,
    "graph-exists": -32002,
    "unknown-entity": -32003,
    "unknown-id": -32004,
    "contradiction": -32005,
    "over-limit": -32006,
    "bad-value": -32008,
    "state": -32009,
    "timed-out": -32010,
    "choices": -32011,
}
"""The number of each kind of error, as JSON-RPC 2.0 numbers them."""


class ServiceError(ValueError):
    """A request that is refused, and changed nothing.

    ``kind`` is one of :data:`CODES`, ``message`` says what happened and where, ``way_out`` what to
    do instead; ``data`` has more that a program can use, as the chain of a contradiction.
    """

    def __init__(self, kind: str, message: str, way_out: str, **data: Any) -> None:
        super().__init__(f"{message}; {way_out}")
        self.kind, self.message, self.way_out, self.data = kind, message, way_out, data

    def to_json(self) -> dict[str, Any]:
        """The error object of JSON-RPC 2.0."""
        data = {"kind": self.kind, "way_out": self.way_out, **self.data}
        return {"code": CODES[self.kind], "message": self.message, "data": data}

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.kind, self.message, self.way_out, self.data)


def _again(kind: str, message: str, way_out: str, data: dict[str, Any]) -> ServiceError:
    return ServiceError(kind, message, way_out, **data)


Request = Mapping[str, Any]
Named = str | Period
"""An entity as graphs have it: its name, or a date."""

_DATE = re.compile(r"[+-]?\d{4}(-\d\d(-\d\d(T.*)?)?)?")


@dataclass(frozen=True, slots=True)
class Statement:
    """What was remembered: by which links, of which the first has the handle ``first`` and the
    others the next ones, when it was stated, and since when it is taken back. ``data`` are those of
    a dated fact, with the occurrence that it is about, or of a rule."""

    id: int
    links: tuple[NetworkLink, ...]
    first: int
    said_at: str
    until: str | None = None
    data: Request | None = None

    def __str__(self) -> str:
        if self.links:
            return "; ".join(dict.fromkeys(map(str, self.links)))
        return text_of(self.data or {})

    @property
    def handles(self) -> range:
        """The handles of the links in their graph."""
        return range(self.first, self.first + len(self.links))


def relation_of(value: Any, where: str) -> AllenSet:
    """The relations that a request names: one, a list, or ``"before | meets"``."""
    try:
        return stated_links.relation_of(value)
    except ValueError as error:
        what, _, way_out = str(error).partition("; ")
        raise ServiceError("bad-value", f"{where}: {what}", way_out) from None


def named(value: str | Mapping[str, str], where: str) -> Named:
    """The entity that a request names: ``"storm"``, or ``{"date": "2024-05"}``, which is exactly
    that month. Raises :class:`ServiceError`, naming ``where`` it stands, if it is not a period."""
    try:
        return stated_links.named(value)
    except ValueError as error:
        way_out = "place an entity `within` a date that is not exact"
        raise ServiceError("bad-value", f"{where}: {error}", way_out) from None


def date_for_name(name: Named) -> str | None:
    """What to write where a name that looks like a date was meant as one."""
    if isinstance(name, str) and _DATE.fullmatch(name):
        return f'{name!r} is a name here; the date is {{"date": "{name}"}}'
    return None


def links_of(statement: Request, where: str) -> tuple[NetworkLink, ...]:
    """The links that say what the statement says; its ``source`` is theirs.

    Raises :class:`ServiceError`, naming ``where`` it stands, for what is not a relation, a
    length or a date.
    """
    try:
        return stated_links.links_of(_shared(statement), statement.get("source"))
    except (ValueError, TypeError, ArithmeticError) as error:
        if "relation" in statement and "b" in statement:
            for end in ("a", "b"):
                named(statement[end], f"{where}.{end}")
            relation_of(statement["relation"], f"{where}.relation")
        way_out = "see `statement` in the schema for what a statement can be"
        raise ServiceError("bad-value", f"{where}: {error}", way_out) from None


def _shared(statement: Request) -> Request:
    """The statement with names that others have, too: each request brings its own copy of every
    name, and graphs that keep them need half as much again."""
    return {
        key: intern(value) if type(value) is str else [*map(_name, value)] if key in "xy" else value
        for key, value in statement.items()
    }


def _name(value: Any) -> Any:
    return intern(value) if type(value) is str else value


def moment(text: str, where: str, *, whole_day: bool = False) -> str:
    """A date or time of the request in UTC, in a form that sorts; a time without a zone is UTC, and
    a date its first instant, or with ``whole_day`` its last."""
    try:
        at = datetime.fromisoformat(text.replace("Z", "+00:00"))
        if at.tzinfo is None:
            at = at.replace(tzinfo=timezone.utc)
        if whole_day and len(text) <= 10:
            at += timedelta(days=1, microseconds=-1)
        return at.astimezone(timezone.utc).isoformat(timespec="microseconds")
    except (ValueError, OverflowError):
        way_out = "write a date or a time as 2026-01-31 or 2026-01-31T10:00:00+00:00"
        raise ServiceError("bad-value", f"{where}: {text!r} is not a time", way_out) from None
