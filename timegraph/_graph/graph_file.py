"""A graph as a file: two lines of JSON, a header with a checksum and the graph in columns.

The header has the format, its version, and the length in bytes and SHA-256 of what follows. The
second line is one object:

``on_conflict``
    the policy;
``timezone``, ``conventions``
    the name of the time zone, where there is one, and ``false``, where they are off;
``named``
    the columns of the entities and instants that were added by themselves: ``name`` has positions
    in ``names``, ``is_entity`` 1 or 0, ``links_before`` how many links came before (in files of
    version 1 they are as in :mod:`.graph_json`);
``handles``, ``next_handle``
    the handle of each link, and that of the next one;
``names``, ``sources``
    the names and sources of links, each once, as :mod:`.values` writes them;
``relations``
    the columns of all links that are Allen relations and have no weight, in order: ``a`` and ``b``
    are positions in ``names``, ``relation`` the masks of :attr:`timegraph.AllenSet.mask`,
    ``source`` positions in ``sources``;
``others``
    all other links, each with its position among all links, as in :mod:`.graph_json`;
``left_out``
    the numbers of the constraints that are not in force: the policy decides again, and must come
    to the same.

Nothing in it is run. Columns are read much faster than an object per link.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator, Sequence
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any

from timegraph._files import no_collections, write_bytes
from timegraph._graph.closing import closed
from timegraph._graph.graph_json import (
    COLUMNS,
    VERSION,
    NamedAlone,
    StoredLink,
    check_header,
    check_positions,
    checked_columns,
    link_from_json,
    link_to_json,
    named_from_json,
    restore,
)
from timegraph._graph.store import GraphState
from timegraph._graph.values import (
    name_from_json,
    name_to_json,
    settings,
    source_from_json,
    source_to_json,
    state_from_json,
)
from timegraph.links import POLICIES, GraphFormatError, Link

_FORMAT = "timegraph file"


def content_of(state: GraphState) -> list[bytes]:
    """What the file of a graph holds, in pieces; raises as :meth:`timegraph.TimeGraph.save`."""
    body = json.dumps(_body(state), separators=(",", ":"), allow_nan=False).encode("ascii")
    header = {
        "format": _FORMAT,
        "version": VERSION,
        "bytes": len(body),
        "sha256": sha256(body).hexdigest(),
    }
    return [json.dumps(header).encode("ascii"), b"\n", body, b"\n"]


def write(content: list[bytes], path: str | PathLike[str]) -> None:
    """Write the file of a graph, which replaces another one only when all is written."""
    write_bytes(content, Path(path))


def _body(state: GraphState) -> dict[str, Any]:
    closed(state)
    store = state.store
    names, sources = _Table(), _Table()
    columns: dict[str, list[int]] = {name: [] for name in COLUMNS}
    others = []
    for number, link in enumerate(store.links):
        if not isinstance(link, Link) or link.weight is not None:
            others.append([number, link_to_json(store, number, state.kept)])
            continue
        columns["a"].append(names.position(link.a, link.a))
        columns["relation"].append(link.relation.mask)
        columns["b"].append(names.position(link.b, link.b))
        source = link.source
        columns["source"].append(
            sources.position(source if type(source) is str else id(source), source)
        )
    named = {
        "name": [names.position(key, key) for key, _ in store.named],
        "is_entity": [int(is_entity) for _, is_entity in store.named],
        "links_before": [*store.named.values()],
    }
    for value in sources.values:
        try:
            source_to_json(value)
        except TypeError as error:
            its = next(link for link in store.links if link.source is value)
            raise TypeError(f"{its}: {error}") from None
    return {
        "on_conflict": state.policy,
        **settings(store),
        "named": named,
        "handles": store.handles.tolist(),
        "next_handle": store.next_handle,
        "names": [name_to_json(value) for value in names.values],
        "sources": [source_to_json(value) for value in sources.values],
        "relations": columns,
        "others": others,
        "left_out": [k for k, kept in enumerate(state.kept) if not kept],
    }


class _Table:
    """Values, each once, with their positions."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._positions: dict[Any, int] = {}

    def position(self, key: Any, value: Any) -> int:
        position = self._positions.setdefault(key, len(self.values))
        if position == len(self.values):
            self.values.append(value)
        return position


