"""Where the links from a source are, and how many links name an entity: what removing links needs.

A graph has no such index until links are first removed.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import chain, compress
from typing import Any

from timegraph.links import AnyLink, Link, Placement

__all__ = ["LinkIndex", "names_of"]

Name = tuple[Hashable, bool]
"""An entity (key, ``True``) or an instant (key, ``False``)."""


def names_of(link: AnyLink) -> tuple[Name, Name]:
    """What a link names, by its two ends."""
    if isinstance(link, Link):
        return (link.a, True), (link.b, True)
    ends = (link.start, link.end) if isinstance(link, Placement) else (link.x, link.y)
    (first, first_side), (second, second_side) = ends
    return (first, first_side != "at"), (second, second_side != "at")


class LinkIndex:
    """The index of a list of links, which follows the list as links are added and removed.

    Each link has an id, in the order of the list; ids stay when links before are removed.
    """

    __slots__ = ("_by_source", "_following", "_ids", "_unhashable", "uses")

    def __init__(self, links: Sequence[AnyLink]) -> None:
        self._ids = array("q")
        self._following = 0
        self._by_source: dict[Any, list[int]] = {}
        self._unhashable: list[int] = []
        self.uses = Counter(chain.from_iterable(map(names_of, links)))
        """How often links name an entity or an instant."""
        for link in links:
            self._append_source(link.source)

    def append(self, link: AnyLink) -> None:
        """Follow a link that was added."""
        self.uses.update(names_of(link))
        self._append_source(link.source)

    def _append_source(self, source: Any) -> None:
        self._ids.append(self._following)
        try:
            self._by_source.setdefault(source, []).append(self._following)
        except TypeError:
            self._unhashable.append(self._following)
        self._following += 1

    def numbers(self, source: Any, links: Sequence[AnyLink]) -> list[int]:
        """The numbers of the links whose source equals this one, in order."""
        try:
            ids = self._by_source.get(source, [])
        except TypeError:  # what cannot be hashed may equal anything
            return [number for number, link in enumerate(links) if _same(link.source, source)]
        numbers = [bisect_left(self._ids, number) for number in chain(ids, self._unhashable)]
        hashed = len(ids)
        return sorted(
            number
            for k, number in enumerate(numbers)
            if k < hashed or _same(links[number].source, source)
        )

    def remove(self, numbers: Sequence[int], links: Sequence[AnyLink]) -> list[Name]:
        """Follow the removal of links by their increasing numbers, which are still in the list;
        what no link names any more."""
        for number in reversed(numbers):
            one, source = self._ids[number], links[number].source
            try:
                ids = self._by_source[source]
            except TypeError:
                ids = self._unhashable
            if ids[-1] == one:
                ids.pop()
            else:
                ids.remove(one)
            if not ids and ids is not self._unhashable:
                del self._by_source[source]
        if len(numbers) == 1:
            del self._ids[numbers[0]]
        else:
            gone = set(numbers)
            stays = [number not in gone for number in range(len(self._ids))]
            self._ids = array("q", compress(self._ids, stays))
        unused = dict[Name, None]()
        for number in numbers:
            for name in names_of(links[number]):
                self.uses[name] -= 1
                if not self.uses[name]:
                    del self.uses[name]
                    unused[name] = None
        return list(unused)


def _same(one: Any, other: Any) -> bool:
    """Whether two sources are equal; sources that compare element by element are not."""
    if one is other:
        return True
    try:
        return bool(one == other)
    except (TypeError, ValueError):
        return False
