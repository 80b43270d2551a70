"""Links that are Allen relations, in columns: thousands are put into a store at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from timegraph._compiled.engine import kernels_loaded
from timegraph._graph.arguments import constraints_of_mask
from timegraph._graph.store import Store
from timegraph.allen import AllenSet
from timegraph.links import GraphFormatError, Link

__all__ = ["COLUMNS", "RelationColumns", "check_positions"]

# Arrays pay for so many links, and for more where numpy is not loaded yet.
_PAY_FROM = 200
_LOADING_PAYS_FROM = 20_000

COLUMNS = ("a", "relation", "b", "source")
"""The names of the columns."""


def check_positions(name: str, column: Sequence[Any], limit: int) -> None:
    """Raise :class:`GraphFormatError` unless a column has whole numbers from 0 to below
    ``limit``."""
    if not {*map(type, column)} <= {int}:
        raise GraphFormatError(f"{name} must be a list of whole numbers")
    if column and not 0 <= min(column) <= max(column) < limit:
        raise GraphFormatError(f"{name}: numbers go from 0 to {limit - 1}")


@dataclass(frozen=True, slots=True)
class RelationColumns:
    """The columns ``a`` and ``b`` have positions in ``names``, ``source`` in ``sources``, and
    ``relation`` has masks of relations."""

    names: Sequence[Hashable]
    sources: Sequence[Any]
    a: Sequence[int]
    relation: Sequence[int]
    b: Sequence[int]
    source: Sequence[int]

    def __len__(self) -> int:
        return len(self.a)

    @classmethod
    def checked(
        cls, columns: Mapping[str, Any], names: Sequence[Hashable], sources: Sequence[Any]
    ) -> RelationColumns:
        """The columns of a file. Raises :class:`GraphFormatError`, or ``ValueError`` for a set of
        relations that cannot be added, unless a graph takes every link."""
        a, relation, b, source = (columns[name] for name in COLUMNS)
        if not len(a) == len(relation) == len(b) == len(source):
            raise GraphFormatError("relations: the columns differ in length")
        for name, column, limit in (
            ("a", a, len(names)),
            ("relation", relation, 1 << 13),
            ("b", b, len(names)),
            ("source", source, len(sources)),
        ):
            check_positions(f"relations.{name}", column, limit)
        for mask in {*relation}:
            constraints_of_mask(mask)
        return cls(names, sources, a, relation, b, source)

    def append_to(self, store: Store, first: int, stop: int) -> None:
        """Add the links from ``first`` to before ``stop`` to a store that nothing was removed
        from, as one :meth:`timegraph._graph.store.Store.append` for each does."""
        a, masks, b = self.a[first:stop], self.relation[first:stop], self.b[first:stop]
        name_at, sets = self.names.__getitem__, {m: AllenSet.from_mask(m) for m in {*masks}}
        links = _links(
            map(name_at, a),
            map(sets.__getitem__, masks),
            map(name_at, b),
            map(self.sources.__getitem__, self.source[first:stop]),
            length=len(masks),
        )
        if len(links) >= (_PAY_FROM if kernels_loaded() else _LOADING_PAYS_FROM):
            from timegraph._graph.exchange.relation_arrays import append_arrays

            append_arrays(store, self.names, a, masks, b)
            store.links.extend(links)
            store.handles.extend(range(store.next_handle, store.next_handle + len(links)))
            store.next_handle += len(links)
            return
        for link in links:
            x, y = store.interval(link.a), store.interval(link.b)
            store.append(link, (x, x + 1, y, y + 1), constraints_of_mask(link.relation.mask))


_SET = [Link.__dict__[name].__set__ for name in ("a", "relation", "b", "source", "weight")]


def _links(*columns: Iterable[Any], length: int) -> list[Link]:
    """Links of the columns ``a``, ``relation``, ``b`` and ``source``, without weights. Filling the
    slots column by column takes a third of the time of ``map(Link, *columns)``."""
    links: list[Link] = [*map(object.__new__, repeat(Link, length))]
    for set_field, column in zip(_SET, (*columns, repeat(None)), strict=True):
        deque(map(set_field, links, column), maxlen=0)
    return links
