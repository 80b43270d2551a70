"""A folder of pages that opens from a disk: what the pages of all runs share."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from timegraph._files import write_bytes

if TYPE_CHECKING:
    from timegraph.readable_graph import ReadableGraph

__all__ = [
    "INDEX",
    "MOST_TIMELINES",
    "NO_TIMELINES",
    "Resolve",
    "Timelines",
    "names_in",
    "write_pages",
]

Resolve = Callable[[str], "str | None"]
"""What an id in a question or a finding means in a document."""

INDEX = "index.html"
"""The page of a folder that is opened first."""

MOST_TIMELINES = 400
"""Timelines of systems' documents that a run's pages have; more would take minutes to write."""

NO_TIMELINES = (
    f"The run has more than {MOST_TIMELINES} documents, so timelines are left out; timegraph "
    "view draws those of a folder"
)


def write_pages(folder: Path, pages: Iterable[tuple[str, str]]) -> None:
    """Write each page to its path in the folder."""
    for name, html in pages:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes([html.encode("utf-8", "backslashreplace")], path)


def names_in(graph: ReadableGraph, names: Mapping[str, str]) -> Resolve:
    """What ids mean in a timeline of ``graph``, which has other ``names`` for some of them."""

    def resolve(id: str) -> str | None:
        name = names.get(id, id)
        return name if name in graph else None

    return resolve


class Timelines:
    """The timelines that were written into a folder, and the addresses that select entities."""

    def __init__(self) -> None:
        self._written: dict[Hashable, tuple[str, Resolve]] = {}

    def add(self, key: Hashable, address: str, resolve: Resolve) -> None:
        """The timeline ``key`` is at ``address``; ``resolve`` says what ids mean in it."""
        self._written[key] = address, resolve

    def view(self, key: Hashable, ids: Iterable[str]) -> str | None:
        """The address of a timeline with these ids selected, ``None`` if it was not written."""
        written = self._written.get(key)
        if written is None:
            return None
        address, resolve = written
        entities = [entity for id in ids if (entity := resolve(id)) is not None]
        return f"{quote(address)}#{','.join(entities)}" if entities else quote(address)
