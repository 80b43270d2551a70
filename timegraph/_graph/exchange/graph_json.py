"""A graph as a JSON document for people and other programs; graph.schema.json describes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from timegraph._graph.closing import closed
from timegraph._graph.conflicts import conflicts_of
from timegraph._graph.exchange.link_objects import link_from_json, link_to_json
from timegraph._graph.exchange.restoring import NamedAlone, restore
from timegraph._graph.exchange.values import name_from_json, name_to_json
from timegraph._graph.state import GraphState, new_state
from timegraph.links import POLICIES, ContradictionError, GraphFormatError

__all__ = [
    "FORMAT",
    "VERSION",
    "check_header",
    "from_json",
    "json_schema",
    "named_from_json",
    "named_to_json",
    "to_json",
]

FORMAT = "timegraph"
VERSION = 2
"""What is written; 1, which had no points of the calendar, is read, too."""

_KEYS = ("format", "version", "on_conflict", "named", "links")
_OPTIONAL = ("next_handle", "timezone")


def to_json(state: GraphState) -> dict[str, Any]:
    """The graph as JSON data; see :meth:`timegraph.TimeGraph.to_json`."""
    closed(state)
    store = state.store
    return {
        "format": FORMAT,
        "version": VERSION,
        "on_conflict": state.policy,
        **({} if store.timezone is None else {"timezone": store.timezone}),
        "named": named_to_json(state),
        "links": [link_to_json(store, number, state.kept) for number in range(len(store.links))],
        "next_handle": store.next_handle,
    }


def named_to_json(state: GraphState) -> list[dict[str, Any]]:
    """The entities and instants that were added by themselves."""
    return [
        {"entity" if is_entity else "instant": name_to_json(key), "links_before": before}
        for (key, is_entity), before in state.store.named.items()
    ]


def named_from_json(value: Any) -> list[NamedAlone]:
    """What :func:`named_to_json` makes, read again."""
    if not isinstance(value, list):
        raise GraphFormatError(f"named must be a list, not {type(value).__name__}")
    found: list[NamedAlone] = []
    for number, entry in enumerate(value):
        where = f"named[{number}]"
        kind = next(
            (key for key in ("entity", "instant") if isinstance(entry, dict) and key in entry), ""
        )
        if (
            not kind
            or entry.keys() != {kind, "links_before"}
            or type(entry["links_before"]) is not int
        ):
            raise GraphFormatError(
                f'{where}: an object with "entity" or "instant", and "links_before"'
            )
        found.append((name_from_json(entry[kind], where), kind == "entity", entry["links_before"]))
    return found


def check_header(data: Any, wanted: str) -> None:
    """Raise :class:`GraphFormatError` unless this has the format and a version that is known."""
    if not isinstance(data, Mapping) or data.get("format") != wanted:
        raise GraphFormatError(f'not a saved graph: there is no "format": "{wanted}"')
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise GraphFormatError(f"version must be a whole number from 1 on, not {version!r}")
    if version > VERSION:
        raise GraphFormatError(
            f"version {version} is newer than {VERSION}, the newest that this timegraph reads; "
            "update timegraph"
        )


def from_json(data: Any, memory_budget: int | None) -> GraphState:
    """The graph again; see :meth:`timegraph.TimeGraph.from_json`."""
    if isinstance(data, (str, bytes)):
        try:
            data = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise GraphFormatError(f"not JSON: {error}") from None
    try:
        return _from_json(data, memory_budget)
    except RecursionError:
        raise GraphFormatError("it has a name or a source that is nested too deeply") from None


def _from_json(data: Any, memory_budget: int | None) -> GraphState:
    check_header(data, FORMAT)
    for key in _KEYS:
        if key not in data:
            raise GraphFormatError(f"{key!r} is missing")
    unknown = [key for key in data if key not in (*_KEYS, *_OPTIONAL)]
    if unknown:
        known = ", ".join((*_KEYS, *_OPTIONAL))
        raise GraphFormatError(f"unknown key {unknown[0]!r}; the keys are {known}")
    policy, links = data["on_conflict"], data["links"]
    if policy not in POLICIES:
        raise GraphFormatError(f"on_conflict must be one of {', '.join(POLICIES)}, not {policy!r}")
    if not isinstance(links, list):
        raise GraphFormatError(f"links must be a list, not {type(links).__name__}")
    stored = [link_from_json(link, f"links[{number}]") for number, link in enumerate(links)]
    try:
        state = new_state(policy, memory_budget, timezone=data.get("timezone"))
    except ValueError as error:
        raise GraphFormatError(f"timezone: {error}") from None
    handles = [link["handle"] for link in links if "handle" in link]
    if handles and len(handles) < len(links):
        missing = next(number for number, link in enumerate(links) if "handle" not in link)
        raise GraphFormatError(f"links[{missing}]: has no handle, where other links have one")
    last = handles[-1] if handles else -1
    following = data.get("next_handle", last + 1 if type(last) is int else None)
    given = handles if handles or not links else None
    restore(state, stored, named_from_json(data["named"]), given, following)
    closed(state)
    if policy == "error" and 0 in state.kept:
        raise ContradictionError(conflicts_of(state)[0])
    store = state.store
    for number, link in enumerate(stored):
        own = store.constraints_of_link(number)
        left_out = [k - own.start for k in own if not state.kept[k]]
        if link.left_out and list(link.left_out) != left_out:
            raise GraphFormatError(
                f"links[{number}].left_out: {list(link.left_out)} are left out here, but "
                f"{left_out} contradict the links before"
            )
    return state


def json_schema() -> dict[str, Any]:
    """The JSON Schema of what :func:`to_json` gives."""
    text = files(__package__).joinpath("graph.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
