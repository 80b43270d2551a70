"""A network as a JSON document: its graph as a graph writes it, with its choices."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any

from timegraph._files import write_bytes
from timegraph._graph.graph_json import check_header, fields_to_json, link_from_json
from timegraph._graph.values import (
    decoded,
    name_from_json,
    name_to_json,
    source_from_json,
    source_to_json,
)
from timegraph.graph import TimeGraph
from timegraph.links import GraphFormatError, Handle, Link
from timegraph.networks.links import AnyOf, NetworkLink, NoOverlap, entities_in
from timegraph.periods import DATED

FORMAT = "timegraph network"
_VERSION = 1
_KEYS = ("format", "version", "graph", "handles", "choices", "next_handle")

Parts = tuple[TimeGraph[Any], dict[int, NetworkLink], dict[int, Handle], int]
"""A graph, all links by handle, the graph's handles of those in it, and the next handle."""


def to_json(
    graph: TimeGraph[Any],
    links: Mapping[int, NetworkLink],
    in_graph: Mapping[int, Handle],
    following: int,
    on_conflict: str | None = None,
) -> dict[str, Any]:
    """The network as JSON data. Raises ``TypeError`` for names and sources without JSON form."""
    choices = [(number, link) for number, link in links.items() if number not in in_graph]
    convex = graph.to_json()
    by_graph = {int(handle): number for number, handle in in_graph.items()}
    return {
        "format": FORMAT,
        "version": _VERSION,
        **({"on_conflict": on_conflict} if on_conflict else {}),
        "graph": convex,
        # What the calendar says of dates has no handle of the network.
        "handles": [by_graph.get(link["handle"]) for link in convex["links"]],
        "choices": [{"handle": number, **_choice(link)} for number, link in choices],
        "next_handle": following,
    }


def _choice(link: NetworkLink) -> dict[str, Any]:
    fields: dict[str, Any]
    try:
        if isinstance(link, NoOverlap):
            fields = {"no_overlap": [*map(name_to_json, link.intervals)]}
        elif isinstance(link, AnyOf):
            fields = {"any_of": [[*map(_choice, group)] for group in link.groups]}
        else:
            fields = fields_to_json(link)
            del fields["kind"]
        return {**fields, "source": source_to_json(link.source)}
    except TypeError as error:
        raise TypeError(f"{link}: {error}") from None


def from_json(data: Any) -> tuple[Parts, Any]:
    """The parts of a network, and its policy. Raises :class:`GraphFormatError`, which names the
    place."""
    data = decoded(data)
    check_header(data, FORMAT, _VERSION)
    missing = next((key for key in _KEYS if key not in data), None)
    if missing is not None:
        raise GraphFormatError(f"{missing!r} is missing")
    convex = data["graph"]
    if isinstance(convex, Mapping):  # those that were saved before there was the setting lack it
        convex = {"conventions": False, **convex}
    graph: TimeGraph[Any] = TimeGraph.from_json(convex)
    handles = json_list(data, "handles")
    stored = data["graph"]["links"]
    if len(handles) != len(stored):
        raise GraphFormatError(f"handles: {len(handles)} for {len(stored)} links of the graph")
    choices = [
        (_read_choice(choice, f"choices[{k}]"), choice.get("handle"))
        for k, choice in enumerate(json_list(data, "choices"))
    ]
    following, policy = data["next_handle"], data.get("on_conflict")
    if policy not in (None, "error", "drop-link"):
        raise GraphFormatError(f"on_conflict must be error or drop-link, not {policy!r}")
    related = [
        (number, link, Handle(entry.get("handle", k)))
        for k, (number, link, entry) in enumerate(zip(handles, graph.links, stored, strict=True))
        if number is not None or link.source is not DATED
    ]
    numbers = [*(number for number, *_ in related), *(handle for _, handle in choices)]
    if (
        not all(type(number) is int for number in (*numbers, following))
        or len({*numbers}) < len(numbers)
        or not all(0 <= number < following for number in numbers)
    ):
        raise GraphFormatError("handles must be different whole numbers below next_handle")
    links: dict[int, NetworkLink] = {
        **{number: link for number, link, _ in related},
        **{handle: choice for choice, handle in choices},
    }
    named = (name for link, _ in choices for name in entities_in(link))
    try:
        for entity in (*([None] if None in graph else []), *named):  # which old graphs may have
            graph.add_entity(entity)
    except ValueError as error:
        raise GraphFormatError(str(error)) from None
    in_graph = {number: handle for number, _, handle in related}
    return (graph, dict(sorted(links.items())), in_graph, following), policy


def json_list(data: Mapping[str, Any], key: str, where: str = "") -> list[Any]:
    """The list that is there under this key."""
    if not isinstance(data[key], list):
        raise GraphFormatError(f"{where}{key} must be a list, not {type(data[key]).__name__}")
    items: list[Any] = data[key]
    return items


def _read_choice(choice: Any, where: str) -> NetworkLink:
    if not isinstance(choice, dict):
        raise GraphFormatError(f"{where}: an object with a handle, a whole number")
    source = source_from_json(choice.get("source"), f"{where}.source")
    if "no_overlap" in choice:
        names = json_list(choice, "no_overlap", f"{where}.")
        return NoOverlap(tuple(name_from_json(x, f"{where}.no_overlap") for x in names), source)
    if "any_of" not in choice:
        return _read_link(choice, where)
    groups = json_list(choice, "any_of", f"{where}.")
    if not all(isinstance(group, list) for group in groups):
        raise GraphFormatError(f"{where}.any_of must be a list of lists of links")
    named = enumerate(groups)
    return AnyOf(
        tuple(tuple(_read_link(x, f"{where}.any_of[{k}]") for x in group) for k, group in named),
        source,
    )


def _read_link(value: Any, where: str) -> Link:
    if not isinstance(value, dict):
        raise GraphFormatError(f'{where}: a link has "a", "relation" and "b"')
    link = link_from_json({**value, "kind": "relation"}, where).link
    assert isinstance(link, Link)
    return link


def json_schema() -> dict[str, Any]:
    """The JSON Schema of what :func:`to_json` gives: that of a graph is in it."""
    text = files(__package__).joinpath("network.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    graph = TimeGraph.json_schema()
    schema["$defs"] |= graph.pop("$defs")
    schema["properties"]["graph"] = {key: graph[key] for key in graph if key != "$schema"}
    return schema


def write(data: dict[str, Any], path: str | PathLike[str]) -> None:
    """Write a network to a file, which replaces another one only when all is written."""
    write_bytes([json.dumps(data, ensure_ascii=False).encode("utf-8"), b"\n"], Path(path))


def read(path: str | PathLike[str]) -> Any:
    """The JSON data of a file. Raises :class:`GraphFormatError`, which names the file."""
    try:
        return json.loads(Path(path).read_bytes())
    except (ValueError, RecursionError) as error:
        raise GraphFormatError(f"{path}: not a saved network: {error}") from None