@no_collections()
def load(path: str | PathLike[str], memory_budget: int | None) -> GraphState:
    """Read a graph; see :meth:`timegraph.TimeGraph.load`."""
    try:
        return _state(Path(path).read_bytes(), memory_budget)
    except IsADirectoryError:
        message = "is a folder; name the file that TimeGraph.save wrote"
        raise GraphFormatError(f"{path}: {message}") from None
    except GraphFormatError as error:
        raise GraphFormatError(f"{path}: {error}") from None


def _state(content: bytes, memory_budget: int | None) -> GraphState:
    head, _, body = content.partition(b"\n")
    try:
        header = json.loads(head)
    except (ValueError, RecursionError):
        header = None
    check_header(header, _FORMAT)
    body = body[:-1] if body.endswith(b"\n") else body
    if len(body) != header.get("bytes") or sha256(body).hexdigest() != header.get("sha256"):
        raise GraphFormatError(
            f"the file is damaged or was changed: {len(body)} bytes follow the first line, where "
            f"{header.get('bytes')} were written, or their checksum differs"
        )
    try:
        return _restored(json.loads(body), memory_budget)
    except (
        ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError,
    ) as error:  # fmt: skip
        if isinstance(error, GraphFormatError):
            raise
        raise GraphFormatError(f"the file was not written by timegraph: {error!r}") from None


def _restored(data: Any, memory_budget: int | None) -> GraphState:
    policy = data["on_conflict"]
    if policy not in POLICIES:
        raise GraphFormatError(f"on_conflict must be one of {', '.join(POLICIES)}, not {policy!r}")
    names = data["names"]
    if type(names) is not list:
        raise GraphFormatError(f"names must be a list, not {type(names).__name__}")
    if not {*map(type, names)} <= {str}:
        names = [name_from_json(name, f"names[{k}]") for k, name in enumerate(names)]
    sources = [
        source_from_json(source, f"sources[{k}]") for k, source in enumerate(data["sources"])
    ]
    relations = checked_columns(data["relations"], names, sources)
    state = state_from_json(data, memory_budget)
    others = [
        (at, link_from_json(link, f"others[{k}]")) for k, (at, link) in enumerate(data["others"])
    ]
    named = _named(data["named"], names)
    links = _in_order(len(relations), others)
    restore(state, links, named, data["handles"], data["next_handle"], relations=relations)
    constraints = len(state.store.xs)
    for k in data["left_out"]:
        if not 0 <= k < constraints:
            raise GraphFormatError(
                f"left_out: there is no constraint {k}; the last is {constraints - 1}"
            )
    if data["left_out"]:
        closed(state)
        left_out = [k for k, kept in enumerate(state.kept) if not kept]
        if policy == "error" or data["left_out"] != left_out:
            raise GraphFormatError(
                f"left_out: {_shown(data['left_out'])} are left out here, but {_shown(left_out)} "
                "contradict what comes before"
            )
    elif policy == "error":  # the first question finds out whether that is so
        state.kept = bytearray(b"\1") * constraints
        state.closure = state.current = None
    return state


def _shown(numbers: Sequence[int]) -> str:
    """Numbers of constraints, of many the first five."""
    named = ", ".join(map(str, numbers[:5])) or "none"
    return named if len(numbers) <= 5 else f"{named} and {len(numbers) - 5} more"


def _named(data: Any, names: Sequence[Hashable]) -> list[NamedAlone]:
    if isinstance(data, list):
        return named_from_json(data)
    name, is_entity, before = (data[key] for key in ("name", "is_entity", "links_before"))
    check_positions("named.name", name, len(names))
    check_positions("named.is_entity", is_entity, 2)
    if not {*map(type, before)} <= {int} or not len(name) == len(is_entity) == len(before):
        raise GraphFormatError("named must be three lists of whole numbers of the same length")
    return [*zip(map(names.__getitem__, name), map(bool, is_entity), before, strict=True)]


def _in_order(
    relations: int, others: Iterable[tuple[int, StoredLink]]
) -> Iterator[range | StoredLink]:
    """All links, each of ``others`` at its position, and between them ranges of relations."""
    row = 0
    for number, (at, stored) in enumerate(others):
        stop = at - number
        if stop < row:
            raise GraphFormatError(f"others: position {at} comes after {row + number - 1}")
        if stop > relations:
            raise GraphFormatError(f"others: there are no {at} links before position {at}")
        if row < stop:
            yield range(row, stop)
        row = stop
        yield stored
    if row < relations:
        yield range(row, relations)
