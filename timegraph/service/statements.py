"""Statements of a request as links of a graph.

A statement is an object of the published schema: a relation of two entities, an order or a distance
of two endpoints, a place in time, a length of time, a dated fact, or a choice. Its entities are
strings; a dated fact is the entity ``subject relation object``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from sys import intern
from typing import Any

from timegraph.allen import Allen, AllenSet
from timegraph.graph import TimeGraph
from timegraph.links import Endpoint, Link, PointLink
from timegraph.networks.links import AnyOf, NetworkLink, NoOverlap
from timegraph.periods import Period

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
    "frozen": -32007,
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

_ALLEN = frozenset(relation.value for relation in Allen)
_DATE = re.compile(r"[+-]?\d{4}(-\d\d(-\d\d(T.*)?)?)?")


@dataclass(frozen=True, slots=True)
class Statement:
    """What was remembered: by which links, of which the first has the handle ``first`` and the
    others the next ones, when it was said, and since when it is taken back."""

    id: int
    links: tuple[NetworkLink, ...]
    first: int
    said_at: str
    until: str | None = None

    @property
    def handles(self) -> range:
        """The handles of the links in their graph."""
        return range(self.first, self.first + len(self.links))


def relation_of(value: Any, where: str) -> AllenSet:
    """The relations that a request names: one, a list, or ``"before | meets"``."""
    try:
        if isinstance(value, str):
            return _relations(value)
        return AllenSet([Allen.parse(name) for name in value])
    except ValueError as error:
        raise ServiceError("bad-value", f"{where}: {error}", "take one of these names") from None


@lru_cache(maxsize=1024)
def _relations(text: str) -> AllenSet:
    return AllenSet([Allen.parse(name) for name in text.split("|")])


def endpoint_of(value: list[str]) -> Endpoint:
    """``["a", "start"]`` as an endpoint."""
    entity, side = value
    return (intern(entity), intern(side))  # type: ignore[return-value]  # the schema knows the sides


def named(value: str | Mapping[str, str], where: str) -> Named:
    """The entity that a request names: ``"storm"``, or ``{"date": "2024-05"}``, which is exactly
    that month. Raises :class:`ServiceError`, naming ``where`` it stands, for what is no period."""
    if isinstance(value, str):
        return intern(value)
    try:
        return Period(value["date"])
    except ValueError as error:
        way_out = "place an entity `within` a date that is not exact"
        raise ServiceError("bad-value", f"{where}: {error}", way_out) from None


def date_for_name(name: Named) -> str | None:
    """What to write where a name that looks like a date was meant as one."""
    if isinstance(name, str) and _DATE.fullmatch(name):
        return f'{name!r} is a name here; the date is {{"date": "{name}"}}'
    return None


def _shared(source: str | None) -> str | None:
    """The text that others have, too: each request brings its own copy of every name, and graphs
    that keep them need half as much again."""
    return None if source is None else intern(source)


def fact_name(statement: Request) -> str:
    """The entity that a dated fact is."""
    return f"{statement['subject']} {statement['relation']} {statement['object']}"


def links_of(statement: Request, where: str) -> tuple[NetworkLink, ...]:
    """The links that say what the statement says; its ``source`` is theirs.

    Raises :class:`ServiceError`, naming ``where`` it stands, for a relation, a length or a date
    that is none.
    """
    source = _shared(statement.get("source"))
    try:
        if "b" in statement:
            relations = relation_of(statement["relation"], f"{where}.relation")
            a, b = (named(statement[end], f"{where}.{end}") for end in ("a", "b"))
            return (Link(a, relations, b, source),)
        if "op" in statement:
            x, y = endpoint_of(statement["x"]), endpoint_of(statement["y"])
            return (PointLink(x, statement["op"], y, source),)
        if "no_overlap" in statement:
            return (_no_overlap(statement["no_overlap"], source),)
        if "any_of" in statement:
            return (AnyOf(_groups(statement["any_of"], where), source),)
        scratch = TimeGraph(on_conflict="drop-link")
        for add in _measured(statement, scratch, source):
            add()
        if scratch.conflicts:
            raise ValueError(f"it contradicts itself: {scratch.conflicts[0]}")
        return scratch.links
    except ServiceError:
        raise
    except (ValueError, TypeError, OverflowError, ArithmeticError) as error:
        way_out = "see `statement` in the schema for what can be said"
        raise ServiceError("bad-value", f"{where}: {error}", way_out) from None


def _no_overlap(names: list[str], source: Any) -> NoOverlap:
    if len(set(names)) < len(names):
        raise ValueError("no_overlap has an entity twice, which overlaps itself")
    return NoOverlap(tuple(names), source)


def _groups(groups: list[list[Request]], where: str) -> tuple[tuple[Link, ...], ...]:
    def link(said: Request) -> Link:
        place = f"{where}.any_of"
        a, b = named(said["a"], place), named(said["b"], place)
        return Link(a, relation_of(said["relation"], place), b, said.get("source"))

    return tuple(tuple(map(link, group)) for group in groups)


def _measured(statement: Request, graph: TimeGraph, source: Any) -> Iterator[Any]:
    limits = {key: statement[key] for key in ("at_least", "at_most") if key in statement}
    if "x" in statement:
        x, y = endpoint_of(statement["x"]), endpoint_of(statement["y"])
        yield lambda: graph.add_distance(x, y, **limits, source=source)
    elif "lasts" in statement:
        yield lambda: graph.add_duration(
            statement["lasts"], statement.get("exactly"), **limits, source=source
        )
    elif "subject" in statement:
        name = fact_name(statement)
        dated = [side for side in ("start", "end") if side in statement]
        if not dated:
            if statement["relation"] in _ALLEN:  # a fact that nobody means
                a, b = statement["subject"], statement["object"]
                link = json.dumps({"a": a, "relation": statement["relation"], "b": b})
                raise ValueError(f"a relation of two events is said as {link}")
            yield lambda: graph.add(name, "equal", name, source)
        for side in dated:
            yield lambda side=side: graph.place((name, side), within=statement[side], source=source)
    else:
        of = statement["of"]
        point = of if isinstance(of, str) else endpoint_of(of)
        at = None if "at" not in statement else _instant(statement["at"])
        spanning = statement.get("spanning")
        yield lambda: graph.place(
            point, within=statement.get("within"), at=at, spanning=spanning, source=source
        )


def _instant(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00"))  # Python 3.10 takes no Z
    except ValueError:
        raise ValueError(f"{text!r} is not a date or time as 1998-05-03T10:00") from None


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
